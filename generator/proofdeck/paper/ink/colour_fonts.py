"""Letters in colour: the layers that a font paints (COLR), its drawings (SVG) and its pictures (CBDT, sbix).

A letter in colour is a picture with a name such as `fonts/Emoji.ttf#glyph=12,000000,`: the font, the number of the
glyph, the colour of the text, and which font of a collection it is.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import fromstring, tostring

import uharfbuzz as hb

from proofdeck.ground.transform import Transform
from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import (
    Blend,
    Colour,
    Font,
    Gradient,
    Group,
    Mark,
    Paint,
    Path,
    Shape,
    polygon_path,
    rectangle_path,
)
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.ink.fonts import FontFile, drawn
from proofdeck.paper.svg.drawing import SIDE, Drawing, read_drawing
from proofdeck.paper.svg.tree import LARGEST_DRAWING, SvgError, read_tree

if TYPE_CHECKING:
    from PIL import Image

MOST_PIXELS = 4_000_000
"""The largest picture of a letter."""
MOST_LAYERS = 2000
"""Shapes that one letter may consist of."""
WEDGES = 90
"""Wedges of one colour each by which a gradient around a point is painted."""
NEXT = 0.0002
"""The distance between two stops of a gradient in the same place."""
ROOM = 0.25
"""How far a drawing of unknown size may go beyond its letter, in em."""
BLENDS: dict[str, Blend] = {
    name.upper().replace("-", "_"): name
    for name in ("screen", "overlay", "darken", "lighten", "hard-light", "soft-light", "difference", "multiply")
}
PLAIN = frozenset({"SRC_OVER", "SRC"})
_NAME = re.compile(r"(.+)#glyph=(\d{1,5}),([0-9a-f]{6}),(.*)", re.DOTALL)


def glyph_of(name: str) -> tuple[Font, int, Colour] | None:
    """The font, the glyph and the colour that the name of a picture means; None for any other picture."""
    found = _NAME.fullmatch(name)
    return (Font("", file=found[1], face=found[4]), int(found[2]), f"#{found[3]}") if found else None


def png_of(file: FontFile, glyph: int) -> bytes:
    """The picture of a glyph; empty if it has none."""
    blob = file.shaper.get_glyph_color_png(glyph) if file.face.has_color_png else None
    return bytes(blob.data) if blob else b""


def upright_png(data: bytes, name: str) -> Image.Image:
    """All pixels of the picture that a letter is. Raises MaterialError for one that is damaged or enormous."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            if image.width * image.height > MOST_PIXELS:
                raise ValueError
            return image.convert("RGBA")
    except Exception:  # noqa: BLE001 - the errors of a decoder share no class
        raise MaterialError(f"a picture in '{name.partition('#')[0]}' is damaged") from None


def box_in_colour(file: FontFile, glyph: int) -> Box | None:
    """What a glyph in colour fills, in em from the start of its baseline, y down; None if it has no colour."""
    if not file.is_coloured or not file.has_colour(glyph):
        return None
    found = file.shaper.get_glyph_extents(glyph)
    if found is None or not found.width or not found.height or _svg_of(file, glyph):
        return Box(-ROOM, -1.0, file.width(glyph) + 2 * ROOM, 1.0 + ROOM)
    em = file.em
    return Box(found.x_bearing / em, -found.y_bearing / em, found.width / em, -found.height / em)


def drawing_of(file: FontFile, glyph: int, colour: Colour, name: str) -> Drawing | None:
    """The layers of a glyph, in its box; None for one that is a picture. Raises MaterialError."""
    box = box_in_colour(file, glyph)
    if box is None or png_of(file, glyph):
        return None
    if svg := _svg_of(file, glyph):
        return read_drawing(_alone(svg, glyph, box, file.em, name), name)
    scale = SIDE / max(box.width, box.height)
    start = Transform(scale / file.em, 0, 0, -scale / file.em, -box.x * scale, -box.y * scale)
    artist = _Artist(file.shaper, start, Box(0, 0, box.width * scale, box.height * scale))
    artist.paint(glyph, colour)
    return Drawing(
        box.width * scale, box.height * scale, tuple(artist.marks), unpainted=tuple(sorted(artist.unpainted))
    )


def _svg_of(file: FontFile, glyph: int) -> bytes:
    """The document with the drawing of a glyph, as large as is read at most; empty if there is none."""
    blob = file.face.get_glyph_color_svg(glyph) if file.face.has_color_svg else None
    data = bytes(blob.data) if blob else b""
    try:
        return zlib.decompressobj(31).decompress(data, LARGEST_DRAWING) if data[:2] == b"\x1f\x8b" else data
    except zlib.error:
        return b""


def _alone(svg: bytes, glyph: int, box: Box, em: int, name: str) -> bytes:
    """The document without the drawings of other glyphs, in that box."""
    if b"<!entity" in svg.lower():
        raise SvgError(f"{name} contains '<!ENTITY', which is not allowed in a font")
    read_tree(svg[:LARGEST_DRAWING], name)  # refuses what may not be read
    root = fromstring(svg[:LARGEST_DRAWING])  # noqa: S314  entities are refused before
    for parent in [*root.iter()]:
        for child in [*parent]:
            if re.fullmatch(r"glyph\d+", child.get("id", "")) and child.get("id") != f"glyph{glyph}":
                parent.remove(child)
    root.set("viewBox", " ".join(f"{number * em:.6g}" for number in (box.x, box.y, box.width, box.height)))
    for key, length in (("width", box.width), ("height", box.height)):
        root.set(key, f"{length * em:.6g}")
    return tostring(root)


@dataclass
class _Layer:
    """Where paint goes: into a clip or a group. clip: empty for a group."""

    clip: Path = ()
    marks: list[Mark] = field(default_factory=list)


class _Artist:
    """Turns what HarfBuzz says of a glyph into marks. unpainted: what is painted in another way than the font means."""

    def __init__(self, font: hb.Font, start: Transform, box: Box) -> None:
        self._font, self._box = font, box
        self._transforms = [start]
        self._layers = [_Layer(rectangle_path(box))]
        self._count = 0
        self.unpainted: set[str] = set()

    @property
    def marks(self) -> list[Mark]:
        return self._layers[0].marks

    def paint(self, glyph: int, colour: Colour) -> None:
        funcs = hb.PaintFuncs()
        funcs.set_push_transform_func(self._push_transform)
        funcs.set_pop_transform_func(lambda _: self._transforms.pop() and None)
        funcs.set_push_clip_glyph_func(lambda one, _: self._push(self._mapped(drawn(self._font, one, up=True))))
        funcs.set_push_clip_rectangle_func(lambda x0, y0, x1, y1, _: self._push(self._rectangle(x0, y0, x1, y1)))
        funcs.set_pop_clip_func(lambda _: self._pop())
        funcs.set_push_group_func(lambda _: self._push(()))
        funcs.set_pop_group_func(lambda mode, _: self._pop(hb.PaintCompositeMode(mode).name))
        funcs.set_color_func(lambda one, _, __: self._fill(_hex(one)))
        funcs.set_linear_gradient_func(self._linear)
        funcs.set_radial_gradient_func(self._radial)
        funcs.set_sweep_gradient_func(self._sweep)
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        self._font.paint_glyph(glyph, funcs, None, 0, hb.Color(red, green, blue, 255))

    def _push_transform(self, xx: float, yx: float, xy: float, yy: float, dx: float, dy: float, _: object) -> None:
        self._transforms.append(self._transforms[-1].after(Transform(xx, yx, xy, yy, dx, dy)))

    def _mapped(self, path: Iterable[tuple[str, tuple[float, ...]]]) -> Path:
        now = self._transforms[-1]
        return tuple(
            (kind, tuple(n for at in range(0, len(numbers), 2) for n in now.apply(*numbers[at : at + 2])))
            for kind, numbers in path
        )

    def _rectangle(self, x0: float, y0: float, x1: float, y1: float) -> Path:
        return self._mapped(rectangle_path(Box(x0, y0, x1 - x0, y1 - y0)))

    def _push(self, clip: Path) -> None:
        self._layers.append(_Layer(clip))

    def _pop(self, mode: str = "SRC_OVER") -> None:
        layer, below = self._layers.pop(), self._layers[-1].marks
        if mode not in PLAIN and mode not in BLENDS:
            self.unpainted.add(f"layers mixed as {mode.lower().replace('_', ' ')}")
        marks = tuple(layer.marks)
        if mode in BLENDS:
            below.append(Group(marks, blend=BLENDS[mode]))
        elif layer.clip and not all(isinstance(mark, Shape) and mark.path == layer.clip for mark in marks):
            below.append(Group(marks, clip=layer.clip))
        else:
            below.extend(marks)

    def _fill(self, paint: Paint) -> None:
        """Paint everything in the innermost clip."""
        self._count += 1
        if self._count <= MOST_LAYERS:
            self._layers[-1].marks.append(Shape(self._clip, paint))

    @property
    def _clip(self) -> Path:
        """The innermost clip."""
        return next(layer.clip for layer in reversed(self._layers) if layer.clip)

    def _poured(self, kind: Any, coords: tuple[float, ...], stops: list[tuple[float, Colour]]) -> None:
        now = tuple(round(number, 6) for number in self._transforms[-1])
        self._fill(Gradient(kind, coords, tuple(_spread(stops)), now))

    def _stops(self, line: Any) -> list[tuple[float, Colour]]:
        if line.extend:
            self.unpainted.add("repeated gradients")
        return sorted((float(stop.offset), _hex(stop.color)) for stop in line.color_stops) or [(0.0, "#000000")]

    def _linear(self, line: Any, x0: float, y0: float, x1: float, y1: float, x2: float, y2: float, _: object) -> None:
        stops = self._stops(line)
        qx, qy = -(y2 - y0), x2 - x0  # across the line from the first point to the third
        share = ((x1 - x0) * qx + (y1 - y0) * qy) / (qx * qx + qy * qy) if qx or qy else 0.0
        dx, dy = share * qx, share * qy
        first, last = stops[0][0], stops[-1][0]
        if last <= first or not (dx or dy):
            self._fill(stops[-1][1])
            return
        ends = (x0 + first * dx, y0 + first * dy, x0 + last * dx, y0 + last * dy)
        self._poured("linear", ends, [((at - first) / (last - first), colour) for at, colour in stops])

    def _radial(self, line: Any, x0: float, y0: float, r0: float, x1: float, y1: float, r1: float, _: object) -> None:
        stops = [((r0 + at * (r1 - r0)) / (r1 or 1.0), colour) for at, colour in self._stops(line)]
        stops.sort(key=lambda stop: stop[0])
        if r1 <= 0:
            self._fill(stops[-1][1])
            return
        wide = max(1.0, stops[-1][0])
        self._poured("radial", (x1, y1, r1 * wide, x0, y0), [(at / wide, colour) for at, colour in stops])

    def _sweep(self, line: Any, x: float, y: float, start: float, end: float, _: object) -> None:
        stops, far, wedges = self._stops(line), 4.0 * self._font.face.upem, []
        for number in range(WEDGES):
            middle = (number + 0.5) / WEDGES * 2 * pi
            angles = (number / WEDGES * 2 * pi, (number + 1.5) / WEDGES * 2 * pi)
            corners = ((x, y), *((x + far * cos(angle), y + far * sin(angle)) for angle in angles))
            colour = _between(stops, (middle - start) / (end - start) if end != start else 1.0)
            wedges.append(Shape(self._mapped(polygon_path(corners)), colour))
        self._count += WEDGES
        if self._count <= MOST_LAYERS:
            self._layers[-1].marks.append(Group(tuple(wedges), clip=self._clip))


def _hex(colour: Any) -> Colour:
    solid = f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
    return solid if colour.alpha == 255 else f"{solid}{colour.alpha:02x}"


def _spread(stops: Iterable[tuple[float, Colour]]) -> Iterator[tuple[float, Colour]]:
    """Stops from 0 to 1, each a little after the one before."""
    found: list[tuple[float, Colour]] = []
    for at, colour in stops:
        found.append((max(min(max(at, 0.0), 1.0), found[-1][0] + NEXT if found else 0.0), colour))
    if found[0][0] > 0:
        found.insert(0, (0.0, found[0][1]))
    if found[-1][0] < 1:
        found.append((1.0, found[-1][1]))
    yield from ((min(at, 1.0), colour) for at, colour in found)


def _between(stops: list[tuple[float, Colour]], at: float) -> Colour:
    """The colour at a place between stops."""
    before = [stop for stop in stops if stop[0] <= at] or stops[:1]
    after = [stop for stop in stops if stop[0] >= at] or stops[-1:]
    (low, one), (high, other) = before[-1], after[0]
    share = (at - low) / (high - low) if high > low else 0.0
    parts = [[int(colour[i : i + 2] or "ff", 16) for i in (1, 3, 5, 7)] for colour in (one, other)]
    mixed = [round(first + share * (second - first)) for first, second in zip(*parts, strict=True)]
    return "#" + "".join(f"{min(max(number, 0), 255):02x}" for number in (mixed if mixed[3] < 255 else mixed[:3]))
