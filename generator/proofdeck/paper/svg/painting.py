"""Walks through the elements of an SVG file and makes marks of them; what marks cannot show is left to pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple, get_args

from proofdeck.ground.transform import STAY, Transform, move
from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Blend, Gradient, Group, Mark, Paint, Path, Shape, Stroked, rectangle_path
from proofdeck.paper.faces.paths import Track, extent
from proofdeck.paper.svg.cascade import Rules, inherited, own_values
from proofdeck.paper.svg.cutting import cut_out
from proofdeck.paper.svg.geometry import (
    DIGITS,
    SHAPES,
    Around,
    Viewport,
    boxes,
    hull,
    inverse,
    is_upright,
    outline,
    placed,
    union,
    vertices,
)
from proofdeck.paper.svg.paints import GRADIENTS, Beyond, Canvas, faded, gradient, solid
from proofdeck.paper.svg.tree import REFERENCE, Node, SvgError
from proofdeck.paper.svg.values import fitted, length, lengths, origin, share, transform, view_box

MOST_WORK = 300_000
ELEMENT_WORK = 15
"""What an element costs; three characters of a path or of points cost one."""
DEEPEST = 150
MOST_RASTERS = 20
"""More parts than this are painted as one."""
GROUPS = frozenset(("svg", "g", "a", "switch", "symbol", "use"))
PIXELS = frozenset(("text", "image"))
SILENT = frozenset(
    (
        *("defs", "title", "desc", "metadata", "style", "clipPath", "mask", "pattern", "marker", "filter", "stop"),
        *("linearGradient", "radialGradient", "symbol", "namedview", "script", "view", "cursor", "solidColor"),
        *("font", "font-face", "missing-glyph", "glyph", "hkern", "vkern", "color-profile", "tspan", "textPath"),
    )
)
BLENDS: tuple[Blend, ...] = get_args(Blend)
NEARLY = 1e-3


class PaintFrame(NamedTuple):
    """What holds where an element is.

    matrix: from its units to those painted; style: what it inherits; context: the paints of the line that a marker is
    on.
    """

    matrix: Transform
    style: Mapping[str, str]
    room: Viewport
    depth: int = 0
    context: tuple[str, str] = ("none", "none")


@dataclass
class Painter:
    """Paints one file. plain: in one colour, without anything that needs pixels."""

    name: str
    known: Mapping[str, Node]
    rules: Rules
    view: Box
    px: float = 1.0
    plain: bool = False
    as_pixels: dict[tuple[str, int], None] = field(default_factory=dict)
    left_out: dict[tuple[str, int], None] = field(default_factory=dict)
    rasters: int = 0
    work: int = 0

    def own(self, node: Node, style: Mapping[str, str]) -> dict[str, str]:
        return own_values(node, self.rules, style)

    def style_of(self, node: Node | None) -> Mapping[str, str]:
        """What is inherited from an element, wherever it is used."""
        if node is None:
            return {}
        around = self.style_of(node.parent)
        return inherited(self.own(node, around), around)

    def whole(self, node: Node) -> Mapping[str, str]:
        """All that holds for an element where it is written."""
        around = self.style_of(node.parent)
        return {**around, **self.own(node, around)}

    def marks(self, node: Node, frame: PaintFrame) -> Iterator[Mark]:
        kind = node.kind
        self._spend(node, frame)
        if kind in SILENT:
            return
        own = self.own(node, frame.style)
        if own.get("display") == "none":
            return
        if kind not in SHAPES and kind not in GROUPS and kind not in PIXELS:
            self.left_out[f"<{kind}>", node.line] = None
            return
        here = self.within(node, own, frame)
        rasters = self.rasters
        try:
            self._check_effects(node, own)
            found = tuple(self._painted(node, own, here))
            if found:
                yield from self._together(found, node, own, here)
        except Beyond as beyond:
            if beyond.whole:
                raise
            self.rasters = rasters
            yield from self._pixels(node, frame, beyond.feature)

    def within(self, node: Node, own: Mapping[str, str], frame: PaintFrame) -> PaintFrame:
        """Where the parts of an element are."""
        style, matrix, room = inherited(own, frame.style), frame.matrix, frame.room
        if "font-size" in own:
            em = length(own["font-size"], room.em, room.em, room.em)
            style, room = {**style, "font-size": f"{em:g}px"}, room._replace(em=em)
        if words := own.get("transform"):
            here = transform(words, room.em, room.width, room.height) or STAY
            if where := own.get("transform-origin"):
                x, y = origin(where, self._reference(node, own, room), room.em)
                here = move(x, y).after(here).after(move(-x, -y))
            matrix = matrix.after(here)
        return frame._replace(matrix=matrix, style=style, room=room, depth=frame.depth + 1)

    def moved(self, node: Node, own: Mapping[str, str], room: tuple[float, float, float]) -> Transform:
        """The transform of an element alone."""
        return self.within(node, own, PaintFrame(STAY, {}, Viewport(*room))).matrix

    def _reference(self, node: Node, own: Mapping[str, str], room: Viewport) -> Around:
        if own.get("transform-box") in {"fill-box", "content-box", "stroke-box"}:
            box = self._box(node, {key: value for key, value in own.items() if key != "transform"}, room)
            return (box.x, box.y, box.width, box.height) if box else (0, 0, 0, 0)
        return 0, 0, room.width, room.height

    def _spend(self, node: Node, frame: PaintFrame) -> None:
        self.work += ELEMENT_WORK + (len(node.get("d", "")) + len(node.get("points", ""))) // 3
        if self.work > MOST_WORK:
            raise SvgError(f"{self.name} has more shapes and points than can be read in a few seconds")
        if frame.depth > DEEPEST:
            raise SvgError(f"{self.name}, line {node.line}: it is nested too deeply, or uses itself")

    def _check_effects(self, node: Node, own: Mapping[str, str]) -> None:
        said = own.get("mix-blend-mode", "normal")
        if said not in BLENDS and not self.plain:
            raise Beyond(f"mix-blend-mode: {said}", whole=True)
        words = own.get("filter", "none").strip()
        lost = REFERENCE.fullmatch(words)
        if words not in {"none", ""} and not (lost and lost[1] not in self.known):
            self._beyond("filter", node)
        if node.kind in PIXELS and own.get("visibility", "visible") == "visible":
            self._beyond(f"<{node.kind}>", node)
        if "path(" in own.get("d", "") or own.get("clip-path", "").strip()[:4] not in {"", "none", "url("}:
            self.left_out["d or clip-path with a shape of CSS", node.line] = None

    def _beyond(self, feature: str, node: Node) -> None:
        """Raise Beyond, or note it where there are no pixels."""
        if not self.plain:
            raise Beyond(feature)
        self.left_out[feature, node.line] = None

    def _pixels(self, node: Node, frame: PaintFrame, feature: str) -> Iterator[Mark]:
        if node.kind == "text" and not "".join(node.itertext()).strip():
            return
        self.rasters += 1
        self.as_pixels[feature, node.line] = None
        if self.rasters > MOST_RASTERS:
            raise Beyond(feature, whole=True)
        yield cut_out(node, frame.matrix, frame.style, frame.room, self)

    def _painted(self, node: Node, own: Mapping[str, str], here: PaintFrame) -> Iterator[Mark]:
        kind = node.kind
        if kind in SHAPES:
            yield from self._shape(node, own, here)
        elif kind == "use":
            yield from self._used(node, own, here)
        elif kind == "svg" and node.parent is not None:
            yield from self.viewport(node, own, here)
        elif kind == "switch":
            if (chosen := next((child for child in node.nodes() if _fits(child)), None)) is not None:
                yield from self.marks(chosen, here)
        else:
            yield from self.inside(node, here)

    def inside(self, node: Node, here: PaintFrame) -> Iterator[Mark]:
        for child in node.nodes():
            yield from self.marks(child, here)

    def _used(self, node: Node, own: Mapping[str, str], here: PaintFrame) -> Iterator[Mark]:
        found = self.known.get(node.href[1:]) if node.href.startswith("#") else None
        if found is None:
            return
        x, y = length(own.get("x"), here.room.width, here.room.em), length(own.get("y"), here.room.height, here.room.em)
        here = here._replace(matrix=here.matrix.after(move(x, y)))
        if found.kind not in {"symbol", "svg"}:
            yield from self.marks(found, here)
            return
        size = {key: own[key] for key in ("width", "height") if own.get(key, "auto") != "auto"}
        self._spend(found, here)
        inner = self.own(found, here.style)
        if inner.get("display") != "none":
            placing = {"x": "0", "y": "0"} if found.kind == "symbol" else {}
            within = self.within(found, inner, here)
            made = tuple(self.viewport(found, {**inner, **placing, **size}, within))
            if made:
                yield from self._together(made, found, inner, within)

    def viewport(self, node: Node, own: Mapping[str, str], here: PaintFrame) -> Iterator[Mark]:
        """What is in a nested <svg>, a <symbol> or a <marker>, cut off at its edges."""
        room = here.room
        sides = ((key, room.width if key in {"x", "width"} else room.height) for key in ("x", "y", "width", "height"))
        usual = {"width": "100%", "height": "100%"}
        x, y, width, height = (
            length(own.get(key, "auto"), whole, room.em, length(usual.get(key), whole)) for key, whole in sides
        )
        if width <= 0 or height <= 0:
            return
        inner = view_box(node.get("viewBox"))
        to = move(x, y)
        if inner is not None:
            if inner[2] <= 0 or inner[3] <= 0:
                return
            to = fitted(inner, (x, y, width, height), node.get("preserveAspectRatio", ""))
        space = Viewport(inner[2], inner[3], room.em) if inner else Viewport(width, height, room.em)
        within = here._replace(matrix=here.matrix.after(to), room=space)
        found = tuple(self.inside(node, within))
        if own.get("overflow", "hidden") in {"visible", "auto"}:
            yield from found
        elif found:
            yield from _cut(found, placed(rectangle_path(Box(x, y, width, height)), here.matrix), even_odd=False)

    # -- what affects an element as a whole ----------------------------------------------------------------------

    def _together(
        self, marks: tuple[Mark, ...], node: Node, own: Mapping[str, str], here: PaintFrame
    ) -> Iterator[Mark]:
        opacity = share(own.get("opacity"), 1.0)
        blend: Blend = next((one for one in BLENDS if one == own.get("mix-blend-mode")), "normal")
        clips = [*self._clips(own.get("clip-path", ""), node, own, here), *self._mask(node, own, here)]
        for path, even_odd in clips:
            marks = tuple(_cut(marks, path, even_odd=even_odd))
        if opacity >= 1 and blend == "normal":
            yield from marks
            return
        single = marks[0]
        is_one = len(marks) == 1 and blend == "normal" and isinstance(single, Shape)
        if is_one and isinstance(single, Shape) and (single.fill is None or single.stroke is None):
            yield replace(single, opacity=round(single.opacity * opacity, 4))
        elif opacity > 0:
            yield Group(marks, (), opacity, blend)

    def _clips(self, words: str, node: Node, own: Mapping[str, str], here: PaintFrame) -> Iterator[tuple[Path, bool]]:
        """Clip paths, each within the one before, and whether what is inside is told by even and odd."""
        match = REFERENCE.match(words.strip())
        found = self.known.get(match[1]) if match else None
        if found is None or found.tag != "clipPath":
            return
        if here.depth > DEEPEST:
            raise SvgError(f"{self.name}, line {found.line}: a clip path uses itself")
        around = self.style_of(found.parent)
        told = self.own(found, around)
        frame = self.within(found, told, here._replace(style=around))
        yield from self._clips(told.get("clip-path", ""), node, own, here._replace(depth=here.depth + 10))
        if found.get("clipPathUnits") == "objectBoundingBox":
            if (box := self._box(node, own, here.room)) is None:
                return
            to = frame.matrix.after(Transform(box.width, 0, 0, box.height, box.x, box.y))
            frame = frame._replace(matrix=to, room=Viewport(1.0, 1.0))
        pieces = [piece for child in found.nodes() for piece in self._clip_pieces(child, frame)]
        if any(even_odd for _, even_odd in pieces) and len(pieces) > 1:
            self._beyond("clip-rule", node)
        yield union([path for path, _ in pieces]) or NOTHING, any(even_odd for _, even_odd in pieces)

    def _clip_pieces(self, child: Node, frame: PaintFrame) -> Iterator[tuple[Path, bool]]:
        self._spend(child, frame)
        own = self.own(child, frame.style)
        if own.get("display") == "none" or {**frame.style, **own}.get("visibility", "visible") != "visible":
            return
        here = self.within(child, own, frame)
        if child.kind == "text" or own.get("clip-path", "none") != "none":
            self._beyond("a clip path with text or clip paths in it", child)
        if child.kind in SHAPES:
            rule = here.style.get("clip-rule") == "evenodd"
            if path := placed(outline(child.kind, own, here.room), here.matrix):
                yield path, rule
        elif child.kind == "use" and (used := self.known.get(child.href[1:])) is not None:
            across, down = (length(own.get(key), 0.0, here.room.em) for key in ("x", "y"))
            if used.kind in SHAPES or used.kind == "text":
                yield from self._clip_pieces(used, here._replace(matrix=here.matrix.after(move(across, down))))

    def _mask(self, node: Node, own: Mapping[str, str], here: PaintFrame) -> Iterator[tuple[Path, bool]]:
        """A mask as a clip path, if all in it is white or, where only opacity counts, opaque."""
        match = REFERENCE.match(own.get("mask", "").strip())
        found = self.known.get(match[1]) if match else None
        if found is None or found.tag != "mask":
            if own.get("mask", "none").strip() not in {"none", ""} and (found is not None or not match):
                self._beyond("mask", node)
            return
        told = self.own(found, self.style_of(found.parent))
        frame = here._replace(style=inherited(told, self.style_of(found.parent)), depth=here.depth + 10)
        before = dict(self.as_pixels), self.rasters
        marks = tuple(self.inside(found, frame))
        self.as_pixels, self.rasters = before
        shapes = [mark for mark in marks if isinstance(mark, Shape) and mark.stroke is None and mark.opacity >= 1]
        paints = {mark.fill for mark in shapes}
        by_alpha = told.get("mask-type") == "alpha" or own.get("mask-mode") == "alpha"
        is_plain = len(shapes) == len(marks) and found.get("maskContentUnits") != "objectBoundingBox"
        is_white = all(isinstance(one, str) and len(one) == 7 and (by_alpha or one == "#ffffff") for one in paints)
        odd = any(mark.even_odd for mark in shapes)
        if not (is_plain and is_white and self._is_in_region(found, shapes, here)) or (odd and len(shapes) > 1):
            self._beyond("mask", node)
        elif clips := [*self._clips(told.get("clip-path", ""), node, own, here)]:
            yield from clips
        yield union([mark.path for mark in shapes]) or NOTHING, odd

    def _is_in_region(self, found: Node, shapes: list[Shape], here: PaintFrame) -> bool:
        """Whether the edges of a mask cut nothing off what is in it and in the view."""
        if found.get("maskUnits") != "userSpaceOnUse":
            return True
        room = here.room
        (x, width), (y, height) = (
            (length(found.get(at, "-10%"), whole, room.em), length(found.get(side, "120%"), whole, room.em))
            for at, side, whole in (("x", "width", room.width), ("y", "height", room.height))
        )
        region = Box(x, y, width, height)
        box, covered = extent(placed(rectangle_path(region), here.matrix)), hull(extent(one.path) for one in shapes)
        if covered is None:
            return True
        left, top = max(covered.x, self.view.x), max(covered.y, self.view.y)
        right, bottom = min(covered.right, self.view.right), min(covered.bottom, self.view.bottom)
        return box.x <= left + 0.1 and box.y <= top + 0.1 and box.right >= right - 0.1 and box.bottom >= bottom - 0.1

    def _box(self, node: Node, own: Mapping[str, str], room: Viewport) -> Box | None:
        """The box around the shapes of an element, in its own units."""
        return hull(extent(path) for path in self._outlines(node, own, PaintFrame(STAY, {}, room)) if path)

    def _outlines(self, node: Node, own: Mapping[str, str], frame: PaintFrame) -> Iterator[Path]:
        self._spend(node, frame)
        if node.kind in SHAPES:
            yield placed(outline(node.kind, own, frame.room), frame.matrix)
            return
        used = self.known.get(node.href[1:]) if node.kind == "use" else None
        if used is not None:
            across, down = (length(own.get(key), 0.0, frame.room.em) for key in ("x", "y"))
            frame = frame._replace(matrix=frame.matrix.after(move(across, down)))
        for child in (used,) if used is not None else node.nodes() if node.kind in GROUPS else ():
            inner = self.own(child, {})
            if inner.get("display") != "none":
                yield from self._outlines(child, inner, self.within(child, inner, frame))

    # -- shapes --------------------------------------------------------------------------------------------------

    def _shape(self, node: Node, own: Mapping[str, str], here: PaintFrame) -> Iterator[Mark]:
        style = here.style
        if style.get("visibility", "visible") != "visible":
            return
        bare = outline(node.kind, own, here.room)
        path = placed(bare, here.matrix)
        if not path:
            return
        fill = None if node.kind == "line" else self._paint("fill", "black", bare, node, here)
        stroke = self._paint("stroke", "none", bare, node, here)
        even_odd = style.get("fill-rule") == "evenodd"
        line = None if stroke is None else self._line(stroke, path, bare, own, here)
        order = style.get("paint-order", "normal").split()
        line_first = "stroke" in order[:2] and ("fill" not in order or order.index("stroke") < order.index("fill"))
        if line is None:
            found: list[Mark] = [Shape(path, fill, even_odd=even_odd)] if fill is not None else []
        elif fill is None:
            found = [line]
        elif line_first or (isinstance(stroke, str) and len(stroke) > 7) or line.pen or isinstance(stroke, Gradient):
            found = [Shape(path, fill, even_odd=even_odd), line]
        else:
            found = [replace(line, fill=fill, even_odd=even_odd)]
        if line_first:
            found.reverse()
        yield from found
        if node.kind in {"path", "line", "polyline", "polygon"} and any(key.startswith("marker") for key in style):
            yield from self._markers(bare, here)

    def _paint(self, key: str, usual: str, bare: Path, node: Node, here: PaintFrame) -> Paint | None:
        style = here.style
        words = style.get(key, usual).strip()
        opacity = share(style.get(f"{key}-opacity"), 1.0)
        if words.startswith("context-"):
            words = here.context[words == "context-stroke"]
        if match := REFERENCE.match(words):
            found = self.known.get(match[1])
            if found is not None and found.tag in GRADIENTS:
                if self.plain:
                    return "#000000"
                canvas = Canvas(extent(bare), here.matrix, here.room)
                return gradient(found, canvas, opacity, self.known, self.whole)
            if found is not None and found.tag == "pattern":
                self._beyond("<pattern>", node)
                return "#000000"
            if found is not None:
                self.left_out[f"<{found.tag}>", node.line] = None
            words = words[match.end() :].strip() or "none"
        if words in {"none", "transparent"} or opacity == 0:
            return None
        found_colour = faded(solid(words, style, "#000000" if key == "fill" else ""), opacity)
        return None if not found_colour or found_colour[7:] == "00" else found_colour

    def _line(self, stroke: Paint, path: Path, bare: Path, own: Mapping[str, str], here: PaintFrame) -> Stroked | None:
        style, room, matrix = here.style, here.room, here.matrix
        width = length(style.get("stroke-width"), room.diagonal, room.em, 1.0)
        scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
        pen: tuple[float, ...] = ()
        if own.get("vector-effect") == "non-scaling-stroke":
            scale = self.px
        elif not _is_even(matrix):
            scale, pen = 1.0, tuple(round(number, 6) for number in matrix)
        if width <= 0 or not scale or (pen and not inverse(pen)):
            return None
        if isinstance(stroke, Gradient) and any(len(one) > 7 for _, one in stroke.stops):
            raise Beyond("a translucent gradient on a line")
        words = style.get("stroke-dasharray", "none").strip()
        dash = [] if words in {"none", ""} else lengths(words, room.diagonal, room.em)
        if dash and (along := length(own.get("pathLength"), 0.0)) > 0:
            dash = [part * _length(bare) / along for part in dash]
        if any(part < 0 for part in dash) or not sum(dash):
            dash = []
        dash = dash * 2 if len(dash) % 2 else dash
        cap, join = style.get("stroke-linecap", "butt"), style.get("stroke-linejoin", "miter")
        return Stroked(
            path,
            None,
            stroke,
            round(width * scale, DIGITS),
            tuple(round(part * scale, DIGITS) for part in dash),
            cap="round" if cap == "round" else "square" if cap == "square" else "butt",
            join="round" if join == "round" else "bevel" if join == "bevel" else "miter",
            miter=max(1.0, length(style.get("stroke-miterlimit"), 1.0, otherwise=4.0)),
            offset=round(length(style.get("stroke-dashoffset"), room.diagonal, room.em) * scale, DIGITS)
            if dash
            else 0.0,
            pen=pen,
        )

    def _markers(self, bare: Path, here: PaintFrame) -> Iterator[Mark]:
        style = here.style
        points = vertices(bare)
        ends = {"marker-start": points[:1], "marker-mid": points[1:-1], "marker-end": points[-1:]}
        for key, where in ends.items():
            match = REFERENCE.match(style.get(key, "none").strip())
            marker = self.known.get(match[1]) if match else None
            if marker is None or marker.tag != "marker":
                continue
            around = self.style_of(marker.parent)
            own = self.own(marker, around)
            paints = style.get("fill", "black"), style.get("stroke", "none")
            frame = here._replace(style=inherited(own, around), depth=here.depth + 10, context=paints)
            line = length(style.get("stroke-width"), here.room.diagonal, here.room.em, 1.0)
            scale = 1.0 if own.get("markerUnits") == "userSpaceOnUse" else line
            for point in where:
                self._spend(marker, frame)
                yield from self._marker(
                    marker, own, frame, scale, (point.x, point.y, self._turn(own, key, point.angle))
                )

    def _turn(self, own: Mapping[str, str], key: str, angle: float) -> float:
        orient = own.get("orient", "0").strip()
        if orient in {"auto", "auto-start-reverse"}:
            return angle + (180 if orient != "auto" and key == "marker-start" else 0)
        found = transform(f"rotate({orient})")
        return degrees(atan2(found.b, found.a)) if found else 0.0

    def _marker(
        self, marker: Node, own: Mapping[str, str], frame: PaintFrame, scale: float, at: tuple[float, float, float]
    ) -> Iterator[Mark]:
        x, y, angle = at
        c, s = scale * cos(radians(angle)), scale * sin(radians(angle))
        room = frame.room
        width, height = (length(own.get(key), 0.0, room.em, 3.0) for key in ("markerWidth", "markerHeight"))
        box = view_box(marker.get("viewBox"))
        if width <= 0 or height <= 0 or (box is not None and min(box[2:]) <= 0):
            return
        to = fitted(box, (0, 0, width, height), marker.get("preserveAspectRatio", "")) if box else STAY
        inner = (box[2], box[3]) if box else (width, height)
        places = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
        refs = [places.get(own.get(key, "0"), own.get(key, "0")) for key in ("refX", "refY")]
        rx, ry = to.apply(*(length(ref, whole, room.em) for ref, whole in zip(refs, inner, strict=True)))
        matrix = frame.matrix.after(Transform(c, s, -s, c, x, y)).after(move(-rx, -ry))
        sized = {**own, "x": "0", "y": "0", "width": f"{width}", "height": f"{height}"}
        yield from self.viewport(marker, sized, frame._replace(matrix=matrix))


NOTHING: Path = (("M", (0.0, 0.0)), ("Z", ()))
"""A clip path that hides everything."""


def _cut(marks: tuple[Mark, ...], path: Path, *, even_odd: bool) -> Iterator[Mark]:
    """The marks in a clip path, which is left out where it hides nothing."""
    covered = hull(boxes(marks))
    if is_upright(path) and covered is not None:
        box = extent(path).inset(-NEARLY)
        if all(box.holds(*corner) for corner in covered.corners):
            yield from marks
            return
    yield Group(marks, path, even_odd=even_odd)


def _fits(child: Node) -> bool:
    """Whether a reader of English who knows SVG alone sees this branch of a <switch>."""
    languages = child.get("systemLanguage", "en").replace(",", " ").split()
    is_english = any(one.casefold().split("-")[0] == "en" for one in languages)
    return child.kind != "foreignObject" and not child.get("requiredExtensions") and is_english


def _is_even(matrix: Transform) -> bool:
    """Whether it enlarges alike in all directions."""
    a, b, c, d = matrix[:4]
    near = NEARLY * (hypot(a, b) + hypot(c, d))
    return abs(hypot(a, b) - hypot(c, d)) <= near and abs(a * c + b * d) <= near * max(hypot(a, b), hypot(c, d))


def _length(path: Path) -> float:
    try:
        return Track(path).length
    except ValueError:
        return 0.0
