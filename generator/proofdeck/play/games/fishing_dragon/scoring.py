"""Scores a bank of Fishing Dragon, line by line. A bank is a set of cards, one bit each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from proofdeck.ground.problems import counted
from proofdeck.play.engine.kit import as_set, bits
from proofdeck.play.engine.score_sheet import Item, ScoreSheet
from proofdeck.play.games.fishing_dragon.cards import Cards
from proofdeck.source.rules.parameters import Values

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

MOST_REMEMBERED = 50_000
"""Banks of which it is remembered what they score."""


class Pay(NamedTuple):
    """What so many cards of a group pay. clause: the rule that gives the points, or "" if none does."""

    clause: str = ""
    points: int = 0
    what: str = ""


class Line(NamedTuple):
    """Points for some cards of a bank. clause: the rule that gives them; what: a description; cards: a set."""

    clause: str
    points: int
    what: str
    cards: int


class Tariff:
    """What combinations are worth.

    off: clauses that do not apply, which happens only in tests. groups: for each rank that is worth anything, and then
    for each suit, the set of its cards and what 0, 1, 2 ... of them pay; straights: what one of each length pays.
    """

    def __init__(self, cards: Cards, values: Values, off: frozenset[str] = frozenset()) -> None:
        number, longest = values.number, len(cards.numbers)
        self.cards, self.off, self.each_prized = cards, off, number("prized")
        self.of_rank = [cards.of_rank(rank) for rank in range(len(cards.ranks))]
        self.groups: list[tuple[int, list[Pay]]] = []
        for rank, value in enumerate(cards.values):
            if value and CARD_VALUE not in off:
                few = (number("rank.set"), SET, number("rank.set-times") * value)
                all_of_it = (number("rank.full"), FULL_SET, number("rank.full-times") * value)
                labels = [f"{count} times {cards.ranks[rank]}" for count in range(len(cards.suits) + 1)]
                self.groups.append((self.of_rank[rank], self._pays(labels, few, all_of_it)))
        for suit, name in enumerate(cards.suits):
            many = (number("suit.cards"), SUIT, number("suit.bonus"))
            labels = [f"{counted(count, 'card')} of the suit {name}" for count in range(len(cards.ranks) + 1)]
            self.groups.append((cards.of_suit(suit), self._pays(labels, many)))
        lengths = range(number("straight.cards"), longest + 1)
        short = [(length, STRAIGHT, number("straight.each") * length) for length in lengths]
        full = (max(1, longest), FULL_STRAIGHT, number("straight.full"))
        self.straights = self._pays([""] * (longest + 1), *short, full)

    def _pays(self, labels: Sequence[str], *steps: tuple[int, str, int]) -> list[Pay]:
        """What 0, 1, 2 ... cards pay: the last step that they reach. steps: how many cards it takes, clause, points."""
        pays = []
        for count, label in enumerate(labels):
            reached = [(clause, points) for least, clause, points in steps if count >= least and clause not in self.off]
            pays.append(Pay(*reached[-1], label) if reached else Pay())
        return pays

    def lines(self, bank: int, prized: int) -> list[Line]:
        """All that the bank scores. prized: a suit, or NO_SUIT."""
        bank = self._counted(bank)
        held = [(bank & mask, pays) for mask, pays in self.groups]
        found = [Line(*pay, own) for own, pays in held if (pay := pays[own.bit_count()]).clause]
        lowest, length = longest_straight(self.cards, bank)
        if (pay := self.straights[length]).clause:
            straight = range(lowest, lowest + length)
            label = f"straight from {self.cards.ranks[straight[0]]} to {self.cards.ranks[straight[-1]]}"
            first_of_each = [bits(bank & self.of_rank[rank])[0] for rank in straight]
            found.append(Line(pay.clause, pay.points, label, as_set(first_of_each)))
        if own := self._prized(bank, prized):
            count = own.bit_count()
            found.append(Line(PRIZED, self.each_prized * count, f"{counted(count, 'card')} of the prized suit", own))
        return found

    @lru_cache(maxsize=MOST_REMEMBERED)  # noqa: B019 - banks are forgotten, and their tariffs with them
    def points(self, bank: int, prized: int) -> int:
        """The sum of `lines`. Bots ask for it at every move that they consider."""
        bank = self._counted(bank)
        total = self.straights[longest_straight(self.cards, bank)[1]].points
        for mask, pays in self.groups:
            total += pays[(bank & mask).bit_count()].points
        return total + self.each_prized * self._prized(bank, prized).bit_count()

    def sheet(self, bank: int, prized: int, earlier: Sequence[int] = ()) -> ScoreSheet:
        """A score sheet for people. earlier: the points of earlier rounds of a match."""
        rounds = [Item(MATCH_TOTAL, f"round {number}", points) for number, points in enumerate(earlier, 1)]
        return ScoreSheet((*rounds, *self.items(bank, prized)))

    @lru_cache(maxsize=MOST_REMEMBERED)  # noqa: B019 - as above
    def items(self, bank: int, prized: int) -> tuple[Item, ...]:
        """`lines` for people."""
        names = self.cards.names_in
        return tuple(Item(line.clause, line.what, line.points, names(line.cards)) for line in self.lines(bank, prized))

    def _counted(self, bank: int) -> int:
        """The cards of a bank that count."""
        return bank if BLANKS_ASIDE in self.off else bank & ~self.cards.blanks

    def _prized(self, bank: int, prized: int) -> int:
        """The cards of a bank that the prized suit pays for."""
        return 0 if prized == NO_SUIT or PRIZED in self.off else bank & self.cards.of_suit(prized)


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
