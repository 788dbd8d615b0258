"""The colour that a face is known by: that of its strongest fill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofdeck.ground.colour_vision import Rgb, rgb
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Gradient, Group, Mark, Paint, Shape, Spot, Turned
from proofdeck.paper.faces.paths import extent

LEAST = 12.0
"""mm² of full colour; with less, a face is known by no colour."""


def tone_of(face: Face) -> str:
    """As `#rrggbb`; "" for a face that is white, grey or a picture. The larger and the more vivid fill wins."""
    found = [(area * (max(colour) - min(colour)), colour) for area, colour in _fills(face.marks, face.size)]
    strength, colour = max(found, default=(0.0, (0.0, 0.0, 0.0)))
    return f"#{''.join(f'{round(255 * part):02x}' for part in colour)}" if strength >= LEAST else ""


def _fills(marks: Iterable[Mark], size: Size) -> Iterator[tuple[float, Rgb]]:
    """The area of each filled shape, as far as it is on the face, and its colour."""
    for mark in marks:
        if isinstance(mark, Group | Turned):
            yield from _fills(mark.marks, size)
        elif isinstance(mark, Shape) and mark.fill and mark.path:
            yield mark.opacity * _area(extent(mark.path), size), _colour(mark.fill)


def _area(box: Box, size: Size) -> float:
    across = min(box.x + box.width, size.width) - max(box.x, 0.0)
    down = min(box.y + box.height, size.height) - max(box.y, 0.0)
    return max(across, 0.0) * max(down, 0.0)


def _colour(paint: Paint) -> Rgb:
    """That of a gradient is in the middle of its stops."""
    if isinstance(paint, Gradient):
        stops = [rgb(colour) for _, colour in paint.stops]
        red, green, blue = (sum(parts) / len(stops) for parts in zip(*stops, strict=True))
        return red, green, blue
    return rgb(paint.colour if isinstance(paint, Spot) else paint)
