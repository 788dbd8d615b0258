"""A face enlarged as a whole, for people with poor sight: with `--large`, a poker card is as wide as a jumbo card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import (
    Face,
    Gradient,
    Group,
    Halo,
    Icon,
    Mark,
    MirroredPicture,
    Paint,
    Path,
    Picture,
    Raster,
    Shape,
    Stroked,
    TextRun,
    Turned,
)

LARGER = 89 / 63
EDGE = 12.0
"""mm: what a piece leaves free at the edges of a paper, for margins and marks."""


def fits_enlarged(size: Size, papers: Iterable[Size]) -> bool:
    """Whether a piece of that size, enlarged, still fits on each paper. A board that does not stays as it is."""
    wide, high = (LARGER * length + 2 * EDGE for length in sorted((size.width, size.height)))
    return all(wide <= min(one.width, one.height) and high <= max(one.width, one.height) for one in papers)


def enlarged(face: Face, by: float = LARGER) -> Face:
    """Return the face with everything on it larger by that factor."""
    size = Size(round(face.size.width * by, 1), round(face.size.height * by, 1))
    return replace(face, size=size, corner=face.corner * by, marks=tuple(_mark(mark, by) for mark in face.marks))


def _mark(mark: Mark, by: float) -> Mark:
    if isinstance(mark, Shape):
        return _shape(mark, by)
    if isinstance(mark, TextRun):
        return replace(mark, size=mark.size * by, x=mark.x * by, y=mark.y * by, colour=_paint(mark.colour, by))
    if isinstance(mark, Icon):
        return replace(mark, box=_box(mark.box, by), colour=_paint(mark.colour, by))
    if isinstance(mark, MirroredPicture):
        return replace(mark, box=_box(mark.box, by), clip=_path(mark.clip, by), beyond=_box(mark.beyond, by))
    if isinstance(mark, Picture):
        return replace(mark, box=_box(mark.box, by), clip=_path(mark.clip, by))
    if isinstance(mark, Raster):
        return replace(mark, box=_box(mark.box, by), dots=mark.dots * by)
    if isinstance(mark, Turned):
        return replace(mark, x=mark.x * by, y=mark.y * by, marks=tuple(_mark(one, by) for one in mark.marks))
    if isinstance(mark, Group):
        return replace(mark, clip=_path(mark.clip, by), marks=tuple(_mark(one, by) for one in mark.marks))
    if isinstance(mark, Halo):
        rings = tuple((width * by, opacity) for width, opacity in mark.rings)
        marks = (one for one in (_mark(one, by) for one in mark.marks) if isinstance(one, Shape | TextRun | Icon))
        return replace(mark, marks=tuple(marks), rings=rings)
    assert_never(mark)


def _shape(mark: Shape, by: float) -> Shape:
    """A shape. With a pen, its width and dashes are in units of their own."""
    larger = replace(
        mark,
        path=_path(mark.path, by),
        fill=mark.fill and _paint(mark.fill, by),
        stroke=mark.stroke and _paint(mark.stroke, by),
    )
    if isinstance(larger, Stroked) and larger.pen:
        return replace(larger, pen=tuple(number * by for number in larger.pen))
    larger = replace(larger, stroke_width=mark.stroke_width * by, dash=tuple(length * by for length in mark.dash))
    return replace(larger, offset=larger.offset * by) if isinstance(larger, Stroked) else larger


def _paint(paint: Paint, by: float) -> Paint:
    if not isinstance(paint, Gradient):
        return paint
    if paint.matrix:
        return replace(paint, matrix=tuple(number * by for number in paint.matrix))
    return replace(paint, coords=tuple(number * by for number in paint.coords))


def _path(path: Path, by: float) -> Path:
    return tuple((kind, tuple(number * by for number in numbers)) for kind, numbers in path)


def _box(box: Box, by: float) -> Box:
    return Box(box.x * by, box.y * by, box.width * by, box.height * by)
