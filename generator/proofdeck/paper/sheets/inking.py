"""A face as an ink prints it."""

from __future__ import annotations

from typing import assert_never

from proofdeck.ground.paper import Ink
from proofdeck.paper.faces.face import Face
from proofdeck.paper.sheets.grey import grey
from proofdeck.paper.sheets.low_ink import low_ink


def inked(face: Face, ink: Ink) -> Face:
    """Return the face as that ink prints it."""
    if ink == "full":
        return face
    if ink == "low":
        return low_ink(face)
    if ink == "grey":
        return grey(face)
    assert_never(ink)
