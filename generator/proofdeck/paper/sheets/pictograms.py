"""Small pictures of turning, folding and cutting printed sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, radians, sin

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Colour, Mark, Shape, polygon_path, rectangle_path
from proofdeck.paper.faces.paths import arch, turned
from proofdeck.paper.sheets.drawing import line

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
        yield line(left.x, left.y, left.right, left.y, BOLD, accent)
        yield line(right.x, right.y, right.right, right.y, BOLD, accent)
        yield from _arrow(x, room.y + high / 2, reach, accent, upright=True)
    elif way == "long-edge":
        yield line(left.right, left.y, left.right, left.bottom, BOLD, accent)
        yield line(right.x, right.y, right.x, right.bottom, BOLD, accent)
        yield from _arrow(x, room.y + high * 0.3, reach, accent)
    elif way == "fold":
        for box in (left, right):
            yield line(box.x, box.centre[1], box.right, box.centre[1], BOLD, accent, (1.5, 1.0))
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
        yield line(x, sheet.y - 1.5, x, sheet.bottom, BOLD, accent)
        yield line(sheet.x, y, sheet.right + 1.5, y, THIN, accent, (1.2, 0.8))
        yield from number(step + 1, x, sheet.y - 3.5)
        yield from number(step + 5, sheet.right + 4.5, y)


def _sheet(box: Box, cards: Colour) -> Iterator[Mark]:
    yield Shape(rectangle_path(box), PAPER, EDGE, THIN)
    across, down = box.width * 0.78 / 3, box.height * 0.84 / 3
    for column in range(3):
        for row in range(3):
            x, y = box.x + box.width * 0.11 + column * across, box.y + box.height * 0.08 + row * down
            yield Shape(rectangle_path(Box(x, y, across, down).inset(0.35), 0.5), cards, None, opacity=0.75)


def _arrow(x: float, y: float, reach: float, colour: Colour, *, upright: bool = False) -> Iterator[Mark]:
    """An arc from one sheet to the other, or from top to bottom."""
    bow = arch((0.0, 0.0), 2 * reach, reach * 1.05)
    angle = 90.0 if upright else 0.0
    turn = [
        (kind, tuple(n for point in zip(numbers[::2], numbers[1::2], strict=True) for n in turned(x, y, angle, point)))
        for kind, numbers in bow
    ]
    yield Shape(tuple(turn), None, colour, BOLD)
    tip_x, tip_y = turn[-1][1][-2:]
    towards = radians(angle) + pi / 2 * 0.9
    corners = tuple((tip_x + 2.4 * cos(towards + side), tip_y + 2.4 * sin(towards + side)) for side in (0.0, 2.5, -2.5))
    yield Shape(polygon_path(corners), colour)
