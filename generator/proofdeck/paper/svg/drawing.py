"""Two readings of an SVG file: a drawing in its own colours, and the outline of an icon in one colour."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from proofdeck.ground.transform import STAY, Transform
from proofdeck.ground.units import Box
from proofdeck.paper.faces.effects import opacity_of
from proofdeck.paper.faces.face import Colour, Gradient, Group, Mark, Path, Raster, Shape, Stroked
from proofdeck.paper.faces.recolouring import recoloured
from proofdeck.paper.svg.cascade import read_rules
from proofdeck.paper.svg.cutting import cut_out
from proofdeck.paper.svg.geometry import Around, Viewport, boxes, hull, placed
from proofdeck.paper.svg.painting import Painter, PaintFrame
from proofdeck.paper.svg.paints import Beyond
from proofdeck.paper.svg.tree import Node, SvgError, by_id, read_tree, way_to
from proofdeck.paper.svg.values import fitted, length, view_box

SIDE = 100.0
"""The longer side of a drawing in units, so that three decimals are precise enough."""
FURTHEST = 1e5
LARGEST_SIDE = 1e6
_PART = re.compile(r"(.+\.svg)#(.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks in a box of `width` x `height` of its own units, y down.

    as_pixels, unpainted: the parts that are painted as pixels, and those that are left out, with their lines.
    """

    width: float
    height: float
    marks: tuple[Mark, ...]
    as_pixels: tuple[str, ...] = ()
    unpainted: tuple[str, ...] = ()

    @property
    def silhouette(self) -> tuple[Path, ...]:
        """The outlines of its shapes; for clipped content, the clip path."""
        return tuple(_outlines(self.marks))

    def recoloured(self, change: Callable[[Colour], Colour]) -> Drawing:
        """Return a copy with each colour changed, keeping its opacity."""

        def changed(colour: Colour) -> Colour:
            return change(colour[:7]) + (colour[7:] if opacity_of(colour) < 1 else "")

        return replace(self, marks=tuple(recoloured(mark, changed) for mark in self.marks))

    def without(self, colour: Colour) -> Drawing:
        """Return a copy in which no shape is filled with that colour; all of it for ""."""
        return replace(self, marks=tuple(_without(colour, self.marks))) if colour else self

    @property
    def rasters(self) -> tuple[Raster, ...]:
        """What is painted as pixels."""
        return tuple(rasters_in(self.marks))

    def at(self, dots: float) -> tuple[Mark, ...]:
        """Its marks, with so many pixels per unit where they are pixels."""
        return tuple(_dotted(self.marks, dots))


@dataclass(frozen=True, slots=True)
class Layer:
    """One path of an icon: filled, or stroked if stroke_width is above 0, within clip paths.

    line: the shape whose line it is, for its ends, corners and dashes.
    """

    path: Path
    even_odd: bool = False
    stroke_width: float = 0.0
    line: Stroked | None = None
    clips: tuple[tuple[Path, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """Layers in a box `aspect` wide and 1 high, y down. unpainted: the parts that are left out."""

    aspect: float
    layers: tuple[Layer, ...]
    unpainted: tuple[str, ...] = ()

    @property
    def ink(self) -> tuple[float, float]:
        """Where the ink begins and ends horizontally, within its box; control points of curves count as ink."""
        edges = [
            (min(numbers[::2]) - layer.stroke_width / 2, max(numbers[::2]) + layer.stroke_width / 2)
            for layer in self.layers
            for _, numbers in layer.path
            if numbers
        ]
        left, right = min(left for left, _ in edges), max(right for _, right in edges)
        return max(0.0, left), min(self.aspect, right)


def is_drawing(file: str) -> bool:
    return PurePath(file_and_part(file)[0]).suffix.casefold() == ".svg"


def file_and_part(file: str) -> tuple[str, str]:
    """Of `stock.svg#wood`, the file and the id of the element that is painted; an empty id means all of the file."""
    match = _PART.fullmatch(file)
    return (match[1], match[2]) if match else (file, "")


def read_drawing(svg: bytes, name: str, part: str = "", *, plain: bool = False) -> Drawing:
    """Read an SVG. Raises SvgError if it is not one, refers to other files, is too large, or lacks that part.

    part: the id of the only element to paint, which fills the drawing even if its layer is hidden; all if empty; plain:
    in one colour, without pixels.
    """
    try:
        drawing = _read(read_tree(svg, name), name, part, plain=plain)
    except RecursionError:
        raise SvgError(f"{name} is nested too deeply") from None
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, SvgError):
            raise
        raise SvgError(f"{name} is not a readable SVG ({error})") from None
    if not drawing.marks:
        raise SvgError(f"{name} is empty: it has no filled or stroked shape that can be painted")
    if not all(abs(number) <= FURTHEST for number in _numbers(drawing.marks)):  # also False for NaN
        raise SvgError(f"{name} has points far outside its viewBox, or invalid numbers")
    return drawing


def _read(root: Node, name: str, part: str, *, plain: bool) -> Drawing:
    known, rules = by_id(root), read_rules(root, name)
    inner, width, height = _sides(root)
    if inner is None and not (width and height):  # as large as what is in it
        inner = _content(root, Painter(name, known, rules, Box(0, 0, SIDE, SIDE), plain=True))
        width, height = inner[2:]
    if not (0 < width < LARGEST_SIDE and 0 < height < LARGEST_SIDE):
        raise SvgError(f"{name} is empty: its viewBox has no size")
    scale = SIDE / max(width, height)
    view = Box(0, 0, width * scale, height * scale)
    start = Transform(scale, 0, 0, scale, 0, 0)
    room = Viewport(width, height)
    if inner is not None:
        start = fitted(inner, (0, 0, view.width, view.height), root.get("preserveAspectRatio", ""))
        room = Viewport(inner[2], inner[3])
    painter = Painter(name, known, rules, view, scale, plain)
    painter.left_out.update(dict.fromkeys(rules.unread))
    way = way_to(part, known, name) if part else [root]
    if part:
        rough = Painter(name, known, rules, view, scale, plain=True)
        around = hull(boxes(_marks(rough, way, start, room))) or view
        if not max(around.width, around.height) > 0:
            raise SvgError(f"{name} has nothing to paint in '{part}': it is a point")
        by, least = SIDE / max(around.width, around.height), SIDE / FURTHEST
        painter.view = view = Box(0, 0, max(around.width * by, least), max(around.height * by, least))
        start = Transform(by, 0, 0, by, -around.x * by, -around.y * by).after(start)
    marks = _marks(painter, way, start, room)
    return Drawing(view.width, view.height, marks, _named(painter.as_pixels), _named(painter.left_out))


def _sides(root: Node) -> tuple[Around | None, float, float]:
    """The viewBox, and width and height; these are 0 if unknown."""
    inner = view_box(root.get("viewBox"))
    if inner is not None and not (inner[2] > 0 and inner[3] > 0):
        raise ValueError("its viewBox is empty")
    width, height = (
        0.0 if root.get(side, "").strip().endswith("%") else length(root.get(side), 0.0) for side in ("width", "height")
    )
    if inner is not None and not (width > 0 and height > 0):
        width = width if width > 0 else height * inner[2] / inner[3] if height > 0 else inner[2]
        height = width * inner[3] / inner[2]
    return inner, max(0.0, width), max(0.0, height)


def _content(root: Node, painter: Painter) -> Around:
    around = hull(boxes(_marks(painter, [root], STAY, Viewport(SIDE, SIDE))))
    return (around.x, around.y, around.width, around.height) if around else (0.0, 0.0, SIDE, SIDE)


def _marks(painter: Painter, way: Sequence[Node], start: Transform, room: Viewport) -> tuple[Mark, ...]:
    """The marks of the last of these elements, each of which is in the one before."""
    *outer, node = way
    frame = PaintFrame(start, {}, room)
    try:
        for around in outer:
            frame = painter.within(around, painter.own(around, frame.style), frame)
        if node.kind == "symbol":
            return tuple(painter.inside(node, painter.within(node, painter.own(node, frame.style), frame)))
        return tuple(painter.marks(node, frame))
    except Beyond as beyond:
        painter.as_pixels[beyond.feature, node.line] = None
        return (cut_out(node, frame.matrix, frame.style, frame.room, painter),)


def _named(found: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Each feature once, with the first of its lines."""
    first: dict[str, int] = {}
    for feature, line in sorted(found, key=lambda one: (one[0], one[1])):
        first.setdefault(feature, line)
    return tuple(f"{feature} (line {line})" for feature, line in first.items())


def read_outline(svg: bytes, name: str) -> Outline:
    """The filled and stroked shapes of an SVG, in one colour. Raises SvgError if it cannot be used."""
    drawing = read_drawing(svg, name, plain=True)
    scale = 1 / drawing.height
    layers = tuple(layer for mark in drawing.marks for layer in _layers(mark, scale, ()))
    if not layers:
        raise SvgError(f"{name} is empty: it has no filled or stroked shape inside its viewBox")
    return Outline(round(drawing.width * scale, 9), layers, drawing.unpainted)


def _layers(mark: Mark, scale: float, clips: tuple[tuple[Path, bool], ...]) -> Iterator[Layer]:
    if isinstance(mark, Group):
        here = (*clips, (scaled(mark.clip, scale), mark.even_odd)) if mark.clip else clips
        for one in mark.marks:
            yield from _layers(one, scale, here)
    elif isinstance(mark, Shape):
        path = scaled(mark.path, scale)
        if mark.fill is not None:
            yield Layer(path, mark.even_odd, clips=clips)
        if isinstance(mark, Stroked) and mark.stroke is not None:
            pen = tuple(number * scale for number in mark.pen)
            by = 1.0 if pen else scale
            dash = tuple(round(part * by, 5) for part in mark.dash)
            line = replace(mark, path=path, fill=None, dash=dash, offset=mark.offset * by, pen=pen)
            line = replace(line, stroke="#000000", opacity=1.0, stroke_width=mark.stroke_width * by)
            width = line.stroke_width * (abs(pen[0] * pen[3] - pen[1] * pen[2]) ** 0.5 if pen else 1.0)
            yield Layer(path, stroke_width=width, line=line, clips=clips)


def scaled(path: Path, by: float, dx: float = 0.0, dy: float = 0.0) -> Path:
    """A path enlarged, then moved."""
    return placed(path, Transform(by, 0, 0, by, dx, dy), 5)


def rasters_in(marks: Iterable[Mark]) -> Iterator[Raster]:
    for mark in marks:
        if isinstance(mark, Group):
            yield from rasters_in(mark.marks)
        elif isinstance(mark, Raster):
            yield mark


def _dotted(marks: Iterable[Mark], dots: float) -> Iterator[Mark]:
    for mark in marks:
        if isinstance(mark, Group):
            yield replace(mark, marks=tuple(_dotted(mark.marks, dots)))
        else:
            yield replace(mark, dots=dots) if isinstance(mark, Raster) else mark


def _numbers(marks: Iterable[Mark]) -> Iterator[float]:
    """Every number that would go into a PDF, to check that viewers can read it."""
    for mark in marks:
        if isinstance(mark, Group):
            yield mark.opacity
            yield from (number for _, numbers in mark.clip for number in numbers)
            yield from _numbers(mark.marks)
        elif isinstance(mark, Shape):
            yield from (mark.stroke_width, mark.opacity, *mark.dash)
            yield from (number for _, numbers in mark.path for number in numbers)
            yield from mark.pen if isinstance(mark, Stroked) else ()
            if isinstance(mark.fill, Gradient):
                yield from (*mark.fill.coords, *mark.fill.matrix, *(at for at, _ in mark.fill.stops))


def _outlines(marks: Iterable[Mark]) -> Iterator[Path]:
    for mark in marks:
        if isinstance(mark, Group):
            yield from [mark.clip] if mark.clip else _outlines(mark.marks)
        elif isinstance(mark, Shape) and mark.fill is not None:
            yield mark.path


def _without(colour: Colour, marks: Iterable[Mark]) -> Iterator[Mark]:
    for mark in marks:
        if isinstance(mark, Group):
            yield replace(mark, marks=tuple(_without(colour, mark.marks)))
        elif isinstance(mark, Raster):
            yield replace(mark, transparent=colour)
        elif isinstance(mark, Shape) and isinstance(mark.fill, str) and mark.fill[:7] == colour:
            yield replace(mark, fill=None)
        else:
            yield mark
