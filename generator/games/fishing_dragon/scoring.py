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


class Pay(NamedTuple):
    """What a clause pays."""

    clause: str
    points: int


NOTHING = Pay("", 0)


@dataclass(frozen=True, slots=True)
class Tariff:
    """What combinations are worth.

    off: clauses that do not apply, which happens only in tests. ranks: for each rank that is worth anything the set of
    its cards, its name, and what so many of them pay; suits: the same for each suit; straights: what a straight of that
    length pays.
    """

    cards: Cards
    values: Values
    off: frozenset[str]
    ranks: tuple[tuple[int, str, tuple[Pay, ...]], ...]
    suits: tuple[tuple[int, str, tuple[Pay, ...]], ...]
    straights: tuple[Pay, ...]

    @classmethod
    def of(cls, cards: Cards, values: Values, off: frozenset[str] = frozenset()) -> Tariff:
        ranks = tuple(
            (cards.of_rank(rank), cards.ranks[rank], _for_ranks(values, off, len(cards.suits), value))
            for rank, value in enumerate(cards.values)
            if value and CARD_VALUE not in off
        )
        for_suits = _for_suits(values, off, len(cards.ranks))
        suits = tuple((cards.of_suit(suit), name, for_suits) for suit, name in enumerate(cards.suits))
        return cls(cards, values, off, ranks, suits, _for_straights(values, off, len(cards.numbers)))

    def lines(self, bank: int, prized: int) -> list[Line]:
        """All that the bank scores. prized: a suit, or NO_SUIT."""
        bank = self._counted(bank)
        found = [
            Line(*pay, own, f"{count} times {rank}")
            for mask, rank, pays in self.ranks
            if (pay := pays[count := (own := bank & mask).bit_count()]).clause
        ]
        found += [
            Line(*pay, own, f"{_cards(count)} of the suit {suit}")
            for mask, suit, pays in self.suits
            if (pay := pays[count := (own := bank & mask).bit_count()]).clause
        ]
        found += self._straight(bank)
        if own := self._prized(bank, prized):
            label = f"{_cards(own.bit_count())} of the prized suit"
            found.append(Line(PRIZED, self.values.number("prized") * own.bit_count(), own, label))
        return found

    def points(self, bank: int, prized: int) -> int:
        """The sum of `lines`. Bots ask for it at every move that they consider."""
        bank = self._counted(bank)
        total = self.straights[longest_straight(self.cards, bank)[1]].points
        for mask, _, pays in self.ranks:
            total += pays[(bank & mask).bit_count()].points
        for mask, _, pays in self.suits:
            total += pays[(bank & mask).bit_count()].points
        return total + self.values.number("prized") * self._prized(bank, prized).bit_count()

    def sheet(self, bank: int, prized: int, earlier: Sequence[int] = ()) -> ScoreSheet:
        """A score sheet for people. earlier: the points of earlier rounds of a match."""
        rounds = [Item(MATCH_TOTAL, f"round {number}", points) for number, points in enumerate(earlier, 1)]
        lines = [
            Item(line.clause, line.what, line.points, self.cards.names_in(line.cards))
            for line in self.lines(bank, prized)
        ]
        return ScoreSheet((*rounds, *lines))

    def _counted(self, bank: int) -> int:
        """The cards of a bank that count."""
        return bank if BLANKS_ASIDE in self.off else bank & ~self.cards.blanks

    def _prized(self, bank: int, prized: int) -> int:
        """The cards of a bank that the prized suit pays for."""
        return 0 if prized == NO_SUIT or PRIZED in self.off else bank & self.suits[prized][0]

    def _straight(self, bank: int) -> list[Line]:
        lowest, length = longest_straight(self.cards, bank)
        pay = self.straights[length]
        if not pay.clause:
            return []
        cards = bank & sum(1 << self.cards.card(suit, rank) for suit in range(len(self.suits))
                           for rank in range(lowest, lowest + length))  # fmt: skip
        own = _one_of_each(cards, len(self.cards.ranks))
        return [Line(*pay, own, f"straight from {self.cards.ranks[lowest]} to {self.cards.ranks[lowest + length - 1]}")]


def _for_ranks(values: Values, off: frozenset[str], most: int, value: int) -> tuple[Pay, ...]:
    """What 0, 1, 2 ... cards of a rank of that value pay."""
    few, full = values.number("rank.set"), values.number("rank.full")
    pays = [NOTHING] * (most + 1)
    for count in range(most + 1):
        if count >= full and FULL_SET not in off:
            pays[count] = Pay(FULL_SET, values.number("rank.full-times") * value)
        elif count >= few and SET not in off:
            pays[count] = Pay(SET, values.number("rank.set-times") * value)
    return tuple(pays)


def _for_suits(values: Values, off: frozenset[str], most: int) -> tuple[Pay, ...]:
    """What 0, 1, 2 ... cards of a suit pay."""
    bonus = NOTHING if SUIT in off else Pay(SUIT, values.number("suit.bonus"))
    return tuple(bonus if count >= values.number("suit.cards") else NOTHING for count in range(most + 1))


def _for_straights(values: Values, off: frozenset[str], most: int) -> tuple[Pay, ...]:
    """What a straight of 0, 1, 2 ... numbers pays."""
    pays = [NOTHING] * (most + 1)
    for length in range(1, most + 1):
        if length == most and FULL_STRAIGHT not in off:
            pays[length] = Pay(FULL_STRAIGHT, values.number("straight.full"))
        elif length >= values.number("straight.cards") and STRAIGHT not in off:
            pays[length] = Pay(STRAIGHT, values.number("straight.each") * length)
    return tuple(pays)


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
