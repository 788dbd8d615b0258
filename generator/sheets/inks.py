"""The inks that cards can be printed with: all colours, little ink, or black alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

if TYPE_CHECKING:
    from generator.faces.face import Face

Ink = Literal["full", "low", "grey"]


def inked(face: Face, ink: Ink) -> Face:
    """Return the face as that ink prints it."""
    if ink == "full":
        return face
    if ink == "low":
        from generator.sheets.low_ink import low_ink

        return low_ink(face)
    if ink == "grey":
        from generator.sheets.grey import grey

        return grey(face)
    assert_never(ink)


def suffix(ink: Ink) -> str:
    """What the names of files say about it."""
    return {"full": "", "low": "-low-ink", "grey": "-grey"}[ink]
