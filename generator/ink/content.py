"""PDF operators for marks. Coordinates stay in mm with y down: the page turns them into points in one line.

A Content collects the operators of one form or page and the resources that they use. It is dumb on purpose: nothing is
decided here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol

from generator.faces.face import Font, Gradient, Icon, Mark, Paint, Path, Picture, Shape, Spot, TextRun, Turned
from generator.sheets.transform import Transform
from generator.units import Box

_OPERATORS = {"M": "m", "L": "l", "C": "c"}


class Resources(Protocol):
    """Where the things that operators name come from. Each call gives a resource name such as `F1`."""

    def font(self, font: Font, run: TextRun) -> str: ...

    def widths(self, font: Font) -> Callable[[int], float]:
        """The own advance of each glyph, in em."""

    def needs_actual_text(self, run: TextRun) -> bool: ...

    def icon(self, name: str) -> str: ...

    def picture(self, picture: Picture) -> tuple[str, Box]:
        """The image and the box in which all of it would show."""

    def opacity(self, value: float) -> str: ...

    def shading(self, gradient: Gradient) -> str: ...

    def spot(self, spot: Spot) -> str: ...


def numbers(values: Iterable[float], digits: int = 3) -> str:
    """To a thousandth of a mm; never `-0` or `1e-5`."""
    return " ".join([_number(value, digits) for value in values])


@lru_cache(maxsize=1 << 17)
def _number(value: float, digits: int = 3) -> str:
    short = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if short in {"-0", ""} else short


def path_operators(path: Path, digits: int = 3) -> str:
    return "\n".join(["h" if kind == "Z" else f"{numbers(coords, digits)} {_OPERATORS[kind]}" for kind, coords in path])


def rectangle(box: Box) -> str:
    return f"{numbers((box.x, box.y, box.width, box.height))} re"


class Content:
    """Operators of one stream, and the names of the resources it uses by kind (`Font`, `XObject`, ...)."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._lines: list[str] = []
        self.used: dict[str, dict[str, None]] = {}

    @property
    def data(self) -> bytes:
        return "\n".join(self._lines).encode("ascii")

    def add(self, *operators: str) -> None:
        self._lines.extend(operators)

    def use(self, kind: str, name: str) -> str:
        self.used.setdefault(kind, {})[name] = None
        return f"/{name}"

    def form(self, name: str, transform: Transform, clip: Box | None = None) -> None:
        clipping = [f"{rectangle(clip)} W n"] if clip is not None else []
        self.add("q", *clipping, f"{numbers(transform, 6)} cm", f"{self.use('XObject', name)} Do", "Q")

    def marks(self, marks: Iterable[Mark]) -> None:
        for mark in marks:
            if isinstance(mark, TextRun):
                self._text(mark)
            elif isinstance(mark, Shape):
                self._shape(mark)
            elif isinstance(mark, Icon):
                self._icon(mark)
            elif isinstance(mark, Picture):
                self._picture(mark)
            else:
                self._turned(mark)

    def _turned(self, mark: Turned) -> None:
        self.add("q", f"{numbers(_turn(mark.angle, mark.x, mark.y), 6)} cm")
        self.marks(mark.marks)
        self.add("Q")

    def _shape(self, mark: Shape) -> None:
        self.add("q")
        self._fade(mark.opacity)
        if isinstance(mark.fill, Gradient):
            shading = self.use("Shading", self._resources.shading(mark.fill))
            self.add("q", path_operators(mark.path), "W n", f"{shading} sh", "Q")
        filled = mark.fill is not None and not isinstance(mark.fill, Gradient)
        if filled and mark.fill is not None:
            self._colour(mark.fill)
        if mark.stroke is not None:
            self._colour(mark.stroke, stroke=True)
            self.add(f"{_number(mark.stroke_width)} w 1 j")
            if mark.dash:
                self.add(f"[{numbers(mark.dash)}] 0 d")
        if filled or mark.stroke is not None:
            self.add(path_operators(mark.path), "B" if filled and mark.stroke is not None else "f" if filled else "S")
        self.add("Q")

    def _fade(self, opacity: float) -> None:
        if opacity < 1:
            self.add(f"{self.use('ExtGState', self._resources.opacity(opacity))} gs")

    def _colour(self, paint: Paint, stroke: bool = False) -> None:
        if isinstance(paint, Spot):
            space = self.use("ColorSpace", self._resources.spot(paint))
            self.add(f"{space} CS 1 SCN" if stroke else f"{space} cs 1 scn")
            return
        colour = paint.stops[0][1] if isinstance(paint, Gradient) else paint
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        if red == green == blue:
            self.add(f"{_number(red)} {'G' if stroke else 'g'}")
        else:
            self.add(f"{numbers((red, green, blue))} {'RG' if stroke else 'rg'}")

    def _text(self, run: TextRun) -> None:
        name = self.use("Font", self._resources.font(run.font, run))
        hidden = run.opacity < 1
        if hidden:
            self.add("q")
            self._fade(run.opacity)
        self._colour(run.colour)
        spoken = self._resources.needs_actual_text(run)
        if spoken:
            self.add(f"/Span <</ActualText <feff{run.text.encode('utf-16-be').hex()}>>> BDC")
        size = _number(run.size)
        self.add(f"BT {name} 1 Tf {size} 0 0 -{size} {numbers((run.x, run.y))} Tm", *self._glyphs(run), "ET")
        if spoken:
            self.add("EMC")
        if hidden:
            self.add("Q")

    def _glyphs(self, run: TextRun) -> Iterable[str]:
        """TJ arrays: glyph ids in hexadecimal, and corrections in thousandths of an em."""
        pieces: list[str] = []
        width = self._resources.widths(run.font)
        pending, rise = 0.0, 0.0
        for glyph in run.glyphs:
            if glyph.dy != rise:
                if pieces:
                    yield f"[{''.join(pieces)}] TJ"
                    pieces = []
                rise = glyph.dy
                yield f"{_number(rise)} Ts"
            correction = pending - glyph.dx * 1000
            if abs(correction) >= 0.5:
                pieces.append(f"{correction:.0f}")
                pending = pending - glyph.dx * 1000 - round(correction)
            pieces.append(f"<{glyph.id:04x}>")
            pending += (width(glyph.id) - glyph.advance + glyph.dx) * 1000
        yield f"[{''.join(pieces).replace('><', '')}] TJ"
        if rise:
            yield "0 Ts"

    def _icon(self, icon: Icon) -> None:
        name = self.use("XObject", self._resources.icon(icon.name))
        box = icon.box
        self.add("q")
        self._fade(icon.opacity)
        self._colour(icon.colour)
        self._colour(icon.colour, stroke=True)
        if icon.angle:
            self.add(f"{numbers(_turn(icon.angle, *box.centre), 6)} cm")
        self.add(f"{numbers((box.height, 0, 0, box.height, box.x, box.y))} cm {name} Do", "Q")

    def _picture(self, picture: Picture) -> None:
        resource, whole = self._resources.picture(picture)
        name = self.use("XObject", resource)
        self.add("q")
        self._fade(picture.opacity)
        self.add(f"{rectangle(picture.box)} W n")
        self.add(f"{numbers((whole.width, 0, 0, -whole.height, whole.x, whole.bottom))} cm {name} Do", "Q")


def _turn(angle: float, x: float, y: float) -> tuple[float, ...]:
    """Clockwise by `angle` degrees about (x, y), y down."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y
