"""Ratings of bots whose strength is known."""

from __future__ import annotations

from math import inf, sqrt
from random import Random

import pytest
from tables import playable

from proofdeck.play.engine.bots import RandomBot
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.lab.estimates import ALPHA
from proofdeck.play.lab.ladder import elo, play_around, step_of

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("share", "players", "expected"),
    [(0.5, 2, 0), (1 / 3, 3, 0), (10 / 11, 2, 400), (0.25, 4, 0), (10 / 12, 3, 400), (1.0, 2, inf), (0.0, 2, -inf)],
)
def test_elo_is_0_for_equals_and_400_for_ten_times_the_strength(share: float, players: int, expected: float) -> None:
    assert elo(share, players) == pytest.approx(expected)


@pytest.mark.parametrize(("strength", "players"), [(0.5, 2), (0.9, 2), (1 / 3, 3), (0.6, 3)])
def test_the_interval_of_a_step_covers_the_true_share_and_equals_are_seldom_called_stronger(
    strength: float, players: int
) -> None:
    """Deals of as many games as there are seats, each won by chance."""
    random, trials, covered, stronger = Random(1), 1000, 0, 0
    for _ in range(trials):
        deals = [sum(random.random() < strength for _ in range(players)) / players for _ in range(40)]
        step = step_of("a", "b", players, deals)
        low, high = step["interval"]
        covered += low <= strength <= high
        stronger += step["stronger"]
    assert covered / trials >= 1 - ALPHA - 4 * sqrt(ALPHA * (1 - ALPHA) / trials)
    if strength == 1 / players:
        assert stronger / trials <= ALPHA / 2 + 4 * sqrt(ALPHA / 2 / trials)
    else:
        assert stronger == trials


def test_a_step_that_was_won_in_every_deal_has_no_upper_bound_and_a_lower_one() -> None:
    row = step_of("a", "b", 2, [1.0] * 30)
    assert (row["elo"], row["elo_interval"][1], row["stronger"]) == (None, None, True)
    assert 200 < (row["elo_interval"][0] or 0) < 800


def test_a_deal_is_played_from_every_seat_with_the_same_cards() -> None:
    game = playable("tombs").game
    assert play_around(game, [RandomBot, RandomBot], 3, 7, players=3) == pytest.approx(1 / 3)
    first = play_one(game, [RandomBot] * 3, 3, 7).shares
    assert sum(first) == pytest.approx(1)
