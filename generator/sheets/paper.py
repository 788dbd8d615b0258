"""Paper that a home printer takes, and how cards can share it. Lengths in mm, portrait."""

from __future__ import annotations

from typing import Literal

from generator.units import MM_PER_INCH, Size

PAPERS: dict[str, Size] = {
    "a4": Size(210.0, 297.0),
    "letter": Size(8.5 * MM_PER_INCH, 11 * MM_PER_INCH),
    "legal": Size(8.5 * MM_PER_INCH, 14 * MM_PER_INCH),
    "a3": Size(297.0, 420.0),
    "tabloid": Size(11 * MM_PER_INCH, 17 * MM_PER_INCH),
}

Kind = Literal["shared", "bleed", "gutterfold", "single"]
"""How cards are arranged on a sheet: with shared cuts, each with its bleed, around a fold, or one alone."""
Arrangement = Literal["auto", "shared", "bleed", "gutterfold", "single"]
"""The arrangement asked for; auto uses the one that needs the fewest sheets."""
Duplex = Literal["long-edge", "short-edge", "none"]
"""Which edge a printer turns the paper on."""
MARGIN = 5.0
"""The margin that a home printer cannot reach, on each side."""
