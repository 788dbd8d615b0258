"""Scores a bank of Fishing Dragon, line by line. A bank is a set of cards, one bit each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.engine.score_sheet import Criterion, Item, ScoreSheet
from generator.games.fishing_dragon.cards import Cards
from generator.problems import counted
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
        number, longest, each = values.number, len(cards.numbers), values.number("straight.each")
        sets = {
            value: _pays(
                len(cards.suits),
                off,
                (number("rank.set"), SET, number("rank.set-times") * value),
                (number("rank.full"), FULL_SET, number("rank.full-times") * value),
            )
            for value in cards.values
        }
        ranks = tuple(
            (cards.of_rank(rank), cards.ranks[rank], sets[value])
            for rank, value in enumerate(cards.values)
            if value and CARD_VALUE not in off
        )
        bonus = _pays(len(cards.ranks), off, (number("suit.cards"), SUIT, number("suit.bonus")))
        suits = tuple((cards.of_suit(suit), name, bonus) for suit, name in enumerate(cards.suits))
        straights = [(length, STRAIGHT, each * length) for length in range(number("straight.cards"), longest + 1)]
        full = (max(1, longest), FULL_STRAIGHT, number("straight.full"))
        return cls(cards, values, off, ranks, suits, _pays(longest, off, *straights, full))

    def lines(self, bank: int, prized: int) -> list[Line]:
        """All that the bank scores. prized: a suit, or NO_SUIT."""
        bank = self._counted(bank)
        found = [
            Line(*pay, own, f"{count} times {rank}")
            for mask, rank, pays in self.ranks
            if (pay := pays[count := (own := bank & mask).bit_count()]).clause
        ]
        found += [
            Line(*pay, own, f"{counted(count, 'card')} of the suit {suit}")
            for mask, suit, pays in self.suits
            if (pay := pays[count := (own := bank & mask).bit_count()]).clause
        ]
        found += self._straight(bank)
        if own := self._prized(bank, prized):
            label = f"{counted(own.bit_count(), 'card')} of the prized suit"
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


def _pays(most: int, off: frozenset[str], *steps: tuple[int, str, int]) -> tuple[Pay, ...]:
    """What 0, 1, 2 ... cards pay: the last step that they reach. steps: how many cards it takes, clause, points."""
    valid = [(least, Pay(clause, points)) for least, clause, points in steps if clause not in off]
    return tuple(next((pay for least, pay in valid[::-1] if count >= least), NOTHING) for count in range(most + 1))


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


def criteria(points: Sequence[int], *, match: bool) -> list[Criterion]:
    """The player with the most points, in the round or the whole match, wins; equal points share the win."""
    return [
        Criterion(MATCH_TOTAL, "points of the match", points) if match else Criterion(MOST_POINTS, "points", points)
    ]
