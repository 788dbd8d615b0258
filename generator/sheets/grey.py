"""Turns a face into shades of grey, for printers without colour.

Each grey is as bright as its colour, so that words are as easy to read as before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from generator.faces.colour_vision import brightness, rgb
from generator.faces.face import (
    Colour,
    Face,
    Gradient,
    Group,
    Halo,
    Icon,
    Mark,
    Paint,
    Picture,
    Shape,
    Spot,
    TextRun,
    Turned,
)

BLACK = "#000000"


def grey(face: Face) -> Face:
    """Return the face in shades of grey."""
    return replace(face, marks=tuple(map(_drained, face.marks)))


def grey_of(colour: Colour) -> Colour:
    """The grey that is as bright as the colour, and as translucent."""
    light = brightness(rgb(colour))
    level = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{f'{round(level * 255):02x}' * 3}{colour[7:]}"


def _drained(mark: Mark) -> Mark:
    if isinstance(mark, TextRun | Icon):
        return replace(mark, colour=_paint(mark.colour))
    if isinstance(mark, Shape):
        return replace(mark, fill=mark.fill and _paint(mark.fill), stroke=mark.stroke and _paint(mark.stroke))
    if isinstance(mark, Picture):
        return replace(mark, tint=grey_of(mark.tint or BLACK))
    if isinstance(mark, Halo):
        return replace(mark, colour=grey_of(mark.colour))
    if isinstance(mark, Turned | Group):
        return replace(mark, marks=tuple(map(_drained, mark.marks)))
    assert_never(mark)


def _paint(paint: Paint) -> Paint:
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple((share, grey_of(colour)) for share, colour in paint.stops))
    return grey_of(paint.colour if isinstance(paint, Spot) else paint)
