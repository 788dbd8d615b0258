"""Why an action is not legal: the clause that forbids it, and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.state import OVER, UNKNOWN_ACTION, Action, IllegalAction
from generator.games.toonerville_rook.actions import (
    BUY,
    CARD,
    CLOSE,
    DECLINE,
    DISCARD,
    END_OF_ACTIONS,
    KEEP,
    LAY_OFF,
    LEAVE,
    NUMBERS,
    OPEN_RUN,
    OPEN_SET,
    ROOK,
    ROOK_AS,
    ROOK_BEHIND,
    ROOK_IN_SET,
    SPOTS,
    SWAP_FOR,
    TAKE_TOP,
    place_in_words,
)
from generator.games.toonerville_rook.clauses import (
    BUY_ORDER,
    CONTRACT,
    DISCARD_NONE,
    DISCARD_ONE,
    DISCARD_TAKEN,
    LAY_OFF_AFTER,
    LAY_OFF_ROOK,
    LAY_OFF_RUN,
    LAY_OFF_SET,
    LOWEST,
    NATURAL,
    ORDER,
    POINTS,
    ROOK_WILD,
    RUN,
    SET,
    SWAP,
    SWAP_AFTER,
    SWAP_PLAY,
    SWAP_SET,
    TAKE,
    WHOLE_HAND,
)

if TYPE_CHECKING:
    from generator.games.toonerville_rook.laying import Laying
    from generator.games.toonerville_rook.turn import RookState

Reason = tuple[int, str]


def refusal(state: RookState, action: Action) -> IllegalAction:
    if not 0 <= action < END_OF_ACTIONS:
        return IllegalAction(UNKNOWN_ACTION, f"Toonerville Rook has no action {action}")
    if state.player == OVER:
        return IllegalAction(POINTS.id(LOWEST), "the game is over")
    clause, why = _reason(state, action)
    return IllegalAction(POINTS.id(clause), why)


def _reason(state: RookState, action: Action) -> Reason:
    legal = state.legal_actions()
    if BUY in legal or LEAVE in legal:
        return BUY_ORDER, f"player {state.player + 1} is asked whether to buy the discard"
    if DECLINE in legal:
        return TAKE, "the turn begins with taking or declining the top discard"
    if action in (TAKE_TOP, DECLINE):
        return TAKE, "this turn has had its card"
    if action in (BUY, LEAVE):
        return BUY_ORDER, "nothing is for sale now"
    if state.laying is not None:
        return _while_laying(state, state.laying, action)
    if action >= SWAP_FOR:
        return _swap(state, *divmod(action - SWAP_FOR, ROOK))
    if action >= LAY_OFF:
        return _lay_off(state, *divmod(action - LAY_OFF, SPOTS))
    if action >= DISCARD:
        return _discard(state, action - DISCARD)
    if action == KEEP:
        return (SWAP_PLAY, "a Rook must still be played") if state.owed else (DISCARD_ONE, "a card can be discarded")
    if action >= CARD or action == CLOSE:
        return CONTRACT, "no meld is open"
    return _open(state, action)


def _open(state: RookState, action: Action) -> Reason:
    row = state.game.rounds[state.round]
    if state.down >> state.player & 1:
        return CONTRACT, "the contract is laid, and there are no further melds"
    if row.whole and not any(OPEN_RUN <= other < CARD for other in state.legal_actions()):
        return WHOLE_HAND, "the whole hand cannot be laid as the contract"
    if action < OPEN_SET:
        if not row.runs:
            return CONTRACT, f"the contract of round {row.number} has no run"
        if (action - OPEN_RUN) % NUMBERS + state.game.run_length > NUMBERS:
            return RUN, f"no run of {state.game.run_length} cards begins there"
    elif not row.sets:
        return CONTRACT, f"the contract of round {row.number} has no set"
    elif row.runs:
        return ORDER, "runs are laid before sets"
    return CONTRACT, "the whole contract cannot be laid so"


def _while_laying(state: RookState, laying: Laying, action: Action) -> Reason:
    if action >= DISCARD or action == KEEP:
        return CONTRACT, "the contract must be completed first"
    if laying.opened < 0:
        return _next_meld(laying, action)
    if OPEN_RUN <= action < CARD:
        return CONTRACT, "a meld is open"
    if action == CLOSE:
        return _close(state, laying)
    card = action - CARD if action < ROOK_AS else ROOK
    if not state.hands[state.player][card]:
        return (RUN if laying.is_run else SET), f"there is no {state.game.names[card]} in the hand"
    return (_add_to_run if laying.is_run else _add_to_set)(laying, action, card) or _incomplete(state)


def _close(state: RookState, laying: Laying) -> Reason:
    clause, length = (RUN, state.game.run_length) if laying.is_run else (SET, state.game.set_length)
    if len(laying.added) < length:
        return clause, f"it needs {length} cards"
    if all(card == ROOK for card in laying.added):
        return NATURAL, "it has no natural card yet"
    return _incomplete(state)


def _add_to_run(laying: Laying, action: Action, card: int) -> Reason | None:
    stands_for = action - ROOK_AS if card == ROOK else card
    return None if stands_for == laying.opened + len(laying.added) else (RUN, "it is not the next card of the run")


def _add_to_set(laying: Laying, action: Action, card: int) -> Reason | None:
    if card == ROOK and action < ROOK_IN_SET:
        return ROOK_WILD, "in a set a Rook stands for no certain card"
    if card == ROOK and not laying.added:
        return NATURAL, "a set begins with a natural card"
    if card != ROOK and card % NUMBERS != laying.opened:
        return SET, f"it is no {laying.opened + 1}"
    if card != ROOK and card < max(laying.added, default=0):
        return ORDER, "cards are added in ascending order, Rooks last"
    return None


def _next_meld(laying: Laying, action: Action) -> Reason:
    if not OPEN_RUN <= action < CARD:
        return CONTRACT, "no meld is open"
    if action < OPEN_SET and not laying.runs:
        return CONTRACT, "the contract has no further run"
    if action >= OPEN_SET and laying.runs:
        return ORDER, "runs are laid before sets"
    is_run, first, _ = laying.closed[-1]
    if is_run == (action < OPEN_SET) and action - (OPEN_RUN if is_run else OPEN_SET) < first:
        return ORDER, "melds are laid in the order of their first cards"
    return CONTRACT, "the rest of the contract cannot be laid so"


def _incomplete(state: RookState) -> Reason:
    if state.game.rounds[state.round].whole:
        return WHOLE_HAND, "then the rest of the hand could not be laid"
    return CONTRACT, "then the rest of the contract could not be laid"


def _discard(state: RookState, card: int) -> Reason:
    name = state.game.names[card]
    if not state.hands[state.player][card]:
        return DISCARD_ONE, f"there is no {name} in the hand"
    if state.owed:
        return SWAP_PLAY, "the Rook that was swapped out must be played first"
    if KEEP in state.legal_actions():
        return DISCARD_NONE, f"{name} is the last card, and it was taken in this turn"
    return DISCARD_TAKEN, f"{name} was taken in this turn"


def _lay_off(state: RookState, place: int, spot: int) -> Reason:
    card = min(spot, ROOK)
    meld = state.melds.get(place)
    clause = LAY_OFF_ROOK if card == ROOK else LAY_OFF_SET if meld and not meld.is_run else LAY_OFF_RUN
    if meld is None:
        return clause, f"there is no {place_in_words(place)}"
    if not state.down >> state.player & 1:
        return LAY_OFF_AFTER, "the own contract is not laid yet"
    if not state.hands[state.player][card]:
        return clause, f"there is no {state.game.names[card]} in the hand"
    if any(action == LAY_OFF + place * SPOTS + spot for action, _ in meld.takes):
        return SWAP_PLAY, "the Rook that was swapped out would have no place"
    if not meld.is_run:
        return clause, "a Rook has one place in a set" if spot == ROOK_BEHIND else f"it is no {meld.first + 1}"
    return clause, f"it does not extend {place_in_words(place)}"


def _swap(state: RookState, place: int, card: int) -> Reason:
    meld = state.melds.get(place)
    if meld is None:
        return SWAP, f"there is no {place_in_words(place)}"
    if not state.down >> state.player & 1:
        return SWAP_AFTER, "the own contract is not laid yet"
    if not meld.is_run:
        return SWAP_SET, "a Rook in a set stays"
    if not any(wanted == card for _, wanted in meld.swaps):
        return SWAP, f"no Rook stands for {state.game.names[card]} in {place_in_words(place)}"
    if not state.hands[state.player][card]:
        return SWAP, f"there is no {state.game.names[card]} in the hand"
    return SWAP_PLAY, "there would be no place for the Rook"
