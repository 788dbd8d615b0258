"""Moves, quarter turns and flips in the plane, in mm, y down."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from proofdeck.ground.units import Box


class Transform(NamedTuple):
    """x' = a x + c y + e, y' = b x + d y + f; the order in which PDF writes a matrix."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def apply(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, first: Transform) -> Transform:
        """The transform that does `first`, then this one."""
        e, f = self.apply(first.e, first.f)
        return Transform(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            e,
            f,
        )

    def box(self, box: Box) -> Box:
        """The upright box around a transformed box."""
        xs, ys = zip(*(self.apply(*corner) for corner in box.corners), strict=True)
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


STAY = Transform(1, 0, 0, 1, 0, 0)


def move(x: float, y: float) -> Transform:
    return Transform(1, 0, 0, 1, x, y)


def turn(degrees: float, scale: float, x: float, y: float) -> Transform:
    """Turn clockwise around a point, and enlarge away from it."""
    cosine, sine = scale * cos(radians(degrees)), scale * sin(radians(degrees))
    return move(x, y).after(Transform(cosine, sine, -sine, cosine, 0, 0)).after(move(-x, -y))


def flip_across(width: float) -> Transform:
    """Swap left and right; this is its own inverse."""
    return Transform(-1, 0, 0, 1, width, 0)


def flip_down(height: float) -> Transform:
    """Swap top and bottom; this is its own inverse."""
    return Transform(1, 0, 0, -1, 0, height)


def quarter_turn(height: float) -> Transform:
    """A clockwise quarter turn of something `height` mm high, moved back into the corner."""
    return Transform(0, 1, -1, 0, height, 0)
