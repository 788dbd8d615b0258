"""All melds of Rummy Duel, how strong each is, and a quick way to find those of a hand.

A hand has four bits per rank. With the aces repeated below the 2s, a window of four bits for each card of a run slides
over it; the melds in a window are cached, and computed only the first time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, product

from generator.engine.kit.zones import bits
from generator.games.rummy_duel.cards import ACE, DECK_SIZE, RANKS, SUITS
from generator.games.rummy_duel.clauses import ACES, FLUSH_SET, HIGH_CARD, RUN, SET, SET_BEATS_RUN, SET_RANK

OF_A_RANK = len(SUITS)
LOW_ACE = DECK_SIZE - OF_A_RANK
"""How far aces are moved to be below the 2s; everything else then moves up by one rank."""
ONE_SUIT = [sum(1 << card for card in range(suit, DECK_SIZE, OF_A_RANK)) for suit in range(OF_A_RANK)]
"""For each suit the set of its cards."""
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
        return sum(1 << card for card in self.cards)


def compared_by(one: Meld, other: Meld) -> int:
    """The clause that decides which of the two is stronger."""
    if one.is_set != other.is_set:
        return SET_BEATS_RUN
    return SET_RANK if one.is_set else HIGH_CARD


@dataclass(slots=True)
class Melds:
    """Every meld of a length. by_number: runs first, then sets; number_of: set of cards -> its number."""

    length: int
    flush: bool
    by_number: list[Meld]
    number_of: dict[int, int]
    _runs: list[dict[int, tuple[int, ...]]] = field(default_factory=list)
    _sets: list[tuple[tuple[int, ...], ...]] = field(default_factory=list)
    _flushes_seen: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, length: int, *, flush: bool, on: int) -> Melds:
        """flush: whether a set is of one suit instead of one rank. on: the clauses that apply."""
        sets = _flush_sets(length, on) if flush else _sets(length, on)
        known = {meld.mask for meld in sets}
        melds = [*(run for run in _all_runs(length, on) if run.mask not in known), *sets]
        made = cls(length, flush, melds, {meld.mask: number for number, meld in enumerate(melds)})
        made._runs = [{} for _ in range(len(RANKS) + 2 - length)]
        if not flush:
            made._sets = [
                tuple(made._numbers(combinations(bits(held << OF_A_RANK * rank), length)) for held in range(16))
                for rank in range(len(RANKS))
            ]
        return made

    def in_hand(self, hand: int) -> list[int]:
        """The numbers of all melds in a hand, ascending."""
        found: list[int] = []
        window = (1 << OF_A_RANK * self.length) - 1
        rest = hand << OF_A_RANK | hand >> LOW_ACE
        for low, seen in enumerate(self._runs):
            cards = rest & window
            numbers = seen.get(cards)
            if numbers is None:
                numbers = seen[cards] = self._in_window(low, cards)
            found += numbers
            rest >>= OF_A_RANK
        if self.flush:
            return found + self._flushes(hand)
        for sets in self._sets:
            found += sets[hand & 15]
            hand >>= OF_A_RANK
        return found

    def _in_window(self, low: int, cards: int) -> tuple[int, ...]:
        """The runs of a window; its lowest four bits are the aces for low = 0, then the 2s, and so on."""
        ranks = [_in_rank(low + step - 1, cards >> OF_A_RANK * step & 15) for step in range(self.length)]
        return tuple(number for number in self._numbers(product(*ranks)) if not self.by_number[number].is_set)

    def _flushes(self, hand: int) -> list[int]:
        found: list[int] = []
        for suit in ONE_SUIT:
            cards = hand & suit
            numbers = self._flushes_seen.get(cards)
            if numbers is None:
                numbers = self._flushes_seen[cards] = self._numbers(combinations(bits(cards), self.length))
            found += numbers
        return found

    def _numbers(self, groups: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
        """The numbers of those groups of cards that are melds."""
        masks = (sum(1 << card for card in group) for group in groups)
        return tuple(sorted(self.number_of[mask] for mask in masks if mask in self.number_of))


def _in_rank(rank: int, suits: int) -> list[int]:
    """Cards of a rank, the ace counting as rank -1 too."""
    first = OF_A_RANK * (rank % len(RANKS))
    return [first + suit for suit in range(OF_A_RANK) if suits >> suit & 1]


def _all_runs(length: int, on: int) -> list[Meld]:
    runs = []
    for low in range(-1, len(RANKS) + 1 - length):
        ranks = range(low, low + length)
        aces = ACES if low < 0 or ranks[-1] == ACE else 0
        if not on & RUN or (low < 0 and not on & ACES):
            continue
        strength = ranks[-1] if on & HIGH_CARD else 0
        groups = product(*(_in_rank(rank, 15) for rank in ranks))
        runs += [Meld(cards, strength, is_set=False, clauses=RUN | aces) for cards in groups]
    return runs


def _sets(length: int, on: int) -> list[Meld]:
    if not on & SET:
        return []
    return [
        Meld(cards, _set_strength(rank, on), is_set=True, clauses=SET)
        for rank in range(len(RANKS))
        for cards in combinations(_in_rank(rank, 15), length)
    ]


def _flush_sets(length: int, on: int) -> list[Meld]:
    """Cards of one suit. One that is a run as well counts as the set, which is stronger."""
    if not on & FLUSH_SET:
        return []
    return [
        Meld(cards, _set_strength(cards[-1] // OF_A_RANK, on), is_set=True, clauses=FLUSH_SET)
        for suit in range(OF_A_RANK)
        for cards in combinations(range(suit, DECK_SIZE, OF_A_RANK), length)
    ]


def _set_strength(rank: int, on: int) -> int:
    return (rank if on & SET_RANK else 0) + (BEYOND_RUNS if on & SET_BEATS_RUN else 0)
