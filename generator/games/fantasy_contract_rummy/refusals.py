"""Why an action is not legal: the clause that forbids it, and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.engine.state import OVER, UNKNOWN_ACTION, Action, IllegalAction
from generator.games.fantasy_contract_rummy.building import NOTHING_YET, Builder
from generator.games.fantasy_contract_rummy.clauses import (
    DISCARD_ONE,
    DRAW_CONTRACTS,
    DRAW_DECK,
    DRAW_DISCARD,
    DRUID,
    EFFECTS,
    HOARDER_OPEN,
    KEEP,
    NATURAL,
    PLAY,
    POINTS,
    REPAIR,
    SETS,
    TRICKSTER,
)
from generator.games.fantasy_contract_rummy.effects import REINFORCE, room
from generator.games.fantasy_contract_rummy.moves import CLOSE, DRAW, LOOK, OPEN_SET, PHASES, TAKE
from generator.games.fantasy_contract_rummy.scoring import HOARDER
from generator.games.fantasy_contract_rummy.sets import NO_LIMIT, SET_NAMES

if TYPE_CHECKING:
    from generator.games.fantasy_contract_rummy.rules import Table

Reason = tuple[int, str]
EFFECT_OF_PHASE = {"flipping": 0, "stealing": 1, "paying": 2, "aiming": 3, "helping": 5, "robbing": 6, "burying": 7}
STAND_INS_ALONE = "stand-ins cannot make it by themselves"


def refusal(table: Table, action: Action) -> IllegalAction:
    if table.player == OVER:
        return IllegalAction(POINTS.id(table.last_turn), "the game is over")
    if not 0 <= action < table.game.moves.end:
        return IllegalAction(UNKNOWN_ACTION, f"Fantasy Contract Rummy has no action {action}")
    clause, why = _reason(table, action)
    return IllegalAction(POINTS.id(clause), why)


def _reason(table: Table, action: Action) -> Reason:
    phase, words, moves = PHASES[table.phase], table.game.action_to_string(action), table.game.moves
    if phase == "drawing":
        return _draw(action)
    if phase == "looking":
        if moves.lay_secret + HOARDER == action and HOARDER in table.looked:
            return HOARDER_OPEN, "a Hoarder is laid open"
        return KEEP, f"the contracts are decided one by one, and one is kept: not '{words}'"
    if phase in {"discarding", "shedding"}:
        if OPEN_SET <= action < moves.lay_open or moves.repair <= action < moves.flip:
            return PLAY, f"one play a turn is made, and now a card is discarded: not '{words}'"
        return DISCARD_ONE, f"a card of the hand is discarded: not '{words}'"
    if phase == "building":
        return _build(table, action)
    if phase == "playing":
        return _play(table, action)
    return EFFECTS[EFFECT_OF_PHASE[phase]], f"the action does not allow '{words}'"


def _draw(action: Action) -> Reason:
    return {
        DRAW: (DRAW_DECK, "the draw deck is empty"),
        TAKE: (DRAW_DISCARD, "the discard pile is empty"),
        LOOK: (DRAW_CONTRACTS, "too few contracts are left"),
    }.get(action, (DRAW_DECK, "a turn begins with drawing"))


def _play(table: Table, action: Action) -> Reason:
    moves, motifs, hand = table.game.moves, table.game.motifs, table.hands[table.player]
    if OPEN_SET <= action < moves.lay_open:
        kind = action - OPEN_SET
        if _without_natural_cards(table).can_finish(kind, (), NOTHING_YET, hand):
            return NATURAL, STAND_INS_ALONE
        return SETS[kind], f"the hand holds no {SET_NAMES[kind]}"
    if moves.repair <= action < moves.play:
        return REPAIR, "there is no broken set that the hand can repair"
    if moves.play <= action < moves.flip:
        number = action - moves.play
        name = motifs.names[motifs.actions[number]]
        if not hand[motifs.actions[number]]:
            return PLAY, f"there is no {name} in the hand"
        return EFFECTS[number], f"{name} would have no effect"
    return PLAY, "a play is a set, a repair or an action card, or none"


def _build(table: Table, action: Action) -> Reason:
    moves, motifs = table.game.moves, table.game.motifs
    play = EFFECTS[REINFORCE] if table.step else PLAY if table.target is None else REPAIR
    element = action - moves.add
    if action == CLOSE:
        if table.step and not table.pending:
            return play, "at least one card is added"
        return _no_set(table, table.base() + table.pending, table.spare(), 0)
    if not 0 <= element < moves.elements:
        return play, f"the {SET_NAMES[table.kind]} is laid first: not '{table.game.action_to_string(action)}'"
    card, left = motifs.card_of[element], table.spare()
    if card < 0 or not left[card]:
        return play, "there is no such card in the hand"
    if len(table.pending) >= room(table):
        return play, "no more cards may be added"
    left[card] -= 1
    return _no_set(table, [*table.base(), *table.pending, element], left, room(table) - len(table.pending) - 1)


def _no_set(table: Table, elements: Sequence[int], left: list[int], more: int) -> Reason:
    """Why these elements with so many more cards of the hand are no set, or cannot be added in this order."""
    kind = table.kind
    if table.game.builder.can_finish(kind, elements, NOTHING_YET, left, more):
        return SETS[kind], "its cards are added in their order"
    if _without_natural_cards(table).can_finish(kind, elements, NOTHING_YET, left, more):
        return NATURAL, STAND_INS_ALONE
    return SETS[kind], f"no {SET_NAMES[kind]} comes of it"


def _without_natural_cards(table: Table) -> Builder:
    """What could be laid if stand-ins could make a group alone, however many they are."""
    agreed = replace(table.game.agreed, natural=False, most_stand_ins=NO_LIMIT)
    return Builder(agreed, tricksters=bool(table.on & TRICKSTER), druids=bool(table.on & DRUID))
