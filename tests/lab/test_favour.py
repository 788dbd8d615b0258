"""A seat that wins far more among bots than by chance is told, and so is each on which bots and chance disagree."""

from __future__ import annotations

from random import Random
from statistics import NormalDist
from typing import Any

import pytest
from tables import ROOT

from proofdeck.play.engine.playouts import Outcome, is_tie
from proofdeck.play.lab.favour import differ, doubts, favour, told
from proofdeck.play.lab.hunting import favoured_seats
from proofdeck.play.lab.report import sentences, uneven
from proofdeck.play.setup.series import Series
from proofdeck.play.setup.versions import Version
from proofdeck.source.rules.sides import Sides

GAMES = 40


def silent(_done: int, _most: int) -> None:
    """Says nothing while games are played."""


def outcomes(wins_of_second: int, decisions: int = 20) -> list[Outcome]:
    """Games of which the second player wins so many, with so many moves in each."""
    shares = [(0.0, 1.0)] * wins_of_second + [(1.0, 0.0)] * (GAMES - wins_of_second)
    return [Outcome(one, (3, 3), 9, decisions=decisions, choices=1, forced=0, fired=0, decided_by="") for one in shares]


@pytest.mark.parametrize(
    ("bots", "wins", "is_told"),
    [
        (("greedy", "greedy"), 38, True),
        (("greedy", "greedy"), 24, False),
        (("greedy", "search"), 38, False),
        (("random", "random"), 38, False),
    ],
)
def test_a_seat_is_favoured_only_by_bots_that_are_all_alike_and_think(
    bots: tuple[str, ...], wins: int, is_told: bool
) -> None:
    found = favour(Series(Version(ROOT, "tombs"), bots, 1, GAMES), outcomes(wins), 1, Sides.each_alone(2), silent)
    assert bool(found) == is_told
    if is_told:
        assert (found["favoured"]["seat"], found["favoured"]["bot"], found["favoured"]["wins"]) == (2, "greedy", 0.95)
        assert found["favoured"]["by_chance"] < 0.75
        assert told(found["favoured"]).startswith("Seat 2 wins 95 % among greedy players and ")


def test_a_seat_on_which_bots_and_chance_disagree_is_doubted_with_both_shares() -> None:
    found = favour(
        Series(Version(ROOT, "tombs"), ("greedy", "greedy"), 1, GAMES), outcomes(38), 1, Sides.each_alone(2), silent
    )
    assert [one["seats"] for one in found["doubted"]] == [[1], [2]]
    (first, second) = found["doubted"]
    assert (first["wins"], second["wins"]) == (0.05, 0.95)
    assert first["by_chance"] + second["by_chance"] == pytest.approx(1)
    assert "and by chance" not in doubts([])
    assert doubts(found["doubted"]).startswith("Among greedy players, seat ")


def test_partners_are_doubted_together_and_players_against_the_game_never() -> None:
    series = Series(Version(ROOT, "tombs"), ("greedy", "greedy"), 1, GAMES)
    assert favour(series, outcomes(38), 1, Sides(((0, 1),)), silent) == {}


@pytest.mark.parametrize(("moves", "games"), [(20, GAMES), (10, 30), (1, 20)])
def test_games_by_chance_take_no_more_moves_than_those_of_the_bots_if_enough_remain(moves: int, games: int) -> None:
    told = list[tuple[int, int]]()
    series = Series(Version(ROOT, "tombs"), ("greedy", "greedy"), 1, GAMES)
    favour(series, outcomes(38, moves), 1, Sides.each_alone(2), lambda done, most: told.append((done, most)))
    assert told[-1] == (games, GAMES)


@pytest.mark.parametrize("share", [0.5, 0.3, 0.08])
def test_equal_players_are_doubted_in_no_more_comparisons_than_is_promised(share: float) -> None:
    random, z = Random(1), NormalDist().inv_cdf(0.975)
    alarms = 0
    for _ in range(400):
        wins, by_chance = (sum(random.random() < share for _ in range(games)) for games in (1000, 200))
        alarms += differ(wins, 1000, by_chance, 200, z)
    assert alarms <= 400 * 0.05 + 3 * (400 * 0.05 * 0.95) ** 0.5


@pytest.mark.parametrize(("wins", "is_told"), [(66, True), (53, False)])
def test_a_seat_that_wins_more_than_its_fair_share_by_more_than_chance_is_told(wins: int, is_told: bool) -> None:
    games = [(1.0, 0.0)] * (4 * wins) + [(0.0, 1.0)] * (400 - 4 * wins)
    found = [*favoured_seats({("random", 2): games})]
    assert bool(found) == is_told
    if is_told:
        assert found[0].startswith("seat 1 wins 66% of 400 games of 2 random players (")


def test_a_hunt_ranks_no_seat_of_which_bots_and_chance_say_different_things() -> None:
    greedy, by_chance = [(1.0, 0.0)] * 90 + [(0.0, 1.0)] * 10, [(1.0, 0.0)] * 50 + [(0.0, 1.0)] * 50
    (one, other) = favoured_seats({("greedy", 2): greedy, ("random", 2): by_chance})
    assert (
        one
        == "seat 1 wins 90% of 100 games of 2 greedy players, but 50% of 100 by chance: it may be the doing of the bots"
    )
    assert other.startswith("seat 2 wins 10% ")


def test_sides_are_measured_against_their_own_share() -> None:
    partners = Sides(((0, 2), (1, 3)))
    games = [(1.0, 0.0, 1.0, 0.0)] * 55 + [(0.0, 1.0, 0.0, 1.0)] * 45
    assert [*favoured_seats({("random", 4): games}, lambda _: partners)] == []
    games = [(1.0, 0.0, 1.0, 0.0)] * 90 + [(0.0, 1.0, 0.0, 1.0)] * 10
    (found,) = favoured_seats({("random", 4): games}, lambda _: partners)
    assert found.startswith("the side of seats 1 and 3 wins 90% ")
    assert "a fair share is 50%" in found


def test_a_win_of_partners_is_no_tie_and_a_loss_to_the_game_neither() -> None:
    def outcome(*shares: float) -> Outcome:
        return Outcome(shares, (0,) * len(shares), 9, decisions=1, choices=1, forced=0, fired=0, decided_by="")

    assert [is_tie(outcome(*shares)) for shares in ((1, 0, 1, 0), (0, 0), (1, 1), (0.5, 0.5, 0.5, 0.5))] == [
        False,
        False,
        False,
        True,
    ]


def test_a_report_calls_no_seat_better_of_which_bots_and_chance_say_different_things() -> None:
    seat: Any = {"seat": 1, "bot": "greedy", "wins": 0.9, "interval": [0.8, 0.95]}
    mean = {"mean": 0.5, "interval": None}
    found: Any = {
        "seats": [seat, {**seat, "seat": 2, "wins": 0.1, "interval": [0.05, 0.2]}],
        "turns": {"mean": 9.0, "p5": 8, "p95": 10},
        "ties": 0.0,
        "branching": 2.0,
        "forced": 0.1,
        "lead_changes": mean,
        "settled": mean,
        "comebacks": mean,
        "quiet": mean,
    }
    in_doubt: Any = {**found, "games": 100, "doubted": [{}]}
    ranked, doubted = next(sentences(found)), next(sentences(in_doubt))
    assert ranked == "Seat 1 (greedy) wins 90.0 % (80.0 to 95.0 %), more than an even share of 50.0 %."
    assert doubted == "Seat 1 (greedy) wins 90.0 % (80.0 to 95.0 %)."
    whole: Any = {**found, "games": 100}
    assert [*uneven(whole)] == ["seat 1 (greedy) wins more than an even share of 50.0 %, and not by accident"]
    assert [*uneven(in_doubt)] == []
