"""The net of a tuck box: panels and flaps cut from one piece of card and folded. Lengths in mm.

Each part is a polygon, seen from the outside of the box: clockwise, and from its hinge unless it is the front. An edge
that two parts share is a fold; all other edges are cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, dist, pi, sin

from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Path
from proofdeck.paper.faces.paths import bounds

Point = tuple[float, float]
Edge = tuple[Point, Point]
Part = tuple[Point, ...]

PLAY = 1.5
"""By how much a panel is longer than what it covers, for the thickness of the card and so that the deck slides."""
TUCK, GLUE, DUST = 12.0, 10.0, 12.0
"""How long flaps are, unless the box is too small."""
TAPER = 3.0
"""By how much a flap is narrower than its hinge, on either side."""
NOTCH = 8.0
"""The radius of the notch, unless the box is too narrow."""
STEPS = 24
"""Lines that make up the notch; it is a fiftieth of a mm from round."""


@dataclass(frozen=True)
class TuckBox:
    """A box by its panels: width and height of the front, depth of the sides."""

    width: float
    height: float
    depth: float

    @classmethod
    def around(cls, card: Size, stack: float) -> TuckBox:
        """The box for a stack of cards so high, standing on its shorter side."""
        width, height = sorted((card.width, card.height))
        return cls(width + PLAY, height + PLAY, stack + PLAY)

    @property
    def notch(self) -> float:
        """The radius of the notch for the thumb."""
        return min(NOTCH, self.width / 5)

    def __str__(self) -> str:
        return f"{self.width:.1f} x {self.height:.1f} x {self.depth:.1f} mm"

    @cached_property
    def parts(self) -> dict[str, Part]:
        """By name; the top left corner of the net is at (0, 0)."""
        parts = self._parts()
        left = min(x for part in parts.values() for x, _ in part)
        top = min(y for part in parts.values() for _, y in part)
        return {name: tuple((x - left, y - top) for x, y in part) for name, part in parts.items()}

    def _parts(self) -> dict[str, Part]:
        """From the top left corner of the front."""
        width, height, depth = self.width, self.height, self.depth
        corners = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
        left, right = _panel((corners[3], corners[0]), depth), _panel((corners[1], corners[2]), depth)
        back = _panel(_side(right, 2), width)
        top, bottom = _panel(_side(back, 1), depth), _panel(_side(back, 3), depth)
        glue, dust = min(GLUE, width / 3), min(DUST, width / 3)
        return {
            "front": (corners[0], *_arc(width / 2, self.notch), *corners[1:]),
            "left": left,
            "right": right,
            "back": back,
            "top": top,
            "bottom": bottom,
            "tuck": _flap(_side(top, 2), min(TUCK, height / 3)),
            "side flap": _flap(_side(left, 2), glue),
            "bottom flap": _flap(_side(bottom, 2), glue),
            "left dust flap": _flap(_side(left, 3), dust),
            "right dust flap": _flap(_side(right, 1), dust),
            "lower left dust flap": _flap(_side(left, 1), dust),
            "lower right dust flap": _flap(_side(right, 3), dust),
        }

    @cached_property
    def size(self) -> Size:
        """Of the whole net."""
        points = [point for part in self.parts.values() for point in part]
        return Size(max(x for x, _ in points), max(y for _, y in points))

    @cached_property
    def folds(self) -> tuple[Edge, ...]:
        edges = {edge for part in self.parts.values() for edge in edges_of(part)}
        return tuple(sorted(edge for edge in edges if edge[::-1] in edges and edge < edge[::-1]))

    @cached_property
    def cuts(self) -> tuple[Edge, ...]:
        folds = {*self.folds, *(edge[::-1] for edge in self.folds)}
        return tuple(edge for part in self.parts.values() for edge in edges_of(part) if edge not in folds)

    def panel(self, name: str) -> Box:
        """The box around a part."""
        return bounds(self.parts[name])


def edges_of(part: Part) -> tuple[Edge, ...]:
    """All edges in turn."""
    return tuple(zip(part, (*part[1:], part[0]), strict=True))


def lines(edges: tuple[Edge, ...]) -> Path:
    """Edges as one path."""
    return tuple(segment for start, end in edges for segment in (("M", start), ("L", end)))


def _side(part: Part, number: int) -> Edge:
    return edges_of(part)[number]


def _panel(edge: Edge, length: float, taper: float = 0.0) -> Part:
    """What is hinged at this edge of another part."""
    (x1, y1), (x2, y2) = edge
    whole = dist(*edge)
    along, out = ((x2 - x1) / whole, (y2 - y1) / whole), ((y2 - y1) / whole, (x1 - x2) / whole)
    far = (
        (x1 + out[0] * length + along[0] * taper, y1 + out[1] * length + along[1] * taper),
        (x2 + out[0] * length - along[0] * taper, y2 + out[1] * length - along[1] * taper),
    )
    return edge[1], edge[0], *far


def _flap(edge: Edge, length: float) -> Part:
    return _panel(edge, length, min(TAPER, dist(*edge) / 4))


def _arc(middle: float, radius: float) -> tuple[Point, ...]:
    """A half circle below the upper edge of the front."""
    turns = [pi * step / STEPS for step in range(STEPS + 1)]
    return tuple((middle - radius * cos(turn), radius * sin(turn)) for turn in turns)
