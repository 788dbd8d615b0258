"""Reads the `d` of an SVG path: one regular expression, plain tuples, arcs as curves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import acos, ceil, cos, hypot, isfinite, radians, sin, tan, tau

from proofdeck.paper.faces.face import Path, Segment

ARC = 0.1
"""The largest share of a full turn for one cubic curve of an arc, which is then accurate to 0.1 % of the radius."""
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
NUMBER = re.compile(_NUMBER)
_GAP = r"[\s,]*"
_ARC = re.compile(_GAP.join((*[rf"({_NUMBER})"] * 3, *["([01])"] * 2, *[rf"({_NUMBER})"] * 2)))
_COMMAND = re.compile(r"([MZLHVCSQTA])", re.IGNORECASE)
_FOREIGN = re.compile(r"[^MZLHVCSQTAmzlhvcsqta0-9eE.,+\-\s]")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers each command takes, again and again."""


@lru_cache(maxsize=256)
def read_path(d: str) -> Path:
    """The `d` of an SVG path, its arcs as curves. Raises ValueError."""
    path, is_whole = path_data(d)
    if not is_whole:
        raise ValueError(f"'{d[:40]}' is not a path such as 'M0,0 L10,0 L5,8 Z'")
    return path


def path_data(d: str) -> tuple[Path, bool]:
    """The segments before the first mistake, which is what browsers draw, and whether there was none."""
    foreign = _FOREIGN.search(d)
    start, *parts = _COMMAND.split(d[: foreign.start()] if foreign else d)
    is_whole = foreign is None and not start.strip(" ,\t\n\r") and (not parts or parts[0] in "Mm")
    pen = _Pen()
    for letter, words in zip(parts[::2], parts[1::2], strict=True) if is_whole or foreign else ():
        kind = letter.upper()
        if not pen.segments and kind != "M":
            return (), False
        numbers = [float(n) for arc in _ARC.findall(words) for n in arc] if kind == "A" else _numbers(words)
        takes = TAKES[kind]
        used = len(numbers) - (len(numbers) % takes if takes else len(numbers))
        pen.draw(kind, numbers[:used], relative=letter != kind)
        if used != len(numbers) or (takes and not used) or (kind == "A" and _ARC.sub("", words).strip(" ,\t\n\r")):
            return tuple(pen.segments), False
    return tuple(pen.segments), is_whole


def _numbers(words: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(words)]


def points_path(words: str, *, closed: bool) -> Path:
    """The `points` of a polygon, or of a polyline if it is not closed."""
    numbers = _numbers(words)
    points = list(zip(numbers[::2], numbers[1::2], strict=False))
    lines: list[Segment] = [("L" if at else "M", point) for at, point in enumerate(points)]
    return (*lines, ("Z", ())) if closed and lines else tuple(lines)


class _Pen:
    """Where drawing has come to: the point, the begin of this part of the path, and the last control point."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._x = self._y = self._begin_x = self._begin_y = 0.0
        self._control = (0.0, 0.0)
        self._before = ""

    def draw(self, kind: str, numbers: Sequence[float], *, relative: bool) -> None:
        if kind == "Z":
            self.segments.append(("Z", ()))
            self._x, self._y = self._begin_x, self._begin_y
        elif self._before == "Z" and kind != "M" and numbers:
            self.segments.append(("M", (self._x, self._y)))
        if kind in "ML":
            self._lines(kind, numbers, relative)
        elif kind in "HV":
            self._straight(kind, numbers, relative)
        elif kind == "C":
            self._curves(numbers, relative)
        elif kind in "SQT":
            self._short_curves(kind, numbers, relative)
        elif kind == "A":
            self._arcs(numbers, relative)
        self._before = kind

    def _lines(self, kind: str, numbers: Sequence[float], relative: bool) -> None:
        x, y, add = self._x, self._y, self.segments.append
        for at in range(0, len(numbers), 2):
            x, y = (x + numbers[at], y + numbers[at + 1]) if relative else (numbers[at], numbers[at + 1])
            add((kind, (x, y)))
            if kind == "M":
                self._begin_x, self._begin_y, kind = x, y, "L"
        self._x, self._y = x, y

    def _straight(self, kind: str, numbers: Sequence[float], relative: bool) -> None:
        for number in numbers:
            if kind == "H":
                self._x = self._x + number if relative else number
            else:
                self._y = self._y + number if relative else number
            self.segments.append(("L", (self._x, self._y)))

    def _curves(self, numbers: Sequence[float], relative: bool) -> None:
        x, y, add = self._x, self._y, self.segments.append
        for at in range(0, len(numbers), 6):
            x1, y1, x2, y2, x3, y3 = numbers[at : at + 6]
            if relative:
                x1, y1, x2, y2, x3, y3 = x + x1, y + y1, x + x2, y + y2, x + x3, y + y3
            add(("C", (x1, y1, x2, y2, x3, y3)))
            x, y, self._control = x3, y3, (x2, y2)
        self._x, self._y = x, y

    def _short_curves(self, kind: str, numbers: Sequence[float], relative: bool) -> None:
        """Curves whose first control mirrors the last one, and curves with one control."""
        takes = TAKES[kind]
        goes_on = self._before in ("CS" if kind == "S" else "QT")
        for at in range(0, len(numbers), takes):
            x, y = self._x, self._y
            given = [n + (y if i % 2 else x) if relative else n for i, n in enumerate(numbers[at : at + takes])]
            cx, cy = self._control if goes_on else (x, y)
            mirrored = 2 * x - cx, 2 * y - cy
            if kind == "S":
                self.segments.append(("C", (*mirrored, *given)))
                self._control = given[0], given[1]
            else:
                self._control = (given[0], given[1]) if kind == "Q" else mirrored
                self.segments.append(_raised(x, y, self._control, given[-2], given[-1]))
            self._x, self._y = given[-2:]
            goes_on = True

    def _arcs(self, numbers: Sequence[float], relative: bool) -> None:
        for at in range(0, len(numbers), 7):
            rx, ry, turn, large, sweep, x, y = numbers[at : at + 7]
            if relative:
                x, y = self._x + x, self._y + y
            self.segments += arc((self._x, self._y), (rx, ry), turn, (large > 0, sweep > 0), (x, y))
            self._x, self._y = x, y


def _raised(x: float, y: float, control: tuple[float, float], end_x: float, end_y: float) -> Segment:
    """A quadratic curve as the same curve with two controls."""
    third, (cx, cy) = 2 / 3, control
    one = x + third * (cx - x), y + third * (cy - y)
    return "C", (*one, end_x + third * (cx - end_x), end_y + third * (cy - end_y), end_x, end_y)


def arc(
    start: tuple[float, float],
    radii: tuple[float, float],
    turn: float,
    flags: tuple[bool, bool],
    end: tuple[float, float],
) -> Iterator[Segment]:
    """An elliptical arc as curves, by the formulas of the SVG standard. flags: the large arc, the positive turn."""
    (x0, y0), (x1, y1) = start, end
    rx, ry = map(abs, radii)
    if start == end:
        return
    if not (rx and ry and isfinite(x0 + y0 + x1 + y1 + rx + ry + turn)):
        yield "L", end
        return
    c, s = cos(radians(turn)), sin(radians(turn))
    half_x, half_y = (x0 - x1) / 2, (y0 - y1) / 2
    px, py = c * half_x + s * half_y, c * half_y - s * half_x
    grown = hypot(px / rx, py / ry)
    if grown > 1:
        rx, ry = rx * grown, ry * grown
    away = (px / rx) ** 2 + (py / ry) ** 2
    factor = (max(0.0, 1 - away) / away) ** 0.5 if away else 0.0
    factor = factor if flags[0] != flags[1] else -factor
    ux, uy = factor * rx * py / ry, -factor * ry * px / rx
    cx, cy = c * ux - s * uy + (x0 + x1) / 2, s * ux + c * uy + (y0 + y1) / 2
    first = _angle((px - ux) / rx, (py - uy) / ry)
    swept = (_angle((-px - ux) / rx, (-py - uy) / ry) - first) % tau
    swept = swept - tau if swept and not flags[1] else swept
    ellipse = cx, cy, rx, ry, c, s
    yield from _curves_along(ellipse, first, swept, end)


def _angle(x: float, y: float) -> float:
    length = hypot(x, y)
    found = acos(max(-1.0, min(1.0, x / length))) if length else 0.0
    return found if y >= 0 else -found


def _curves_along(ellipse: Iterable[float], first: float, swept: float, end: tuple[float, float]) -> Iterator[Segment]:
    cx, cy, rx, ry, c, s = ellipse
    pieces = max(1, ceil(abs(swept) / (tau * ARC) - 1e-9))
    step = swept / pieces
    reach = 4 / 3 * tan(step / 4)
    one, sine_one = cos(first), sin(first)
    for number in range(1, pieces + 1):
        two, sine_two = cos(first + number * step), sin(first + number * step)
        points = (
            (rx * (one - reach * sine_one), ry * (sine_one + reach * one)),
            (rx * (two + reach * sine_two), ry * (sine_two - reach * two)),
            (rx * two, ry * sine_two),
        )
        numbers = tuple(n for x, y in points for n in (cx + c * x - s * y, cy + s * x + c * y))
        yield "C", (*numbers[:4], *end) if number == pieces else numbers
        one, sine_one = two, sine_two
