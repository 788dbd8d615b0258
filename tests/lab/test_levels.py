"""Pictures of several values show each version at its value, and labels that can be read."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from proofdeck.play.engine.playouts import Outcome
from proofdeck.play.lab.levels import HEIGHT, LABEL, FigurePlot, level_rows, pictures
from proofdeck.play.lab.results import SweptVersion

pytestmark = pytest.mark.quick


def versions(goals: str, peaces: str) -> list[SweptVersion]:
    """Each goal with each peace, in games that take as many turns as both together, or one more or less."""
    found: list[SweptVersion] = []
    for goal, peace in product(goals, peaces):
        changes = [f"goal={goal}", f"peace={peace}"]
        outcomes = [game(int(goal) + int(peace) + more) for more in (-1, 0, 1)]
        found.append({"name": ", ".join(changes), "changes": changes, "figures": level_rows(2, outcomes)})
    return found


def game(turns: int) -> Outcome:
    return Outcome((1, 0), (3, 0), turns, decisions=1, choices=1, forced=0, fired=0, decided_by="")


def picture(name: str, of: list[SweptVersion]) -> FigurePlot:
    (found,) = (one for one in pictures(of) if one.name == name)
    return found


def test_there_is_a_picture_of_each_figure_with_a_line_for_each_value_of_the_second_number() -> None:
    shown = list(pictures(versions("345", "13")))
    assert [one.name for one in shown] == [
        "seat 1 wins", "seat 2 wins", "seat 1 points", "seat 2 points", "turns", "ties"
    ]  # fmt: skip
    for one in shown:
        assert [words for words, _ in one.columns] == ["3", "4", "5"]
        assert {line.label for line in one.lines} == {"peace=1", "peace=3"}
        assert [len(line.marks) for line in one.lines] == [3, 3]


def test_dots_are_higher_where_the_figure_is_and_stay_inside() -> None:
    turns = picture("turns", versions("345", "13"))
    (lower,) = (line for line in turns.lines if line.label == "peace=1")
    (upper,) = (line for line in turns.lines if line.label == "peace=3")
    assert [mark.value for mark in lower.marks] == sorted((mark.value for mark in lower.marks), reverse=True)
    assert lower.marks[2].value == pytest.approx(upper.marks[0].value)  # 5 + 1 turns, and 3 + 3
    for mark in (*lower.marks, *upper.marks):
        assert HEIGHT >= mark.low > mark.value > mark.high >= 0
        assert 0 < mark.x < turns.width
    assert turns.says == "From 4.00 at goal=3, peace=1 to 8.00 at goal=5, peace=3, which may be chance."


def test_labels_at_one_height_are_moved_apart() -> None:
    wins = picture("seat 1 wins", versions("34", "12345"))
    assert wins.says == "The same for all: 100.0 %."
    assert all(below.label_y - above.label_y >= LABEL for above, below in pairwise(wins.lines))


def test_a_comparison_that_was_stopped_shows_what_was_finished() -> None:
    turns = picture("turns", versions("34", "13")[:3])
    assert sorted(len(line.marks) for line in turns.lines) == [1, 2]
