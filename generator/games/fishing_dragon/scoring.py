"""Scores a bank of Fishing Dragon, line by line. A bank is a set of cards, one bit each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.engine.score_sheet import Criterion, Item, ScoreSheet
from generator.games.fishing_dragon.cards import Cards
from generator.rules.parameters import Values

BLANKS_ASIDE = "score.blank"
CARD_VALUE = "score.value"
SET = "score.set"
FULL_SET = "score.full-set"
PRIZED = "score.prized"
SUIT = "score.suit"
STRAIGHT = "score.straight"
FULL_STRAIGHT = "score.full-straight"
MOST_POINTS = "end.winner"
EQUAL_POINTS = "end.draw"
MATCH_TOTAL = "match.winner"
NO_SUIT = -1
"""Means that no suit is prized."""


class Line(NamedTuple):
    """Points for some cards of a bank. clause: the rule that gives them; what: a description; cards: a set."""

    clause: str
    points: int
    cards: int
    what: str


@dataclass(frozen=True, slots=True)
class Tariff:
    """What combinations are worth.

    off: clauses that do not apply, which happens only in tests. by_rank: for each rank that is worth anything the set
    of its cards, its value and its name; by_suit: for each suit the set of its cards.
    """

    cards: Cards
    values: Values
    off: frozenset[str]
    by_rank: tuple[tuple[int, int, str], ...]
    by_suit: tuple[int, ...]

    @classmethod
    def of(cls, cards: Cards, values: Values, off: frozenset[str] = frozenset()) -> Tariff:
        ranks = tuple(
            (cards.of_rank(rank), value, cards.ranks[rank])
            for rank, value in enumerate(cards.values)
            if value and CARD_VALUE not in off
        )
        return cls(cards, values, off, ranks, tuple(cards.of_suit(suit) for suit in range(len(cards.suits))))

    def lines(self, bank: int, prized: int) -> list[Line]:
        """All that the bank scores. prized: a suit, or NO_SUIT."""
        if BLANKS_ASIDE not in self.off:
            bank &= ~self.cards.blanks
        found = [*self._sets(bank), *self._suits(bank), *self._straight(bank)]
        if prized != NO_SUIT and PRIZED not in self.off and (own := bank & self.by_suit[prized]):
            each = self.values.number("prized")
            label = f"{_cards(own.bit_count())} of the prized suit"
            found.append(Line(PRIZED, each * own.bit_count(), own, label))
        return found

    def points(self, bank: int, prized: int) -> int:
        return sum(line.points for line in self.lines(bank, prized))

    def sheet(self, bank: int, prized: int, earlier: Sequence[int] = ()) -> ScoreSheet:
        """A score sheet for people. earlier: the points of earlier rounds of a match."""
        rounds = [Item(MATCH_TOTAL, f"round {number}", points) for number, points in enumerate(earlier, 1)]
        lines = [
            Item(line.clause, line.what, line.points, self.cards.names_in(line.cards))
            for line in self.lines(bank, prized)
        ]
        return ScoreSheet((*rounds, *lines))

    def _sets(self, bank: int) -> list[Line]:
        few, full = self.values.number("rank.set"), self.values.number("rank.full")
        found = []
        for mask, value, rank in self.by_rank:
            own = bank & mask
            count = own.bit_count()
            if count >= full and FULL_SET not in self.off:
                found.append(
                    Line(FULL_SET, self.values.number("rank.full-times") * value, own, f"{count} times {rank}")
                )
            elif count >= few and SET not in self.off:
                found.append(Line(SET, self.values.number("rank.set-times") * value, own, f"{count} times {rank}"))
        return found

    def _suits(self, bank: int) -> list[Line]:
        if SUIT in self.off:
            return []
        enough, bonus = self.values.number("suit.cards"), self.values.number("suit.bonus")
        return [
            Line(SUIT, bonus, bank & mask, f"{_cards((bank & mask).bit_count())} of the suit {suit}")
            for mask, suit in zip(self.by_suit, self.cards.suits, strict=True)
            if (bank & mask).bit_count() >= enough
        ]

    def _straight(self, bank: int) -> list[Line]:
        lowest, length = longest_straight(self.cards, bank)
        if not length:
            return []
        ranks, numbers = len(self.cards.ranks), self.cards.numbers
        cards = bank & sum(1 << self.cards.card(suit, rank) for suit in range(len(self.by_suit))
                           for rank in range(lowest, lowest + length))  # fmt: skip
        own = _one_of_each(cards, ranks)
        label = f"straight from {self.cards.ranks[lowest]} to {self.cards.ranks[lowest + length - 1]}"
        if length == len(numbers) and FULL_STRAIGHT not in self.off:
            return [Line(FULL_STRAIGHT, self.values.number("straight.full"), own, label)]
        if length >= self.values.number("straight.cards") and STRAIGHT not in self.off:
            return [Line(STRAIGHT, self.values.number("straight.each") * length, own, label)]
        return []


def longest_straight(cards: Cards, bank: int) -> tuple[int, int]:
    """The lowest rank of the longest straight and its length; among equal ones the highest. (0, 0) without numbers."""
    ranks, numbers = len(cards.ranks), cards.numbers
    there = 0
    while bank:
        there |= bank
        bank >>= ranks
    there &= (1 << numbers.stop) - (1 << numbers.start)
    length, last = 0, 0
    while there:
        length, last = length + 1, there
        there &= there << 1
    return (last.bit_length() - length, length) if length else (0, 0)


def _one_of_each(cards: int, ranks: int) -> int:
    """Of several cards of a rank the first."""
    kept = seen = 0
    for start in range(0, cards.bit_length(), ranks):
        new = cards >> start & (1 << ranks) - 1 & ~seen
        seen |= new
        kept |= new << start
    return kept


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def criteria(points: Sequence[int], *, match: bool) -> list[Criterion]:
    """The player with the most points, in the round or the whole match, wins; equal points share the win."""
    return [
        Criterion(MATCH_TOTAL, "points of the match", points) if match else Criterion(MOST_POINTS, "points", points)
    ]
