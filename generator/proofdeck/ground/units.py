"""Millimetres, and nothing else.

Every length in Proofdeck is a float in millimetres with the origin at the top left and y pointing down, as a designer
measures with a ruler. Points exist only in type sizes that a person writes (converted here) and in the painter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in mm."""

    width: float
    height: float

    def turned(self) -> Size:
        return Size(self.height, self.width)

    def grown(self, by: float) -> Size:
        """Larger by `by` mm on each of the four sides."""
        return Size(self.width + 2 * by, self.height + 2 * by)

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in mm: x, y of its top left corner, width, height."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def around(cls, boxes: Sequence[Box]) -> Box:
        """The smallest box that holds all of them; an empty one if there are none."""
        if not boxes:
            return cls(0, 0, 0, 0)
        x, y = min(box.x for box in boxes), min(box.y for box in boxes)
        return cls(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Clockwise from the top left."""
        return (self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom)

    def holds(self, x: float, y: float) -> bool:
        """Whether that point is in it, edges included."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def touches(self, other: Box) -> bool:
        """Whether the two have a point in common, edges included."""
        across = self.x <= other.right and other.x <= self.right
        return across and self.y <= other.bottom and other.y <= self.bottom

    def within(self, other: Box) -> Box:
        """The part of it that is in another, which it has to touch."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def inset(self, by: float) -> Box:
        """Smaller by `by` mm on each side (larger when negative)."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


_NUMBER, _UNIT = r"(\d{1,5}(?:\.\d+)?)", r"(mm|cm|in|px|)"
PAIR = re.compile(rf"{_NUMBER} ?{_UNIT} ?[x×] ?{_NUMBER} ?{_UNIT}")


def parse_size(words: str, dpi: float | None = None) -> Size | None:
    """`63.5x88.9` in mm, `2.5x3.5in` or, if there is a resolution, `750x1050px`; None for anything else."""
    found = PAIR.fullmatch(words.strip())
    if found is None or found[2] not in {"", found[4]} or (found[4] == "px" and dpi is None):
        return None
    unit = {"in": MM_PER_INCH, "cm": 10.0, "px": MM_PER_INCH / (dpi or 1)}.get(found[4], 1.0)
    return Size(float(found[1]) * unit, float(found[3]) * unit)
