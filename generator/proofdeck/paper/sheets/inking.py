"""A face as an ink prints it."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from proofdeck.ground.colour_vision import grey_of
from proofdeck.ground.paper import Ink
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.recolouring import recoloured
from proofdeck.paper.sheets.low_ink import low_ink


def inked(face: Face, ink: Ink) -> Face:
    """Return the face as that ink prints it. Each grey is as bright as its colour, so words stay as easy to read."""
    if ink == "full":
        return face
    if ink == "low":
        return low_ink(face)
    if ink == "grey":
        return replace(face, marks=tuple(recoloured(mark, grey_of) for mark in face.marks))
    assert_never(ink)
