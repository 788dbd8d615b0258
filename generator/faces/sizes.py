"""Named trim sizes, as in `size = "poker"`. Lengths in mm.

Sources: the common 63 x 88, and print shops' own lists for sizes in inches.
"""

from __future__ import annotations

from generator.faces.face import Outline
from generator.units import Size

Shape = tuple[Size, Outline]

NAMED_SIZES: dict[str, Shape] = {
    "poker": (Size(63, 88), "rectangle"),
    "poker-us": (Size(63.5, 88.9), "rectangle"),
    "bridge": (Size(57.15, 88.9), "rectangle"),
    "tarot": (Size(69.85, 120.65), "rectangle"),
    "mini": (Size(44.45, 63.5), "rectangle"),
    "square": (Size(63.5, 63.5), "rectangle"),
    "square-large": (Size(88.9, 88.9), "rectangle"),
    "jumbo": (Size(88.9, 139.7), "rectangle"),
    "business": (Size(50.8, 88.9), "rectangle"),
    "domino": (Size(44.45, 88.9), "rectangle"),
    "euro": (Size(59, 92), "rectangle"),
    "mini-euro": (Size(44, 68), "rectangle"),
    "hex": (Size(95.25, 82.55), "hexagon"),
    "hex-tile": (Size(50.8, 44), "hexagon"),
    "token-small": (Size(19.05, 19.05), "ellipse"),
    "token": (Size(25.4, 25.4), "ellipse"),
    "token-large": (Size(31.75, 31.75), "ellipse"),
    "chit": (Size(19.05, 19.05), "rectangle"),
    "mat": (Size(198, 267), "rectangle"),
    "mat-half": (Size(198, 133), "rectangle"),
}

OUTLINES: tuple[Outline, ...] = ("rectangle", "ellipse", "hexagon")

SMALLEST_MM = 5.0
LARGEST_MM = 420.0
