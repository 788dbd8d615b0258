"""All melds of Rummy Duel, how strong each is, and a quick way to find those of a hand.

Melds that need the same few cards form a group: runs from the same rank, and sets of the same rank or suit. Which of
them a hand holds depends on its cards for that group alone, and is found only the first time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from proofdeck.play.engine.kit import as_set
from proofdeck.play.games.rummy_duel.cards import ACE, DECK_SIZE, RANKS, SUITS
from proofdeck.play.games.rummy_duel.clauses import ACES, FLUSH_SET, HIGH_CARD, RUN, SET, SET_BEATS_RUN, SET_RANK

OF_A_RANK = len(SUITS)
BEYOND_RUNS = 100
"""Added to the strength of a set, so that the lowest is above every run."""


@dataclass(frozen=True, slots=True)
class Meld:
    """Some cards, from low to high. clauses: bits of the rules that make it one."""

    cards: tuple[int, ...]
    strength: int
    is_set: bool
    clauses: int

    @property
    def mask(self) -> int:
        return as_set(self.cards)


def compared_by(one: Meld, other: Meld) -> int:
    """The clause that decides which of the two is stronger."""
    if one.is_set != other.is_set:
        return SET_BEATS_RUN
    return SET_RANK if one.is_set else HIGH_CARD


class Melds:
    """Every meld of a length. by_number: runs first, then sets; number_of: set of cards -> its number."""

    def __init__(self, length: int, *, flush: bool, on: int) -> None:
        """flush: whether a set is of one suit instead of one rank. on: the clauses that apply."""
        self.length, self.flush = length, flush
        sets = list((_flush_sets if flush else _sets)(length, on))
        known = {meld.mask for group in sets for meld in group}
        runs = [[run for run in group if run.mask not in known] for group in _runs(length, on)]
        self.by_number = [meld for group in (*runs, *sets) for meld in group]
        self.number_of = {meld.mask: number for number, meld in enumerate(self.by_number)}
        self._groups: list[tuple[int, dict[int, list[int]], list[tuple[int, int]]]] = []
        """The cards that melds of the group need, what was found, and each meld as (set of cards, number)."""
        for group in (*runs, *sets):
            cards = as_set([*{card for meld in group for card in meld.cards}])
            self._groups.append((cards, {}, [(meld.mask, self.number_of[meld.mask]) for meld in group]))

    def in_hand(self, hand: int) -> list[int]:
        """The numbers of all melds in a hand, ascending."""
        found: list[int] = []
        for needed, known, group in self._groups:
            cards = hand & needed
            numbers = known.get(cards)
            if numbers is None:
                numbers = known[cards] = [number for mask, number in group if mask & cards == mask]
            found += numbers
        return found


def _of_rank(rank: int) -> range:
    """The cards of a rank, the ace counting as rank -1 too."""
    first = OF_A_RANK * (rank % len(RANKS))
    return range(first, first + OF_A_RANK)


def _runs(length: int, on: int) -> Iterator[list[Meld]]:
    """From each rank upwards."""
    for low in range(-1 if on & ACES else 0, len(RANKS) + 1 - length) if on & RUN else ():
        high = low + length - 1
        rules = RUN | (ACES if low < 0 or high == ACE else 0)
        groups = product(*map(_of_rank, range(low, high + 1)))
        yield [Meld(cards, high if on & HIGH_CARD else 0, is_set=False, clauses=rules) for cards in groups]


def _sets(length: int, on: int) -> Iterator[list[Meld]]:
    """Of each rank."""
    for rank in range(len(RANKS)) if on & SET else ():
        groups = combinations(_of_rank(rank), length)
        yield [Meld(cards, _set_strength(rank, on), is_set=True, clauses=SET) for cards in groups]


def _flush_sets(length: int, on: int) -> Iterator[list[Meld]]:
    """Of each suit. One that is a run as well counts as the set, which is stronger."""
    for suit in range(OF_A_RANK) if on & FLUSH_SET else ():
        groups = combinations(range(suit, DECK_SIZE, OF_A_RANK), length)
        yield [
            Meld(cards, _set_strength(cards[-1] // OF_A_RANK, on), is_set=True, clauses=FLUSH_SET) for cards in groups
        ]


def _set_strength(rank: int, on: int) -> int:
    return (rank if on & SET_RANK else 0) + (BEYOND_RUNS if on & SET_BEATS_RUN else 0)
