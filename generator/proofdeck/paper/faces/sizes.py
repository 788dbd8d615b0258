"""Named trim sizes, as in `size = "poker"`. Lengths in mm.

Sources: the common 63 x 88, and print shops' own lists for sizes in inches.
"""

from __future__ import annotations

from typing import NamedTuple

from proofdeck.ground.units import Size
from proofdeck.paper.faces.face import Outline


class CutShape(NamedTuple):
    """How a card is cut. corner: the radius of a rectangle's corners, in mm; 0 for corners that are not rounded."""

    size: Size
    outline: Outline = "rectangle"
    corner: float = 0.0

    @property
    def told(self) -> str:
        """For messages: `63 x 88 mm (rectangle)`."""
        return f"{self.size} ({f'rounded by {self.corner:g} mm' if self.corner else self.outline})"


NAMED_SIZES: dict[str, CutShape] = {
    "poker": CutShape(Size(63, 88)),
    "poker-us": CutShape(Size(63.5, 88.9)),
    "bridge": CutShape(Size(57.15, 88.9)),
    "tarot": CutShape(Size(69.85, 120.65)),
    "mini": CutShape(Size(44.45, 63.5)),
    "square": CutShape(Size(63.5, 63.5)),
    "square-large": CutShape(Size(88.9, 88.9)),
    "jumbo": CutShape(Size(88.9, 139.7)),
    "business": CutShape(Size(50.8, 88.9)),
    "domino": CutShape(Size(44.45, 88.9)),
    "euro": CutShape(Size(59, 92)),
    "mini-euro": CutShape(Size(44, 68)),
    "hex": CutShape(Size(95.25, 82.55), "hexagon"),
    "hex-tile": CutShape(Size(50.8, 44), "hexagon"),
    "token-small": CutShape(Size(19.05, 19.05), "ellipse"),
    "token": CutShape(Size(25.4, 25.4), "ellipse"),
    "token-large": CutShape(Size(31.75, 31.75), "ellipse"),
    "chit": CutShape(Size(19.05, 19.05)),
    "mat": CutShape(Size(198, 267)),
    "mat-half": CutShape(Size(198, 133)),
}

ROUNDED = "rounded"
"""A rectangle with round corners."""
OUTLINES = ("rectangle", ROUNDED, "ellipse", "hexagon")
CORNER = 3.0
"""mm: the radius of the corners of most playing cards."""

BOARD_AREA = 15_000.0
"""mm²: a larger piece is a board or a mat."""


def looks_like_a_piece(shape: CutShape) -> bool:
    """Whether it is so large that it is a board, or round like a token."""
    return shape.outline == "ellipse" or shape.size.width * shape.size.height > BOARD_AREA


SMALLEST_MM = 5.0
LARGEST_MM = 1000.0
