"""PDF operators for marks. Coordinates stay in mm with y down: the page turns them into points in one line.

A Content collects the operators of one form or page and the resources they use. It makes no decisions of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from proofdeck.ground.transform import Transform
from proofdeck.ground.units import Box
from proofdeck.paper.faces.effects import opacity_of
from proofdeck.paper.faces.face import (
    Colour,
    Font,
    Gradient,
    Group,
    Halo,
    Icon,
    Mark,
    MirroredPicture,
    Paint,
    Path,
    Picture,
    Raster,
    Shape,
    Spot,
    Stroked,
    TextRun,
    Turned,
    rectangle_path,
)
from proofdeck.paper.faces.paths import mapped
from proofdeck.paper.svg.drawing import Outline
from proofdeck.paper.svg.geometry import inverse, placed

_OPERATORS = {"M": "m", "L": "l", "C": "c"}


class Resources(Protocol):
    """Provides the resources that operators refer to. Each call returns a resource name such as `F1`."""

    def font(self, font: Font, run: TextRun) -> str: ...

    def widths(self, font: Font) -> Callable[[int], float]:
        """Each glyph's advance in its font, in em."""

    def synthesis(self, font: Font) -> tuple[float, float]:
        """How much thicker a font is painted, in em, and how far it is slanted."""

    def unseen(self, run: TextRun) -> TextRun:
        """A run that is read but not seen, with glyphs that stand for its text and for nothing else."""

    def needs_actual_text(self, run: TextRun) -> bool: ...

    def icon(self, name: str) -> str: ...

    def outline(self, name: str) -> Outline:
        """The form of an icon."""

    def picture(self, picture: Picture) -> tuple[str, Transform]:
        """The picture, and the matrix that places the whole of it."""

    def raster(self, mark: Raster) -> tuple[str, Box]:
        """The pixels of a part of a drawing, and where they are; "" if there is nothing to be seen."""

    def pattern(self, gradient: Gradient) -> str:
        """A gradient as a colour for lines."""

    def opacity(self, fill: float, stroke: float) -> str: ...

    def blend(self, mode: str) -> str: ...

    def shading(self, gradient: Gradient) -> str: ...

    def fading(self, gradient: Gradient) -> str:
        """The opacity of a gradient, as a soft mask."""

    def group(self, mark: Group) -> str:
        """The marks of a group as one form."""

    def ring(self, marks: tuple[Shape | TextRun | Icon, ...], colour: Colour, width: float) -> str:
        """The silhouette of the marks in one colour, with an outline of that width."""

    def spot(self, spot: Spot) -> str: ...


CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
SEAM = 0.05
"""mm by which mirrored edges reach under the picture."""


def numbers(values: Iterable[float], digits: int = 3) -> str:
    """A number rounded to a thousandth of a mm; never `-0` or `1e-5`."""
    return " ".join([_number(value, digits) for value in values])


@lru_cache(maxsize=1 << 17)
def _number(value: float, digits: int = 3) -> str:
    short = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if short in {"-0", ""} else short


@lru_cache(maxsize=1 << 12)
def path_operators(path: Path, digits: int = 3) -> str:
    """Operators that draw the path; kept, because most paths are on many cards and on sheets of each paper.

    digits: after the decimal point.
    """
    return "\n".join(["h" if kind == "Z" else f"{numbers(coords, digits)} {_OPERATORS[kind]}" for kind, coords in path])


def rectangle(box: Box) -> str:
    return f"{numbers((box.x, box.y, box.width, box.height))} re"


class Content:
    """Operators of one stream, and the names of the resources it uses by kind (`Font`, `XObject`, ...)."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._lines: list[str] = []
        self.used: dict[str, dict[str, None]] = {}
        self.mixes = False
        """Whether the result depends on what is painted below it."""

    @property
    def data(self) -> bytes:
        return "\n".join(self._lines).encode("ascii")

    def add(self, *operators: str) -> None:
        self._lines.extend(operators)

    def use(self, kind: str, name: str) -> str:
        self.used.setdefault(kind, {})[name] = None
        return f"/{name}"

    def form(self, name: str, transform: Transform, clip: Box | Path | None = None) -> None:
        area = rectangle(clip) if isinstance(clip, Box) else path_operators(clip) if clip else ""
        clipping = [f"{area} W n"] if area else []
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
            elif isinstance(mark, Group):
                self._group(mark)
            elif isinstance(mark, Halo):
                self._halo(mark)
            elif isinstance(mark, Raster):
                self._raster(mark)
            else:
                self._turned(mark)

    def _turned(self, mark: Turned) -> None:
        self.add("q", f"{numbers(_turn(mark.angle, mark.x, mark.y), 6)} cm")
        self.marks(mark.marks)
        self.add("Q")

    def _group(self, mark: Group) -> None:
        self.add("q")
        if mark.clip:
            self.clip(mark.clip, even_odd=mark.even_odd)
        if mark.opacity < 1 or mark.blend != "normal":
            self._fade(mark.opacity)
            self._blend(mark.blend)
            self.add(f"{self.use('XObject', self._resources.group(mark))} Do")
        else:
            self.marks(mark.marks)
        self.add("Q")

    def _blend(self, mode: str) -> None:
        if mode != "normal":
            self.mixes = True
            self.add(f"{self.use('ExtGState', self._resources.blend(mode))} gs")

    def _halo(self, mark: Halo) -> None:
        """Paint each ring as one; letters and the lines around them are drawn one em high."""
        by_scale: dict[float, list[Shape | TextRun | Icon]] = {}
        for part in mark.marks:
            by_scale.setdefault(part.size if isinstance(part, TextRun) else 1.0, []).append(part)
        for width, opacity in mark.rings:
            for scale, parts in by_scale.items():
                ring = self._resources.ring(tuple(parts), mark.colour, width / scale)
                self.add("q")
                self._fade(opacity)
                self.add(f"{self.use('XObject', ring)} Do", "Q")

    def ring(self, silhouette: str, colour: Colour, width: float) -> None:
        self._colour(colour)
        self._colour(colour, stroke=True)
        self.add("1 j 1 J", f"{_number(width, 5)} w {self.use('XObject', silhouette)} Do")

    def silhouette(self, part: Shape | TextRun | Icon, lined: bool, glyph: Callable[[Font, int], str]) -> None:
        """Paint in the current colour and line. glyph: the form of a glyph, one em high."""
        if isinstance(part, TextRun):
            x = part.x
            for letter in part.glyphs:
                place = part.size, 0, 0, part.size, x + letter.dx * part.size, part.y - letter.dy * part.size
                self.add("q", f"{numbers(place)} cm {self.use('XObject', glyph(part.font, letter.id))} Do", "Q")
                x += letter.advance * part.size
        elif isinstance(part, Shape):
            filled = "B*" if part.even_odd else "B"
            self.add(path_operators(part.path), filled if lined and part.fill else "f" if part.fill else "S")
        else:
            self._silhouette_of_icon(part, lined)

    def _silhouette_of_icon(self, icon: Icon, lined: bool) -> None:
        box, outline = icon.box, self._resources.outline(icon.name)
        self.add("q")
        if icon.angle:
            self.add(f"{numbers(_turn(icon.angle, *box.centre), 6)} cm")
        for layer in outline.layers:
            path = mapped(layer.path, (box.height, box.height), (box.x, box.y))
            self.add(path_operators(path))
            self.add("S" if layer.line else ("B" if lined else "f") + ("*" if layer.even_odd else ""))
        self.add("Q")

    def _pour(self, gradient: Gradient) -> None:
        """Paint everything that is not clipped."""
        if gradient.matrix:
            self.add(f"{numbers(gradient.matrix, 6)} cm")
        if any(opacity_of(colour) < 1 for _, colour in gradient.stops):
            self.mixes = True
            self.add(f"{self.use('ExtGState', self._resources.fading(gradient))} gs")
        self.shade(self._resources.shading(gradient))

    def shade(self, shading: str) -> None:
        self.add(f"{self.use('Shading', shading)} sh")

    def _shape(self, mark: Shape) -> None:
        self.add("q")
        self._fade(mark.opacity * _solidity(mark.fill), mark.opacity * _solidity(mark.stroke))
        if isinstance(mark.fill, Gradient):
            self.add("q", path_operators(mark.path), "W* n" if mark.even_odd else "W n")
            self._pour(mark.fill)
            self.add("Q")
        filled = mark.fill is not None and not isinstance(mark.fill, Gradient)
        if filled and mark.fill is not None:
            self._colour(mark.fill)
        if mark.stroke is not None:
            self._colour(mark.stroke, stroke=True)
        if isinstance(mark, Stroked):
            self.line(mark)
        elif mark.stroke is not None:
            self.add(f"{_number(mark.stroke_width)} w 1 j")
            if mark.dash:
                self.add(f"[{numbers(mark.dash)}] 0 d")
        if filled or mark.stroke is not None:
            how = "B" if filled and mark.stroke is not None else "f" if filled else "S"
            path = path_operators(*_in_its_pen(mark, 3)) if isinstance(mark, Stroked) else path_operators(mark.path)
            self.add(path, how + ("*" if mark.even_odd and how != "S" else ""))
        self.add("Q")

    def line(self, mark: Stroked) -> None:
        """The line of a shape of a drawing, and the units that it is drawn in."""
        if mark.pen:
            self.add(f"{numbers(mark.pen, 6)} cm")
        self.add(f"{_number(mark.stroke_width, 5)} w {CAPS[mark.cap]} J {JOINS[mark.join]} j {_number(mark.miter)} M")
        if mark.dash:
            self.add(f"[{numbers(mark.dash, 5)}] {_number(mark.offset, 5)} d")

    def stroke(self, mark: Stroked) -> None:
        """Draw that line in the current colour."""
        self.line(mark)
        self.add(path_operators(*_in_its_pen(mark, 5)), "S")

    def clip(self, path: Path, *, even_odd: bool, digits: int = 3) -> None:
        self.add(path_operators(path, digits), "W* n" if even_odd else "W n")

    def _raster(self, mark: Raster) -> None:
        name, box = self._resources.raster(mark)
        if name:
            place = box.width, 0, 0, -box.height, box.x, box.bottom
            self.add("q", f"{numbers(place, 4)} cm {self.use('XObject', name)} Do", "Q")

    def _fade(self, opacity: float, stroke: float | None = None) -> None:
        stroke = opacity if stroke is None else stroke
        if opacity < 1 or stroke < 1:
            self.add(f"{self.use('ExtGState', self._resources.opacity(opacity, stroke))} gs")

    def _colour(self, paint: Paint, stroke: bool = False) -> None:
        if isinstance(paint, Spot):
            space = self.use("ColorSpace", self._resources.spot(paint))
            self.add(f"{space} CS 1 SCN" if stroke else f"{space} cs 1 scn")
            return
        if isinstance(paint, Gradient) and stroke and paint.matrix:
            self.add(f"/Pattern CS {self.use('Pattern', self._resources.pattern(paint))} SCN")
            return
        colour = paint.stops[0][1] if isinstance(paint, Gradient) else paint
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        if red == green == blue:
            self.add(f"{_number(red)} {'G' if stroke else 'g'}")
        else:
            self.add(f"{numbers((red, green, blue))} {'RG' if stroke else 'rg'}")

    def _text(self, run: TextRun) -> None:
        run = run if run.opacity else self._resources.unseen(run)
        name = self.use("Font", self._resources.font(run.font, run))
        opacity = run.opacity * _solidity(run.colour)
        poured = isinstance(run.colour, Gradient)
        bold, slant = self._resources.synthesis(run.font) if run.font.synthesis else (0.0, 0.0)
        hidden = opacity < 1 or poured or bold > 0
        if hidden:
            self.add("q")
            self._fade(opacity)
        self._colour(run.colour)
        spoken = self._resources.needs_actual_text(run)
        if spoken:
            self.add(f"/Span <</ActualText <feff{run.text.encode('utf-16-be').hex()}>>> BDC")
        size = _number(run.size)
        if poured:
            self.add("7 Tr")
        elif bold:
            self._colour(run.colour, stroke=True)
            self.add(f"2 Tr 1 j {_number(bold * run.size, 4)} w")
        place = f"{size} 0 {_number(slant * run.size)} -{size} {numbers((run.x, run.y))}"
        self.add(f"BT {name} 1 Tf {place} Tm", *self._glyphs(run), "ET")
        if spoken:
            self.add("EMC")
        if isinstance(run.colour, Gradient):
            self._pour(run.colour)
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
        if isinstance(icon.colour, Gradient):
            self._poured_icon(icon, icon.colour)
            return
        name = self.use("XObject", self._resources.icon(icon.name))
        box = icon.box
        self.add("q")
        self._fade(icon.opacity * _solidity(icon.colour))
        self._colour(icon.colour)
        self._colour(icon.colour, stroke=True)
        if icon.angle:
            self.add(f"{numbers(_turn(icon.angle, *box.centre), 6)} cm")
        self.add(f"{numbers((box.height, 0, 0, box.height, box.x, box.y))} cm {name} Do", "Q")

    def _poured_icon(self, icon: Icon, gradient: Gradient) -> None:
        """Fill the icon's layers with the gradient; lines take its first colour."""
        box = icon.box
        self.add("q")
        self._fade(icon.opacity)
        if icon.angle:
            self.add(f"{numbers(_turn(icon.angle, *box.centre), 6)} cm")
        for layer in self._resources.outline(icon.name).layers:
            shape = mapped(layer.path, (box.height, box.height), (box.x, box.y))
            if layer.clips:
                self.add("q")
            for path, even_odd in layer.clips:
                self.clip(mapped(path, (box.height, box.height), (box.x, box.y)), even_odd=even_odd)
            if layer.line:
                self._shape(_enlarged(layer.line, shape, gradient.stops[0][1], box.height))
            else:
                self._shape(Shape(shape, gradient, even_odd=layer.even_odd))
            if layer.clips:
                self.add("Q")
        self.add("Q")

    def _picture(self, picture: Picture) -> None:
        resource, placed = self._resources.picture(picture)
        name = self.use("XObject", resource)
        self.add("q")
        self._fade(picture.opacity)
        self.add(path_operators(picture.clip or rectangle_path(picture.box)), "W n")
        if isinstance(picture, MirroredPicture):
            for part, mirror in _mirrors(picture.box, picture.beyond):
                self.add("q", f"{rectangle(part)} W n", f"{numbers(mirror)} cm", f"{numbers(placed)} cm {name} Do", "Q")
        else:
            self.add(f"{numbers(placed)} cm {name} Do")
        self.add("Q")


def _in_its_pen(mark: Stroked, digits: int) -> tuple[Path, int]:
    """The path in the units of its line, and how many digits these need."""
    back = inverse(mark.pen) if mark.pen else None
    return (placed(mark.path, back, 6), 6) if back else (mark.path, digits)


def _enlarged(line: Stroked, path: Path, stroke: Colour, by: float) -> Stroked:
    """The line of an icon on a path that is already in mm."""
    if line.pen:
        return replace(line, path=path, stroke=stroke, pen=tuple(number * by for number in line.pen))
    dash = tuple(part * by for part in line.dash)
    return replace(
        line, path=path, stroke=stroke, stroke_width=line.stroke_width * by, dash=dash, offset=line.offset * by
    )


def _mirrors(box: Box, beyond: Box) -> Iterator[tuple[Box, tuple[float, ...]]]:
    """The parts of `beyond` that lie in the box and around it, and the matrix that mirrors the box into each."""
    across = _thirds(beyond.x, box.x, box.right, beyond.right)
    down = _thirds(beyond.y, box.y, box.bottom, beyond.bottom)
    for x, width, a, e in across:
        for y, height, d, f in down:
            yield Box(x, y, width, height), (a, 0, 0, d, e, f)


def _thirds(outer: float, first: float, last: float, end: float) -> list[tuple[float, float, int, float]]:
    """Before, after, and last between two edges: where each begins, its length, and a, e of its mirror `a x + e`."""
    found = [(outer, first - outer + SEAM, -1, 2 * first), (last - SEAM, end - last + SEAM, -1, 2 * last)]
    return [*(one for one in found if one[1] > SEAM), (first, last - first, 1, 0.0)]


def _solidity(paint: Paint | None) -> float:
    """The opacity of a colour; that of a gradient varies from place to place."""
    return opacity_of(paint) if isinstance(paint, str) else 1.0


def _turn(angle: float, x: float, y: float) -> tuple[float, ...]:
    """A rotation clockwise by `angle` degrees about (x, y), y down."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y
