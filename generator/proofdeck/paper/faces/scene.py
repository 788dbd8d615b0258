"""A face under construction as its elements see it, and where they are on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.face import Font, Paint, Shape
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.faces.setting import Fitted
from proofdeck.paper.faces.text import ComposedText

ON_THE_CUT = 0.01
"""mm: an edge this close to the cut counts as being on it."""

Values = Mapping[str, Any]


class Scene(Protocol):
    """A face under construction, as its elements see it."""

    materials: Materials
    size: Size
    bleed: float
    language: str

    def paint(self, value: str, box: Box, key: str) -> Paint | None:
        """The colour of that option; None for `none`, or after a mistake, which is noted."""

    def cell_values(self, looks: Mapping[str, Any]) -> Values:
        """The typed values for one word of a grid's key."""

    def font(self, role: str) -> Font:
        """The font of that role in [fonts]."""

    def other_fonts(self) -> tuple[Font, ...]:
        """The fonts for letters that the font of a text lacks."""

    def spelt(self, words: str) -> str:
        """The text with what the template prints in place of symbols."""

    def icon_name(self, name: str) -> str:
        """The name behind an alias."""

    def has_icon(self, name: str, key: str) -> bool:
        """False after a mistake, which is noted."""

    def has_image(self, file: str, key: str) -> bool:
        """False after a mistake, which is noted."""

    def fault(self, code: str, message: str, key: str, hint: str) -> None:
        """Note a mistake in that option."""

    def text_faults(self, composed: ComposedText, fitted: Fitted, smallest: float, box: Box) -> None:
        """Note what could not be typeset."""

    def largest_size(self, size: float) -> float:
        """The size (mm) at which fitting starts: smaller than `size` if the whole deck shares one size."""


def box_of(values: Values, size: Size) -> Box:
    x, y = values["x"] or 0.0, values["y"] or 0.0
    width = size.width - x if values["width"] is None else values["width"]
    height = size.height - y if values["height"] is None else values["height"]
    return Box(x, y, max(0.0, width), max(0.0, height))


def out(distance: float, bleed: float) -> float:
    """The distance of an edge from the cut, inwards."""
    return min(distance, -bleed) if distance <= ON_THE_CUT else distance


def corner_of(x: float, y: float, values: Values, scene: Scene) -> tuple[float, float]:
    """A point of a polygon, moved out into the bleed if it is on the cut and the polygon has bleed."""
    if not values["bleed"]:
        return x, y
    width, height = scene.size.width, scene.size.height
    x, y = out(x, scene.bleed), out(y, scene.bleed)
    return width - out(width - x, scene.bleed), height - out(height - y, scene.bleed)


def contained(aspect: float, box: Box) -> Box:
    """The largest box with that aspect (width / height) centred inside `box`."""
    width = min(box.width, box.height * aspect)
    height = width / aspect
    (cx, cy) = box.centre
    return Box(cx - width / 2, cy - height / 2, width, height)


def shape(path: display.Path, values: Values, box: Box, scene: Scene) -> Iterator[Shape]:
    """The path in the colours of the element; nothing if it has none."""
    fill, stroke = scene.paint(values["fill"], box, "fill"), scene.paint(values["stroke"], box, "stroke")
    if not values["stroke_width"]:
        stroke = None
    if fill is not None or stroke is not None:
        opacity = values.get("opacity", 1.0)
        yield Shape(path, fill, stroke, values["stroke_width"] if stroke else 0.0, values["dash"], opacity)
