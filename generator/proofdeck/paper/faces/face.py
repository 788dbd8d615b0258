"""A face as a display list: everything that ink needs to know about one side of a card, and nothing else.

Lengths are mm from the top left corner of the trim, y down. Marks are painted in order. A display list is plain frozen
data: equal faces have equal digests, whatever template or spreadsheet they came from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Literal, NamedTuple

from proofdeck.ground.units import Box, Size

Outline = Literal["rectangle", "ellipse", "hexagon"]
Colour = str
"""`#rrggbb`, or `#rrggbbaa` if translucent; lower case."""
Blend = Literal[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "hard-light", "soft-light", "difference"
]
"""How colours mix with what was painted before."""

Segment = tuple[str, tuple[float, ...]]
"""("M", (x, y)), ("L", (x, y)), ("C", (x1, y1, x2, y2, x, y)) or ("Z", ())."""

Path = tuple[Segment, ...]


USUAL = ("family", "weight", "italic", "file")
"""What is always said of a font."""


class Font(NamedTuple):
    """A font: a family of an installed font package, or a file of the project.

    face: the name or the number of a font in a collection; synthesis: whether a style that is not there is made.
    """

    family: str
    weight: int = 400
    italic: bool = False
    file: str = ""
    face: str = ""
    synthesis: bool = False

    def styled(self, *, bold: bool, italic: bool) -> Font:
        """The same family in another style."""
        heavier = 700 if self.weight < 600 else 900
        return self._replace(weight=heavier if bold else self.weight, italic=italic or self.italic)

    def __repr__(self) -> str:
        """What differs from any font; part of what faces are known by."""
        said = {name: value for name, value in zip(self._fields, self, strict=True) if name in USUAL or value}
        return f"Font({', '.join(f'{name}={value!r}' for name, value in said.items())})"

    def __str__(self) -> str:
        return self.file or f"{self.family} {self.weight}{' italic' if self.italic else ''}"


class Glyph(NamedTuple):
    """One shaped glyph. advance, dx, dy in em.

    text: the characters it stands for, from left to right; "" for the rest of a group.
    """

    id: int
    advance: float
    dx: float
    dy: float
    text: str


@dataclass(frozen=True, slots=True)
class Gradient:
    """Colours from one point to another (linear) or from a centre outwards (radial); coordinates in mm.

    coords: both points, or centre and radius, and the starting point of a radial one if it is not the centre; matrix:
    from these coordinates to mm if they differ, in PDF's order.
    """

    kind: Literal["linear", "radial"]
    coords: tuple[float, ...]
    stops: tuple[tuple[float, Colour], ...]
    matrix: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """A named ink for a press, with the colour that stands for it on other devices."""

    name: str
    colour: Colour


Paint = Colour | Gradient | Spot


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, filled, stroked or both. stroke_width and dash in mm; even_odd: the fill rule if it crosses itself."""

    path: Path
    fill: Paint | None = None
    stroke: Paint | None = None
    stroke_width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Scanned(Shape):
    """The dark parts of a code, which stay solid however little ink is used."""


@dataclass(frozen=True, slots=True)
class Stroked(Shape):
    """A shape of a drawing, whose line has ends and corners of its own, as SVG and PDF name them.

    offset: where in its dashes the line begins; pen: from the units of its width and dashes to those of the path, if
    these are not the same in all directions, in PDF's order.
    """

    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 4.0
    offset: float = 0.0
    pen: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TextRun:
    """Glyphs of one font on one line; size in mm, (x, y) the start of the baseline."""

    font: Font
    size: float
    x: float
    y: float
    glyphs: tuple[Glyph, ...]
    colour: Paint
    opacity: float = 1.0

    @property
    def text(self) -> str:
        return "".join(glyph.text for glyph in self.glyphs)

    @property
    def length(self) -> float:
        """In mm."""
        return sum(glyph.advance for glyph in self.glyphs) * self.size


@dataclass(frozen=True, slots=True)
class Icon:
    """A one-colour icon by name, filling box; turned by `angle` degrees clockwise about the centre of the box."""

    name: str
    box: Box
    colour: Paint
    opacity: float = 1.0
    angle: float = 0.0


WHOLE = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Picture:
    """An image file of the project; fit and focus say which part of it shows in box.

    clip: the part of the box that shows, all of it if empty; tint: the colour that replaces black; transparent: the
    colour that is not painted; part: left, top, width and height of the part treated as the whole image, as shares of
    its width and height; low_ink: what becomes of it where ink is saved, `light` and `lines` once that is done.
    """

    file: str
    box: Box
    fit: Literal["cover", "contain", "stretch"] = "cover"
    focus: tuple[float, float] = (0.5, 0.5)
    opacity: float = 1.0
    clip: Path = ()
    tint: Colour = ""
    part: tuple[float, float, float, float] = WHOLE
    low_ink: Literal["tint", "outline", "off", "light", "lines"] = "tint"
    transparent: Colour = ""


@dataclass(frozen=True, slots=True)
class Raster:
    """A part of a drawing that marks cannot show: an SVG file of its own, painted as pixels that fill box.

    dots: pixels per unit of the drawing, once its size on paper is known; families: the lists of families for its
    words; levels: what becomes of each of 256 levels of brightness, where it is recoloured; transparent: the colour not
    painted.
    """

    svg: str
    box: Box
    dots: float = 0.0
    families: tuple[tuple[str, ...], ...] = ()
    levels: tuple[Colour, ...] = ()
    transparent: Colour = ""

    @property
    def has_words(self) -> bool:
        """Whether something in it is set in a font."""
        return "<text" in self.svg


NOWHERE = Box(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class MirroredPicture(Picture):
    """A picture that goes on beyond its box, mirrored at its edges. beyond: the box that it fills then."""

    beyond: Box = NOWHERE


@dataclass(frozen=True, slots=True)
class Turned:
    """Marks turned by `angle` degrees clockwise about (x, y)."""

    angle: float
    x: float
    y: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Marks painted together: clipped to a path, faded, and blended with what is below.

    even_odd: the rule of the clip if it crosses itself.
    """

    marks: tuple[Mark, ...]
    clip: Path = ()
    opacity: float = 1.0
    blend: Blend = "normal"
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Halo:
    """The silhouette of marks in one colour: an outline, a glow or a shadow.

    rings: (width of the line around the silhouette in mm, opacity), painted in this order.
    """

    marks: tuple[Shape | TextRun | Icon, ...]
    colour: Colour
    rings: tuple[tuple[float, float], ...]


Mark = Shape | TextRun | Icon | Picture | Raster | Turned | Group | Halo


@dataclass(frozen=True)
class Face:
    """One laid-out side. size: the trim; bleed: how far ink extends beyond it; outline: the cutting line.

    elements: the name of each element and how many of the marks belong to it, in painting order; corner: the radius to
    which a rectangle's corners are cut.
    """

    size: Size
    bleed: float
    outline: Outline
    marks: tuple[Mark, ...]
    elements: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    corner: float = 0.0

    @cached_property
    def digest(self) -> str:
        """Equal for equal faces; stable between runs and machines."""
        what = (self.size, self.bleed, self.outline, self.marks, *((self.corner,) if self.corner else ()))
        return hashlib.blake2b(repr(what).encode(), digest_size=12).hexdigest()

    def of_elements(self, numbers: Collection[int]) -> Face:
        """What is painted of those elements alone; they are counted from 0, in painting order."""
        marks, found = iter(self.marks), []
        for number, (_, count) in enumerate(self.elements):
            own = list(islice(marks, count))
            found += own if number in numbers else []
        return replace(self, marks=tuple(found), elements=())

    @property
    def is_cut_straight(self) -> bool:
        """Whether straight cuts alone set it free."""
        return self.outline == "rectangle" and not self.corner

    def leaves(self) -> Iterator[Shape | TextRun | Icon | Picture]:
        """Every mark, including those in groups and turned marks, but not those in halos, which are repeated."""
        return _leaves(self.marks)

    @property
    def text(self) -> str:
        """The text on it, one line per run."""
        return "\n".join(mark.text for mark in self.leaves() if isinstance(mark, TextRun))


def _leaves(marks: tuple[Mark, ...]) -> Iterator[Shape | TextRun | Icon | Picture]:
    for mark in marks:
        if isinstance(mark, Turned | Group):
            yield from _leaves(mark.marks)
        elif not isinstance(mark, Halo | Raster):
            yield mark


# Cubic Bezier control distance that makes a quarter of a circle (error below 0.03 %).
QUARTER = 0.5522847498


def rectangle_path(box: Box, corner: float = 0.0) -> Path:
    """A rectangle, its corners rounded by `corner` mm."""
    x0, y0, x1, y1 = box.x, box.y, box.right, box.bottom
    r = min(corner, box.width / 2, box.height / 2)
    if r <= 0:
        return (("M", (x0, y0)), ("L", (x1, y0)), ("L", (x1, y1)), ("L", (x0, y1)), ("Z", ()))
    k = r * (1 - QUARTER)
    return (
        ("M", (x0 + r, y0)),
        ("L", (x1 - r, y0)),
        ("C", (x1 - k, y0, x1, y0 + k, x1, y0 + r)),
        ("L", (x1, y1 - r)),
        ("C", (x1, y1 - k, x1 - k, y1, x1 - r, y1)),
        ("L", (x0 + r, y1)),
        ("C", (x0 + k, y1, x0, y1 - k, x0, y1 - r)),
        ("L", (x0, y0 + r)),
        ("C", (x0, y0 + k, x0 + k, y0, x0 + r, y0)),
        ("Z", ()),
    )


def ellipse_path(box: Box) -> Path:
    (cx, cy), rx, ry = box.centre, box.width / 2, box.height / 2
    kx, ky = rx * QUARTER, ry * QUARTER
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


def polygon_path(points: tuple[tuple[float, float], ...]) -> Path:
    first, *rest = points
    return (("M", first), *(("L", point) for point in rest), ("Z", ()))


def line_path(points: tuple[tuple[float, float], ...]) -> Path:
    """Straight from point to point, and closed if it ends where it begins."""
    return polygon_path(points[:-1]) if points[0] == points[-1] else polygon_path(points)[:-1]


def outline_path(outline: Outline, box: Box, corner: float = 0.0) -> Path:
    """The cutting line, fitted in the box. A hexagon has its points left and right. corner: of a rectangle, in mm."""
    if outline == "ellipse":
        return ellipse_path(box)
    if outline == "hexagon":
        quarter, middle = box.width / 4, box.centre[1]
        left, right = box.x + quarter, box.right - quarter
        top, bottom = box.y, box.bottom
        return polygon_path(
            ((left, top), (right, top), (box.right, middle), (right, bottom), (left, bottom), (box.x, middle))
        )
    return rectangle_path(box, corner)
