"""The inks that cards can be printed with: all colours, little ink, or black alone."""

from __future__ import annotations

from typing import Literal, assert_never

from generator.faces.face import Face
from generator.sheets.grey import grey
from generator.sheets.low_ink import low_ink

Ink = Literal["full", "low", "grey"]


def inked(face: Face, ink: Ink) -> Face:
    """Return the face as that ink prints it."""
    if ink == "full":
        return face
    if ink == "low":
        return low_ink(face)
    if ink == "grey":
        return grey(face)
    assert_never(ink)


def suffix(ink: Ink) -> str:
    """What the names of files say about it."""
    return {"full": "", "low": "-low-ink", "grey": "-grey"}[ink]
