"""The colour that a face is known by."""

from __future__ import annotations

import pytest

from proofdeck.ground.units import Size
from proofdeck.paper.faces.face import Face, Gradient, Group, Paint, Shape, Turned
from proofdeck.paper.faces.paths import path_of
from proofdeck.paper.faces.tone import tone_of

pytestmark = pytest.mark.quick


def square(side: float, fill: Paint | None, start: float = 0.0) -> Shape:
    end = start + side
    corners = [(start, start), (end, start), (end, end), (start, end)]
    return Shape(path_of([("M", corners[0]), *(("L", one) for one in corners[1:]), ("Z", ())]), fill)


def tone(*marks: Shape | Group | Turned) -> str:
    return tone_of(Face(Size(25, 25), 2, "ellipse", marks))


def test_a_marker_is_known_by_its_ground_and_not_by_the_larger_plate_of_bone() -> None:
    assert tone(square(29, "#1d4f86", -2), square(22, "#faf6ea", 1.5)) == "#1d4f86"


def test_the_larger_of_two_colours_wins_also_within_groups() -> None:
    assert tone(square(24, "#c98a12"), Group((Turned(5, 0, 0, (square(10, "#a02030"),)),))) == "#c98a12"


def test_what_lies_beyond_the_edge_does_not_count() -> None:
    assert tone(square(80, "#1d4f86", 24), square(15, "#c98a12")) == "#c98a12"


def test_a_gradient_counts_with_the_middle_of_its_stops() -> None:
    assert tone(square(25, Gradient("radial", (0, 0, 1), ((0, "#ff0000"), (1, "#000000"))))) == "#800000"


@pytest.mark.parametrize("fill", ["#ffffff", "#808080", None])
def test_a_face_without_colour_is_known_by_none(fill: str | None) -> None:
    assert tone(square(25, fill)) == ""
    assert tone() == ""
