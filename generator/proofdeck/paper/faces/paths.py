"""Moves paths, measures them and measures along them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, inf, radians, sin, tau

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Path, Segment
from proofdeck.paper.faces.path_data import ARC

STEPS, FEW_STEPS = 24, 8
"""Straight pieces used to measure the length of a curve, and to tell what is inside it."""

Point = tuple[float, float]


def path_of(segments: Iterable[tuple[str, Iterable[float]]]) -> Path:
    """A path read from JSON."""
    return tuple((kind, tuple(numbers)) for kind, numbers in segments)


def mapped(path: Path, scale: Point, move: Point) -> Path:
    """Scaled, then moved."""
    (sx, sy), (dx, dy) = scale, move
    return tuple(
        (kind, tuple(number * (sy if at % 2 else sx) + (dy if at % 2 else dx) for at, number in enumerate(numbers)))
        for kind, numbers in path
    )


def arch(centre: Point, width: float, radius: float) -> Path:
    """The upper part of a circle, about `width` mm wide, with its top at `centre`; the lower part if radius < 0."""
    x, y = centre
    r, sign = abs(radius), 1.0 if radius > 0 else -1.0
    half = min(width / 2 / r, tau / 2)
    pieces = max(1, ceil(2 * half / (tau * ARC)))
    step = 2 * half / pieces
    reach = 4 / 3 * (sin(step / 4) / cos(step / 4)) * r

    def at(angle: float) -> Point:
        return x + r * sin(angle), y + sign * (r - r * cos(angle))

    segments: list[Segment] = [("M", at(-half))]
    for number in range(pieces):
        start, end = -half + number * step, -half + (number + 1) * step
        (x0, y0), (x1, y1) = at(start), at(end)
        one = x0 + reach * cos(start), y0 + sign * reach * sin(start)
        two = x1 - reach * cos(end), y1 - sign * reach * sin(end)
        segments.append(("C", (*one, *two, x1, y1)))
    return tuple(segments)


class Track:
    """A path to place things along. Raises ValueError if it has no length."""

    def __init__(self, path: Path) -> None:
        self._points: Sequence[Point] = next((piece for piece in flat(path, STEPS) if len(piece) > 1), ())
        self._lengths = [0.0]
        for (x0, y0), (x1, y1) in pairwise(self._points):
            self._lengths.append(self._lengths[-1] + hypot(x1 - x0, y1 - y0))
        if self.length <= 0:
            raise ValueError("the path has no length")

    @property
    def length(self) -> float:
        return self._lengths[-1]

    def at(self, distance: float) -> tuple[float, float, float]:
        """x, y and the direction in degrees, clockwise from the right; the path continues straight beyond its ends."""
        index = min(max(bisect_right(self._lengths, distance) - 1, 0), len(self._points) - 2)
        while self._lengths[index + 1] == self._lengths[index] and index:
            index -= 1
        (x0, y0), (x1, y1) = self._points[index], self._points[index + 1]
        step = self._lengths[index + 1] - self._lengths[index]
        share = (distance - self._lengths[index]) / step if step else 0.0
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0), degrees(atan2(y1 - y0, x1 - x0))


def turned(x: float, y: float, angle: float, by: Point) -> Point:
    """The point `by` as seen from (x, y), in a frame turned clockwise by `angle` degrees."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return x + c * by[0] - s * by[1], y + s * by[0] + c * by[1]


@lru_cache(maxsize=8)
def _shares(steps: int) -> list[tuple[float, float, float, float]]:
    """How much of each point of a cubic curve there is at each step along it, after its start."""
    ts = [(step / steps, 1 - step / steps) for step in range(1, steps + 1)]
    return [(u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t) for t, u in ts]


@lru_cache(maxsize=1 << 12)
def flat(path: Path, steps: int = FEW_STEPS) -> Sequence[Sequence[Point]]:
    """Each piece of the path that can be drawn without lifting the pen, as points. steps: along each curve."""
    shares = _shares(steps)
    pieces: list[list[Point]] = []
    for kind, numbers in path:
        if kind == "M":
            pieces.append([(numbers[0], numbers[1])])
        elif kind == "L":
            pieces[-1].append((numbers[0], numbers[1]))
        elif kind == "C":
            (x0, y0), (x1, y1, x2, y2, x3, y3) = pieces[-1][-1], numbers
            pieces[-1] += [
                (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in shares
            ]
        else:
            pieces[-1].append(pieces[-1][0])
    return pieces


def bounds(points: Sequence[Point]) -> Box:
    """The box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs), min(ys)
    return Box(left, top, max(xs) - left, max(ys) - top)


@lru_cache(maxsize=1 << 12)
def extent(path: Path) -> Box:
    """The box around the path."""
    return bounds([point for piece in flat(path) for point in piece])


def winding(points: Sequence[Point], x: float, y: float) -> int:
    """How often a closed line through the points goes around another point."""
    around = 0
    before_x, before_y = points[-1]
    for next_x, next_y in points:
        if (before_y > y) != (next_y > y) and x < before_x + (y - before_y) / (next_y - before_y) * (next_x - before_x):
            around += 1 if next_y > before_y else -1
        before_x, before_y = next_x, next_y
    return around


def distance(points: Sequence[Point], x: float, y: float) -> float:
    """The distance of a point from a line through others."""
    return min((_away(start, end, x, y) for start, end in pairwise(points)), default=inf)


def _away(start: Point, end: Point, x: float, y: float) -> float:
    (x0, y0), (x1, y1) = start, end
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length)) if length else 0.0
    return hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0))
