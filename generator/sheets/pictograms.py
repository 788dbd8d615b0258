"""Small pictures of turning, folding and cutting printed sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin

from generator.faces.face import Colour, Mark, Path, Shape, polygon_path, rectangle_path
from generator.faces.paths import arch
from generator.units import Box

PAPER, EDGE, CARDS = "#ffffff", "#8a8a8f", "#e4e4e6"
THIN, BOLD = 0.25, 0.7
SHEET = 0.72
"""The width of a sheet of paper as a share of its height."""
Number = Callable[[int, float, float], Iterator[Mark]]
"""(number, x, y) -> the number, centred on (x, y)."""


def turning(way: str, room: Box, accent: Colour) -> Iterator[Mark]:
    """A sheet turned on its `long-edge` or `short-edge`, printed on one side (`none`) or folded (`fold`)."""
    high = min(room.height, room.width / 2.3 / SHEET)
    wide = high * SHEET
    left = Box(room.x, room.y, wide, high)
    right = Box(room.right - wide, room.y, wide, high)
    yield from _sheet(left, CARDS)
    yield from _sheet(right, accent if way in {"long-edge", "short-edge"} else CARDS)
    x, reach = room.centre[0], (right.x - left.right) / 2 + 4
    if way == "short-edge":
        yield _edge(left.x, left.y, left.right, left.y, accent)
        yield _edge(right.x, right.y, right.right, right.y, accent)
        yield from _arrow(x, room.y + high / 2, reach, accent, upright=True)
    elif way == "long-edge":
        yield _edge(left.right, left.y, left.right, left.bottom, accent)
        yield _edge(right.x, right.y, right.x, right.bottom, accent)
        yield from _arrow(x, room.y + high * 0.3, reach, accent)
    elif way == "fold":
        for box in (left, right):
            yield Shape(_path((box.x, box.centre[1]), (box.right, box.centre[1])), None, accent, BOLD, (1.5, 1.0))
        yield from _arrow(x, room.y + high / 2, reach, accent, upright=True)
    else:
        yield from _arrow(x, room.y + high * 0.3, reach, accent)


def cuts(room: Box, accent: Colour, number: Number) -> Iterator[Mark]:
    """A sheet of nine cards with the order of its cuts: first along the sheet, then across it."""
    high = room.height - 6
    sheet = Box(room.x + 6, room.y + 6, high * SHEET, high)
    yield from _sheet(sheet, CARDS)
    across, down = sheet.width * 0.78 / 3, sheet.height * 0.84 / 3
    x0, y0 = sheet.x + sheet.width * 0.11, sheet.y + sheet.height * 0.08
    for step in range(4):
        x, y = x0 + step * across, y0 + step * down
        yield Shape(_path((x, sheet.y - 1.5), (x, sheet.bottom)), None, accent, BOLD)
        yield Shape(_path((sheet.x, y), (sheet.right + 1.5, y)), None, accent, THIN, (1.2, 0.8))
        yield from number(step + 1, x, sheet.y - 3.5)
        yield from number(step + 5, sheet.right + 4.5, y)


def _sheet(box: Box, cards: Colour) -> Iterator[Mark]:
    yield Shape(rectangle_path(box), PAPER, EDGE, THIN)
    across, down = box.width * 0.78 / 3, box.height * 0.84 / 3
    for column in range(3):
        for row in range(3):
            x, y = box.x + box.width * 0.11 + column * across, box.y + box.height * 0.08 + row * down
            yield Shape(rectangle_path(Box(x, y, across, down).inset(0.35), 0.5), cards, None, opacity=0.75)


def _edge(x1: float, y1: float, x2: float, y2: float, colour: Colour) -> Shape:
    return Shape(_path((x1, y1), (x2, y2)), None, colour, BOLD)


def _path(start: tuple[float, float], end: tuple[float, float]) -> Path:
    return (("M", start), ("L", end))


def _arrow(x: float, y: float, reach: float, colour: Colour, *, upright: bool = False) -> Iterator[Mark]:
    """An arc from one sheet to the other, or from top to bottom."""
    bow = arch((0.0, 0.0), 2 * reach, reach * 1.05)
    angle = pi / 2 if upright else 0.0
    turn = [(kind, _turned(numbers, angle, (x, y))) for kind, numbers in bow]
    yield Shape(tuple(turn), None, colour, BOLD)
    tip_x, tip_y = turn[-1][1][-2:]
    towards = angle + pi / 2 * 0.9
    corners = tuple((tip_x + 2.4 * cos(towards + side), tip_y + 2.4 * sin(towards + side)) for side in (0.0, 2.5, -2.5))
    yield Shape(polygon_path(corners), colour)


def _turned(numbers: tuple[float, ...], angle: float, by: tuple[float, float]) -> tuple[float, ...]:
    c, s = cos(angle), sin(angle)
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple(n for u, v in pairs for n in (by[0] + c * u - s * v, by[1] + s * u + c * v))
