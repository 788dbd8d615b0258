"""Means with intervals, and tests of them. Nothing here knows what a game is.

Two kinds of interval are offered. `reach_at_the_end` is for a number of games that was fixed before the first of them:
the t interval. `reach_at_any_time` holds for all numbers of games at once, so one may look after each game and stop
when it pleases: the normal mixture of Robbins (1970), in the asymptotic form of Waudby-Smith et al. (2021). It is
wider, by about half.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, log, sqrt
from statistics import NormalDist

ALPHA = 0.05
"""How often an interval may miss, and a test call a difference where there is none."""
LIKELY = 0.8
"""How often a difference that "would have been seen" is seen."""
FIRST_LOOK = 100
"""Values before the first look at any time; with fewer a mean is not normal enough."""
FEWEST = 20
"""Members on each side of a difference between those who had something and those who had not."""
SHARPEST_AT = 500
"""The number of values for which `reach_at_any_time` is as short as it can be."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def columns(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    """The value and the ends of its interval as columns of a row. What is not known is None."""
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


@dataclass(slots=True)
class Sample:
    """Values as far as estimates need them. They may be added one by one."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> Sample:
        """The sample of these values."""
        found = cls()
        for value in values:
            found.add(value)
        return found

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation; infinite for fewer than two values."""
        if self.count < 2:
            return inf
        return sqrt(max(0.0, self.squares - self.total * self.mean) / (self.count - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.count) if self.count else inf

    def softened(self) -> Sample:
        """The sample with one value of 1 and one of −1 more.

        For differences between −1 and 1, most of which are 0: without them the interval is too short while few have
        been seen that are not (Bonett and Price 2012).
        """
        return Sample(self.count + 2, self.total, self.squares + 2)


Reach = Callable[[Sample, float], float]
"""(values, how often the interval may miss) -> how far it goes to each side of the mean."""


def reach_at_the_end(sample: Sample, alpha: float) -> float:
    return student(1 - alpha / 2, sample.count - 1) * sample.error if sample.count > 1 else inf


def reach_at_any_time(sample: Sample, alpha: float) -> float:
    if sample.count < FIRST_LOOK:
        return inf
    weight = -2 * log(alpha)
    mixed = sample.count * (weight + log(weight + 1)) / SHARPEST_AT
    return sample.error * sqrt(2 * (mixed + 1) / mixed * log(sqrt(mixed + 1) / alpha))


def student(probability: float, freedom: int) -> float:
    """A quantile of Student's t, to a thousandth from five degrees of freedom on (Abramowitz and Stegun 26.7.5)."""
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def visible(sample: Sample, reach: float) -> float:
    """The least difference from 0 that is seen in four samples of five by an interval that reaches so far."""
    return reach + NormalDist().inv_cdf(LIKELY) * sample.error


Member = tuple[bool, float]
"""Whether somebody had it, and what became of them."""


def clustered_difference(groups: Sequence[Sequence[Member]]) -> Sample | None:
    """How much more those have on average who had it than those who had not; None when either are too few to say.

    What became of members is a share of a win beside the average, so it lies between −1 and 1. Members of one group,
    such as the players of one game, depend on each other; groups do not. What is given has the difference as its mean
    and an error that knows of the groups (linearisation, as in surveys). One win and one loss more on each side keep
    the error honest where nearly all of few members won, or lost (Agresti and Caffo 2000).
    """
    counts = [sum(had == side for group in groups for had, _ in group) for side in (False, True)]
    if min(counts) < FEWEST:
        return None
    softened = [*groups, *([(had, value)] for had in (False, True) for value in (-0.5, 0.5))]
    lacking, having = (
        sum(value for group in softened for had, value in group if had == side) / (count + 2)
        for side, count in zip((False, True), counts, strict=True)
    )
    found = Sample()
    for group in softened:
        pull = sum(
            (value - having) / (counts[True] + 2) if had else (lacking - value) / (counts[False] + 2)
            for had, value in group
        )
        found.add(having - lacking + len(softened) * pull)
    return found


def holm(chances: Sequence[float], alpha: float = ALPHA) -> list[bool]:
    """Which of several differences hold together, at an error of alpha for all of them (Holm 1979).

    chances: of each, that it is as large where there is none.
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found = [False] * len(chances)
    for rank, place in enumerate(order):
        if chances[place] > alpha / (len(chances) - rank):
            break
        found[place] = True
    return found


def chance_of(sample: Sample) -> float:
    """How likely a mean is as far from 0 as that one where the truth is 0 (Abramowitz and Stegun 26.7.8)."""
    if not sample.error:
        return 1.0 if not sample.mean else 0.0
    freedom, t = sample.count - 1, abs(sample.mean) / sample.error
    z = t * (1 - 1 / (4 * freedom)) / sqrt(1 + t * t / (2 * freedom))
    return 2 * (1 - NormalDist().cdf(z))


def estimate_of(sample: Sample) -> Estimate:
    """The mean of a sample whose size was fixed before."""
    reach = reach_at_the_end(sample, ALPHA)
    return Estimate(sample.mean, sample.mean - reach, sample.mean + reach)


def estimate_of_shares(differences: Sample) -> Estimate:
    """The mean of differences of shares, from −1 to 1, with an interval that also holds where most of them are 0."""
    return replace(estimate_of(differences.softened()), value=differences.mean)
