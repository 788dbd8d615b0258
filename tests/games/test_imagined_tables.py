"""What a player imagines behind the hidden cards: every table that may be there, each way to deal it equally likely.

Small tables, so that all ways to deal the hidden cards can be listed without the engine. Cards are told apart while
they are dealt, so a table that more ways lead to is imagined more often. The chi-square test compares what was imagined
with the list. It raises a false alarm for one seed in a million; the seeds are fixed, so that one run is like another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import permutations
from math import sqrt
from random import Random
from typing import cast

import pytest
from games.fantasy_contract_rummy.rummy_tables import play
from games.fantasy_contract_rummy.rummy_tables import table as rummy_table
from tables import variant

from proofdeck.play.engine.state import State
from proofdeck.play.games.fantasy_contract_rummy.motifs import CONTRACTS
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummyState
from proofdeck.play.games.fishing_dragon.rules import FishingDragonState
from proofdeck.play.games.rummy_duel.rules import RummyDuelState
from proofdeck.play.games.tombs.rules import TombsState
from proofdeck.play.games.toonerville_rook.rules import RookState

ONE_IN_A_MILLION = 4.753
"""Standard deviations of a normal variable that are exceeded so rarely."""
TRIALS = 3000
Hidden = Hashable
"""What a player cannot see, as a test describes it."""
Case = tuple[State, Callable[[State], Hidden], Iterable[Hidden]]
"""A table as player 1 sees it, how to describe what is hidden there, and that for each way to deal the hidden cards."""


def most_likely(freedom: int) -> float:
    """A chi-square value that is exceeded once in a million times, by the approximation of Wilson and Hilferty."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + ONE_IN_A_MILLION * sqrt(part)) ** 3)


def dealt(cards: Sequence[int], *sizes: int) -> Iterator[list[tuple[int, ...]]]:
    """Every way to deal those cards, told apart, to hands of those sizes; the last group is the rest in its order."""
    for order in permutations(range(len(cards))):
        groups, start = [], 0
        for size in sizes:
            groups.append(tuple(sorted(cards[place] for place in order[start : start + size])))
            start += size
        yield [*groups, tuple(cards[place] for place in order[start:])]


# -- Tombs -------------------------------------------------------------------------------------------------------------


def tombs() -> Case:
    """Two opponents hold two cards each, and two are left to draw."""
    state = cast("TombsState", variant("tombs").new_initial_state(3, 1))
    hidden = [0, 0, 1, 2, 3, 3]
    state.hand = [[1, 0, 0, 1], [2, 0, 0, 0], [0, 1, 1, 0]]
    state.stock = [3, 3]
    return state, tombs_hidden, ((tuple(one), tuple(two), rest) for one, two, rest in dealt(hidden, 2, 2))


def tombs_hidden(state: State) -> Hidden:
    state = cast("TombsState", state)
    hands = (tuple(kind for kind in range(4) for _ in range(state.hand[seat][kind])) for seat in (1, 2))
    return (*hands, tuple(state.stock))


def tombs_after_somebody_was_stuck() -> Case:
    """Player 2 could have played anything but a Magus, had none of it, and has drawn one card since."""
    state, describe, _ = tombs()
    state = cast("TombsState", state)
    state.hand, state.stock = [[1, 0, 0, 1], [0, 1, 0, 1], [0, 1, 1, 0]], [1, 3]
    state.missed, state.fresh = [0, 0b1101, 0], [0, 1, 0]
    orders = (order for order in permutations([1, 1, 1, 2, 3, 3]) if order[0] == 1)
    return state, describe, ((tuple(sorted(order[:2])), tuple(sorted(order[2:4])), order[4:]) for order in orders)


# -- Rummy Duel --------------------------------------------------------------------------------------------------------


def rummy_duel() -> Case:
    """The opponent holds a card that was seen and two that were not, and three are in the pile."""
    state = cast("RummyDuelState", variant("rummy-duel").new_initial_state(2, 1))
    state.hand, state.known = [1 << 9, 1 << 8 | 1 << 3 | 1 << 4], [0, 1 << 8]
    state.pile = [7, 6, 5]
    return state, rummy_duel_hidden, (((*hand, 8), rest) for hand, rest in dealt([3, 4, 5, 6, 7], 2))


def rummy_duel_hidden(state: State) -> Hidden:
    state = cast("RummyDuelState", state)
    return tuple(card for card in range(52) if state.hand[1] >> card & 1), tuple(state.pile)


# -- Fishing Dragon ----------------------------------------------------------------------------------------------------


def fishing_dragon() -> Case:
    """Two opponents hold two cards and one, and two are left to turn up."""
    state = cast("FishingDragonState", variant("fishing-dragon", {"multi": True}).new_initial_state(3, 1))
    state.hand = [1 << 9, 1 << 1 | 1 << 2, 1 << 3]
    state.stock = [5, 4]
    return state, fishing_dragon_hidden, map(tuple, dealt([1, 2, 3, 4, 5], 2, 1))


def fishing_dragon_hidden(state: State) -> Hidden:
    state = cast("FishingDragonState", state)
    hands = (tuple(card for card in range(80) if state.hand[seat] >> card & 1) for seat in (1, 2))
    return (*hands, tuple(state.stock))


# -- Toonerville Rook --------------------------------------------------------------------------------------------------


def toonerville_rook() -> Case:
    """Each opponent holds a card that was seen, with one and two that were not; two are in the stock."""
    state = cast("RookState", variant("toonerville-rook").new_initial_state(3, 1))
    copies = rook_copies(state)
    hands = [[1], [2, 4], [3, 5, 5]]
    known, stock = [[], [2], [3]], [6, 7]
    for zone in (*hands, stock):
        for card in zone:
            copies[card] -= 1
    state.discard_pile = [card for card, count in enumerate(copies) for _ in range(count)]
    state.hand, state.known, state.stock = [counted(hand) for hand in hands], [counted(seen) for seen in known], stock
    ways = dealt([4, 5, 5, 6, 7], 1, 2)
    return state, rook_hidden, ((tuple(sorted((2, *one))), tuple(sorted((3, *two))), rest) for one, two, rest in ways)


def counted(cards: Iterable[int]) -> list[int]:
    counts = Counter(cards)
    return [counts[card] for card in range(57)]


def rook_copies(state: RookState) -> list[int]:
    return [card.copies(3) for card in state.rules.cards]


def rook_hidden(state: State) -> Hidden:
    state = cast("RookState", state)
    hands = (tuple(card for card, count in enumerate(state.hand[seat]) for _ in range(count)) for seat in (1, 2))
    return (*hands, tuple(state.stock))


# -- Fantasy Contract Rummy --------------------------------------------------------------------------------------------


def cards_seen() -> Case:
    """The opponent holds a Wolf that was seen and two cards that were not; three are in the draw deck."""
    state = rummy_table("bard", "wolf wolf sword", deck="bear bear raven")
    number = state.rules.motifs.number
    state.known[1][number["wolf"]] = 1
    wolf, sword, bear, raven = (number[name] for name in ("wolf", "sword", "bear", "raven"))
    ways = dealt([wolf, sword, bear, bear, raven], 2)
    return state, cards_hidden, ((tuple(sorted((wolf, *hand))), rest) for hand, rest in ways)


def an_opponent_who_reinforces() -> Case:
    """The opponent has played Reinforcements and can reinforce the Armory, so one of the two cards is a weapon."""
    state = rummy_table(
        "reinforcements sword wolf", "bard", deck="shield bear raven", my_sets=["armory: sword sword lute"]
    )
    play(state, "Play Reinforcements")
    for zone in (state.hand, state.sets, state.actions):
        zone.reverse()
    state.player = state.whose_turn = 1
    number = state.rules.motifs.number
    weapons = {number["sword"], number["shield"]}
    ways = dealt([number[name] for name in ("sword", "wolf", "shield", "bear", "raven")], 2)
    return state, cards_hidden, ((hand, rest) for hand, rest in ways if weapons & set(hand))


def cards_hidden(state: State) -> Hidden:
    state = cast("FantasyContractRummyState", state)
    hand = tuple(motif for motif, count in enumerate(state.hand[1]) for _ in range(count))
    return hand, tuple(state.stock)


def one_secret_contract() -> Case:
    """Six contracts are hidden, three of them Hoarders, which cannot be the one that lies face down."""
    names = ["hoarder"] * 3 + ["slippery-beasts", "companion-mastery", "tricksters-kingdom"]
    state = secrets("companion-mastery/secret", "hoarder slippery-beasts hoarder tricksters-kingdom hoarder")
    return state, contracts_hidden, contract_ways(names, 1, lambda _: True)


def a_look_after_the_first_of_two_secret_contracts() -> Case:
    """Both Slippery Beasts were in the contract deck when the player looked, so the first secret contract is none."""
    names = ["hoarder", "hoarder", "slippery-beasts", "slippery-beasts", "companion-mastery", "tricksters-kingdom"]
    first, second = "companion-mastery/secret", "slippery-beasts/secret"
    state = secrets(f"{first} {second}", "hoarder slippery-beasts hoarder tricksters-kingdom")
    beasts = CONTRACTS.index("slippery-beasts")
    state.looks = ((0, 1, (beasts, beasts, CONTRACTS.index("hoarder"))),)
    return state, contracts_hidden, contract_ways(names, 2, lambda laid: laid[0] != beasts)


def secrets(theirs: str, deck: str) -> FantasyContractRummyState:
    """Contracts that are neither among theirs nor in the deck lie open before the opponent."""
    left = Counter(rummy_table().rules.contracts)
    left.subtract(CONTRACTS.index(word.split("/")[0]) for word in (*theirs.split(), *deck.split()))
    others = " ".join(CONTRACTS[contract] for contract in left.elements())
    return rummy_table("bard", their_contracts=f"{theirs} {others}", contract_deck=deck)


def contract_ways(names: Sequence[str], laid: int, fits: Callable[[Sequence[int]], bool]) -> Iterator[Hidden]:
    numbers, hoarder = [CONTRACTS.index(name) for name in names], CONTRACTS.index("hoarder")
    for order in permutations(numbers):
        if hoarder not in order[:laid] and fits(order[:laid]):
            yield order[:laid], order[laid:]


def contracts_hidden(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    state = cast("FantasyContractRummyState", state)
    return tuple(contract for contract, _, is_open, _ in state.contracts_on_the_table if not is_open), tuple(
        state.contract_deck
    )


CASES = (
    tombs,
    tombs_after_somebody_was_stuck,
    rummy_duel,
    fishing_dragon,
    toonerville_rook,
    cards_seen,
    an_opponent_who_reinforces,
    one_secret_contract,
    a_look_after_the_first_of_two_secret_contracts,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__.replace("_", " "))
def test_every_way_to_deal_the_hidden_cards_is_imagined_equally_often(case: Callable[[], Case]) -> None:
    state, describe, ways = case()
    expected = Counter(ways)
    assert describe(state) in expected, "the table that is there is one of those that may be"
    random = Random(7)
    found = Counter(describe(state.resample(0, random)) for _ in range(TRIALS))
    assert found.keys() <= expected.keys(), "nothing is imagined that cannot be"
    scale = TRIALS / expected.total()
    square = sum((found[hidden] - ways * scale) ** 2 / (ways * scale) for hidden, ways in expected.items())
    assert square < most_likely(len(expected) - 1)


def test_whoever_has_seen_the_last_card_of_the_draw_deck_taken_knows_what_the_opponent_holds() -> None:
    """All other cards lie open then. What is drawn later is not known."""
    state = rummy_table("bard", "bear raven", pile="wolf sword", deck="mage", drawn=False)
    play(state, "Draw from the draw deck")
    number = state.rules.motifs.number
    imagined = [state.resample(0, Random(trial)) for trial in range(20)]
    assert all(table.hand[1] == state.hand[1] for table in imagined)
    assert {tuple(table.stock) for table in imagined} == set(permutations([number["wolf"], number["sword"]]))
    play(state, "Play no more", "Discard Bard", "Draw from the draw deck")
    drawn = {motif for trial in range(20) for motif in unseen(state.resample(0, Random(trial)))}
    assert drawn == {number["wolf"], number["sword"]}


def unseen(state: FantasyContractRummyState) -> Iterator[int]:
    return (motif for motif, count in enumerate(state.hand[1]) for _ in range(count - state.known[1][motif]))


def test_contracts_that_were_given_back_are_not_taken_for_those_that_were_laid_before() -> None:
    """Of the two Slippery Beasts one is looked at and given back, so one at most lies before the opponent."""
    state = secrets(
        "slippery-beasts/secret companion-mastery/secret", "slippery-beasts hoarder warriors-arsenal tricksters-run"
    )
    state.phase = 0
    play(state, "Look at contracts", "Lay Warrior’s Arsenal open", "Give Hoarder back", "Give Slippery Beasts back")
    laid = [contracts_hidden(state.resample(0, Random(trial)))[0] for trial in range(200)]
    beasts = CONTRACTS.index("slippery-beasts")
    assert max(contracts.count(beasts) for contracts in laid) == 1
