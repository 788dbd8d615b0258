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
    BUY_OFFER,
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
from generator.games.toonerville_rook.contracts import Contracts
from generator.games.toonerville_rook.laying import Laying
from generator.games.toonerville_rook.whole_hand import WholeHand

if TYPE_CHECKING:
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
        return BUY_OFFER, "nothing is for sale now"
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
    return _open(state, Laying(state.game.rounds[state.round], state.on), action)


def _open(state: RookState, laying: Laying, action: Action) -> Reason:
    """laying: what lies of the contract so far, or an empty one."""
    if state.down >> state.player & 1:
        return CONTRACT, "the contract is laid, and there are no further melds"
    row = state.game.rounds[state.round]
    is_run = action < OPEN_SET
    first = action - (OPEN_RUN if is_run else OPEN_SET)
    if not (laying.runs if is_run else laying.sets):
        return (
            CONTRACT,
            f"the contract of round {row.number} has no {'further ' * bool(laying.closed)}{'run' if is_run else 'set'}",
        )
    if laying.runs and not is_run:
        return ORDER, "runs are laid before sets"
    if laying.closed and laying.closed[-1][0] == is_run and first < laying.closed[-1][1]:
        return ORDER, "melds are laid in the order of their first cards"
    hand = state.hands[state.player]
    if not _fits(Contracts, state, hand, action, 0, 0):
        if _fits(Contracts, state, hand, action, 0, 0, natural=False):
            return NATURAL, "the hand has no natural card for it"
        return (RUN if is_run else SET), "the hand has too few cards for it"
    runs, sets = laying.runs - is_run, laying.sets - (not is_run)
    if _fits(WholeHand if row.whole else Contracts, state, hand, action, runs, sets):
        return ORDER, "the rest of the contract would have to lie before it"
    return _incomplete(state)


def _fits(
    search: type[Contracts],
    state: RookState,
    hand: list[int],
    action: Action,
    runs: int,
    sets: int,
    *,
    natural: bool = True,
) -> bool:
    """Whether the meld can be opened, were there no order of melds, with runs and sets beside it."""
    natural = natural and bool(state.on & NATURAL)
    contracts = search(state.game.run_length, state.game.set_length, natural=natural, ordered=False)
    if not state.on & ROOK_WILD:
        hand = [*hand[:ROOK], 0]
    if action >= OPEN_SET:
        return contracts.set_fits(hand, action - OPEN_SET, 0, 0, 0, sets)
    first = action - OPEN_RUN
    room = first % NUMBERS + state.game.run_length <= NUMBERS
    return room and contracts.run_fits(hand, first, 0, natural=False, runs=runs, sets=sets)


def _while_laying(state: RookState, laying: Laying, action: Action) -> Reason:
    if action >= DISCARD or action == KEEP:
        return CONTRACT, "the contract must be completed first"
    if laying.opened < 0:
        return _open(state, laying, action) if OPEN_RUN <= action < CARD else (CONTRACT, "no meld is open")
    if OPEN_RUN <= action < CARD:
        return CONTRACT, "a meld is open"
    if action == CLOSE:
        return _close(state, laying)
    card = action - CARD if action < ROOK_AS else ROOK
    misfit = (_misfit_in_run if laying.is_run else _misfit_in_set)(laying, action, card)
    if misfit:
        return misfit
    if not state.hands[state.player][card]:
        return (RUN if laying.is_run else SET), f"there is no {state.game.names[card]} in the hand"
    return _out_of_order(state, laying, card) or _incomplete(state)


def _close(state: RookState, laying: Laying) -> Reason:
    clause, length = (RUN, state.game.run_length) if laying.is_run else (SET, state.game.set_length)
    if len(laying.added) < length:
        return clause, f"it needs {length} cards"
    if all(card == ROOK for card in laying.added):
        return NATURAL, "it has no natural card yet"
    return _incomplete(state)


def _misfit_in_run(laying: Laying, action: Action, card: int) -> Reason | None:
    following = laying.opened + len(laying.added)
    if following % NUMBERS == 0 and laying.added:
        return (ROOK_WILD if card == ROOK else RUN), f"a run ends with {NUMBERS}"
    if card == ROOK:
        return None if action - ROOK_AS == following else (ROOK_WILD, "its place in the run asks for another card")
    return None if card == following else (RUN, "it is not the next card of the run")


def _misfit_in_set(laying: Laying, action: Action, card: int) -> Reason | None:
    if card == ROOK:
        return None if action == ROOK_IN_SET else (ROOK_WILD, "in a set a Rook stands for no certain card")
    return None if card % NUMBERS == laying.opened else (SET, f"it is no {laying.opened + 1}")


def _out_of_order(state: RookState, laying: Laying, card: int) -> Reason | None:
    """Whether a card that fits comes too early or too late in a set."""
    if laying.is_run:
        return None
    if card == ROOK and not laying.added:
        return NATURAL, "a set begins with a natural card"
    left = state.hands[state.player][:]
    left[card] -= 1
    search = state.game.rounds[state.round].contracts
    could = search.set_fits(left, laying.opened, 0, len(laying.added) + 1, 0, laying.sets)
    return (ORDER, "cards are added in ascending order, Rooks last") if could else None


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
    if not state.down >> state.player & 1:
        return LAY_OFF_AFTER, "the own contract is not laid yet"
    if meld is None:
        return LAY_OFF_AFTER, f"there is no {place_in_words(place)}"
    if not state.hands[state.player][card]:
        return clause, f"there is no {state.game.names[card]} in the hand"
    if any(action == LAY_OFF + place * SPOTS + spot for action, _ in meld.takes):
        return SWAP_PLAY, "the Rook that was swapped out would have no place"
    if not meld.is_run:
        return clause, "a Rook has one place in a set" if spot == ROOK_BEHIND else f"it is no {meld.first + 1}"
    return clause, f"it does not extend {place_in_words(place)}"


def _swap(state: RookState, place: int, card: int) -> Reason:
    meld = state.melds.get(place)
    if not state.down >> state.player & 1:
        return SWAP_AFTER, "the own contract is not laid yet"
    if meld is None:
        return SWAP, f"there is no {place_in_words(place)}"
    if not meld.is_run:
        return SWAP_SET, "a Rook in a set stays"
    if not any(wanted == card for _, wanted in meld.swaps):
        return SWAP, f"no Rook stands for {state.game.names[card]} in {place_in_words(place)}"
    if not state.hands[state.player][card]:
        return SWAP, f"there is no {state.game.names[card]} in the hand"
    return SWAP_PLAY, "there would be no place for the Rook"
