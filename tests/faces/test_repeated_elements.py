"""Elements that are repeated, that extend each other, and shapes with a label."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from materials import supplies_in

from proofdeck.ground.problems import Problems
from proofdeck.paper.faces.face import Face, Shape, TextRun
from proofdeck.paper.faces.layout import Copy, faces_of
from proofdeck.paper.faces.lengths import Ruler, change_of, multiplied
from proofdeck.paper.faces.options import LABEL, length
from proofdeck.paper.faces.template import Template, template_of
from proofdeck.source.cards.deck import Card

RULER = Ruler()


def template(text: str) -> Template:
    problems = Problems()
    made = template_of('size = "60x90"\n[fonts]\nbody = "Crimson Text"\n' + text, "front.toml", [], problems)
    assert not problems
    return made


def face(text: str, tmp_path: Path, **fields: str) -> Face:
    supplies = supplies_in(tmp_path, [tmp_path])
    problems = Problems()
    card = Card("g", "a", "A", "", None, 1, {"id": "a", **fields}, {})
    (made,) = faces_of(template(text), supplies, "front", {}, [Copy(card, 1, 1)], problems)
    assert not problems
    return made


def words(face: Face) -> list[str]:
    return [mark.text for mark in face.leaves() if isinstance(mark, TextRun)]


def corners(text: str) -> dict[str, tuple[float, float]]:
    return {one.name: (one.constants["x"] or 0, one.constants["y"] or 0) for one in template(text).elements}


ROW = (
    '[elements.stock]\ntype = "text"\nheight = 8\ny = 10\n'
    'repeat = ["wood", "steel", "gold"]\nstep = {x = 2, y = "1cm"}\n'
)


def test_a_repeated_element_moves_by_a_step_and_knows_its_turn(tmp_path: Path) -> None:
    assert corners(ROW) == {"stock_1": (0, 10), "stock_2": (2, 20), "stock_3": (4, 30)}
    seen = words(face(ROW + 'text = "{{ turn }}{{ each }}{{ card.turn }}"\n', tmp_path, turn="x"))
    assert seen == ["1woodx", "2steelx", "3goldx"]


@pytest.mark.parametrize(("cost", "shown"), [("0", []), ("2", ["1", "2"]), ("9", ["1", "2", "3"])])
def test_how_many_turns_are_painted_may_depend_on_the_card(tmp_path: Path, cost: str, shown: list[str]) -> None:
    row = '[elements.c]\ntype = "text"\ntext = "{{ each }}"\nheight = 9\nrepeat = 3\nstep = {y = 9}\n'
    assert words(face(row + 'when = "{{ turn <= cost|int }}"\n', tmp_path, cost=cost)) == shown


def test_a_list_may_have_tables_and_a_line_moves_with_both_ends(tmp_path: Path) -> None:
    made = face(
        '[elements.l]\ntype = "line"\nx = 5\nx2 = 9\ny = 4\nstroke = "{{ each.ink }}"\nstep = {x = 10}\n'
        'repeat = [{ink = "#ff0000"}, {ink = "#00ff00"}]\n',
        tmp_path,
    )
    lines = [(mark.stroke, mark.path) for mark in made.leaves() if isinstance(mark, Shape)]
    assert lines == [
        ("#ff0000", (("M", (5, 4)), ("L", (9, 4)))),
        ("#00ff00", (("M", (15, 4)), ("L", (19, 4)))),
    ]


def test_an_element_inherits_from_another_and_repeats_like_it(tmp_path: Path) -> None:
    amount = '[elements.amount]\nextends = "stock"\nx = "+= 20"\ny = "-= 1mm"\n'
    found = corners(ROW + amount)
    assert [found[f"amount_{n}"] for n in (1, 2, 3)] == [(20, 9), (22, 19), (24, 29)]
    assert words(face(amount + 'text = "{{ each }}!"\n' + ROW, tmp_path)) == ["wood!", "steel!", "gold!"]


def test_an_element_of_another_type_inherits_its_place_and_turns() -> None:
    made = template(ROW + 'font = "body"\n[elements.spot]\nextends = "stock"\ntype = "circle"\nfill = "red"\n').elements
    assert [(one.name, one.type, one.constants["y"]) for one in made[3:]] == [
        ("spot_1", "ellipse", 10),
        ("spot_2", "ellipse", 20),
        ("spot_3", "ellipse", 30),
    ]


def test_a_change_adds_to_what_another_file_says_and_to_values_computed_for_the_card(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    root = write("templates/base.toml", '[elements.r]\ntype = "rectangle"\nfill = "red"\nx = "{{ cost }}"\nwidth = 8\n')
    nearer = 'extends = "base.toml"\n[elements.r]\nx = "+= 5"\nwidth = "-= {{ cost }}"\nheight = 9\n'
    problems = Problems()
    made = template_of(nearer, "front.toml", [(root / "templates", "templates")], problems)
    supplies = supplies_in(tmp_path, [tmp_path])
    card = Card("g", "a", "A", "", None, 1, {"cost": "-3"}, {})
    (mark,) = faces_of(made, supplies, "front", {}, [Copy(card, 1, 1)], problems)[0].marks
    assert not problems
    assert isinstance(mark, Shape)
    assert mark.path[:2] == (("M", (2, 0)), ("L", (13, 0)))


def test_a_repeated_element_is_painted_below_the_one_it_names_and_others_below_all_of_it() -> None:
    text = (
        '[elements.frame]\ntype = "rectangle"\n'
        '[elements.row]\ntype = "rectangle"\nrepeat = 2\nbefore = "frame"\n'
        '[elements.ground]\ntype = "rectangle"\nbefore = "row"\n[elements.top]\nextends = "ground"\n'
    )
    assert list(corners(text)) == ["ground", "row_1", "row_2", "frame", "top"]


def test_the_label_of_a_shape_is_centred_in_it(tmp_path: Path) -> None:
    made = face(
        '[elements.disc]\ntype = "circle"\nx = 10\ny = 20\nwidth = 20\nheight = 20\nfill = "red"\n'
        'label = "**{{ cost }}**"\nlabel_size = 20\nlabel_colour = "white"\nrepeat = 2\nstep = {y = 30}\n',
        tmp_path,
        cost="77",
    )
    runs = [mark for mark in made.marks if isinstance(mark, TextRun)]
    assert [type(mark) for mark in made.marks] == [Shape, TextRun, Shape, TextRun]
    for run, middle in zip(runs, (30, 60), strict=True):
        wide = sum(glyph.advance for glyph in run.glyphs) * run.size
        assert (run.text, run.colour) == ("77", "#ffffff")
        assert run.x + wide / 2 == pytest.approx(20, abs=0.01)
        assert run.y - run.size / 2 < middle < run.y, "the middle of the circle is between baseline and top"


def test_each_option_of_a_label_is_one_of_the_text_that_it_becomes() -> None:
    shape = '[elements.r]\ntype = "rectangle"\nlabel = "x"\nlabel_size = 12\nlabel_min_size = 6\nlabel_colour = "red"\n'
    _, text = template(shape + 'label_font = "body-bold"\n').elements
    settled = {name: text.constants[name.removeprefix("label_")] for name in LABEL if name != "label"}
    assert settled == {"label_font": "body-bold", "label_size": 12, "label_min_size": 6, "label_colour": "red"}
    assert text.constants["text"] == "x"


NUMBERS = st.decimals(-99, 99, places=2).map(str)


@given(begin=NUMBERS, by=NUMBERS, turns=st.integers(0, 30), sign=st.sampled_from("+-"))
def test_steps_and_changes_add_up(begin: str, by: str, turns: int, sign: str) -> None:
    option = length(-10_000, 10_000, None, "")
    stepped = option.value(begin + multiplied(by, turns), RULER)
    assert stepped == pytest.approx(float(begin) + turns * float(by))
    change = change_of(f"{sign}= {by}")
    assert change is not None
    assert option.value(begin + change, RULER) == pytest.approx(float(begin) + float(sign + "1") * float(by))
