"""Computes the most points a bank can score, exactly, without trying all banks, and a bank that scores them.

Why it is exact. A bank is a subset of the suits for each rank, so all banks are seen by going through the ranks one
after the other and choosing one of the subsets. All that the points of later choices depend on is kept: how many cards
are used, how many cards two of the suits have (more than enough is the same as enough), and how the straight stands.
Of all beginnings that agree in these the best alone can lead to the best bank.

Two suits are enough to follow when three times the bonus cards are more than the bank holds. The suits that are not
prized differ in nothing but their names, so the two are either the prized and another one, or two others.

The straight is not measured but claimed: at most one run of ranks is named the straight while going through them, each
of its ranks must have a card, and it is paid when it is long enough. The longest straight is one of the claims, pays
the most of them, and no claim pays more than what is really there. The full straight is claimed by itself, with a card
asked of every number, and pays more than its cards would one by one. What pays never falls when a card is added, so
banks smaller than the largest do no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Best = NDArray[np.int64]
    """Most points by (straight, cards used, cards of one suit, cards of the other)."""

NEVER = -100_000
BEFORE, AFTER = 0, -1
"""Stages of the straight: not begun, ended. Between them one for each of its first cards, up to long enough."""


@dataclass(frozen=True)
class Points:
    """What a deck and its points look like. Suit 0 is prized.

    numbers: how many ranks can be in a straight; they come first. values: one a rank. bank: the most cards that a bank
    holds. of_rank: how often its value a rank pays, by the number of its cards. prized: points for each prized card.
    shortest, each, full: the straight. enough, bonus: the cards of a suit that pay.
    """

    numbers: int = 12
    values: tuple[int, ...] = (*range(1, 13), 12, 12)
    suits: int = 4
    bank: int = 20
    enough: int = 8
    bonus: int = 40
    full: int = 60
    of_rank: tuple[int, ...] = (0, 0, 0, 1, 2)
    prized: int = 2
    shortest: int = 3
    each: int = 2

    @property
    def stages(self) -> int:
        return self.shortest + 2


class Dearest(NamedTuple):
    """A best bank. cards: (suit, rank), ranks counted from 0; suit 0 is prized."""

    points: int
    cards: tuple[tuple[int, int], ...]


class _Choice(NamedTuple):
    """Which suits of a rank are taken; one, other: whether the two suits that are followed are among them."""

    suits: tuple[int, ...]
    cards: int
    one: int
    other: int
    points: int


def dearest_bank(deck: Points, aside: int | None) -> Dearest:
    """aside: the rank of the prized card that is set aside; None if it has no value.

    Raises ValueError for points to which the method does not apply.
    """
    sound = 3 * deck.enough > deck.bank and deck.full >= deck.each * deck.numbers >= 0 <= deck.prized
    if not sound or list(deck.of_rank) != sorted(deck.of_rank) or deck.shortest < 1:
        raise ValueError(
            "the method is for banks in which two suits at most earn their bonus, and points that never fall"
        )
    searches = [_Search(deck, aside, followed, whole) for followed in ((0, 1), (1, 2)) for whole in (False, True)]
    return max((search.dearest() for search in searches), key=lambda found: found.points)


class _Search:
    """One pass over the ranks.

    followed: the two suits whose cards are counted. whole: whether every number must be there, for the full straight.
    """

    def __init__(self, deck: Points, aside: int | None, followed: tuple[int, int], whole: bool) -> None:
        self.deck, self.aside, self.followed, self.whole = deck, aside, followed, whole
        self.choices = [self._choices(rank) for rank in range(len(deck.values))]

    def dearest(self) -> Dearest:
        """The best bank of this kind."""
        import numpy as np

        deck = self.deck
        best = np.full((deck.stages, deck.bank + 1, deck.enough + 1, deck.enough + 1), NEVER)
        best[BEFORE, 0, 0, 0] = 0
        tables = [best]
        for rank, choices in enumerate(self.choices):
            after = np.full_like(best, NEVER)
            for choice in choices:
                chosen = _taken(tables[-1], choice)
                for before, now, paid in self._claims(rank, choice):
                    np.maximum(after[now], chosen[before] + paid, out=after[now])
            tables.append(after)
        paid_at_end = tables[-1].copy()
        paid_at_end[1 : deck.stages - 2] = NEVER
        paid_at_end[:, :, deck.enough, :] += deck.bonus
        paid_at_end[:, :, :, deck.enough] += deck.bonus
        end = np.unravel_index(int(paid_at_end.argmax()), paid_at_end.shape)
        points = int(paid_at_end[end]) + (deck.full if self.whole else 0)
        return Dearest(points, self._cards(tables, tuple(map(int, end))))

    def _choices(self, rank: int) -> list[_Choice]:
        """For each (cards, of one suit, of the other) the suits of this rank that pay the most."""
        deck, found = self.deck, dict[tuple[int, int, int], _Choice]()
        for suits in product((0, 1), repeat=deck.suits):
            missing = self.whole and rank < deck.numbers and not any(suits)
            if (rank == self.aside and suits[0]) or sum(suits) > deck.bank or missing:
                continue
            points = deck.of_rank[sum(suits)] * deck.values[rank] + deck.prized * suits[0]
            key = sum(suits), suits[self.followed[0]], suits[self.followed[1]]
            if key not in found or points > found[key].points:
                found[key] = _Choice(suits, *key, points)
        return [*found.values()]

    def _claims(self, rank: int, choice: _Choice) -> Iterator[tuple[int, int, int]]:
        """How the straight may go on over one rank: (stage before, stage now, points)."""
        long, each = self.deck.shortest, self.deck.each
        if self.whole or rank >= self.deck.numbers:
            yield from ((stage, stage, 0) for stage in (BEFORE, long, AFTER))
            return
        yield from ((BEFORE, BEFORE, 0), (AFTER, AFTER, 0), (long, AFTER, 0))
        if choice.cards:
            yield from ((stage, stage + 1, 0) for stage in range(long - 1))
            yield from ((long - 1, long, each * long), (long, long, each))

    def _cards(self, tables: list[Best], end: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """The way back through the tables, from the last rank to the first: which suits were taken of each."""
        taken: list[tuple[int, int]] = []
        for rank in reversed(range(len(self.choices))):
            suits, end = next(
                (choice.suits, before)
                for choice, before, points in self._ways_back(rank, end)
                if tables[rank][before] + points == tables[rank + 1][end] and tables[rank][before] >= 0
            )
            taken += [(suit, rank) for suit, there in enumerate(suits) if there]
        return tuple(sorted(taken))

    def _ways_back(self, rank: int, end: tuple[int, ...]) -> Iterator[tuple[_Choice, tuple[int, ...], int]]:
        """The choices that can have led to that end, where from, and what was paid."""
        (stage, used, one, other), enough = end, self.deck.enough
        for choice in self.choices[rank]:
            ones = [before for before in range(enough + 1) if min(before + choice.one, enough) == one]
            others = [before for before in range(enough + 1) if min(before + choice.other, enough) == other]
            for before, now, paid in self._claims(rank, choice):
                if now % self.deck.stages == stage and used >= choice.cards:
                    for place in product((before % self.deck.stages,), (used - choice.cards,), ones, others):
                        yield choice, place, choice.points + paid


def _taken(best: Best, choice: _Choice) -> Best:
    """The same beginnings with that choice; who has enough of a suit stays there."""
    import numpy as np

    moved = np.full_like(best, NEVER)
    _, used, ones, others = best.shape
    for one, other in product(range(ones), range(others)):
        now = moved[:, choice.cards :, min(one + choice.one, ones - 1), min(other + choice.other, others - 1)]
        np.maximum(now, best[:, : used - choice.cards, one, other] + choice.points, out=now)
    return moved
