"""The most points that a bank can hold, exactly, without trying all banks.

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

import numpy as np
from numpy.typing import NDArray

NEVER = -100_000
BEFORE, FIRST, SECOND, LONG, AFTER = range(5)
Best = NDArray[np.int64]
"""Most points by (straight, cards used, cards of one suit, cards of the other)."""


@dataclass(frozen=True)
class Deck:
    """What a deck and its points look like; the ranks after the numbers belong to no straight. Suit 0 is prized."""

    numbers: int = 12
    others: tuple[int, ...] = (12, 12)
    suits: int = 4
    bank: int = 20
    enough: int = 8
    bonus: int = 40
    full: int = 60

    @property
    def values(self) -> tuple[int, ...]:
        return (*range(1, self.numbers + 1), *self.others)


def most_points(deck: Deck, aside: int | None) -> int:
    """aside: the rank of the prized card that lies aside; None when that is one of no value."""
    assert 3 * deck.enough > deck.bank
    assert deck.full >= 2 * deck.numbers
    return max(
        _most(deck, aside, followed, whole)
        for followed in ((0, 1), (1, 2))
        for whole in (False, True)
    )  # fmt: skip


def _most(deck: Deck, aside: int | None, followed: tuple[int, int], whole: bool) -> int:
    best = np.full((AFTER + 1, deck.bank + 1, deck.enough + 1, deck.enough + 1), NEVER)
    best[BEFORE, 0, 0, 0] = 0
    for rank, value in enumerate(deck.values):
        after = np.full_like(best, NEVER)
        for (cards, one, other), points in _choices(deck, value, rank == aside, followed).items():
            if cards > deck.bank or (whole and rank < deck.numbers and not cards):
                continue
            chosen = _more(_more(_used(best, cards), 2, one), 3, other) + points
            for before, now, paid in _claims(bool(cards), rank < deck.numbers and not whole):
                np.maximum(after[now], chosen[before] + paid, out=after[now])
        best = after
    ends = np.max(best[[BEFORE, LONG, AFTER]], axis=(0, 1))
    ends[deck.enough, :] += deck.bonus
    ends[:, deck.enough] += deck.bonus
    return int(ends.max()) + (deck.full if whole else 0)


def _choices(deck: Deck, value: int, aside: bool, followed: tuple[int, int]) -> dict[tuple[int, int, int], int]:
    """(cards of this rank, of one suit, of the other) -> the most points."""
    found: dict[tuple[int, int, int], int] = {}
    for suits in product((0, 1), repeat=deck.suits):
        if aside and suits[0]:
            continue
        points = (0, 0, 0, value, 2 * value)[sum(suits)] + 2 * suits[0]
        key = sum(suits), suits[followed[0]], suits[followed[1]]
        found[key] = max(points, found.get(key, NEVER))
    return found


def _claims(there: bool, number: bool) -> Iterator[tuple[int, int, int]]:
    """How the straight may go on over one rank: (before, now, points)."""
    if not number:
        yield from ((stage, stage, 0) for stage in (BEFORE, LONG, AFTER))
        return
    yield from ((BEFORE, BEFORE, 0), (AFTER, AFTER, 0), (LONG, AFTER, 0))
    if there:
        yield from ((BEFORE, FIRST, 0), (FIRST, SECOND, 0), (SECOND, LONG, 6), (LONG, LONG, 2))


def _used(best: Best, cards: int) -> Best:
    moved = np.full_like(best, NEVER)
    moved[:, cards:] = best[:, : best.shape[1] - cards]
    return moved


def _more(best: Best, axis: int, cards: int) -> Best:
    """One card more of a suit; who has enough stays there."""
    if not cards:
        return best
    rows = np.moveaxis(best, axis, 0)
    moved = np.full_like(rows, NEVER)
    moved[1:] = rows[:-1]
    moved[-1] = np.maximum(rows[-1], rows[-2])
    return np.moveaxis(moved, 0, axis)
