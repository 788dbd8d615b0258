"""The inks that cards can be printed with: all colours, little ink, or black alone."""

from __future__ import annotations

from typing import Literal

Ink = Literal["full", "low", "grey"]


def suffix(ink: Ink) -> str:
    """What the names of files say about it."""
    return {"full": "", "low": "-low-ink", "grey": "-grey"}[ink]
