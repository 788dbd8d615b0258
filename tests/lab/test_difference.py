"""Two versions that do not differ are seldom said to, and what was planted is found."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

import pytest

from proofdeck.play.engine.playouts import Outcome
from proofdeck.play.lab.difference import FigureVerdict, Paired, figures_of
from proofdeck.play.lab.estimates import ALPHA, Reach, reach_at_any_time, reach_at_the_end


def coin_game(random: Random, favour: float = 0.5, longer: int = 0) -> Outcome:
    """Two players toss for the win, and dice for points and for length. A tie in one game of ten."""
    won = 0.5 if random.random() < 0.1 else float(random.random() < favour)
    scores = (random.randint(1, 6), random.randint(1, 6))
    turns = random.randint(1, 6) + random.randint(1, 6) + longer
    return Outcome((won, 1 - won), scores, turns, decisions=turns, choices=turns, forced=0, fired=0, decided_by="")


def pairs(random: Random, games: int, favour: float = 0.5, longer: int = 0) -> Iterator[tuple[Outcome, Outcome]]:
    return ((coin_game(random), coin_game(random, favour, longer)) for _ in range(games))


def verdicts(paired: Paired) -> dict[tuple[str, int | None], FigureVerdict]:
    return {(one.figure.name, one.figure.seat): one.verdict for one in paired.differences()}


def test_the_figures_are_wins_and_points_of_each_seat_turns_and_ties() -> None:
    assert [(one.name, one.seat) for one in figures_of(2)] == [
        ("wins", 0), ("wins", 1), ("points", 0), ("points", 1), ("turns", None), ("ties", None)
    ]  # fmt: skip
    tied = Outcome((0.5, 0.5), (7, 3), 9, decisions=9, choices=9, forced=0, fired=0, decided_by="")
    assert [one.of(tied) for one in figures_of(2)] == [0.5, 0.5, 7, 3, 9, True]


@pytest.mark.parametrize(("reach", "most"), [(reach_at_the_end, 150), (reach_at_any_time, 600)])
def test_where_nothing_differs_one_comparison_of_twenty_at_most_says_that_anything_does(
    reach: Reach, most: int
) -> None:
    """All six figures together; with intervals for any time at whichever moment somebody looks."""
    random, trials, wrong, pointwise = Random(4), 400, 0, 0
    for _ in range(trials):
        paired = Paired(2, reach)
        found: set[FigureVerdict] = set()
        for number, (old, new) in enumerate(pairs(random, most), 1):
            paired.add([old], [new])
            if number == most or (reach is reach_at_any_time and number % 50 == 0):
                found |= set(verdicts(paired).values())
        wrong += FigureVerdict.DIFFERS in found
        pointwise += found != {FigureVerdict.NOT_TOLD_APART}
    assert wrong / trials <= ALPHA + 4 * sqrt(ALPHA * (1 - ALPHA) / trials)
    assert pointwise >= wrong


@pytest.mark.parametrize(("reach", "games"), [(reach_at_the_end, 600), (reach_at_any_time, 1500)])
def test_planted_changes_are_found_and_nothing_else_is(reach: Reach, games: int) -> None:
    paired = Paired(2, reach)
    for old, new in pairs(Random(5), games, favour=0.65, longer=2):
        paired.add([old], [new])
    found = verdicts(paired)
    assert {figure for figure, verdict in found.items() if verdict == FigureVerdict.DIFFERS} == {
        ("wins", 0), ("wins", 1), ("turns", None)
    }  # fmt: skip
    turns = next(one for one in paired.differences() if one.figure.name == "turns")
    assert 2 in turns.difference
    assert turns.new - turns.old == pytest.approx(turns.difference.value)


def test_games_that_are_equal_one_by_one_are_the_same_and_decided_once_there_are_enough_of_them() -> None:
    paired, random, decided_after = Paired(2, reach_at_any_time), Random(6), 0
    while not paired.is_decided(0.02):
        game = coin_game(random)
        paired.add([game], [game])
        decided_after += 1
    assert 100 <= decided_after <= 2000
    assert set(verdicts(paired).values()) == {FigureVerdict.SAME}
    assert paired.unchanged == paired.games == decided_after


def test_a_comparison_goes_on_while_a_figure_might_differ_by_more_than_the_margin() -> None:
    paired = Paired(2, reach_at_any_time)
    for old, new in pairs(Random(7), 1000):
        paired.add([old], [new])
    assert not paired.is_decided(0.02)
    assert paired.is_decided(0.5)


def test_too_few_games_leave_intervals_open() -> None:
    paired = Paired(2, reach_at_any_time)
    for old, new in pairs(Random(8), 30):
        paired.add([old], [new])
    rows = [one.as_row() for one in paired.differences()]
    assert {(row["verdict"], row["interval"], row["visible"]) for row in rows} == {("not told apart", None, None)}
