"""Turns a face into one that needs little ink: white fills, black text, thin grey outlines.

Icons keep their colours, because they distinguish the suits, unless they are too light to be seen on white paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from generator.faces.face import Face, Group, Halo, Icon, Mark, Paint, Path, Picture, Shape, Spot, TextRun, Turned
from generator.units import Box

BLACK = "#000000"
WHITE = "#ffffff"
ICON_GREY = "#6b6b6b"
LINE_GREY = "#9a9a9a"
THINNEST_LINE = 0.2
"""mm"""
LIGHT = 150
"""Brightness from 0 to 255 above which colours are hard to see on white."""
FAINT = 0.5
"""Shapes below this opacity are decoration."""


def low_ink(face: Face) -> Face:
    trim = Box(0, 0, face.size.width, face.size.height)
    return replace(face, marks=_all(face.marks, trim))


def _all(marks: Iterable[Mark], trim: Box) -> tuple[Mark, ...]:
    return tuple(lighter for mark in marks if (lighter := _lighter(mark, trim)))


def _lighter(mark: Mark, trim: Box) -> Mark | None:
    if isinstance(mark, TextRun):
        return replace(mark, colour=BLACK, opacity=1.0)
    if isinstance(mark, Icon):
        return replace(mark, colour=_on_white(mark.colour))
    if isinstance(mark, Shape):
        return _outlined(mark, trim)
    if isinstance(mark, Turned):
        return replace(mark, marks=_all(mark.marks, trim))
    if isinstance(mark, Group):
        return replace(mark, marks=_all(mark.marks, trim), opacity=1.0, blend="normal")
    if isinstance(mark, Halo):
        return None
    if isinstance(mark, Picture):
        return mark if mark.low_ink == "tint" else None
    assert_never(mark)


def _on_white(colour: Paint) -> Paint:
    """The colour itself if it stands out from white paper, or else a middle grey."""
    shown = colour if isinstance(colour, str) else colour.colour if isinstance(colour, Spot) else colour.stops[0][1]
    red, green, blue = (int(shown[at : at + 2], 16) for at in (1, 3, 5))
    return colour if 0.299 * red + 0.587 * green + 0.114 * blue < LIGHT else ICON_GREY


def _outlined(shape: Shape, trim: Box) -> Shape | None:
    """Remove filled backgrounds and faint decoration; turn any other filled shape into an outline on white."""
    if shape.opacity < FAINT or (shape.stroke is None and _covers(shape.path, trim)):
        return None
    width = shape.stroke_width if shape.stroke is not None else THINNEST_LINE
    paper = WHITE if shape.fill is not None else None
    return replace(shape, fill=paper, stroke=LINE_GREY, stroke_width=min(width, 0.4), opacity=1.0)


def _covers(path: Path, trim: Box) -> bool:
    """Whether the shape reaches three edges of the trim, so that its outline would only run along a cut."""
    xs = [x for _, coords in path for x in coords[::2]]
    ys = [y for _, coords in path for y in coords[1::2]]
    reached = (min(xs) <= trim.x, max(xs) >= trim.right, min(ys) <= trim.y, max(ys) >= trim.bottom)
    return sum(reached) >= 3
