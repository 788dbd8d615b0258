"""A colour may be written as people know it from CSS, and comes out as #rrggbb."""

from __future__ import annotations

import colorsys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.units import Box
from proofdeck.paper.faces.colours import UnknownColourError, parse_paint
from proofdeck.paper.faces.face import (
    Font,
    Gradient,
    Group,
    Halo,
    Icon,
    Paint,
    Picture,
    Shape,
    Spot,
    TextRun,
    Turned,
    rectangle_path,
)
from proofdeck.paper.faces.recolouring import recoloured
from proofdeck.paper.svg.drawing import Drawing

BYTE = st.integers(0, 255)


def painted(text: str, **palette: str) -> Paint | None:
    return parse_paint(text, palette.get, Box(0, 0, 10, 10))


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        *(("gray", "#808080"), ("grey", "#808080"), ("Gold", "#ffd700"), ("rebeccapurple", "#663399")),
        *(("rgb(40, 80, 120)", "#285078"), ("RGB(40 80 120)", "#285078"), ("rgb(0%, 100%, 0%)", "#00ff00")),
        *(("hsl(120, 100%, 50%)", "#00ff00"), ("hsl(240deg 100% 50%)", "#0000ff")),
        *(("rgba(40, 80, 120, 0.5)", "#28507880"), ("rgb(40 80 120 / 50%)", "#28507880")),
        *(("hsla(0, 100%, 50%, 1)", "#ff0000"), ("hsl(0 100% 50% / 0)", "#ff000000")),
    ],
)
def test_colours_of_css_are_known(written: str, colour: str) -> None:
    assert painted(written) == colour


@given(BYTE, BYTE, BYTE)
def test_red_green_and_blue_come_out_as_they_are_written(red: int, green: int, blue: int) -> None:
    assert painted(f"rgb({red}, {green}, {blue})") == f"#{red:02x}{green:02x}{blue:02x}"


@given(st.integers(0, 359), st.integers(0, 100), st.integers(0, 100))
def test_hue_saturation_and_lightness_mean_what_they_mean_elsewhere(hue: int, saturation: int, light: int) -> None:
    colour = painted(f"hsl({hue}, {saturation}%, {light}%)")
    assert isinstance(colour, str)
    expected = [255 * channel for channel in colorsys.hls_to_rgb(hue / 360, light / 100, saturation / 100)]
    assert [int(colour[at : at + 2], 16) for at in (1, 3, 5)] == pytest.approx(expected, abs=0.51)


@pytest.mark.parametrize(
    "written",
    [
        *("rgb(300, 0, 0)", "rgb(-1, 0, 0)", "rgb(1, 2)", "rgb(1, 2, 3, 4)", "rgb(1, 2, 3, 0.5, 6)", "hsl(1, 2, 3)"),
        *(
            "hsl(10, 150%, 10%)",
            "rgb()",
            "hsv(1, 2%, 3%)",
            "rgb(1, 2, 3",
            "golden",
            "rgb(" + " " * 30_000,
            "," * 30_000,
        ),
    ],
)
def test_what_is_not_a_colour_is_refused(written: str) -> None:
    with pytest.raises(UnknownColourError):
        painted(written)


def test_a_name_of_the_palette_comes_before_one_of_css() -> None:
    assert painted("gold", gold="#c9a227") == "#c9a227"
    assert painted("ink", ink="navy") == "#000080"


def test_gradients_and_inks_are_made_of_any_colours() -> None:
    gradient = painted("linear(90, rgb(1, 2, 3), transparent)")
    assert isinstance(gradient, Gradient)
    assert [colour for _, colour in gradient.stops] == ["#010203", "#01020300"]
    assert painted("spot(Gold, hsl(0, 100%, 50%))") == Spot("Gold", "#ff0000")
    assert painted("transparent") is None


PLACE = Box(0, 0, 10, 10)
SQUARE = Shape(rectangle_path(PLACE), "#000001", "#000002")
COLOURED = (
    SQUARE,
    Shape(rectangle_path(PLACE), Gradient("linear", (0, 0, 1, 0), ((0.0, "#000003"), (1.0, "#00000480"))), None),
    TextRun(Font("Crimson Text"), 5, 0, 0, (), Spot("Gold", "#000005")),
    Icon("raven", PLACE, "#000006"),
    Picture("a.png", PLACE, tint="#000007"),
    Turned(90, 0, 0, (Group((Shape(rectangle_path(PLACE), "#000008"),), opacity=0.5),)),
    Halo((SQUARE,), "#000009", ((1.0, 1.0),)),
)


def test_every_colour_of_every_mark_is_changed_and_what_is_not_painted_stays_so() -> None:
    found: list[str] = []

    def change(colour: str) -> str:
        found.append(colour)
        return "#ffffff"

    changed = repr([recoloured(mark, change) for mark in COLOURED])
    assert sorted(found) == ["#000001", "#000002", "#000003", "#00000480", *(f"#00000{at}" for at in range(5, 10))]
    assert [f"#00000{at}" in changed for at in range(3, 10)] == [False] * 7
    assert recoloured(Shape(rectangle_path(PLACE), None, "#000002"), change) == Shape(SQUARE.path, None, "#ffffff")


def test_a_recoloured_drawing_is_as_translucent_as_before() -> None:
    glass = Drawing(10, 10, (Shape(rectangle_path(PLACE), "#00000180"), Shape(rectangle_path(PLACE), "#000002")))
    (veil, solid) = glass.recoloured(lambda colour: f"#ffff{colour[5:7]}").marks
    assert (veil, solid) == (Shape(SQUARE.path, "#ffff0180"), Shape(SQUARE.path, "#ffff02"))
