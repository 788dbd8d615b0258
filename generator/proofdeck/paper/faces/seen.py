"""The visible colour at a point of a face, computed from its display list.

Text is left out, because the question is what background it is read against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple, Protocol

from proofdeck.ground.colour_vision import MOST_KEPT, Rgb, rgb
from proofdeck.ground.units import Box
from proofdeck.paper.faces.effects import opacity_of
from proofdeck.paper.faces.face import (
    Blend,
    Colour,
    Gradient,
    Group,
    Halo,
    Icon,
    Mark,
    Paint,
    Path,
    Picture,
    Raster,
    Shape,
    Spot,
    TextRun,
    Turned,
    rectangle_path,
)
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.faces.paths import Point, bounds, distance, extent, flat, turned, winding
from proofdeck.paper.faces.pictures import placed_in

WHITE: Rgb = (1.0, 1.0, 1.0)
OPAQUE = 0.99
SHORT = 8
"""Straight pieces of a part of a line, which is looked at only if a point is in the box around it."""
AROUND_LETTERS = 0.15
"""mm: an outline or glow at least this wide on each side counts as the background of its letters."""

Turn = tuple[float, float, float]
"""An angle in degrees clockwise, and the point around which marks are turned by it."""


class Sight(NamedTuple):
    """A colour and its opacity."""

    colour: Rgb
    opacity: float


NOTHING = Sight((1.0, 1.0, 1.0), 0.0)
PAPER = Sight((1.0, 1.0, 1.0), 1.0)
Look = Callable[[float, float], Sight]
"""What is seen at a point."""


class Thumbnail(NamedTuple):
    """A reduced picture: rows of pixels, four bytes each."""

    width: int
    height: int
    rgba: bytes

    def at(self, across: float, down: float) -> Sight:
        """What is seen at those shares of its width and height."""
        if not (0 <= across <= 1 and 0 <= down <= 1):
            return NOTHING
        column, row = min(self.width - 1, int(across * self.width)), min(self.height - 1, int(down * self.height))
        start = 4 * (row * self.width + column)
        red, green, blue, opacity = (part / 255 for part in self.rgba[start : start + 4])
        return Sight((red, green, blue), opacity)


class Inks(Materials, Protocol):
    """Fonts, images and icons, which marks only name."""

    def is_drawing(self, file: str) -> bool:
        """Whether an image is a vector drawing."""

    def thumbnail(self, file: str, tint: str, transparent: str) -> Thumbnail:
        """The pixels of an image, reduced."""

    def drawn(self, file: str, tint: str, transparent: str) -> tuple[Mark, ...]:
        """The marks of a drawing, in its own units; empty for a bitmap."""

    def raster_thumbnail(self, mark: Raster) -> tuple[Box, Thumbnail]:
        """Where the pixels in a drawing are, and those pixels, reduced."""

    def icon_shapes(self, name: str) -> Iterable[Shape]:
        """The marks of an icon one unit high."""


class Frame(NamedTuple):
    """Where marks are on the card: scaled, then moved, then turned, by the innermost turn first.

    clips: what cuts them.
    """

    turns: tuple[Turn, ...] = ()
    scale: Point = (1.0, 1.0)
    move: Point = (0.0, 0.0)
    clips: tuple[Layer, ...] = ()

    def inside(self, angle: float, x: float, y: float) -> Frame:
        """Where marks are that are turned in it by an angle about a point."""
        return self._replace(turns=((angle, x, y), *self.turns)) if angle else self

    def cut(self, clip: Path) -> Frame:
        """Where marks are of which only that part is painted."""
        return self._replace(clips=(*self.clips, Layer(Shape(clip), self, _whole)))

    def placed(self, point: Point) -> Point:
        """Where a point of a mark is on the card."""
        x, y = point[0] * self.scale[0] + self.move[0], point[1] * self.scale[1] + self.move[1]
        for angle, cx, cy in self.turns:
            x, y = turned(cx, cy, angle, (x - cx, y - cy))
        return x, y

    def back(self, x: float, y: float) -> Point:
        """The point of a mark that is there on the card; a mark without any size has only one."""
        for angle, cx, cy in reversed(self.turns):
            x, y = turned(cx, cy, -angle, (x - cx, y - cy))
        return (x - self.move[0]) / (self.scale[0] or 1.0), (y - self.move[1]) / (self.scale[1] or 1.0)


ON_THE_CARD = Frame()


class Layer:
    """The area of a shape, a line around it, or both.

    look: what is seen at a point of it, in its own frame; half: half the width of the line; box: contains all of it on
    the card.
    """

    def __init__(
        self, shape: Shape, frame: Frame, look: Look, half: float = 0.0, *, filled: bool = True, blend: Blend = "normal"
    ) -> None:
        self.blend = blend
        self._shape, self._frame, self._look, self._half, self._filled = shape, frame, look, half, filled
        self.box = bounds([*map(frame.placed, extent(shape.path).inset(-half).corners)])

    @cached_property
    def _pieces(self) -> Sequence[tuple[Box, Sequence[Point]]]:
        return pieces(self._shape.path, 0.0) if self._filled else ()

    @cached_property
    def _lines(self) -> Sequence[tuple[Box, Sequence[Point]]]:
        return pieces(self._shape.path, self._half) if self._half else ()

    def is_even_in(self, box: Box) -> bool:
        """Whether it is plainly the same all over a box, because it is a larger rectangle in one colour."""
        is_larger = all(self.box.holds(x, y) for x, y in box.corners)
        return is_larger and self._is_upright and isinstance(self._shape.fill, str)

    @cached_property
    def _is_upright(self) -> bool:
        upright = self._shape.path == rectangle_path(extent(self._shape.path))
        return self._filled and upright and self._frame == ON_THE_CARD

    def at(self, x: float, y: float) -> Sight:
        """What is seen of it at a point of the card."""
        if not (self.box.holds(x, y) and all(clip.at(x, y).opacity for clip in self._frame.clips)):
            return NOTHING
        x, y = self._frame.back(x, y)
        return self._look(x, y) if self._holds(x, y) else NOTHING

    def _holds(self, x: float, y: float) -> bool:
        turns = [winding(points, x, y) for box, points in self._pieces if box.holds(x, y)]
        if sum(map(abs, turns)) % 2 if self._shape.even_odd else sum(turns):
            return True
        return any(box.holds(x, y) and distance(points, x, y) <= self._half for box, points in self._lines)


@lru_cache(maxsize=MOST_KEPT)
def pieces(path: Path, half: float) -> Sequence[tuple[Box, Sequence[Point]]]:
    """The pieces of a path as polygons, or parts of its line, each with a box that contains it."""
    found = flat(path)
    if half:
        found = [line[at : at + SHORT + 1] for line in found for at in range(0, len(line) - 1, SHORT)]
    return [(bounds(points).inset(-half), points) for points in found]


def seen(layers: Sequence[Layer], x: float, y: float, below: Sight = PAPER) -> Sight:
    """The colour at a point after painting the layers over `below`."""
    above: list[tuple[Sight, Blend]] = []
    for layer in reversed(layers):
        sight = layer.at(x, y)
        if sight.opacity:
            above.append((sight, layer.blend))
            if sight.opacity >= 1 and layer.blend == "normal":
                break
    for sight, blend in reversed(above):
        below = _over(below, sight, blend)
    return below


def hides(layers: Iterable[Layer], x: float, y: float) -> bool:
    """Whether one of the layers is opaque at a point."""
    return any(layer.blend == "normal" and layer.at(x, y).opacity >= OPAQUE for layer in layers)


def sight_of(paint: Paint, x: float, y: float) -> Sight:
    """The colour of a paint at a point; a gradient continues with its end colours."""
    if not isinstance(paint, Gradient):
        return _solid(paint)
    share = min(max(_along(paint, x, y), paint.stops[0][0]), paint.stops[-1][0])
    for (start, one), (end, other) in pairwise(paint.stops):
        if share <= end and end > start:
            part = (share - start) / (end - start)
            opacity = opacity_of(one) + part * (opacity_of(other) - opacity_of(one))
            return Sight(mixed(rgb(one), rgb(other), part), opacity)
    return _solid(paint.stops[-1][1])


@lru_cache(maxsize=MOST_KEPT)
def _solid(paint: Colour | Spot) -> Sight:
    colour = paint.colour if isinstance(paint, Spot) else paint
    return Sight(rgb(colour), opacity_of(colour))


def _along(gradient: Gradient, x: float, y: float) -> float:
    """The position in the gradient, from 0 to 1."""
    if gradient.matrix:
        a, b, c, d, e, f = gradient.matrix
        if (whole := a * d - b * c) == 0:
            return 0.0
        x, y = (d * (x - e) - c * (y - f)) / whole, (a * (y - f) - b * (x - e)) / whole
    if gradient.kind == "radial":
        cx, cy, radius = gradient.coords[:3]
        return hypot(x - cx, y - cy) / radius if radius else 1.0
    x0, y0, x1, y1 = gradient.coords
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    return ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length if length else 1.0


def mixed(below: Rgb, above: Rgb, share: float) -> Rgb:
    """A colour between two."""
    red, green, blue = (one + share * (other - one) for one, other in zip(below, above, strict=True))
    return red, green, blue


def layers_of(marks: Iterable[Mark], inks: Inks, frame: Frame = ON_THE_CARD) -> Iterator[Layer]:
    """The layers of marks, lowest first."""
    for mark in marks:
        if isinstance(mark, Turned):
            yield from layers_of(mark.marks, inks, frame.inside(mark.angle, mark.x, mark.y))
        elif isinstance(mark, Group):
            members = layers_of(mark.marks, inks, frame.cut(mark.clip) if mark.clip else frame)
            yield from _together([*members], mark.opacity, mark.blend)
        elif isinstance(mark, Picture):
            yield from _picture(mark, inks, frame)
        elif isinstance(mark, Icon):
            for shape, inside in _shapes_in(mark, inks, frame):
                half = shape.stroke_width / 2
                yield Layer(shape, inside, _painted(mark.colour, mark.opacity), half, filled=not half)
        elif isinstance(mark, Shape):
            yield from _shape(mark, frame)
        elif isinstance(mark, Halo):
            yield from _halo(mark, inks, frame)
        elif isinstance(mark, Raster):
            box, small = inks.raster_thumbnail(mark)
            yield Layer(Shape(rectangle_path(box)), frame, _small(small, box))


def _together(layers: Sequence[Layer], opacity: float, blend: Blend = "normal") -> Iterable[Layer]:
    """The layers as they are painted in a group."""
    if not layers or (opacity == 1 and blend == "normal"):
        return layers

    def look(x: float, y: float) -> Sight:
        colour, solid = seen(layers, x, y, NOTHING)
        return Sight(colour, solid * opacity)

    box = bounds([corner for layer in layers for corner in layer.box.corners])
    return [Layer(Shape(rectangle_path(box)), ON_THE_CARD, look, blend=blend)]


def _painted(paint: Paint, opacity: float) -> Look:
    def look(x: float, y: float) -> Sight:
        colour, solid = sight_of(paint, x, y)
        return Sight(colour, solid * opacity)

    return look


def _small(small: Thumbnail, box: Box) -> Look:
    return lambda x, y: small.at((x - box.x) / (box.width or 1.0), (y - box.y) / (box.height or 1.0))


def _whole(_x: float, _y: float) -> Sight:
    return PAPER


def _shape(mark: Shape, frame: Frame) -> Iterator[Layer]:
    if mark.path and mark.fill is not None:
        yield Layer(mark, frame, _painted(mark.fill, mark.opacity))
    if mark.path and mark.stroke is not None and mark.stroke_width:
        yield Layer(mark, frame, _painted(mark.stroke, mark.opacity), mark.stroke_width / 2, filled=False)


def _shapes_in(icon: Icon, inks: Inks, frame: Frame) -> Iterator[tuple[Shape, Frame]]:
    box = icon.box
    inside = frame.inside(icon.angle, *box.centre)._replace(scale=(box.height, box.height), move=(box.x, box.y))
    return ((shape, inside) for shape in inks.icon_shapes(icon.name))


def _picture(mark: Picture, inks: Inks, frame: Frame) -> Iterable[Layer]:
    wide, high = inks.image_size(mark.file)
    whole = placed_in(mark, (wide, high))
    cut = frame.cut(mark.clip or rectangle_path(mark.box))
    if marks := inks.drawn(mark.file, mark.tint, mark.transparent):
        inside = cut._replace(scale=(whole.width / wide, whole.height / high), move=(whole.x, whole.y))
        return _together([*layers_of(marks, inks, inside)], mark.opacity)

    def look(x: float, y: float) -> Sight:
        small = inks.thumbnail(mark.file, mark.tint, mark.transparent)
        return small.at((x - whole.x) / whole.width, (y - whole.y) / whole.height)

    return _together([Layer(Shape(rectangle_path(whole)), cut, look)], mark.opacity)


def _halo(mark: Halo, inks: Inks, frame: Frame) -> Iterator[Layer]:
    """Its rings, each painted as one; those of letters that are wide enough fill the gaps between them."""
    areas: list[tuple[Shape, Frame]] = []
    for member in mark.marks:
        if isinstance(member, Icon):
            areas += _shapes_in(member, inks, frame)
        elif isinstance(member, Shape):
            areas.append((member, frame))
    runs = [member for member in mark.marks if isinstance(member, TextRun)]
    boxes = [Box(run.x, run.y - run.size, run.length, 1.3 * run.size) for run in runs]
    for width, opacity in mark.rings:
        look, beyond = _painted(mark.colour, 1.0), width / 2 - AROUND_LETTERS
        ring = [
            Layer(
                shape,
                inside,
                look,
                width / 2 / (inside.scale[0] or 1.0),
                filled=not (shape.stroke or shape.stroke_width),
            )
            for shape, inside in areas
        ]
        if beyond >= 0:
            ring += [Layer(Shape(rectangle_path(box.inset(-beyond))), frame, look) for box in boxes]
        yield from _together(ring, opacity)


def _over(below: Sight, above: Sight, blend: Blend) -> Sight:
    colour = above.colour
    if blend != "normal":
        red, green, blue = (MIXED[blend](one, other) for one, other in zip(below.colour, colour, strict=True))
        colour = mixed(colour, (red, green, blue), below.opacity)
    if above.opacity >= 1:
        return Sight(colour, 1.0)
    opacity = above.opacity + below.opacity * (1 - above.opacity)
    return Sight(mixed(below.colour, colour, above.opacity / opacity), opacity)


def _hard(below: float, above: float) -> float:
    return 2 * below * above if above <= 0.5 else 1 - 2 * (1 - below) * (1 - above)


def _soft(below: float, above: float) -> float:
    if above <= 0.5:
        return below - (1 - 2 * above) * below * (1 - below)
    bright = ((16 * below - 12) * below + 4) * below if below <= 0.25 else below**0.5
    return below + (2 * above - 1) * (bright - below)


MIXED: dict[Blend, Callable[[float, float], float]] = {
    "multiply": lambda below, above: below * above,
    "screen": lambda below, above: below + above - below * above,
    "overlay": lambda below, above: _hard(above, below),
    "darken": min,
    "lighten": max,
    "hard-light": _hard,
    "soft-light": _soft,
    "difference": lambda below, above: abs(below - above),
}
"""Blend functions for one colour component (below, above), as defined by PDF."""
