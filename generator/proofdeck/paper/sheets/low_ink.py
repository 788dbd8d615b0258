"""Turns a face into one that needs little ink: white fills, black text, thin grey outlines.

Colour stays where it helps most. Small signs, and the numbers in the corners of a card, keep it first; what is light on
a coloured ground takes the colour of that ground. Large icons keep theirs unless they are too light to be seen on white
paper. Pictures come last: their element says what is left of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal, assert_never

from proofdeck.ground.colour_vision import BLACK
from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import (
    Colour,
    Face,
    Group,
    Halo,
    Icon,
    Mark,
    Paint,
    Path,
    Picture,
    Raster,
    Scanned,
    Shape,
    Spot,
    TextRun,
    Turned,
    rectangle_path,
)
from proofdeck.paper.faces.paths import extent

WHITE = "#ffffff"
ICON_GREY = "#6b6b6b"
LINE_GREY = "#9a9a9a"
THINNEST_LINE = 0.2
"""mm"""
LIGHT = 150
"""Brightness from 0 to 255 above which colours are hard to see on white."""
FAINT = 0.5
"""Shapes below this opacity are decoration."""
CORNER = (0.24, 0.34)
"""How far the index reaches from the edges of a card, as shares of width and height."""
LARGEST_CARD = 140.0
"""mm, the longer side of the largest card that people hold in their hands. A board has no index."""
LARGEST_SIGN = 10.0
"""mm, the longer side of an icon that is a sign rather than a picture."""
SMALLEST_INDEX = 2.8
"""mm, the size of type of the smallest number in an index."""
SAVED: Mapping[str, Literal["light", "lines"]] = {"tint": "light", "outline": "lines"}
"""What is left of a picture."""


def low_ink(face: Face) -> Face:
    trim = Box(0, 0, face.size.width, face.size.height)
    return replace(face, marks=_Paper(trim).all(face.marks))


class _Paper:
    """A face on white paper, mark by mark, with the coloured grounds painted so far."""

    def __init__(self, trim: Box) -> None:
        self.trim = trim
        self.grounds: list[tuple[Box, Paint]] = []

    def all(self, marks: Iterable[Mark]) -> tuple[Mark, ...]:
        return tuple(lighter for mark in marks if (lighter := self.lighter(mark)))

    def lighter(self, mark: Mark) -> Mark | None:
        if isinstance(mark, TextRun):
            if not mark.opacity:  # read, and not seen
                return mark
            box = Box(mark.x, mark.y - mark.size / 2, mark.length, mark.size / 2)
            in_index = mark.size >= SMALLEST_INDEX and self._in_corner(box)
            return replace(mark, colour=self._seen(mark.colour, box, BLACK) if in_index else BLACK, opacity=1.0)
        if isinstance(mark, Icon):
            if max(mark.box.width, mark.box.height) <= LARGEST_SIGN:
                return replace(mark, colour=self._seen(mark.colour, mark.box, ICON_GREY))
            return replace(mark, colour=mark.colour if _is_dark(mark.colour) else ICON_GREY)
        if isinstance(mark, Shape):
            is_first = not self.grounds
            if mark.fill is not None and mark.opacity >= FAINT:
                self.grounds.append((extent(mark.path), mark.fill))
            outline = _outlined(mark, self.trim)
            hides_nothing = is_first and isinstance(outline, Shape) and outline.stroke is None
            return None if hides_nothing else outline
        if isinstance(mark, Turned):  # of marks painted twice, both turn with their grounds
            return replace(mark, marks=self.all(mark.marks))
        if isinstance(mark, Group):
            return replace(mark, marks=self.all(mark.marks), opacity=1.0, blend="normal")
        if isinstance(mark, Halo):
            return None
        if isinstance(mark, Raster):
            return mark
        if isinstance(mark, Picture):
            return replace(mark, low_ink=SAVED[mark.low_ink]) if mark.low_ink in SAVED else None
        assert_never(mark)

    def _in_corner(self, box: Box) -> bool:
        """Whether a mark is where a hand of cards shows it."""
        x, y = box.centre
        width, height = self.trim.width, self.trim.height
        beside = min(x, width - x) <= width * CORNER[0] and min(y, height - y) <= height * CORNER[1]
        return beside and max(width, height) <= LARGEST_CARD

    def _seen(self, colour: Paint, box: Box, otherwise: Colour) -> Paint:
        """The colour of an index, or that of its ground, whichever can be seen on white paper."""
        ground = next((fill for at, fill in reversed(self.grounds) if at.holds(*box.centre)), colour)
        return next((one for one in (colour, ground) if _is_dark(one)), otherwise)


def _is_dark(colour: Paint) -> bool:
    """Whether it stands out from white paper."""
    shown = colour if isinstance(colour, str) else colour.colour if isinstance(colour, Spot) else colour.stops[0][1]
    red, green, blue = (int(shown[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < LIGHT


def _outlined(shape: Shape, trim: Box) -> Shape | Group | None:
    """Remove faint decoration; turn any other filled shape into an outline on white.

    A ground has no outline. What reaches three edges of the card keeps the line that is not at a cut: the crest of a
    dune.
    """
    if isinstance(shape, Scanned):
        return replace(shape, fill=BLACK)
    if shape.opacity < FAINT:
        return None
    width = shape.stroke_width if shape.stroke is not None else THINNEST_LINE
    paper = WHITE if shape.fill is not None else None
    outline = replace(shape, fill=paper, stroke=LINE_GREY, stroke_width=min(width, 0.4), opacity=1.0)
    edges = _edges_reached(shape.path, trim) if shape.stroke is None else 0
    if edges < 3:
        return outline
    if edges == 4:
        return replace(outline, stroke=None)
    return Group((outline,), rectangle_path(trim.inset(THINNEST_LINE)))


def _edges_reached(path: Path, trim: Box) -> int:
    box = extent(path)
    return sum((box.x <= trim.x, box.right >= trim.right, box.y <= trim.y, box.bottom >= trim.bottom))
