"""Why an action that is not legal is not: the clause of Tombs that forbids it, and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.state import OVER, UNKNOWN_ACTION, Action, IllegalAction
from generator.games.tombs.board import ACTIVATE, AROUND, DISCARD, END_OF_ACTIONS, OMBRA, THORN, TILES
from generator.games.tombs.clauses import (
    EMPTY,
    FIRST,
    OMBRA_OMBRA,
    PEACE,
    PLAY,
    POINTS,
    STUCK,
    THORN_ACTIVATE,
    THORN_THORN,
    THREAT,
)

if TYPE_CHECKING:
    from generator.games.tombs.rules import TombsState


def refusal(table: TombsState, action: Action) -> IllegalAction:
    if table.player == OVER:
        return IllegalAction(POINTS.id(table.won_by) if table.won_by else UNKNOWN_ACTION, "the game is over")
    if not 0 <= action < END_OF_ACTIONS:
        return IllegalAction(UNKNOWN_ACTION, f"Tombs has no action {action}")
    kind = action // 9 if action < ACTIVATE else THORN if action < DISCARD else action - DISCARD
    if not table.hands[4 * table.player + kind]:
        return IllegalAction(POINTS.id(PLAY), f"there is no {table.game.names[kind]} in the hand")
    if action >= DISCARD:
        return IllegalAction(POINTS.id(STUCK), "a card can be played, so none is discarded")
    clause, why = _of_activation(table, action) if action >= ACTIVATE else _of_placing(table, action)
    return IllegalAction(POINTS.id(clause), why)


def _of_placing(table: TombsState, action: Action) -> tuple[int, str]:
    kind, tile = divmod(action, 9)
    spot, name = 1 << tile, TILES[tile]
    enemy = table.enemies()
    if table.tombs & spot:
        return EMPTY, f"on {name} is a tombstone"
    if table.everyone & spot:
        if kind != OMBRA or not enemy & spot:
            return EMPTY, f"on {name} is a unit"
        if table.kinds[OMBRA] & spot:
            return OMBRA_OMBRA, f"on {name} is an enemy Ombra"
    if table.turns == 1 and tile == 4:
        return FIRST, "nobody begins on the middle tile"
    if table.threat(enemy) & spot:
        return THREAT, f"an enemy threatens {name}"
    return PEACE, f"nothing is killed or removed in the first {table.peace} turns"


def _of_activation(table: TombsState, action: Action) -> tuple[int, str]:
    tile, target = divmod(action - ACTIVATE, 9)
    enemy = table.enemies()
    if not table.tombs >> tile & 1:
        return THORN_ACTIVATE, f"there is no tombstone on {TILES[tile]}"
    if AROUND[tile] & enemy & table.kinds[THORN]:
        return THORN_THORN, f"an enemy Thorn stands around {TILES[tile]}"
    if not AROUND[tile] & enemy & 1 << target:
        return THORN_ACTIVATE, f"on {TILES[target]} is no enemy around {TILES[tile]}"
    if table.threat(enemy & ~(1 << target)) >> tile & 1:
        return THREAT, f"an enemy would still threaten {TILES[tile]}"
    return PEACE, f"nothing is killed or removed in the first {table.peace} turns"
