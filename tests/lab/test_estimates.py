"""Intervals cover as often as they say, and tests are wrong as rarely: counted over games of known odds."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf, log, sqrt
from random import Random

import pytest

from proofdeck.play.lab.estimates import (
    ALPHA,
    FIRST_LOOK,
    LIKELY,
    SHARPEST_AT,
    Reach,
    Sample,
    chance_of,
    holm,
    reach_at_any_time,
    reach_at_the_end,
    student,
    visible,
)

TRIALS = 2000


def beyond_chance(share: float, trials: int) -> float:
    """How far a share that is counted in so many trials may be off: four standard deviations."""
    return 4 * sqrt(share * (1 - share) / trials)


def sample_of(values: list[float]) -> Sample:
    found = Sample()
    for value in values:
        found.add(value)
    return found


@pytest.mark.parametrize(
    ("probability", "freedom", "expected"),
    [(0.975, 5, 2.571), (0.975, 10, 2.228), (0.975, 30, 2.042), (0.995, 20, 2.845), (0.975, 10**6, 1.960)],
)
def test_quantiles_of_student_are_those_of_the_printed_tables(
    probability: float, freedom: int, expected: float
) -> None:
    assert student(probability, freedom) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize(
    ("chance", "freedom", "t"), [(0.05, 10, 2.228), (0.05, 100, 1.984), (0.01, 20, 2.845), (0.001, 60, 3.460)]
)
def test_how_likely_a_mean_is_by_chance_is_as_in_the_printed_tables(chance: float, freedom: int, t: float) -> None:
    """A sample of that many values and one more, with a standard error of 1."""
    count = freedom + 1
    sample = Sample(count, t * count, (freedom + t * t) * count)
    assert sample.error == pytest.approx(1)
    assert chance_of(sample) == pytest.approx(chance, rel=0.05)


def test_of_several_differences_none_holds_that_is_likelier_than_one_that_does_not() -> None:
    """Of two, the first is held against half of alpha, and the other one only if the first holds."""
    assert holm([0.03, 0.04], 0.05) == [False, False]
    assert holm([0.04, 0.02], 0.05) == [True, True]
    assert holm([0.2, 0.01, 0.04], 0.05) == [False, True, False]


def test_a_sample_knows_mean_and_deviation_of_a_die() -> None:
    die = sample_of([1, 2, 3, 4, 5, 6])
    assert die.mean == 3.5
    assert die.deviation == pytest.approx(sqrt(3.5))
    assert (sample_of([]).error, sample_of([3]).error) == (inf, inf)


def coin_against_coin(random: Random) -> float:
    """Won by the new version, by the old one, or by both."""
    return float((random.random() < 0.5) - (random.random() < 0.5))


def rarely(random: Random) -> float:
    """Two versions of which one game in fifty goes differently, and then the new one wins it."""
    return float(random.random() < 0.02)


def die_against_die(random: Random) -> float:
    return random.randint(1, 6) - random.randint(1, 6)


@pytest.mark.parametrize(
    ("game", "truth", "games", "soften"),
    [
        (coin_against_coin, 0, 40, True),
        (coin_against_coin, 0, 400, True),
        (rarely, 0.02, 100, True),
        (die_against_die, 0, 12, False),
        (die_against_die, 0, 100, False),
    ],
)
def test_an_interval_at_the_end_covers_the_truth_in_95_percent_of_trials(
    game: Callable[[Random], float], truth: float, games: int, soften: bool
) -> None:
    random, covered = Random(1), 0
    for _ in range(TRIALS):
        sample = sample_of([game(random) for _ in range(games)])
        covered += abs(sample.mean - truth) <= reach_at_the_end(sample.softened() if soften else sample, ALPHA)
    assert covered / TRIALS >= 1 - ALPHA - beyond_chance(ALPHA, TRIALS)
    assert covered / TRIALS < 1


def false_alarms(reach: Reach, most: int, trials: int) -> float:
    """The share of comparisons of equal coins that, looking again and again, are called different at some time."""
    random, wrong = Random(2), 0
    for _ in range(trials):
        sample = Sample()
        for count in range(1, most + 1):
            sample.add(coin_against_coin(random))
            if count % 20 == 0 and count >= FIRST_LOOK and abs(sample.mean) > reach(sample.softened(), ALPHA):
                wrong += 1
                break
    return wrong / trials


def test_whoever_looks_again_and_again_is_wrong_in_5_percent_of_trials_at_most_with_intervals_for_any_time() -> None:
    trials = 500
    assert false_alarms(reach_at_any_time, 2000, trials) <= ALPHA + beyond_chance(ALPHA, trials)
    assert false_alarms(reach_at_the_end, 2000, trials) > 3 * ALPHA


@pytest.mark.parametrize("games", [FIRST_LOOK, 500, 10_000])
def test_an_interval_for_any_time_ends_where_the_mixture_of_alternatives_is_twenty_times_as_likely(games: int) -> None:
    """Robbins's martingale: by Ville's inequality it reaches 1 / ALPHA in a share of ALPHA of all trials at most."""
    rho = (-2 * log(ALPHA) + log(1 - 2 * log(ALPHA))) / SHARPEST_AT
    sample = Sample(games, 0, games - 1)
    total = reach_at_any_time(sample, ALPHA) * games / sample.deviation
    likelihood = exp(rho * total**2 / (2 * (1 + games * rho))) / sqrt(1 + games * rho)
    assert likelihood == pytest.approx(1 / ALPHA)


def test_intervals_for_any_time_say_nothing_before_the_first_look_and_are_not_twice_as_wide_later() -> None:
    sample = sample_of([1.0, -1.0] * (FIRST_LOOK // 2 - 1))
    assert reach_at_any_time(sample, ALPHA) == inf
    for count in (FIRST_LOOK, 500, 10_000):
        sample = sample_of([1.0, -1.0] * (count // 2))
        assert 1 < reach_at_any_time(sample, ALPHA) / reach_at_the_end(sample, ALPHA) < 2


def test_a_difference_that_would_have_been_seen_is_seen_in_four_trials_of_five() -> None:
    random, games = Random(3), 300
    typical = sample_of([coin_against_coin(random) for _ in range(10_000)])
    many = Sample(games, 0, typical.deviation**2 * games)
    planted = visible(many, reach_at_the_end(many, ALPHA))
    seen = 0
    for _ in range(TRIALS):
        sample = sample_of([coin_against_coin(random) + planted for _ in range(games)])
        seen += sample.mean > reach_at_the_end(sample, ALPHA)
    assert abs(seen / TRIALS - LIKELY) <= beyond_chance(LIKELY, TRIALS)
