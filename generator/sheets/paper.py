"""Paper: what a home printer takes. Lengths in mm, portrait."""

from __future__ import annotations

from generator.units import MM_PER_INCH, Size

PAPERS: dict[str, Size] = {
    "a4": Size(210.0, 297.0),
    "letter": Size(8.5 * MM_PER_INCH, 11 * MM_PER_INCH),
    "legal": Size(8.5 * MM_PER_INCH, 14 * MM_PER_INCH),
    "a3": Size(297.0, 420.0),
    "tabloid": Size(11 * MM_PER_INCH, 17 * MM_PER_INCH),
}

MARGIN = 5.0
"""What a home printer cannot reach, on each side."""
