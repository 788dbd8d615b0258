"""Pictures of several values show each version at its value, and labels that can be read."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from browsing import CHROMIUM, chromium
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.shell import style
from proofdeck.play.engine.playouts import Outcome
from proofdeck.play.lab.chart import scale
from proofdeck.play.lab.levels import HEIGHT, LABEL, WIDTH, FigurePlot, level_rows, pictures, write_levels
from proofdeck.play.lab.results import SweptVersion

NAMES = ["goal with 2 players", "peace"]


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
    (found,) = (one for one in pictures(of, NAMES) if one.name == name)
    return found


@pytest.mark.quick
def test_there_is_a_picture_of_each_figure_with_a_line_for_each_value_of_the_second_number() -> None:
    shown = list(pictures(versions("345", "13"), NAMES))
    assert [one.name for one in shown] == [
        "seat 1 wins", "seat 2 wins", "seat 1 points", "seat 2 points", "turns", "ties"
    ]  # fmt: skip
    for one in shown:
        assert [words for words, _ in one.columns] == ["3", "4", "5"]
        assert {line.label for line in one.lines} == {"1", "3"}
        assert [len(line.marks) for line in one.lines] == [3, 3]


@pytest.mark.quick
def test_dots_are_higher_where_the_figure_is_and_stay_inside() -> None:
    turns = picture("turns", versions("345", "13"))
    (lower,) = (line for line in turns.lines if line.label == "1")
    (upper,) = (line for line in turns.lines if line.label == "3")
    assert [mark.value for mark in lower.marks] == sorted((mark.value for mark in lower.marks), reverse=True)
    assert lower.marks[2].value == pytest.approx(upper.marks[0].value)  # 5 + 1 turns, and 3 + 3
    for mark in (*lower.marks, *upper.marks):
        assert HEIGHT >= mark.low > mark.value > mark.high >= 0
        assert 0 < mark.x < WIDTH
    assert (turns.range, turns.says) == (
        "4.00 to 8.00",
        "Lowest at goal 3, peace 1, highest at goal 5, peace 3; this may be chance.",
    )


@pytest.mark.quick
def test_labels_at_one_height_are_moved_apart() -> None:
    wins = picture("seat 1 wins", versions("34", "12345"))
    assert (wins.range, wins.says) == ("100.0 %", "The same for all.")
    assert all(below.label_y - above.label_y >= LABEL for above, below in pairwise(wins.lines))


@pytest.mark.quick
def test_a_comparison_that_was_stopped_shows_what_was_finished() -> None:
    turns = picture("turns", versions("34", "13")[:3])
    assert sorted(len(line.marks) for line in turns.lines) == [1, 2]


@given(st.floats(-50, 50), st.floats(0.001, 500), st.sampled_from([0.0, 0.01]))
def test_ticks_are_round_and_reach_beyond_both_ends(low: float, more: float, least: float) -> None:
    found = scale(low, low + more, 4, least)
    step = found[1] - found[0]
    assert f"{step:e}"[0] in "125"
    assert step == pytest.approx(float(f"{step:.0e}"))
    assert found[0] <= low + step * 1e-6
    assert found[-1] >= low + more - step * 1e-6
    assert 2 <= len(found) <= 6
    assert all(value / step == pytest.approx(round(value / step), abs=1e-6) for value in found)


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
def test_the_page_of_several_values_fits_a_phone_and_calls_each_number_as_people_do(tmp_path: Path) -> None:
    found: Any = {
        "game": "zoo", "title": "Zoo", "players": 2, "seed": 1, "bots": ["greedy"] * 2, "games": 3, "hardly_ever": [],
        "axes": ["goal.2=3..5", "peace=1,3"], "names": NAMES, "versions": versions("345", "13"),
    }  # fmt: skip
    file = write_levels(tmp_path, found, style("#27508a", "#9bb9e8"))
    with chromium() as browser:
        page = browser.new_page()
        for width in (360, 390, 768):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(file.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") == width
            wide = page.evaluate(
                "[...document.querySelectorAll('.picture')].map(one => [one, one.parentNode].map(it => it.clientWidth))"
            )
            assert all(picture > 0.8 * tile for picture, tile in wide), "each picture is as wide as its tile"
        text = page.inner_text("main")
    assert "goal with 2 players: 3 to 5; peace: 1, 3" in text
    assert "goal.2" not in text
