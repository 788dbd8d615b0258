"""Gives marks other colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from proofdeck.ground.colour_vision import BLACK
from proofdeck.paper.faces.face import (
    Colour,
    Gradient,
    Group,
    Halo,
    Mark,
    Paint,
    Picture,
    Raster,
    Shape,
    Spot,
    Turned,
)

GREYS = tuple(f"#{level:02x}{level:02x}{level:02x}" for level in range(256))


def recoloured(mark: Mark, change: Callable[[Colour], Colour]) -> Mark:
    """Return the mark with each colour changed.

    A spot colour becomes a plain one, a picture without a tint counts as one in black, and pixels change by their
    brightness.
    """
    if isinstance(mark, Turned | Group):
        return replace(mark, marks=tuple(recoloured(member, change) for member in mark.marks))
    if isinstance(mark, Shape):
        fill, stroke = (paint and _changed(paint, change) for paint in (mark.fill, mark.stroke))
        return replace(mark, fill=fill, stroke=stroke)
    if isinstance(mark, Picture):
        return replace(mark, tint=change(mark.tint or BLACK))
    if isinstance(mark, Raster):
        return replace(mark, levels=tuple(map(change, mark.levels or GREYS)))
    if isinstance(mark, Halo):
        return replace(mark, colour=change(mark.colour))
    return replace(mark, colour=_changed(mark.colour, change))


def _changed(paint: Paint, change: Callable[[Colour], Colour]) -> Paint:
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple((share, change(colour)) for share, colour in paint.stops))
    return change(paint.colour if isinstance(paint, Spot) else paint)
