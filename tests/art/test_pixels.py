"""What is painted as pixels is painted by another process, which may fail in each way without harm to this one."""

from __future__ import annotations

import resource
from typing import Any

import pytest
from PIL import Image, ImageColor

from proofdeck.ground.apart import limit
from proofdeck.paper.faces.face import Raster, Shape
from proofdeck.paper.ink.images import shaded
from proofdeck.paper.ink.rasters import relit
from proofdeck.paper.svg import pixels
from proofdeck.paper.svg.drawing import read_drawing
from proofdeck.paper.svg.tree import SvgError

FILTERED = 'filter="url(#f)"'
SLOW = '<filter id="f"><feTurbulence baseFrequency="1" numOctaves="9999"/></filter><rect filter="url(#f)" {size}/>'


def svg_with(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>'


def test_a_drawing_that_takes_too_long_is_refused_with_the_limits_and_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pixels, "LONGEST", 1)
    slow = svg_with(SLOW.format(size='width="9" height="9"'))
    with pytest.raises(SvgError, match="within 1 s or 1 GB of memory") as refusal:
        pixels.painted(slow, 2_000, 2_000, ())
    assert "Simplify" in refusal.value.hint


def test_what_resvg_refuses_is_told_in_its_words() -> None:
    with pytest.raises(SvgError, match="painted as pixels: SVG has an invalid size"):
        pixels.painted('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>', 9, 9, ())


def test_a_system_that_cannot_limit_memory_still_limits_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS."""
    limited: list[int] = []

    def setrlimit(what: int, _: object) -> None:
        if what == resource.RLIMIT_AS:
            raise ValueError("current limit exceeds maximum limit")
        limited.append(what)

    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    limit(1 << 30, 5)
    assert limited == [resource.RLIMIT_CPU]


@pytest.mark.parametrize("colour", ["#336699", "#000000", "#ffffff", "#e8c547"])
@pytest.mark.parametrize(
    "how",
    [{}, {"tint": "#aa2200"}, {"grey": True}, {"tint": "#aa2200", "grey": True}, {"transparent": "#336699"}],
    ids=lambda how: " and ".join(how) or "as it is",
)
def test_what_is_painted_as_pixels_is_recoloured_like_the_shapes_beside_it(colour: str, how: dict[str, Any]) -> None:
    """The left half is a shape; the right half has a filter that changes nothing, so it becomes pixels."""
    same = '<filter id="f"><feOffset dx="0"/></filter>'
    halves = (
        f'<rect width="4" height="9" fill="{colour}"/><rect x="4" width="5" height="9" fill="{colour}" {FILTERED}/>'
    )
    marks = shaded(read_drawing(svg_with(same + halves).encode(), "a.svg"), **how).marks
    (shape,) = (mark for mark in marks if isinstance(mark, Shape))
    (raster,) = (mark for mark in marks if isinstance(mark, Raster))
    painted = relit(raster, Image.new("RGBA", (1, 1), colour)).getpixel((0, 0))
    assert isinstance(painted, tuple)
    if not shape.fill:
        assert painted[3] == 0
    else:
        wanted = (*ImageColor.getrgb(shape.fill), 255)
        assert max(abs(a - b) for a, b in zip(painted, wanted, strict=True)) <= 1
