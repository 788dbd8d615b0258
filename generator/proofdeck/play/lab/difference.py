"""Two versions of a game, played with the same seeds: what is different, and which differences may be believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import NamedTuple

from proofdeck.play.engine.playouts import Outcome, is_tie
from proofdeck.play.lab.estimates import ALPHA, Estimate, Reach, Sample, visible
from proofdeck.play.lab.results import FigureChange


class FigureVerdict(StrEnum):
    """What may be said of a figure.

    DIFFERS holds for all figures of a comparison together: where no figure differs, one of them is said to in at most
    5 % of comparisons. MAY_DIFFER: an interval without 0, which chance alone leaves in 5 % for each figure.
    """

    DIFFERS = "differs"
    MAY_DIFFER = "may differ"
    NOT_TOLD_APART = "not told apart"
    SAME = "the same in every game"


class Figure(NamedTuple):
    """Something that is counted of each game. seat: whose, from 0, or None; share: whether it is from 0 to 1."""

    name: str
    seat: int | None
    share: bool
    of: Callable[[Outcome], float]


def figures_of(players: int) -> list[Figure]:
    """What is compared of a game for that many."""

    def wins(seat: int) -> Callable[[Outcome], float]:
        return lambda outcome: outcome.shares[seat]

    def points(seat: int) -> Callable[[Outcome], float]:
        return lambda outcome: outcome.scores[seat]

    return [
        *(Figure("wins", seat, True, wins(seat)) for seat in range(players)),
        *(Figure("points", seat, False, points(seat)) for seat in range(players)),
        Figure("turns", None, False, lambda outcome: outcome.turns),
        Figure("ties", None, True, is_tie),
    ]


@dataclass(frozen=True, slots=True)
class Difference:
    """Of one figure. visible: the least difference that would have been seen in four comparisons of five."""

    figure: Figure
    old: float
    new: float
    difference: Estimate
    verdict: FigureVerdict
    visible: float

    def as_row(self) -> FigureChange:
        """For JSON; seats count from 1. What too few games leave open is None."""
        return {
            "figure": self.figure.name,
            "seat": None if self.figure.seat is None else self.figure.seat + 1,
            "old": self.old,
            "new": self.new,
            "difference": self.difference.value,
            "interval": [self.difference.low, self.difference.high] if isfinite(self.visible) else None,
            "verdict": self.verdict.value,
            "visible": self.visible if isfinite(self.visible) else None,
        }


class Paired:
    """Games of two versions, each pair with one seed. reach: how far intervals go, which says when one may look."""

    def __init__(self, players: int, reach: Reach) -> None:
        self._figures = figures_of(players)
        self._tests = len(self._figures) - 1  # the shares of the win add up to one
        self._reach = reach
        self._old = [Sample() for _ in self._figures]
        self._new = [Sample() for _ in self._figures]
        self._apart = [Sample() for _ in self._figures]
        self.games = 0
        self.unchanged = 0
        """Pairs in which nothing that is counted of a game is different."""

    def add(self, old: Iterable[Outcome], new: Iterable[Outcome]) -> None:
        for one, other in zip(old, new, strict=True):
            self.games += 1
            self.unchanged += one == other
            rows = zip(self._figures, self._old, self._new, self._apart, strict=True)
            for figure, before, after, apart in rows:
                was, is_now = figure.of(one), figure.of(other)
                before.add(was)
                after.add(is_now)
                apart.add(is_now - was)

    def differences(self) -> list[Difference]:
        rows = zip(self._figures, self._old, self._new, self._apart, strict=True)
        return [self._difference(*row) for row in rows]

    def is_decided(self, margin: float) -> bool:
        """Whether each figure differs, or differs by less than anybody minds.

        margin: of shares, from 0 to 1. Of other figures it is as large beside their spread as it would be beside that
        of a coin.
        """
        rows = zip(self.differences(), self._old, strict=True)
        return all(one.verdict == FigureVerdict.DIFFERS or _within(one, before, margin) for one, before in rows)

    def _difference(self, figure: Figure, before: Sample, after: Sample, apart: Sample) -> Difference:
        spread = apart.softened() if figure.share else apart
        reach, strict = self._reach(spread, ALPHA), self._reach(spread, ALPHA / self._tests)
        value = apart.mean
        return Difference(
            figure,
            before.mean,
            after.mean,
            Estimate(value, value - reach, value + reach),
            _verdict(apart, reach, strict),
            visible(spread, strict),
        )


def _verdict(apart: Sample, reach: float, strict: float) -> FigureVerdict:
    if apart.squares == 0:
        return FigureVerdict.SAME
    if abs(apart.mean) > strict:
        return FigureVerdict.DIFFERS
    return FigureVerdict.MAY_DIFFER if abs(apart.mean) > reach else FigureVerdict.NOT_TOLD_APART


def _within(one: Difference, before: Sample, margin: float) -> bool:
    most = margin if one.figure.share else 2 * margin * before.deviation
    return -most <= one.difference.low and one.difference.high <= most


def as_rows(differences: Sequence[Difference]) -> list[FigureChange]:
    return [one.as_row() for one in differences]
