"""Turns a face into shades of grey, for printers without colour.

Each grey is as bright as its colour, so that words are as easy to read as before.
"""

from __future__ import annotations

from dataclasses import replace

from proofdeck.ground.colour_vision import grey_of
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.recolouring import recoloured


def grey(face: Face) -> Face:
    """Return the face in shades of grey."""
    return replace(face, marks=tuple(recoloured(mark, grey_of) for mark in face.marks))
