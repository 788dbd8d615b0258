"""The page of a report: its chart, its table, and that it needs nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import CHROMIUM, DESK, TELEPHONE, broken_rules, chromium

from proofdeck.ground.shell import style
from proofdeck.ground.units import Box
from proofdeck.play.lab.chart import chart_of
from proofdeck.play.lab.course import COURSE
from proofdeck.play.lab.report import page


def figures(number: int) -> Any:
    """What the page asks for of a game with that many cards, whose dots are close together."""
    names = [f"Card {at}" for at in range(number)]
    cards = []
    for at, name in enumerate(names):
        row = {"card": name, "name": name, "points": 1.0, "played": at % 37 / 70 + 0.2}
        for fate in ("opening", "held", "played", "scored"):
            lift = at % 23 / 90 - 0.05
            ends = {f"lift_{fate}_low": lift - 0.1, f"lift_{fate}_high": lift + 0.1}
            row = {fate: 0.5, f"lift_{fate}": lift, f"stands_out_{fate}": at % 5 == 0, **ends, **row}
        cards.append(row)
    seat = {"seat": 1, "bot": "greedy", "wins": 0.5, "interval": (0.4, 0.6), "score": {"mean": 9.0}}
    course = {name: {"mean": 0.3} for name in COURSE}
    return {
        "game": "zoo",
        "title": "Zoo",
        "games": 100,
        "players": 2,
        "bots": ["greedy"] * 2,
        "seed": 1,
        "seats": [seat, {**seat, "seat": 2}],
        "turns": {"mean": 9.0, "p5": 8, "p95": 10},
        "ties": 0.0,
        "branching": 3.0,
        "forced": 0.1,
        "lengths": {"8": 40, "10": 60},
        "cards": cards,
        **course,
        "hardly_ever": [
            {"what": "rule", "name": "turn.draw", "words": "3.1 Draw a card.", "share": 0.0, "scores": False}
        ],
    }


def test_no_name_on_the_chart_overlaps_another_one_a_dot_or_the_line_of_no_difference() -> None:
    chart = chart_of(figures(150)["cards"], "played")
    assert chart is not None
    named = [dot.label.box(dot.name) for dot in chart.dots if dot.label]
    dots = [Box(dot.x - 5, dot.y - 5, 10, 10) for dot in chart.dots]
    assert 150 / 4 < len(named) < 150
    for at, box in enumerate(named):
        assert not box.y < chart.even < box.bottom
        for other in (*named[:at], *dots):
            assert box.right <= other.x or other.right <= box.x or box.bottom <= other.y or other.bottom <= box.y


@pytest.mark.parametrize(("number", "is_clear", "shown"), [(4, False, False), (4, True, True), (8, False, True)])
def test_a_few_dots_of_chance_are_no_chart(number: int, is_clear: bool, shown: bool) -> None:
    cards = [card | {"stands_out_held": is_clear} for card in figures(number)["cards"]]
    assert (chart_of(cards, "held") is not None) is shown


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
def test_the_report_is_sorted_by_a_click_names_no_clause_by_its_id_and_breaks_no_rule_of_axe_core() -> None:
    with chromium() as browser:
        opened = browser.new_page(viewport={"width": DESK, "height": 800})
        asked: list[str] = []
        opened.on("request", lambda request: asked.append(request.url))
        opened.set_content(page(figures(12), {}, style("#27508a", "#9bb9e8")))
        tops = "names => names.map(name => document.querySelector(name).getBoundingClientRect().top)"
        places = opened.evaluate(tops, [".tiles", ".chart", ".sortable"])
        assert places == sorted(places), "figures, then the chart, then the table"
        for width in (TELEPHONE, 390, 768):
            opened.set_viewport_size({"width": width, "height": 800})
            assert opened.evaluate("document.documentElement.scrollWidth") == width
            assert opened.locator(".chart:visible").count() == 1
        opened.set_viewport_size({"width": DESK, "height": 800})
        first = opened.locator(".sortable tbody th").first
        opened.get_by_role("button", name="card").click()
        assert first.inner_text() == "Card 0"
        opened.get_by_role("button", name="played", exact=True).first.click()
        assert first.inner_text() == "Card 11"
        assert "turn.draw" not in opened.content()
        assert asked == []
        broken = [*broken_rules(opened, "light", DESK), *broken_rules(opened, "dark", TELEPHONE)]
    assert not broken, "\n\n".join(broken)
