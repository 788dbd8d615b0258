"""What lies where at a table of Tombs, and who can see it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from generator.engine.state import OVER
from generator.games.tombs.board import CLASSES, TILES, TILES_OF

if TYPE_CHECKING:
    from generator.games.tombs.rules import TombsState


def unit_names(table: TombsState, player: int) -> list[str]:
    return [
        f"{table.game.names[kind]} {TILES[tile]}"
        for kind in range(4)
        for tile in TILES_OF[table.units[player] & table.kinds[kind]]
    ]


def _hand(table: TombsState, player: int) -> list[str]:
    return [CLASSES[kind] for kind in range(4) for _ in range(table.hands[4 * player + kind])]


def zones(table: TombsState) -> dict[str, list[str]]:
    where = {f"hand {player + 1}": _hand(table, player) for player in range(table.players)}
    where["board"] = [CLASSES[kind] for kind in range(4) for _ in TILES_OF[table.kinds[kind]]]
    where["gone"] = [CLASSES[kind] for kind in range(4) for _ in range(table.gone[kind])]
    where["stock"] = [CLASSES[kind] for kind in table.stock[table.drawn :]]
    return where


def key(table: TombsState) -> bytes:
    return repr((*_open(table), *table.hands, *table.gone, *table.stock[table.drawn :])).encode()


def information_state_key(table: TombsState, player: int) -> bytes:
    """One thing is forgotten: that a player who was stuck held no card then that could be placed."""
    return repr((player, *_open(table), *table.gone, *table.hands[4 * player : 4 * player + 4])).encode()


def _open(table: TombsState) -> tuple[int, ...]:
    """The board, and how the game goes."""
    return (
        table.player, table.turns, table.stuck, table.won_by, table.tombs,
        *table.units, *table.kinds, *table.kills,
    )  # fmt: skip


def observation(table: TombsState, player: int | None) -> dict[str, Any]:
    seats = range(table.players)
    return {
        "player": None if player is None else player + 1,
        "turn": table.turns,
        "to move": None if table.player == OVER else table.player + 1,
        "hand": [] if player is None else _hand(table, player),
        "cards in hand": [sum(table.hands[4 * seat : 4 * seat + 4]) for seat in seats],
        "board": [_tile(table, tile) for tile in range(9)],
        "kills": list(table.kills),
        "gone": {CLASSES[kind]: count for kind, count in enumerate(table.gone)},
        "stock": len(table.stock) - table.drawn,
        "stuck in a row": table.stuck,
    }


def _tile(table: TombsState, tile: int) -> str:
    """As the notation writes it: `B1`, `X` for a tombstone, `.` for nothing."""
    spot = 1 << tile
    if table.tombs & spot:
        return "X"
    for kind, tiles in enumerate(table.kinds):
        if tiles & spot:
            owner = next(seat for seat, units in enumerate(table.units) if units & spot)
            return f"{CLASSES[kind][0].upper()}{owner + 1}"
    return "."


def deal_anew(table: TombsState, player: int, random: Random) -> None:
    """Deal what is hidden from that player anew, in place: each way is equally likely."""
    pool = table.stock[table.drawn :]
    others = [seat for seat in range(table.players) if seat != player]
    sizes = {seat: sum(table.hands[4 * seat : 4 * seat + 4]) for seat in others}
    for seat in others:
        pool += [kind for kind in range(4) for _ in range(table.hands[4 * seat + kind])]
    pool.sort()
    random.shuffle(pool)
    for seat in others:
        table.hands[4 * seat : 4 * seat + 4] = [0, 0, 0, 0]
        for _ in range(sizes[seat]):
            table.hands[4 * seat + pool.pop()] += 1
    table.stock = table.stock[: table.drawn] + pool
