"""What can be seen of a table, and by whom.

All see the melds, the discard pile with the cards under its top, and which cards went into a hand from the pile or
from a run. A contract that is not complete is still in the hand to everybody else. What was shuffled back into the
stock counts as forgotten.
"""

from __future__ import annotations

from operator import sub
from random import Random
from typing import TYPE_CHECKING, Any

from generator.engine.state import OVER
from generator.games.toonerville_rook.actions import CARD_IDS, place_in_words

if TYPE_CHECKING:
    from generator.games.toonerville_rook.table_state import RookTable

PHASES = ("take or decline", "buy or not", "play")


def cards_of(hand: list[int]) -> list[int]:
    """Its cards one by one, ascending."""
    return [card for card, count in enumerate(hand) for _ in range(count)]


def ids(hand: list[int]) -> list[str]:
    return [CARD_IDS[card] for card, count in enumerate(hand) if count for _ in range(count)]


def zones(state: RookTable) -> dict[str, list[str]]:
    where = {f"hand {player + 1}": ids(hand) for player, hand in enumerate(state.hands)}
    where["contract under way"] = [CARD_IDS[card] for card in state.laying.cards()] if state.laying else []
    where["table"] = [CARD_IDS[card] for meld in state.melds.values() for card in meld.cards]
    where["discard pile"] = [CARD_IDS[card] for card in state.pile]
    where["stock"] = [CARD_IDS[card] for card in state.stock]
    return where


def _public(state: RookTable) -> tuple[object, ...]:
    """What everybody knows."""
    return (
        state.players, state.round, state.player, state.active, state.phase, state.turns, state.quiet, state.taken,
        state.owed, state.down, state.shuffles, state.bought, state.totals, state.results, state.pile, state.known,
        [meld.key() for meld in state.melds.values()],
    )  # fmt: skip


def key(state: RookTable) -> bytes:
    laying = state.laying.key() if state.laying else None
    return repr((_public(state), state.hands, state.stock, state.seed, laying)).encode()


def information_state_key(state: RookTable, player: int) -> bytes:
    """One thing is forgotten: which cards went back into the stock when the discard pile was shuffled.

    Right after that, everything out of sight that is not among them is in a hand.
    """
    laying = state.laying.key() if state.laying and player == state.active else None
    sizes = _sizes(state)
    return repr((player, _public(state), sizes, len(state.stock), state.hands[player], laying)).encode()


def _sizes(state: RookTable) -> list[int]:
    """Cards in hand, as the others count them."""
    sizes = [sum(hand) for hand in state.hands]
    if state.laying:
        sizes[state.active] += len(state.laying.cards())
    return sizes


def observation(state: RookTable, player: int | None) -> dict[str, Any]:
    row = state.game.rounds[state.round]
    own = state.laying if player == state.active else None
    return {
        "player": None if player is None else player + 1,
        "round": row.number,
        "contract": {
            "runs": row.runs,
            "sets": row.sets,
            "run length": state.game.run_length,
            "set length": state.game.set_length,
            "whole hand": row.whole,
        },
        "turn": state.turns,
        "turn of": state.active + 1,
        "to move": None if state.player == OVER else state.player + 1,
        "to decide": PHASES[state.phase],
        "hand": [] if player is None else ids(state.hands[player]),
        "contract under way": [[CARD_IDS[card] for card in cards] for _, _, cards in own.closed] if own else [],
        "meld under way": [CARD_IDS[card] for card in own.added] if own else [],
        "cards in hand": _sizes(state),
        "known in hand": [ids(known) for known in state.known],
        "melds": [_meld(state, place) for place in state.melds],
        "contract laid": [bool(state.down >> seat & 1) for seat in range(state.players)],
        "discard pile": [CARD_IDS[card] for card in state.pile],
        "stock": len(state.stock),
        "taken": CARD_IDS[state.taken] if state.taken >= 0 else None,
        "Rooks to play": state.owed,
        "bought": list(state.bought),
        "turns without a card laid": max(0, state.quiet),
        "points": list(state.totals),
    }


def _meld(state: RookTable, place: int) -> dict[str, Any]:
    meld = state.melds[place]
    return {
        "place": place_in_words(place),
        "is": "run" if meld.is_run else "set",
        "cards": [CARD_IDS[card] for card in meld.cards],
        "as": [None if card is None else CARD_IDS[card] for card in meld.stands_for()],
    }


def deal_anew(state: RookTable, player: int, random: Random) -> None:
    """Deal what is hidden from that player anew, in place: each way is equally likely.

    Later shuffles are hidden as well. The hidden cards are counted as what is left of the deck, so their true order
    cannot matter.
    """
    if state.laying and player != state.active:
        for card in state.laying.cards():
            state.hands[state.active][card] += 1
        state.laying = None
    hidden = state.game.copies[state.players][:]
    for card in _in_sight(state):
        hidden[card] -= 1
    sizes = {}
    for seat, hand in enumerate(state.hands):
        shown = hand if seat == player else state.known[seat]
        hidden = list(map(sub, hidden, shown))
        sizes[seat] = sum(hand) - sum(shown)
    pool = cards_of(hidden)
    random.shuffle(pool)
    for seat, size in sizes.items():
        if seat != player:
            hand = state.hands[seat] = state.known[seat][:]
            for _ in range(size):
                hand[pool.pop()] += 1
    state.stock = pool
    state.seed = random.getrandbits(56)
    if player != state.player:
        state._legal = None


def _in_sight(state: RookTable) -> list[int]:
    """Every card that is in no hand and not in the stock."""
    found = [card for meld in state.melds.values() for card in meld.cards]
    return found + state.pile + (state.laying.cards() if state.laying else [])
