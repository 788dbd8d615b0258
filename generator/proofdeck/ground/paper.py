"""Paper that a home printer takes, how it is turned, and with which inks. Lengths in mm, portrait."""

from __future__ import annotations

from typing import Literal

from proofdeck.ground.units import MM_PER_INCH, Size

PAPERS: dict[str, Size] = {
    "a4": Size(210.0, 297.0),
    "letter": Size(8.5 * MM_PER_INCH, 11 * MM_PER_INCH),
    "legal": Size(8.5 * MM_PER_INCH, 14 * MM_PER_INCH),
    "a3": Size(297.0, 420.0),
    "tabloid": Size(11 * MM_PER_INCH, 17 * MM_PER_INCH),
}

SMALL_PAPERS: dict[str, Size] = {
    "a5": Size(148.0, 210.0),
    "a6": Size(105.0, 148.0),
    "half-letter": Size(5.5 * MM_PER_INCH, 8.5 * MM_PER_INCH),
    "photo-4x6": Size(4 * MM_PER_INCH, 6 * MM_PER_INCH),
    "photo-5x7": Size(5 * MM_PER_INCH, 7 * MM_PER_INCH),
}
"""Papers for layouts of a project's own; they are too small for books and the first page."""

Duplex = Literal["long-edge", "short-edge", "none"]
"""Which edge a printer turns the paper on."""
MARGIN = 5.0
"""The margin that a home printer cannot reach, on each side."""

Ink = Literal["full", "low", "grey"]
"""All colours, little ink, or black alone."""


def paper_label(paper: str) -> str:
    """The name of a paper as people write it: A4, Letter."""
    return paper.upper() if paper[-1:].isdigit() else paper.capitalize()


def suffix(ink: Ink) -> str:
    """What the names of files say about it."""
    return {"full": "", "low": "-low-ink", "grey": "-grey"}[ink]
