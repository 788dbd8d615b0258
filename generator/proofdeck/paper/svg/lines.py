"""A drawing in lines: each shape white within its outline, so that what is in front hides what is behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from proofdeck.paper.faces.effects import opacity_of
from proofdeck.paper.faces.face import Colour, Gradient, Group, Mark, Paint, Shape, Spot
from proofdeck.paper.faces.paths import extent
from proofdeck.paper.svg.drawing import Drawing

INK, PAPER = "#5c5c5c", "#ffffff"
FAINT = 0.5
"""Below this opacity, shapes are light and shade, which lines cannot show."""
SPECK = 3.0
"""Shapes that are smaller than so many widths of the line would be blots."""


ALIKE = 24
"""Levels of 255 by which the colours of two bands of one gradient may differ."""


def in_lines(drawing: Drawing, width: float) -> Drawing:
    """Return the drawing in lines of that width (units of the drawing).

    Glows, mist and specks are left out, and so are the lines between bands that shade one ground.
    """
    return replace(drawing, marks=tuple(_lined(drawing.marks, 1.0, _Pen(width, drawing.width))))


class _Pen:
    """Draws shape after shape. width: of its line; across: of the drawing."""

    def __init__(self, width: float, across: float) -> None:
        self.width, self.across = width, across
        self.last: Paint | None = None

    def outline(self, shape: Shape, opacity: float) -> Shape | None:
        box = extent(shape.path)
        is_filled = shape.fill is not None and opacity * _solidity(shape.fill) >= FAINT
        is_line = shape.stroke is not None and opacity * _solidity(shape.stroke) >= FAINT
        if max(box.width, box.height) < SPECK * self.width or not (is_filled or is_line):
            return None
        is_band = is_filled and not is_line and box.width >= self.across and _alike(self.last, shape.fill)
        self.last = shape.fill if is_filled else self.last
        paper = PAPER if is_filled else None
        return Shape(shape.path, paper, None if is_band else INK, self.width, even_odd=shape.even_odd)


def _lined(marks: Iterable[Mark], opacity: float, pen: _Pen) -> Iterator[Mark]:
    for mark in marks:
        if isinstance(mark, Group):
            inner = tuple(_lined(mark.marks, opacity * mark.opacity, pen))
            if inner:
                yield replace(mark, marks=inner, opacity=1.0, blend="normal")
        elif isinstance(mark, Shape):
            outline = pen.outline(mark, opacity * mark.opacity)
            if outline:
                yield outline


def _alike(one: Paint | None, other: Paint | None) -> bool:
    """Whether two colours, or the colours of two gradients in turn, are nearly the same."""
    pairs = list(zip(_colours(one), _colours(other), strict=False))
    return bool(pairs) and all(
        abs(int(first[at : at + 2], 16) - int(second[at : at + 2], 16)) <= ALIKE
        for first, second in pairs
        for at in (1, 3, 5)
    )


def _colours(paint: Paint | None) -> list[Colour]:
    if isinstance(paint, Gradient):
        return [colour for _, colour in paint.stops]
    return [paint.colour if isinstance(paint, Spot) else paint] if paint else []


def _solidity(paint: Paint) -> float:
    """Its opacity; a gradient counts as its faintest colour, so that glows are faint."""
    if isinstance(paint, Gradient):
        return min(opacity_of(colour) for _, colour in paint.stops)
    return 1.0 if isinstance(paint, Spot) else opacity_of(paint)
