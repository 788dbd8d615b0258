"""Finds the one-colour outline of an icon by its name.

A name is looked up in folders of SVG files (`templates/<game>/icons/` and `templates/icons/`, first the project's, then
the shipped ones), then in the Iconify JSON files that the template names, then in RPG Awesome. The box of an outline is
one unit high; strokes keep their widths.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from proofdeck.ground.bounds import TOO_MANY_DIGITS, long_number
from proofdeck.ground.files import inside, is_file, names_in, read_file
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.faces.paths import CLOSE, segments_of
from proofdeck.paper.ink.fonts import drawn

if TYPE_CHECKING:
    from svgelements import SVG

LARGEST_SVG = 256 * 1024
LARGEST_ICON_SET = 32 * 1024 * 1024
MOST_SEGMENTS = 20_000
MOST_WORK = 12_000
"""The largest SVG: a shape counts as SHAPE_WORK, each number in its path or points as one. Takes seconds to read."""
SHAPE_WORK = 15
SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
CLOSE_WORK = 10
"""What a path costs that ends without a new beginning, each time."""
LONGEST_SELECTOR = 2_000
DEEPEST_STYLE = 3
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
LARGEST_SIDE = 1e6
FURTHEST = 1000.0


class IconError(MaterialError):
    """The icon exists but cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One path of an icon: filled (even_odd or not), or stroked if stroke_width is above 0."""

    path: display.Path
    even_odd: bool = False
    stroke_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Outline:
    """Layers in a box `aspect` wide and 1 high, y down."""

    aspect: float
    layers: tuple[Layer, ...]

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


IconSet = Mapping[str, str]
"""Name -> SVG."""


def find_icon(name: str, folders: Iterable[Path], icon_sets: Iterable[IconSet]) -> Outline | None:
    """The outline of an icon: of an SVG file in one of the folders, or else in one of the sets, or in RPG Awesome.

    None if the name is unknown. Raises IconError if the file cannot be used.
    """
    if not name or not all(letter.isalnum() or letter in "-_" for letter in name):
        return None
    for path in (folder / f"{name}.svg" for folder in folders):
        if is_file(path):
            svg = read_file(path, LARGEST_SVG)
            if len(svg) > LARGEST_SVG:
                raise IconError(f"{path.name} is larger than {LARGEST_SVG // 1024} KB")
            return svg_outline(svg, path.name)
    for icons in icon_sets:
        if name in icons:
            return svg_outline(icons[name].encode("utf-8", "surrogatepass"), name)
    found = _rpg_awesome().get(name)
    return _glyph_outline(*found) if found else None


def icon_names(folders: Iterable[Path], icon_sets: Iterable[IconSet]) -> list[str]:
    """Every available name."""
    own = {name[:-4] for folder in folders for name in names_in(folder) if name.endswith(".svg")}
    return sorted(own.union(*icon_sets) | _rpg_awesome().keys())


def svg_outline(svg: bytes, name: str) -> Outline:
    """The filled and stroked shapes of an SVG, in one colour. Raises IconError if it is not allowed or not readable."""
    import svgelements

    checked_svg(svg, name, b"<image")
    try:
        document = svgelements.SVG.parse(BytesIO(svg), reify=True)
        layers = tuple(_layers(document, svgelements))
        width, height = float(document.width or 0), float(document.height or 0)
    except IconError:
        raise
    except RecursionError:
        raise IconError(f"{name} is nested too deeply") from None
    except Exception as error:  # noqa: BLE001  whatever svgelements stumbles over; it has no error of its own
        raise IconError(f"{name} cannot be read as SVG ({error})") from None
    if not layers or not 0 < width < LARGEST_SIDE or not 0 < height < LARGEST_SIDE:
        raise IconError(f"{name} is empty: it has no filled or stroked shape inside its viewBox")
    if sum(len(layer.path) for layer in layers) > MOST_SEGMENTS:
        raise IconError(f"{name} has more than {MOST_SEGMENTS} segments")
    outline = Outline(width / height, tuple(_scaled(layer, 1 / height) for layer in layers))
    if not all(abs(number) < FURTHEST for layer in outline.layers for number in _numbers(layer)):
        raise IconError(f"{name} has points far outside its viewBox")
    return outline


def checked_svg(svg: bytes, name: str, *refused: bytes) -> ElementTree.Element:
    """The root of an SVG. Raises IconError if it contains anything harmful or is not XML."""
    lowered = svg.lower()
    for forbidden in (b"<!doctype", b"<!entity", b"<script", b"<foreignobject", b"<?xml-stylesheet", *refused):
        if forbidden in lowered:
            raise IconError(f"{name} contains '{forbidden.decode()}', which is not allowed")
    if b"href" in lowered and any(part.lstrip(b" =\"'")[:1] != b"#" for part in lowered.split(b"href")[1:]):
        raise IconError(f"{name} refers to another file, which is not allowed")
    if long_number(svg.decode("latin-1")):
        raise IconError(f"{name} cannot be read as SVG ({TOO_MANY_DIGITS})")
    try:
        root = ElementTree.fromstring(svg)  # noqa: S314  entities are refused before
        _check_styles(root, name)
        _check_expansion(root, name)
    except IconError:
        raise
    except RecursionError:
        raise IconError(f"{name} is nested too deeply") from None
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise IconError(f"{name} cannot be read as SVG ({error})") from None
    return root


def _check_styles(root: ElementTree.Element, name: str) -> None:
    """Refuse style sheets that are not rules in braces; svgelements would search them for hours."""
    for style in root.iter():
        if str(style.tag).rpartition("}")[2] != "style":
            continue
        text = style.text or ""
        is_open = text.rfind("/*") > text.rfind("*/")
        depth, longest = 0, 0
        for part in () if is_open else re.split(r"(?<=[{}])", COMMENT.sub("", text)):
            longest = max(longest, 0 if part.endswith("}") else len(part))
            depth += part.endswith("{") - part.endswith("}")
            is_open = is_open or not 0 <= depth <= DEEPEST_STYLE
        if is_open or depth or longest > LONGEST_SELECTOR:
            raise IconError(f"a style sheet in {name} cannot be read: its braces or comments do not match")


def _check_expansion(root: ElementTree.Element, name: str) -> None:
    """Refuse an SVG that is enormous, or becomes so when every <use> is expanded."""
    by_id = {f"#{element.get('id')}": element for element in root.iter() if element.get("id")}
    sizes: dict[int, int] = {}

    def size(element: ElementTree.Element, above: frozenset[int]) -> int:
        if id(element) in above:
            raise IconError(f"a <use> in {name} refers to itself")
        if id(element) not in sizes:
            inner = [*element]
            used = next((value for key, value in element.attrib.items() if key.endswith("href")), None)
            if used in by_id:
                inner.append(by_id[used])
            parts = sum(size(part, above | {id(element)}) for part in inner)
            sizes[id(element)] = min(_work(element) + parts, MOST_WORK)
        return sizes[id(element)]

    if size(root, frozenset()) >= MOST_WORK:
        raise IconError(f"{name} has more shapes and points than can be read in a few seconds")


def _work(element: ElementTree.Element) -> int:
    """How much work an element is for svgelements, not counting its children."""
    numbers = sum(len(NUMBER.findall(element.get(key, ""))) for key in ("d", "points"))
    numbers += CLOSE_WORK * len(CLOSE.findall(element.get("d", "")))
    return numbers + (SHAPE_WORK if element.tag.rpartition("}")[2] in SHAPES else 1)


def _layers(document: SVG, svgelements: ModuleType) -> Iterator[Layer]:
    for element in document.elements(lambda e: isinstance(e, svgelements.Shape)):
        if str(element.values.get("visibility", "")) == "hidden" or str(element.values.get("display", "")) == "none":
            continue
        path = svgelements.Path(element)
        path.reify()
        segments = tuple(segments_of(path))
        if not segments:
            continue
        filled = element.fill is not None and element.fill.value is not None
        if filled:
            yield Layer(segments, str(element.values.get("fill-rule", "")) == "evenodd")
        if element.stroke is not None and element.stroke.value is not None and element.stroke_width:
            yield Layer(segments, stroke_width=float(element.stroke_width))


def _numbers(layer: Layer) -> Iterator[float]:
    yield layer.stroke_width
    yield from (number for _, numbers in layer.path for number in numbers)


def _scaled(layer: Layer, by: float, dx: float = 0.0, dy: float = 0.0) -> Layer:
    path = tuple(
        (kind, tuple(round(n * by + (dy if i % 2 else dx), 5) for i, n in enumerate(numbers)))
        for kind, numbers in layer.path
    )
    return Layer(path, layer.even_odd, layer.stroke_width * by)


def read_icon_set(root: Path, file: str) -> dict[str, str]:
    """An Iconify JSON file of the project `root`: name -> SVG. Raises IconError if it cannot be used."""
    path = inside(root, file)
    if path is None or not is_file(path):
        raise IconError(f"there is no icon set '{file}' in the project", "Paths are relative to the project folder.")
    try:
        data = read_file(path, LARGEST_ICON_SET)
        if len(data) > LARGEST_ICON_SET:
            raise IconError(f"{path.name} is larger than {LARGEST_ICON_SET // 1024 // 1024} MB")
        listing = json.loads(data)
        width, height = listing.get("width", 16), listing.get("height", 16)
        return {
            name: f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {float(icon.get("width", width))} '
            f'{float(icon.get("height", height))}">{icon["body"]}</svg>'
            for name, icon in listing["icons"].items()
        }
    except IconError:
        raise
    except RecursionError:
        raise IconError(f"{path.name} is nested too deeply") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError) as error:
        raise IconError(f"{path.name} is not an Iconify icon set ({error})") from None


@cache
def _rpg_awesome() -> dict[str, tuple[Path, str]]:
    """Name -> the folder of the package, and the code point in hexadecimal; empty if the package is missing."""
    spec = importlib.util.find_spec("tkinter_icons_rpga")
    if spec is None or not spec.submodule_search_locations:
        return {}
    folder = Path(spec.submodule_search_locations[0])
    names = json.loads((folder / "glyphmap.json").read_text(encoding="utf-8"))
    return {name: (folder, code) for name, code in names.items() if not name.startswith("ra-")}


_MARGIN_OF_GLYPH = 0.03


def _glyph_outline(folder: Path, codepoint: str) -> Outline:
    """A glyph of the icon font, centred in a square with a thin margin."""
    import uharfbuzz as hb

    font = hb.Font(hb.Face(hb.Blob((folder / "fonts" / "rpgawesome-webfont.ttf").read_bytes())))
    glyph = font.get_nominal_glyph(int(codepoint, 16))
    extents = font.get_glyph_extents(glyph)
    width, height = float(extents.width), float(-extents.height)
    by = (1 - 2 * _MARGIN_OF_GLYPH) / max(width, height)
    dx = 0.5 - by * (extents.x_bearing + width / 2)
    dy = 0.5 - by * (-extents.y_bearing + height / 2)
    return Outline(1.0, (_scaled(Layer(tuple(drawn(font, glyph))), by, dx, dy),))
