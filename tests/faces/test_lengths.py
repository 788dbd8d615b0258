"""Lengths with units mean the same as plain numbers, in every option that is a length."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problem, Problems
from proofdeck.ground.units import MM_PER_POINT, Size
from proofdeck.paper.faces.elements import ELEMENTS
from proofdeck.paper.faces.elements.grid import GRID_KEY
from proofdeck.paper.faces.face import Shape
from proofdeck.paper.faces.lengths import UNITS, Ruler
from proofdeck.paper.faces.options import ElementOption
from proofdeck.paper.faces.template import Template, load_template

CARD = Ruler(300, Size(60, 90))
LENGTHS = {
    (kind, name): option
    for kind, options in {**ELEMENTS, "cell": GRID_KEY}.items()
    for name, option in options.items()
    if option.unit
}
SEVERAL = {
    **dict.fromkeys(("shadow", "outline", "glow"), "{0} {0} {0} #00000080"),
    "points": "{0},{0} {0},0",
    "dash": "{0} {0}",
    "edge": "{0} {0} {0} {0}",
}
"""Options with more than one length."""


@pytest.mark.parametrize(("kind", "name"), LENGTHS)
def test_each_length_takes_each_unit(kind: str, name: str) -> None:
    option = LENGTHS[kind, name]
    pattern = SEVERAL.get(name, "{0}")
    if name in {"outline", "glow"}:
        pattern = "{0} #00000080"
    expected = option.parse(pattern.format("12"))
    mm = 12 * MM_PER_POINT if option.unit == "pt" else 12
    for written in [f"{mm / of:.12g}{unit}" for unit, of in UNITS.items()] + [f"{mm / 25.4 * 300:.12g} px"]:
        assert numbers(option.value(pattern.format(written), CARD)) == pytest.approx(numbers(expected)), written


def numbers(value: object) -> list[float]:
    return [float(found) for found in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", repr(value))]


@pytest.mark.parametrize(("name", "of"), [("x", 60), ("width", 60), ("x2", 60), ("y", 90), ("height", 90), ("y2", 90)])
def test_a_percentage_is_a_share_of_the_width_or_height_of_the_card(name: str, of: float) -> None:
    assert ELEMENTS["line"][name].value("25%", CARD) == of / 4


@pytest.mark.parametrize(("written", "mm"), [("100% - 8mm", 52), ("50% - 1cm + 2", 22), ("-5 + 1in", 20.4)])
def test_a_length_may_be_a_sum(written: str, mm: float) -> None:
    assert ELEMENTS["line"]["x"].value(written, CARD) == pytest.approx(mm)


def test_percentages_of_points_are_shares_of_the_width_and_height_in_turn() -> None:
    points = ELEMENTS["polygon"]["points"]
    assert points.value("50%,50% 100%,0 0,1in", CARD) == ((30, 45), (60, 0), (0, 25.4))
    assert points.value([["1cm", 0], [5, "2mm"]], CARD) == ((10, 0), (5, 2))


@given(st.floats(0, 900, allow_nan=False), st.sampled_from([75.0, 300.0, 600.0]))
def test_a_pixel_is_as_large_as_the_resolution_says(pixels: float, dpi: float) -> None:
    measured = ELEMENTS["rectangle"]["x"].value(f"{pixels:f}px", Ruler(dpi))
    assert measured == pytest.approx(float(f"{pixels:f}") / dpi * 25.4)


@pytest.mark.parametrize("colour", ["hsl(0, 50%, 50%)", "#12in", "spot(Gold 5mm, #c9a227)", "linear(90, a, b)"])
def test_colours_behind_lengths_stay_as_they_are(colour: str) -> None:
    assert ELEMENTS["text"]["outline"].value(f"1mm {colour}", CARD) == ((1.0,), colour)


@pytest.mark.parametrize("written", ["5 feet", "wide", "5em", "5mm 3", "5 - ", "1.2.3 - 4", "", "1in2", "50%%"])
def test_what_is_not_a_length_is_answered_with_the_units(written: str) -> None:
    with pytest.raises(ValueError, match=r"is not a length; write a number of mm, or .* mm, cm, in, pt, px or %"):
        ELEMENTS["rectangle"]["x"].value(written, CARD)


def test_a_length_that_is_too_long_is_told_as_it_was_written() -> None:
    with pytest.raises(ValueError, match=r"^'60in': 1524 is not between -1000 and 1000, in mm$"):
        ELEMENTS["rectangle"]["x"].value("60in", CARD)


def test_a_type_size_is_no_share_of_anything() -> None:
    with pytest.raises(ValueError, match=r"^'50%' is not a length; write a number of pt"):
        ELEMENTS["text"]["size"].value("50%", CARD)


def loaded(toml: str, tmp_path: Path) -> tuple[Template, list[Problem]]:
    (tmp_path / "front.toml").write_text(toml, encoding="utf-8")
    template = load_template(tmp_path / "front.toml", [(tmp_path, "templates")], problems := Problems())
    assert template is not None
    return template, list(problems)


def test_the_top_of_a_template_takes_units_and_says_how_large_a_pixel_is(tmp_path: Path) -> None:
    toml = (
        'dpi = 150\nbleed = "0.125in"\nsafe = "30px"\nsize = {width = "2in", height = "7.5cm"}\n'
        '[elements.one]\ntype = "rectangle"\nx = "15px"\nwidth = "50%"\n'
    )
    template, told = loaded(toml, tmp_path)
    assert told == []
    assert [template.bleed, template.safe] == pytest.approx([3.175, 5.08])
    assert template.size == Size(50.8, 75)
    assert template.elements[0].constants["x"] == pytest.approx(2.54)
    assert template.elements[0].constants["width"] == pytest.approx(25.4)


def test_cells_and_expressions_give_lengths_with_units(write: Callable[..., Path]) -> None:
    from proofdeck.paper.deck.prints import lay_out
    from proofdeck.source.project.reading import load_project
    from proofdeck.source.project.request import Options

    write("cards.csv", "game,id,wide\ng,a,1in\ng,b,25%\n")
    root = write("templates/g/front.toml", '[elements.r]\ntype = "rectangle"\nfill = "black"\nwidth = "{{ wide }}"\n')
    project = load_project(root, problems := Problems())
    made = lay_out(project, project.games["g"], Options(), problems)
    assert not problems
    shapes = [mark for item in made.items for mark in item.front.marks if isinstance(mark, Shape)]
    assert [shape.path[1] for shape in shapes] == [("L", (25.4, 0.0)), ("L", (15.75, 0.0))]


def test_every_length_on_a_card_has_a_unit() -> None:
    """Options that are not lengths, in words of their own: a share, a factor, degrees, em, pixels of a picture."""
    said: dict[str, ElementOption] = {name: option for options in ELEMENTS.values() for name, option in options.items()}
    assert [name for name, option in said.items() if not option.unit and re.search(r"\b(mm|pt)\b", option.says)] == [
        "d"
    ]


@pytest.mark.parametrize(
    ("raw", "by", "new"),
    [
        (8.5, 1.25, 9.75),
        ("8.5mm", 1.25, "9.75mm"),
        ("2 cm", -5, "1.5 cm"),
        ("300px", 2.54, "330px"),
        ("100% - 8mm", 1.5, "100% - 6.5mm"),
        ("100% - 8mm", 10, "100% + 2mm"),
        ("50%", 6, "60%"),
        ("50% - 2mm + 1in", 25.4, "50% - 2mm + 2in"),
        ("+= 2mm", 1, "+= 3mm"),
        ("-= 2mm", 5, "+= 3mm"),
        ("+=2", -3, "-=1"),
    ],
)
def test_a_length_that_is_made_longer_keeps_its_unit_and_its_shape(raw: object, by: float, new: object) -> None:
    assert CARD.shifted(raw, by, "across") == new


@pytest.mark.parametrize("raw", ["{{ value }}mm", "wide", "", True, [1], "max(1, 2)", "3furlongs"])
def test_what_is_more_than_lengths_is_not_made_longer(raw: object) -> None:
    with pytest.raises(ValueError, match="is not a length"):
        CARD.shifted(raw, 1, "across")


@given(
    st.lists(st.tuples(st.sampled_from([*UNITS, "px", "%"]), st.integers(-2000, 2000)), min_size=1, max_size=4),
    st.floats(-30, 30),
)
def test_a_length_becomes_longer_by_what_was_asked(terms: list[tuple[str, int]], by: float) -> None:
    first, *rest = [(unit, number / 100) for unit, number in terms]
    raw = f"{first[1]}{first[0]}" + "".join(f" {'-+'[number >= 0]} {abs(number)}{unit}" for unit, number in rest)
    before, after = (float(str(CARD.measured(one, "across"))) for one in (raw, CARD.shifted(raw, by, "across")))
    assert after - before == pytest.approx(by, abs=0.01)
