"""The visible colour at a point of a face, computed from its display list.

Text is left out, because the question is what background it is read against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import floor, hypot, inf
from typing import NamedTuple, Protocol

from generator.faces.colour_vision import MOST_KEPT, Rgb, rgb
from generator.faces.effects import opacity_of
from generator.faces.face import (
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
    Shape,
    Spot,
    TextRun,
    Turned,
)
from generator.faces.paths import STEPS, Point, curve_points, turned
from generator.faces.pictures import placed_in
from generator.units import Box

OPAQUE = 0.99
AROUND_LETTERS = 0.15
"""mm: an outline or glow at least this wide on each side counts as the background of its letters."""


class Sight(NamedTuple):
    """A colour and its opacity."""

    colour: Rgb
    opacity: float


NOTHING = Sight((1.0, 1.0, 1.0), 0.0)
PAPER = Sight((1.0, 1.0, 1.0), 1.0)


class Thumbnail(NamedTuple):
    """A reduced picture: rows of pixels, four bytes each."""

    width: int
    height: int
    rgba: bytes


class Inks(Protocol):
    """Images and icons, which marks only name."""

    def image_size(self, file: str) -> tuple[float, float]:
        """Width and height of an image, in its own units."""

    def thumbnail(self, file: str, tint: str, transparent: str) -> Thumbnail:
        """The pixels of an image, reduced."""

    def drawn(self, file: str, tint: str, transparent: str) -> tuple[Mark, ...]:
        """The marks of a drawing, in its own units; empty for a bitmap."""

    def icon_shapes(self, icon: Icon) -> tuple[Shape, ...]:
        """The marks of an icon, before it is turned by its angle."""


def _varies(_: Box) -> None:
    return None


class Layer(NamedTuple):
    """One visible mark. box: contains all of it; evenly: its sight if it is the same all over a part of the box."""

    box: Box
    at: Callable[[float, float], Sight]
    blend: Blend = "normal"
    evenly: Callable[[Box], Sight | None] = _varies


class Eye:
    """Turns marks into layers, equal marks only once."""

    def __init__(self, inks: Inks) -> None:
        self.inks = inks
        self._known: dict[Mark, list[Layer]] = {}

    def layers(self, marks: Iterable[Mark]) -> list[Layer]:
        """The layers of marks, lowest first."""
        found: list[Layer] = []
        for mark in marks:
            if isinstance(mark, TextRun):
                continue
            if mark not in self._known:
                self._known[mark] = list(_layers(mark, self))
            found.extend(self._known[mark])
        return found


def seen(layers: Sequence[Layer], x: float, y: float, below: Sight = PAPER) -> Sight:
    """The colour at that point after painting the layers over `below`."""
    for layer in layers:
        if covers(layer.box, x, y):
            below = _over(below, layer.at(x, y), layer.blend)
    return below


def seen_all_over(layers: Sequence[Layer], box: Box, below: Sight = PAPER) -> Sight | None:
    """The colour at every point of the box; None if it may vary."""
    for layer in layers:
        if layer.box.touches(box):
            above = layer.evenly(box) if encloses(layer.box, box) else None
            if above is None:
                return None
            below = _over(below, above, layer.blend)
    return below


def hides(layers: Sequence[Layer], x: float, y: float) -> bool:
    """Whether one of the layers is opaque at that point."""
    return any(
        layer.blend == "normal" and covers(layer.box, x, y) and layer.at(x, y).opacity >= OPAQUE for layer in layers
    )


def covers(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


def encloses(outer: Box, inner: Box) -> bool:
    return covers(outer, inner.x, inner.y) and covers(outer, inner.right, inner.bottom)


def bounds(points: Sequence[Point], beyond: float = 0.0) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs), min(ys)
    return Box(left, top, max(xs) - left, max(ys) - top).inset(-beyond)


def corners(box: Box) -> tuple[Point, ...]:
    return (box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)


def controls(path: Path) -> list[Point]:
    """The points of the path, including the control points of its curves."""
    return [point for _, numbers in path for point in zip(numbers[::2], numbers[1::2], strict=True)]


@lru_cache(maxsize=MOST_KEPT)
def extent(path: Path) -> Box:
    """The box around the path."""
    return bounds([point for piece in flat(path) for point in piece])


def flat(path: Path) -> list[list[Point]]:
    """Each part of the path as the corners of a polygon."""
    pieces: list[list[Point]] = []
    for kind, numbers in path:
        if kind == "M":
            pieces.append([(numbers[0], numbers[1])])
        elif kind == "L":
            pieces[-1].append((numbers[0], numbers[1]))
        elif kind == "C":
            pieces[-1].extend(curve_points(pieces[-1][-1], numbers, FEW_STEPS))
        else:
            pieces[-1].append(pieces[-1][0])
    return pieces


FEW_STEPS = STEPS // 3


def is_inside(pieces: Sequence[Sequence[Point]], even_odd: bool, x: float, y: float) -> bool:
    """Whether the filled path covers that point."""
    winding = crossings = 0
    for points in pieces:
        before_x, before_y = points[-1]
        for next_x, next_y in points:
            if (before_y > y) != (next_y > y) and x < before_x + (y - before_y) / (next_y - before_y) * (
                next_x - before_x
            ):
                crossings += 1
                winding += 1 if next_y > before_y else -1
            before_x, before_y = next_x, next_y
    return bool(crossings % 2 if even_odd else winding)


def colour_at(paint: Paint, x: float, y: float) -> Sight:
    """The colour of a paint at that point; a gradient continues with its end colours."""
    if isinstance(paint, str):
        return _solid(paint)
    if isinstance(paint, Spot):
        return Sight(rgb(paint.colour), 1.0)
    share = _along(paint, x, y)
    stops = paint.stops
    if share <= stops[0][0]:
        return colour_at(stops[0][1], x, y)
    for (start, one), (end, other) in pairwise(stops):
        if share <= end and end > start:
            first, second, part = colour_at(one, x, y), colour_at(other, x, y), (share - start) / (end - start)
            return Sight(
                _mixed(first.colour, second.colour, part), first.opacity + part * (second.opacity - first.opacity)
            )
    return colour_at(stops[-1][1], x, y)


@lru_cache(maxsize=MOST_KEPT)
def _solid(colour: Colour) -> Sight:
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


def _layers(mark: Mark, eye: Eye) -> Iterator[Layer]:
    if isinstance(mark, Shape):
        yield from _shape(mark)
    elif isinstance(mark, Turned):
        yield from _turned(mark, eye)
    elif isinstance(mark, Group):
        if (layer := _group(mark, eye.layers(mark.marks))) is not None:
            yield layer
    elif isinstance(mark, Halo):
        yield _halo(mark, eye)
    elif isinstance(mark, Icon):
        shapes = eye.inks.icon_shapes(mark)
        yield from _layers(Turned(mark.angle, *mark.box.centre, shapes) if mark.angle else Group(shapes), eye)
    elif isinstance(mark, Picture):
        yield _picture(mark, eye)


def _shape(mark: Shape) -> Iterator[Layer]:
    if not (corners_of_it := controls(mark.path)):
        return
    box = bounds(corners_of_it)
    if (fill := mark.fill) is not None:
        area = None if _is_upright(mark.path) else _Area(mark.path, mark.even_odd)

        def inside(x: float, y: float) -> Sight:
            hidden = area is None or area.holds(x, y)
            return _faded(colour_at(fill, x, y), mark.opacity) if hidden else NOTHING

        def all_inside(part: Box) -> Sight | None:
            if isinstance(fill, Gradient) or (hidden := area is None or area.holds_all(part)) is None:
                return None
            return _faded(colour_at(fill, part.x, part.y), mark.opacity) if hidden else NOTHING

        yield Layer(box, inside, evenly=all_inside)
    if (stroke := mark.stroke) is not None and (half := mark.stroke_width / 2):
        line = _Line(mark.path, half)

        def on_the_line(x: float, y: float) -> Sight:
            return _faded(colour_at(stroke, x, y), mark.opacity) if line.holds(x, y) else NOTHING

        yield Layer(box.inset(-half), on_the_line, evenly=lambda part: None if line.comes_near(part) else NOTHING)


class _Area:
    """The area of a filled path."""

    def __init__(self, path: Path, even_odd: bool = False) -> None:
        self._path, self._even_odd = path, even_odd

    @cached_property
    def _pieces(self) -> list[list[Point]]:
        return flat(self._path)

    def holds(self, x: float, y: float) -> bool:
        return is_inside(self._pieces, self._even_odd, x, y)

    def holds_all(self, box: Box) -> bool | None:
        """Whether it covers the whole box or nothing of it; None if its edge may run through the box."""
        return None if any(edge.touches(box) for edge in self._edges) else self.holds(box.x, box.y)

    @cached_property
    def _edges(self) -> list[Box]:
        """The box around each side of its polygons."""
        return [bounds(ends) for piece in self._pieces for ends in zip(piece, [piece[-1], *piece], strict=False)]


class _Line:
    """The area of a stroked path. half: half the width of the stroke."""

    def __init__(self, path: Path, half: float) -> None:
        self._path, self._half = path, half

    @cached_property
    def _rows(self) -> dict[int, list[tuple[float, float, Point, Point]]]:
        """Straight pieces of the line with their left and right ends, indexed by the 1 mm rows they touch."""
        rows: dict[int, list[tuple[float, float, Point, Point]]] = {}
        for ends in (ends for piece in flat(self._path) for ends in pairwise(piece)):
            (left, right), (low, high) = map(sorted, zip(*ends, strict=True))
            for row in range(floor(low - self._half), floor(high + self._half) + 1):
                rows.setdefault(row, []).append((left - self._half, right + self._half, *ends))
        return rows

    def holds(self, x: float, y: float) -> bool:
        return any(
            left <= x <= right and _distance(start, end, x, y) <= self._half
            for left, right, start, end in self._rows.get(floor(y), ())
        )

    def comes_near(self, box: Box) -> bool:
        """Whether a point of the box may be on the line."""
        rows = (self._rows.get(row, ()) for row in range(floor(box.y), floor(box.bottom) + 1))
        return any(left <= box.right and box.x <= right for row in rows for left, right, _, _ in row)


def _is_upright(path: Path) -> bool:
    """Whether the path is a rectangle that fills its box."""
    points = [numbers for _, numbers in path if len(numbers) == 2]
    return len(points) == 4 == len(path) - 1 and all(
        (one[0] == other[0]) != (one[1] == other[1]) for one, other in pairwise([*points, points[0]])
    )


def _turned(mark: Turned, eye: Eye) -> Iterator[Layer]:
    centre = mark.x, mark.y
    for layer in eye.layers(mark.marks):
        box = bounds([turned(*centre, mark.angle, (x - mark.x, y - mark.y)) for x, y in corners(layer.box)])

        def at(x: float, y: float, layer: Layer = layer) -> Sight:
            x, y = turned(*centre, -mark.angle, (x - mark.x, y - mark.y))
            return layer.at(x, y) if covers(layer.box, x, y) else NOTHING

        def evenly(part: Box, layer: Layer = layer) -> Sight | None:
            back = (turned(*centre, -mark.angle, (x - mark.x, y - mark.y)) for x, y in corners(part))
            return seen_all_over([layer._replace(blend="normal")], bounds([*back]), NOTHING)

        yield Layer(box, at, layer.blend, evenly)


def _group(mark: Group, layers: Sequence[Layer]) -> Layer | None:
    """Its marks combined; None if there are none."""
    if not layers:
        return None
    clip = _Area(mark.clip) if mark.clip else None

    def at(x: float, y: float) -> Sight:
        if clip is not None and not clip.holds(x, y):
            return NOTHING
        return _faded(seen(layers, x, y, NOTHING), mark.opacity)

    def evenly(part: Box) -> Sight | None:
        if (shown := clip is None or clip.holds_all(part)) is None:
            return None
        sight = seen_all_over(layers, part, NOTHING) if shown else NOTHING
        return sight and _faded(sight, mark.opacity)

    return Layer(bounds([corner for layer in layers for corner in corners(layer.box)]), at, mark.blend, evenly)


def _halo(mark: Halo, eye: Eye) -> Layer:
    members = [_silhouette(member, eye) for member in mark.marks]
    colour = rgb(mark.colour)
    widest = max(width for width, _ in mark.rings) / 2

    def shine(x: float, y: float) -> Sight:
        near = (away(x, y) for box, away in members if covers(box.inset(-widest), x, y))
        needed, through = min(near, default=inf), 1.0
        for width, opacity in mark.rings:
            through *= 1 - opacity if width / 2 >= needed else 1
        return Sight(colour, 1 - through)

    return Layer(bounds([corner for box, _ in members for corner in corners(box)], widest), shine)


def _silhouette(member: Shape | TextRun | Icon, eye: Eye) -> tuple[Box, Callable[[float, float], float]]:
    """The area of a halo, and the distance of a point from it in mm; gaps between letters count as next to one."""
    if isinstance(member, TextRun):
        length = sum(glyph.advance for glyph in member.glyphs) * member.size
        box = Box(member.x, member.y - member.size, length, 1.3 * member.size)
        return box, lambda x, y: AROUND_LETTERS + hypot(_beyond(x, box.x, box.right), _beyond(y, box.y, box.bottom))
    shapes = [member] if isinstance(member, Shape) else eye.inks.icon_shapes(member)
    angle, centre = (member.angle, member.box.centre) if isinstance(member, Icon) else (0.0, (0.0, 0.0))
    areas = [_Area(shape.path, shape.even_odd) for shape in shapes if shape.fill is not None]
    lines = [ends for shape in shapes for piece in flat(shape.path) for ends in pairwise(piece)]
    points = [turned(*centre, angle, (x - centre[0], y - centre[1])) for ends in lines for x, y in ends] or [centre]

    def away(x: float, y: float) -> float:
        x, y = turned(*centre, -angle, (x - centre[0], y - centre[1]))
        if any(area.holds(x, y) for area in areas):
            return 0.0
        return min((_distance(start, end, x, y) for start, end in lines), default=inf)

    return bounds(points), away


def _picture(mark: Picture, eye: Eye) -> Layer:
    clip = _Area(mark.clip) if mark.clip else None
    whole = placed_in(mark, eye.inks.image_size(mark.file))
    if marks := eye.inks.drawn(mark.file, mark.tint, mark.transparent):
        wide, high = eye.inks.image_size(mark.file)
        scale = whole.width / wide, whole.height / high
        drawing = eye.layers(marks)

        def look(x: float, y: float) -> Sight:
            return seen(drawing, (x - whole.x) / scale[0], (y - whole.y) / scale[1], NOTHING)
    else:

        def look(x: float, y: float) -> Sight:
            small = eye.inks.thumbnail(mark.file, mark.tint, mark.transparent)
            column = min(small.width - 1, int((x - whole.x) / whole.width * small.width))
            row = min(small.height - 1, int((y - whole.y) / whole.height * small.height))
            if column < 0 or row < 0 or x > whole.right or y > whole.bottom:
                return NOTHING
            start = 4 * (row * small.width + column)
            red, green, blue, opacity = (part / 255 for part in small.rgba[start : start + 4])
            return Sight((red, green, blue), opacity)

    def at(x: float, y: float) -> Sight:
        return _faded(look(x, y), mark.opacity) if clip is None or clip.holds(x, y) else NOTHING

    return Layer(mark.box, at)


def _faded(sight: Sight, opacity: float) -> Sight:
    return sight if opacity == 1 else Sight(sight.colour, sight.opacity * opacity)


def _beyond(at: float, start: float, end: float) -> float:
    return max(start - at, at - end, 0.0)


def _distance(start: Point, end: Point, x: float, y: float) -> float:
    """The distance of a point from the line between two others."""
    (x0, y0), (x1, y1) = start, end
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length)) if length else 0.0
    return hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0))


def _over(below: Sight, above: Sight, blend: Blend) -> Sight:
    if above.opacity == 0:
        return below
    colour = above.colour
    if blend != "normal":
        mixed = tuple(MIXED[blend](one, other) for one, other in zip(below.colour, colour, strict=True))
        colour = _mixed(colour, (mixed[0], mixed[1], mixed[2]), below.opacity)
    if above.opacity >= 1:
        return Sight(colour, 1.0)
    opacity = above.opacity + below.opacity * (1 - above.opacity)
    return Sight(_mixed(below.colour, colour, above.opacity / opacity), opacity)


def _mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    return (
        one[0] + share * (other[0] - one[0]),
        one[1] + share * (other[1] - one[1]),
        one[2] + share * (other[2] - one[2]),
    )


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
