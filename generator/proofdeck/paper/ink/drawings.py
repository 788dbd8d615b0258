"""Turns SVG art in its own colours into marks; paths, groups, gradients, clip paths, opacity and blending stay vectors.

Anything not painted (text, filters, masks, patterns, embedded pictures) is reported, so that it is noticed in time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from types import ModuleType
from typing import TYPE_CHECKING, get_args

from proofdeck.ground.problems import did_you_mean
from proofdeck.ground.units import Box
from proofdeck.paper.faces.effects import opacity_of
from proofdeck.paper.faces.face import Blend, Colour, Gradient, Group, Mark, Paint, Path, Segment, Shape, ellipse_path
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.faces.paths import bounds, extent, read_path, segments_of
from proofdeck.paper.faces.recolouring import recoloured
from proofdeck.paper.ink.icons import SHAPES, checked_svg

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from svgelements import Matrix

LARGEST_DRAWING = 1024 * 1024
SIDE = 100.0
"""The longer side in units, so that three decimals are precise enough."""
FURTHEST = 1e5
MOST_SHAPES = 4_000
DEEPEST = 60
NEXT = 0.0002
"""The distance between two gradient stops given the same position."""
GROUPS = frozenset(("svg", "g", "a", "switch", "symbol"))
SILENT = frozenset(
    (
        *("defs", "title", "desc", "metadata", "style", "clipPath", "linearGradient", "radialGradient", "stop"),
        *("namedview", "script", "view", "cursor"),
    )
)
INHERITED = frozenset(
    (
        *("fill", "stroke", "stroke-width", "fill-rule", "fill-opacity", "stroke-opacity", "color", "visibility"),
        *("stroke-dasharray", "clip-rule"),
    )
)
BLENDS: tuple[Blend, ...] = get_args(Blend)
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]+)['\"]?\s*\)")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_PART = re.compile(r"(.+\.svg)#(.+)", re.IGNORECASE)
_SELECTOR = re.compile(r"[.#]?[\w-]+")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks in a box of `width` x `height` of its own units, y down. unpainted: the parts that are left out."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    unpainted: tuple[str, ...] = ()

    @property
    def silhouette(self) -> tuple[Path, ...]:
        """The outlines of its shapes; for clipped content, the clip path."""
        return tuple(_outlines(self.marks))

    def recoloured(self, change: Callable[[Colour], Colour]) -> Drawing:
        """Return a copy with each colour changed, keeping its opacity."""
        return replace(self, marks=tuple(recoloured(mark, lambda colour: _kept(colour, change)) for mark in self.marks))

    def without(self, colour: Colour) -> Drawing:
        """Return a copy in which no shape is filled with that colour; all of it for ""."""
        return replace(self, marks=tuple(_without(colour, self.marks))) if colour else self


def is_drawing(file: str) -> bool:
    return PurePath(file_and_part(file)[0]).suffix.casefold() == ".svg"


def file_and_part(file: str) -> tuple[str, str]:
    """Of `stock.svg#wood`, the file and the id of the element that is painted; an empty id means all of the file."""
    match = _PART.fullmatch(file)
    return (match[1], match[2]) if match else (file, "")


def read_drawing(svg: bytes, name: str, part: str = "") -> Drawing:
    """Read an SVG. Raises MaterialError if it is not one, refers to other files, is too large, or lacks that part.

    part: the id of the only element to paint, which fills the drawing even if its layer is hidden; all if empty.
    """
    import svgelements

    root = checked_svg(svg, name)
    try:
        width, height, start = _view(root, svgelements)
        artist = _Artist(svgelements, {key: one for one in root.iter() if (key := one.get("id"))}, _rules(root))
        if part:
            way = _way_to(part, root, artist.by_id, name)
            width, height, start = _around(tuple(artist.part(way, start)), start, svgelements)
            marks = tuple(artist.part(way, start))
        else:
            marks = tuple(artist.part([root], start))
    except MaterialError:
        raise
    except RecursionError:
        raise MaterialError(f"{name} is nested too deeply") from None
    except Exception as error:  # noqa: BLE001  svgelements has no error of its own
        raise MaterialError(f"{name} is not a readable SVG ({error})") from None
    if not marks:
        raise MaterialError(f"{name} is empty: it has no filled or stroked shape that can be painted")
    if not all(abs(number) <= FURTHEST for number in _numbers(marks)):  # also False for NaN
        raise MaterialError(f"{name} has points far outside its viewBox, or invalid numbers")
    return Drawing(width, height, marks, tuple(sorted(artist.unpainted)))


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
            if isinstance(mark.fill, Gradient):
                yield from (*mark.fill.coords, *mark.fill.matrix, *(at for at, _ in mark.fill.stops))


def _view(root: Element, svgelements: ModuleType) -> tuple[float, float, Matrix]:
    """Width and height, and the matrix from the file's units to them."""
    numbers = [float(word) for word in re.split(r"[\s,]+", root.get("viewBox", "").strip()) if word]
    if len(numbers) != 4:
        numbers = [0.0, 0.0, *(_length(root.get(side, "100"), svgelements) for side in ("width", "height"))]
    x, y, width, height = numbers
    if not (0 < width < 1e6 and 0 < height < 1e6):
        raise ValueError("its viewBox is empty")
    scale = SIDE / max(width, height)
    return width * scale, height * scale, svgelements.Matrix(scale, 0, 0, scale, -x * scale, -y * scale)


def _way_to(part: str, root: Element, by_id: Mapping[str, Element], name: str) -> list[Element]:
    """The element with that id, after those that it is in, from the outside in. Raises MaterialError."""
    if part not in by_id:
        raise MaterialError(f"{name} has no element with the id '{part}'", did_you_mean(part, by_id))
    above = {child: parent for parent in root.iter() for child in parent}
    way = [by_id[part]]
    while (parent := above.get(way[0])) is not None:
        way.insert(0, parent)
    return way


def _around(marks: Sequence[Mark], start: Matrix, svgelements: ModuleType) -> tuple[float, float, Matrix]:
    """Like `_view`, for the box around these marks, which were painted with the matrix `start`."""
    boxes = list(_boxes(marks))
    if not boxes:
        return SIDE, SIDE, start
    around = bounds([corner for box in boxes for corner in box.corners])
    if not max(around.width, around.height) > 0:
        raise ValueError("that element is a point")
    scale = SIDE / max(around.width, around.height)
    least = SIDE / FURTHEST
    matrix = start * svgelements.Matrix(scale, 0, 0, scale, -around.x * scale, -around.y * scale)
    return max(around.width * scale, least), max(around.height * scale, least), matrix


def _boxes(marks: Iterable[Mark]) -> Iterator[Box]:
    """What each of these marks covers, with the width of its line; of a clipped group, the clip."""
    for mark in marks:
        if isinstance(mark, Group):
            yield from [extent(mark.clip)] if mark.clip else _boxes(mark.marks)
        elif isinstance(mark, Shape):
            yield extent(mark.path).inset(-mark.stroke_width / 2 if mark.stroke else 0)


def _length(words: str, svgelements: ModuleType) -> float:
    return float(svgelements.Length(words).value(ppi=96, relative_length=100))


def _rules(root: Element) -> dict[str, dict[str, str]]:
    """Rules of its style sheets: `.name`, `#name` or element name -> properties. Other selectors are ignored."""
    found: dict[str, dict[str, str]] = {}
    sheets = " ".join(one.text or "" for one in root.iter() if _tag(one) == "style")
    for selectors, body in _RULE.findall(re.sub(r"/\*.*?\*/", "", sheets, flags=re.DOTALL)):
        for selector in selectors.split(","):
            if _SELECTOR.fullmatch(selector.strip()):
                found.setdefault(selector.strip(), {}).update(_declared(body))
    return found


def _declared(body: str) -> dict[str, str]:
    pairs = (part.split(":", 1) for part in body.split(";") if ":" in part)
    return {name.strip(): value.strip() for name, value in pairs}


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


@dataclass
class _Artist:
    """Walks through a drawing; every element is read with the properties it inherits."""

    svgelements: ModuleType
    by_id: Mapping[str, Element]
    rules: Mapping[str, Mapping[str, str]]
    unpainted: set[str] = field(default_factory=set)
    shapes: int = 0

    def inside(self, element: Element, inherited: Mapping[str, str], matrix: Matrix, depth: int) -> Iterator[Mark]:
        for child in element:
            yield from self.marks(child, inherited, matrix, depth + 1)

    def marks(self, element: Element, inherited: Mapping[str, str], matrix: Matrix, depth: int) -> Iterator[Mark]:
        tag = _tag(element)
        if depth > DEEPEST:
            raise RecursionError
        if not tag or tag in SILENT:
            return
        if tag not in SHAPES and tag not in GROUPS and tag != "use":
            if "}" not in element.tag or "svg" in element.tag:
                self.unpainted.add(f"<{tag}>")
            return
        own = self._own(element)
        if own.get("display") == "none":
            return
        style = {**{key: value for key, value in inherited.items() if key in INHERITED}, **own}
        here = matrix
        if words := element.get("transform"):
            here = self.svgelements.Matrix(words) * matrix
        if tag == "use":
            marks = tuple(self._used(element, style, here, depth))
        elif tag in GROUPS:
            marks = tuple(self.inside(element, style, here, depth))
        else:
            marks = tuple(self._shape(element, tag, style, here))
        if marks:
            yield from self._together(marks, own, here)

    def part(self, way: Sequence[Element], matrix: Matrix) -> Iterator[Mark]:
        """The marks of the last of these elements, each of which is in the one before."""
        style: dict[str, str] = {}
        *outer, element = way
        for around in outer:
            style |= {key: value for key, value in self._own(around).items() if key in INHERITED}
            matrix = self.svgelements.Matrix(around.get("transform", "")) * matrix
        if _tag(element) == "symbol":
            yield from self.inside(element, style | self._own(element), matrix, len(outer))
        else:
            yield from self.marks(element, style, matrix, len(outer))

    def _own(self, element: Element) -> dict[str, str]:
        names = [_tag(element), *(f".{name}" for name in element.get("class", "").split()), f"#{element.get('id')}"]
        sheets = (self.rules.get(name, {}) for name in names)
        own = dict(element.attrib)
        for sheet in sheets:
            own.update(sheet)
        own.update(_declared(element.get("style", "")))
        for key in ("filter", "mask"):
            if own.get(key, "none") != "none":
                self.unpainted.add(key)
        return own

    def _referred(self, element: Element) -> Element | None:
        """The element that it names as its source."""
        target = next((value for key, value in element.attrib.items() if key.endswith("href")), "")
        return self.by_id.get(target.removeprefix("#"))

    def _used(self, element: Element, style: Mapping[str, str], matrix: Matrix, depth: int) -> Iterator[Mark]:
        if (found := self._referred(element)) is None:
            return
        x, y = (_length(element.get(key, "0"), self.svgelements) for key in ("x", "y"))
        here = self.svgelements.Matrix(1, 0, 0, 1, x, y) * matrix
        if _tag(found) == "symbol":
            yield from self.inside(found, {**style, **self._own(found)}, here, depth + 1)
        else:
            yield from self.marks(found, style, here, depth + 1)

    def _together(self, marks: tuple[Mark, ...], own: Mapping[str, str], matrix: Matrix) -> Iterator[Mark]:
        """Apply what affects an element as a whole: opacity, blending and a clip path."""
        opacity = _share(own.get("opacity", "1"))
        said = own.get("mix-blend-mode", "normal")
        blend: Blend = next((one for one in BLENDS if one == said), "normal")
        if blend != said:
            self.unpainted.add(f"mix-blend-mode: {said}")
        clip, even_odd = self._clip(own.get("clip-path", ""), matrix)
        single = marks[0]
        whole = isinstance(single, Shape) and (single.fill is None or single.stroke is None)
        if isinstance(single, Shape) and whole and len(marks) == 1 and not clip and blend == "normal":
            yield replace(single, opacity=round(single.opacity * opacity, 4))
            return
        if clip or opacity < 1 or blend != "normal":
            yield Group(marks, clip, opacity, blend, even_odd)
        else:
            yield from marks

    def _clip(self, words: str, matrix: Matrix) -> tuple[Path, bool]:
        """A clip path, and whether its shapes are all cut out by the rule of even and odd."""
        match = _REFERENCE.match(words)
        found = self.by_id.get(match[1]) if match else None
        if found is None:
            return (), False
        here = matrix
        if found.get("clipPathUnits") == "objectBoundingBox":
            self.unpainted.add("clipPathUnits: objectBoundingBox")
            return (), False
        if transform := found.get("transform"):
            here = self.svgelements.Matrix(transform) * here
        pieces: list[Segment] = []
        rules: set[str] = set()
        for child in found:
            rules.add({**self._own(found), **self._own(child)}.get("clip-rule", "nonzero"))
            own = self.svgelements.Matrix(child.get("transform", "")) * here
            if _tag(child) in SHAPES:
                pieces.extend(self._path(child, _tag(child), own))
            elif _tag(child) == "use" and (used := self._referred(child)) is not None and _tag(used) in SHAPES:
                pieces.extend(self._path(used, _tag(used), own))
        return tuple(pieces), rules == {"evenodd"}

    def _shape(self, element: Element, tag: str, style: Mapping[str, str], matrix: Matrix) -> Iterator[Shape]:
        self.shapes += 1
        if self.shapes > MOST_SHAPES:
            raise ValueError(f"it has more than {MOST_SHAPES:,} shapes")
        if style.get("visibility", "visible") != "visible":
            return
        path = self._path(element, tag, matrix)
        if not path:
            return
        fill = None if tag == "line" else self._paint(style, "fill", "black", element, tag, matrix)
        stroke = self._paint(style, "stroke", "none", element, tag, matrix)
        scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        width = _length(style.get("stroke-width", "1"), self.svgelements) * scale
        if isinstance(stroke, Gradient):
            self.unpainted.add("a gradient on a stroke")
            stroke = stroke.stops[0][1]
        if fill is None and (stroke is None or not width):
            return
        dash = style.get("stroke-dasharray", "none")
        dashes = () if dash == "none" else tuple(float(part) * scale for part in re.split(r"[\s,]+", dash.strip()))
        even_odd = style.get("fill-rule") == "evenodd"
        yield Shape(path, fill, stroke if width else None, round(width, 4) if stroke else 0.0, dashes, 1.0, even_odd)

    def _path(self, element: Element, tag: str, matrix: Matrix) -> Path:
        a, b, c, d, e, f = matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
        return tuple(
            (
                kind,
                tuple(
                    round(number, 4)
                    for x, y in zip(at[::2], at[1::2], strict=True)
                    for number in (a * x + c * y + e, b * x + d * y + f)
                ),
            )
            for kind, at in self._outline(element, tag)
        )

    def _outline(self, element: Element, tag: str) -> Path:
        """In the units of the element itself."""
        svg = self.svgelements

        def of(key: str) -> float:
            return _length(element.get(key, "0"), svg)

        if tag == "path":
            return read_path(element.get("d", ""))
        if tag in {"circle", "ellipse"}:
            across, down = (of("r"), of("r")) if tag == "circle" else (of("rx"), of("ry"))
            around = Box(of("cx") - across, of("cy") - down, 2 * across, 2 * down)
            return ellipse_path(around) if across > 0 and down > 0 else ()
        if tag == "rect":
            corners = {key: of(key) for key in ("rx", "ry") if element.get(key)}
            return tuple(segments_of(svg.Path(svg.Rect(of("x"), of("y"), of("width"), of("height"), **corners))))
        if tag == "line":
            return ("M", (of("x1"), of("y1"))), ("L", (of("x2"), of("y2")))
        points = element.get("points", "")
        return tuple(segments_of(svg.Path(svg.Polygon(points) if tag == "polygon" else svg.Polyline(points))))

    def _paint(
        self, style: Mapping[str, str], key: str, default: str, element: Element, tag: str, matrix: Matrix
    ) -> Paint | None:
        words = style.get(key, default).strip()
        shown = _share(style.get(f"{key}-opacity", "1"))
        if match := _REFERENCE.match(words):
            found = self.by_id.get(match[1])
            if found is not None and _tag(found) in {"linearGradient", "radialGradient"}:
                return self._gradient(found, element, tag, matrix, shown)
            self.unpainted.add(f"<{_tag(found)}>" if found is not None else f"url(#{match[1]})")
            return None
        if words.casefold() == "currentcolor":
            words = style.get("color", "black")
        return None if words in {"none", "transparent"} else self._colour(words, shown)

    def _colour(self, words: str, shown: float) -> Colour:
        colour = self.svgelements.Color(words)
        if colour.value is None:
            return "#000000"
        alpha = round(colour.alpha * shown)
        solid = f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
        return solid if alpha >= 255 else f"{solid}{alpha:02x}"

    def _gradient(self, found: Element, element: Element, tag: str, matrix: Matrix, shown: float) -> Paint | None:
        chain = [found]
        while len(chain) < DEEPEST and (target := self._referred(chain[-1])) is not None and target not in chain:
            chain.append(target)
        said = {key: value for one in reversed(chain) for key, value in one.attrib.items()}
        rows = next((list(one) for one in chain if any(_tag(child) == "stop" for child in one)), [])
        stops = tuple(self._stops([row for row in rows if _tag(row) == "stop"], shown))
        if not stops:
            return None
        if len(stops) == 1:
            return stops[0][1]
        if said.get("spreadMethod", "pad") != "pad":
            self.unpainted.add(f"spreadMethod: {said['spreadMethod']}")
        here = self.svgelements.Matrix(said.get("gradientTransform", ""))
        if said.get("gradientUnits") != "userSpaceOnUse":
            around = extent(self._outline(element, tag))
            here = here * self.svgelements.Matrix(around.width or 1, 0, 0, around.height or 1, around.x, around.y)
        here = here * matrix
        of = partial(_place, said)
        placed = tuple(round(number, 6) for number in (here.a, here.b, here.c, here.d, here.e, here.f))
        if _tag(found) == "linearGradient":
            return Gradient("linear", (of("x1", 0), of("y1", 0), of("x2", 1), of("y2", 0)), stops, placed)
        x, y = of("cx", 0.5), of("cy", 0.5)
        return Gradient("radial", (x, y, of("r", 0.5), of("fx", x), of("fy", y)), stops, placed)

    def _stops(self, rows: Iterable[Element], shown: float) -> Iterator[tuple[float, Colour]]:
        """Stops from 0 to 1, each at least slightly after the one before."""
        found: list[tuple[float, Colour]] = []
        for row in rows:
            own = self._own(row)
            at = max(_share(own.get("offset", "0")), found[-1][0] + NEXT if found else 0.0)
            words = own.get("stop-color", "black")
            found.append((at, self._colour(words, _share(own.get("stop-opacity", "1")) * shown)))
        if found and found[0][0] > 0:
            found.insert(0, (0.0, found[0][1]))
        if found and found[-1][0] < 1:
            found.append((1.0, found[-1][1]))
        yield from ((min(at, 1.0), colour) for at, colour in found)


def _place(said: Mapping[str, str], key: str, default: float) -> float:
    words = said.get(key)
    return default if words is None else _share(words, bounded=False)


def _share(words: str, *, bounded: bool = True) -> float:
    """`0.5` or `50%`."""
    number = float(words.strip().removesuffix("%").removesuffix("px")) / (100 if words.strip().endswith("%") else 1)
    return min(max(number, 0.0), 1.0) if bounded else number


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
        elif isinstance(mark, Shape) and isinstance(mark.fill, str) and mark.fill[:7] == colour:
            yield replace(mark, fill=None)
        else:
            yield mark


def _kept(colour: Colour, change: Callable[[Colour], Colour]) -> Colour:
    return change(colour[:7]) + (colour[7:] if opacity_of(colour) < 1 else "")
