"""The outlines of shapes, moved to where they are painted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import NamedTuple

from proofdeck.ground.transform import Transform
from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Group, Mark, Path, Raster, Segment, Shape, Stroked, ellipse_path, rectangle_path
from proofdeck.paper.faces.path_data import arc, path_data, points_path
from proofdeck.paper.faces.paths import bounds, extent, flat
from proofdeck.paper.svg.values import length

SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
DIGITS = 4
Around = tuple[float, float, float, float]
"""x, y, width and height."""


class Viewport(NamedTuple):
    """What percentages and em refer to: the nearest viewport, in units of the element, and the size of type."""

    width: float
    height: float
    em: float = 16.0

    @property
    def diagonal(self) -> float:
        return hypot(self.width, self.height) / 2**0.5


def outline(kind: str, own: Mapping[str, str], room: Viewport) -> Path:
    """The path of a shape in units of its own; empty if it has no size."""

    def across(key: str) -> float:
        return length(own.get(key), room.width, room.em)

    def down(key: str) -> float:
        return length(own.get(key), room.height, room.em)

    if kind == "path":
        return path_data(own.get("d", ""))[0]
    if kind == "rect":
        return _rectangle(Box(across("x"), down("y"), across("width"), down("height")), own, room)
    if kind == "circle":
        rx = ry = length(own.get("r"), room.diagonal, room.em)
    elif kind == "ellipse":
        rx, ry = _radii(own, room)
    elif kind == "line":
        return ("M", (across("x1"), down("y1"))), ("L", (across("x2"), down("y2")))
    else:
        return points_path(own.get("points", ""), closed=kind == "polygon")
    return ellipse_path(Box(across("cx") - rx, down("cy") - ry, 2 * rx, 2 * ry)) if rx > 0 and ry > 0 else ()


def _radii(own: Mapping[str, str], room: Viewport) -> tuple[float, float]:
    """Each is like the other one if it is not given."""
    rx, ry = (own.get(key, "auto") for key in ("rx", "ry"))
    rx, ry = (ry if rx == "auto" else rx), (rx if ry == "auto" else ry)
    return length(rx, room.width, room.em), length(ry, room.height, room.em)


def _rectangle(box: Box, own: Mapping[str, str], room: Viewport) -> Path:
    if not (box.width > 0 and box.height > 0):
        return ()
    rx, ry = (min(max(0.0, r), side / 2) for r, side in zip(_radii(own, room), (box.width, box.height), strict=True))
    if not rx or not ry:
        return rectangle_path(box)
    x0, y0, x1, y1 = box.x, box.y, box.right, box.bottom
    corners = (
        ((x1 - rx, y0), (x1, y0 + ry)),
        ((x1, y1 - ry), (x1 - rx, y1)),
        ((x0 + rx, y1), (x0, y1 - ry)),
        ((x0, y0 + ry), (x0 + rx, y0)),
    )
    path: list[Segment] = [("M", (x0 + rx, y0))]
    for start, end in corners:
        if path[-1][1][-2:] != start:
            path.append(("L", start))
        path.extend(arc(start, (rx, ry), 0.0, (False, True), end))
    return (*path, ("Z", ()))


def placed(path: Path, matrix: Transform, digits: int = DIGITS) -> Path:
    """The path where the matrix puts it, its numbers rounded."""
    a, b, c, d, e, f = matrix
    found: list[Segment] = []
    add = found.append
    for kind, at in path:
        if kind == "C":
            x1, y1, x2, y2, x3, y3 = at
            numbers: tuple[float, ...] = (
                round(a * x1 + c * y1 + e, digits),
                round(b * x1 + d * y1 + f, digits),
                round(a * x2 + c * y2 + e, digits),
                round(b * x2 + d * y2 + f, digits),
                round(a * x3 + c * y3 + e, digits),
                round(b * x3 + d * y3 + f, digits),
            )
            add((kind, numbers))
        elif at:
            x, y = at
            add((kind, (round(a * x + c * y + e, digits), round(b * x + d * y + f, digits))))
        else:
            add((kind, at))
    return tuple(found)


def inverse(matrix: Sequence[float]) -> Transform | None:
    a, b, c, d, e, f = matrix
    if not (whole := a * d - b * c):
        return None
    return Transform(d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole)


def union(paths: Sequence[Path]) -> Path:
    """Paths that cover together what each of them covers, by the rule of winding: all run the same way round."""
    if len(paths) < 2:
        return paths[0] if paths else ()
    return tuple(segment for path in paths for segment in (path if _area(path) >= 0 else _reversed(path)))


def _area(path: Path) -> float:
    """Twice the area, negative if it runs the other way round."""
    return sum(x0 * y1 - x1 * y0 for piece in flat(path) for (x0, y0), (x1, y1) in pairwise([*piece, piece[0]]))


def _reversed(path: Path) -> Path:
    found: list[Segment] = []
    for piece in _pieces(path):
        points = [numbers[-2:] for _, numbers in piece]
        found.append(("M", points[-1]))
        for (kind, numbers), end in zip(reversed(piece[1:]), reversed(points[:-1]), strict=True):
            found.append((kind, (*numbers[2:4], *numbers[:2], *end) if kind == "C" else end))
        found.append(("Z", ()))
    return tuple(found)


def _pieces(path: Path) -> Iterator[list[Segment]]:
    piece: list[Segment] = []
    for segment in path:
        if segment[0] == "M" and piece:
            yield piece
            piece = []
        if segment[0] != "Z":
            piece.append(segment)
    if piece:
        yield piece


def boxes(marks: Iterable[Mark]) -> Iterator[Box]:
    """What each of these marks covers, with the width of its line; of a clipped group, the clip."""
    for mark in marks:
        if isinstance(mark, Group):
            yield from [extent(mark.clip)] if mark.clip else boxes(mark.marks)
        elif isinstance(mark, Raster):
            yield mark.box
        elif isinstance(mark, Shape):
            far = max(1.0, mark.miter) if isinstance(mark, Stroked) and mark.join == "miter" else 2**0.5
            yield extent(mark.path).inset(-mark.stroke_width / 2 * far if mark.stroke else 0)


def hull(found: Iterable[Box]) -> Box | None:
    corners = [corner for box in found for corner in box.corners]
    return bounds(corners) if corners else None


def is_upright(path: Path) -> bool:
    """Whether it is a rectangle with level sides."""
    return len(path) in {4, 5} and path[:4] == rectangle_path(extent(path))[:4]


class Vertex(NamedTuple):
    """A point of a path, and the directions in degrees in which its line comes and goes; None at its ends."""

    x: float
    y: float
    comes: float | None
    goes: float | None

    @property
    def angle(self) -> float:
        """The direction of a marker there: halfway between the two."""
        if self.comes is None or self.goes is None:
            return self.goes if self.goes is not None else self.comes or 0.0
        return self.comes + ((self.goes - self.comes + 180) % 360 - 180) / 2


def vertices(path: Path) -> list[Vertex]:
    """Where markers of a path are."""
    found: list[Vertex] = []
    begin = 0
    for kind, numbers in path:
        if kind == "M":
            begin = len(found)
            found.append(Vertex(numbers[0], numbers[1], None, None))
            continue
        last = found[-1]
        points = [(last.x, last.y), *zip(numbers[::2], numbers[1::2], strict=True)]
        if kind == "Z":
            points.append(found[begin][:2])
        leaves, arrives = _direction(points), _direction(points[::-1])
        arrives = None if arrives is None else arrives + 180
        found[-1] = last._replace(goes=leaves if last.goes is None else last.goes)
        if kind == "Z":
            found[begin] = found[begin]._replace(comes=arrives)
            found.append(Vertex(*points[-1], arrives, found[begin].goes))
        else:
            found.append(Vertex(*points[-1], arrives, None))
    return found


def _direction(points: Sequence[tuple[float, float]]) -> float | None:
    x0, y0 = points[0]
    return next((degrees(atan2(y - y0, x - x0)) for x, y in points[1:] if (x, y) != (x0, y0)), None)
