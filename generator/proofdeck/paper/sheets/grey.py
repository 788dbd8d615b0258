"""Turns a face into shades of grey, for printers without colour.

Each grey is as bright as its colour, so that words are as easy to read as before.
"""

from __future__ import annotations

from dataclasses import replace

from proofdeck.paper.faces.colour_vision import brightness, rgb
from proofdeck.paper.faces.face import Colour, Face
from proofdeck.paper.faces.recolouring import recoloured


def grey(face: Face) -> Face:
    """Return the face in shades of grey."""
    return replace(face, marks=tuple(recoloured(mark, grey_of) for mark in face.marks))


def grey_of(colour: Colour) -> Colour:
    """The grey that is as bright as the colour, and as translucent."""
    light = brightness(rgb(colour))
    level = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{f'{round(level * 255):02x}' * 3}{colour[7:]}"
