"""Checks a face for printing problems before it is printed.

Everything is measured on the display list, that is, on what is painted and not on what was intended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import NamedTuple, Protocol

from generator.faces.colour_vision import contrast, difference
from generator.faces.face import Face, Font, Group, Halo, Icon, Mark, Picture, Shape, TextRun, Turned, outline_path
from generator.faces.paths import Point, turned
from generator.faces.pictures import placed_in
from generator.faces.seen import (
    Eye,
    Inks,
    Layer,
    bounds,
    colour_at,
    corners,
    covers,
    flat,
    hides,
    is_inside,
    seen,
)
from generator.faces.template import ElementTemplate, Template
from generator.units import MM_PER_INCH, MM_PER_POINT, Box

FEWEST_DPI = 200
LEGIBLE, LEGIBLE_WHEN_LARGE = 4.5, 3.0
"""Contrast that letters need, by WCAG 2."""
LARGE, LARGE_WHEN_BOLD, BOLD = 18.0, 14.0, 700
"""pt, pt, and the weight of a font."""
WORST_SHARE = 0.1
"""The share of an element's letters that may be paler without a warning, such as those on a dark speck."""
MOST_POINTS = 12
"""Letters of a run whose background is checked."""
X_HEIGHT = 0.25
"""From the baseline to the middle of lowercase letters, in em."""
TAIL, TAILS = 0.22, frozenset("gjpqyQJ,;()[]{}|/§@")
THINNEST = 0.2
SLIVER = 0.3
"""mm by which a careless cut can be off."""
UNLIKE = 5.0
"""Delta E from which a sliver of the wrong colour is visible."""
STEPS_ALONG = 9
COARSE, FINE = 8.0, 0.8
"""mm between points at which to check whether an element is covered: a coarse grid first, then a fine one."""
SLACK = 0.01


class Finding(NamedTuple):
    """key: the option of the element that causes it."""

    code: str
    element: ElementTemplate
    key: str
    why: str
    hint: str


class Measures(Inks, Protocol):
    """What the checks need to know about fonts, icons and images."""

    def cap_height(self, font: Font) -> float:
        """Height of a capital, in em."""

    def is_drawing(self, file: str) -> bool:
        """Whether an image is a vector drawing."""


class Leaf(NamedTuple):
    """A mark without sub-marks, how it is turned, and the corners of what it paints on the card.

    turns: (angle, x, y) from the innermost; box: around the corners.
    """

    mark: Shape | TextRun | Icon | Picture
    turns: tuple[tuple[float, float, float], ...]
    corners: tuple[Point, ...]
    box: Box


def preflight(face: Face, template: Template, measures: Measures, eye: Eye) -> Iterator[Finding]:
    """Every finding that `ignore` does not suppress, in painting order."""
    looked_at = _Face(face, template, measures, eye)
    for element in looked_at.elements:
        silent = {*template.ignore, *element.template.constants["ignore"]}
        yield from (finding for finding in _findings(element, looked_at) if finding.code not in silent)


@dataclass(frozen=True)
class _Element:
    """One element as painted. below: how many layers are painted before its end."""

    template: ElementTemplate
    leaves: tuple[Leaf, ...]
    below: int


class _Face:
    """A face with the data that several checks share."""

    def __init__(self, face: Face, template: Template, measures: Measures, eye: Eye) -> None:
        self.face, self.safe, self.measures, self.eye = face, template.safe, measures, eye
        self.trim = Box(0, 0, face.size.width, face.size.height)
        self.layers: list[Layer] = []
        self.elements: list[_Element] = []
        by_name = {element.name: element for element in template.elements}
        start = 0
        for name, count in face.elements:
            marks = face.marks[start : start + count]
            start += count
            self.layers.extend(eye.layers(marks))
            if marks:
                self.elements.append(_Element(by_name[name], tuple(_leaves(marks, measures)), len(self.layers)))

    @cached_property
    def safe_area(self) -> list[list[Point]]:
        return flat(outline_path(self.face.outline, self.trim.inset(self.safe - SLACK)))


def _findings(element: _Element, face: _Face) -> Iterator[Finding]:
    paper = face.trim.inset(-face.face.bleed)
    if not any(leaf.box.touches(paper) for leaf in element.leaves):
        yield _off_the_card(element, face)
        return
    for check in (_coarse, _pale, _near_the_cut, _on_the_cut, _thin, _hidden):
        if (finding := check(element, face)) is not None:
            yield finding


def _off_the_card(element: _Element, face: _Face) -> Finding:
    hint = f"The card is {face.face.size}: x and y are mm from its top left corner."
    return _told("W309", element, "x", "lies entirely outside the card", hint)


def _coarse(element: _Element, face: _Face) -> Finding | None:
    """A picture with too few pixels, except parts of a frame, which are meant to be stretched."""
    for leaf in element.leaves:
        mark = leaf.mark
        if not isinstance(mark, Picture) or mark.part != (0.0, 0.0, 1.0, 1.0) or face.measures.is_drawing(mark.file):
            continue
        wide, high = face.measures.image_size(mark.file)
        whole = placed_in(mark, (wide, high))
        dpi = min(wide / whole.width, high / whole.height) * MM_PER_INCH
        if dpi < FEWEST_DPI - 0.5:
            needed = f"{whole.width / MM_PER_INCH * 300:.0f} x {whole.height / MM_PER_INCH * 300:.0f}"
            hint = f"Use a picture with {needed} pixels (300 dpi), or print it smaller."
            why = f"prints '{mark.file}' ({wide:g} x {high:g} pixels) at only {dpi:.0f} dpi"
            return _told("W311", element, "file", why, hint)
    return None


def _pale(element: _Element, face: _Face) -> Finding | None:
    """Text that is hard to read; the palest tenth of the letters is ignored."""
    found: list[tuple[float, float, float]] = []
    ground = face.layers[: element.below]
    for leaf in element.leaves:
        if isinstance(leaf.mark, TextRun):
            points = list(_letters(leaf.mark))
            placed = [_placed(leaf.turns, point) for point in points]
            if placed:
                around = bounds(placed)
                near = [layer for layer in ground if layer.box.touches(around)]
                needed = _needed(leaf.mark)
                for here, (x, y) in zip(points, placed, strict=True):
                    behind = seen(near, x, y).colour
                    letter = colour_at(leaf.mark.colour, *here)
                    solid = letter.opacity * leaf.mark.opacity
                    shown = tuple(a + solid * (b - a) for a, b in zip(behind, letter.colour, strict=True))
                    ratio = contrast((shown[0], shown[1], shown[2]), behind)
                    found.append((ratio / needed, ratio, needed))
    if not found:
        return None
    share, ratio, needed = sorted(found)[int(WORST_SHARE * (len(found) - 1))]
    if share >= 1:
        return None
    why = f"has a contrast of {ratio:.1f} to 1 against what is behind it; letters of this size need {needed:g}"
    hint = "Change the colour of the letters or the background, or put an outline or a panel behind them."
    return _told("W312", element, "colour", why, hint)


def _letters(run: TextRun) -> Iterator[Point]:
    """The centres of its letters, or of a sample in a long run."""
    x, middles = run.x, []
    for glyph in run.glyphs:
        if glyph.text.strip():
            middles.append((x + glyph.advance * run.size / 2, run.y - X_HEIGHT * run.size))
        x += glyph.advance * run.size
    yield from middles[:: max(1, len(middles) // MOST_POINTS)]


def _needed(run: TextRun) -> float:
    points = run.size / MM_PER_POINT + SLACK
    is_large = points >= (LARGE_WHEN_BOLD if run.font.weight >= BOLD else LARGE)
    return LEGIBLE_WHEN_LARGE if is_large else LEGIBLE


def _near_the_cut(element: _Element, face: _Face) -> Finding | None:
    """Text and icons outside the safe area, except icons that serve as frames or backgrounds."""
    if not face.safe or element.template.type == "grid":
        return None
    for leaf in element.leaves:
        if not isinstance(leaf.mark, TextRun | Icon):
            continue
        if isinstance(leaf.mark, Icon) and _is_a_ground(leaf.box, face):
            continue
        if not all(is_inside(face.safe_area, False, x, y) for x, y in leaf.corners):
            why = f"is less than {face.safe:g} mm from the cut, so a careless cut may hit it"
            return _told("W308", element, "x", why, "Move it inwards, or set a smaller `safe`.")
    return None


def _is_a_ground(box: Box, face: _Face) -> bool:
    """Whether it extends beyond the bleed, or is close to the cut on two opposite sides."""
    paper, safe = face.trim.inset(-face.face.bleed), face.trim.inset(face.safe)
    runs_out = box.x < paper.x or box.y < paper.y or box.right > paper.right or box.bottom > paper.bottom
    across, down = box.x < safe.x and box.right > safe.right, box.y < safe.y and box.bottom > safe.bottom
    return runs_out or across or down


def _on_the_cut(element: _Element, face: _Face) -> Finding | None:
    """A filled shape or a picture with an edge along the cut and a different colour in the bleed beyond it."""
    if face.face.bleed <= SLIVER:
        return None
    for leaf in element.leaves:
        if isinstance(leaf.mark, Picture) or (isinstance(leaf.mark, Shape) and leaf.mark.fill is not None):
            for side, inside, outside in _sides(leaf.box, face):
                if _shows(face.eye.layers(_again(leaf)), face, inside, outside):
                    why = f"ends exactly at the cut on the {side}, so a cut that is slightly off leaves a sliver"
                    hint = "Extend it into the bleed (`bleed = true`), or keep it 1 mm away from the cut."
                    return _told("W313", element, "bleed", why, hint)
    return None


def _again(leaf: Leaf) -> list[Mark]:
    mark: Mark = leaf.mark
    for turn in leaf.turns:
        mark = Turned(*turn, (mark,))
    return [mark]


def _sides(box: Box, face: _Face) -> Iterator[tuple[str, list[Point], list[Point]]]:
    """Edges of the box that are on the cut, as points slightly inside and in the bleed beyond."""
    trim, within, beyond = face.trim, SLIVER + 0.1, face.face.bleed * 0.75
    across = list(_along(max(box.x, trim.x), min(box.right, trim.right)))
    down = list(_along(max(box.y, trim.y), min(box.bottom, trim.bottom)))
    if abs(box.x) <= SLIVER:
        yield "left", [(within, y) for y in down], [(-beyond, y) for y in down]
    if abs(box.right - trim.right) <= SLIVER:
        yield "right", [(trim.right - within, y) for y in down], [(trim.right + beyond, y) for y in down]
    if abs(box.y) <= SLIVER:
        yield "top", [(x, within) for x in across], [(x, -beyond) for x in across]
    if abs(box.bottom - trim.bottom) <= SLIVER:
        yield "bottom", [(x, trim.bottom - within) for x in across], [(x, trim.bottom + beyond) for x in across]


def _along(start: float, end: float) -> Iterator[float]:
    """Evenly spaced values from one to the other; none if there is no space between them."""
    for step in range(STEPS_ALONG if end > start else 0):
        yield start + (end - start) * (step + 0.5) / STEPS_ALONG


def _shows(shape: Sequence[Layer], face: _Face, inside: Iterable[Point], outside: Iterable[Point]) -> bool:
    """Whether the edge is straight, longer than a third of the box, and next to a different colour."""
    unlike = 0
    for here, there in zip(inside, outside, strict=True):
        if any(covers(layer.box, *here) and layer.at(*here).opacity > 0 for layer in shape):
            unlike += difference(seen(face.layers, *here).colour, seen(face.layers, *there).colour) >= UNLIKE
    return unlike * 3 > STEPS_ALONG


def _thin(element: _Element, face: _Face) -> Finding | None:
    """Lines too thin to print, except the one below a table's head, whose thickness depends on its letters."""
    if element.template.type == "text":
        return None
    for leaf in element.leaves:
        mark = leaf.mark
        if not isinstance(mark, Shape):
            continue
        width, key = mark.stroke_width, "stroke_width"
        if mark.stroke is None:
            box = _box(mark, face.measures)
            width, key = min(box.width, box.height), "height" if box.height < box.width else "width"
        if 0 < width < THINNEST - SLACK / 10:
            key = "key" if element.template.type == "grid" else key
            why = f"has a line of {width:g} mm, which is too thin to print"
            return _told("W314", element, key, why, f"Make it at least {THINNEST:g} mm (0.57 pt) thick.")
    return None


def _hidden(element: _Element, face: _Face) -> Finding | None:
    """An element of which nothing shows. A background below a picture that covers the card is not reported."""
    above = face.layers[element.below :]
    if any(all(covers(leaf.box, x, y) for x, y in corners(face.trim)) for leaf in element.leaves):
        return None
    for step in (COARSE, FINE):
        if not above or not all(hides(above, x, y) for leaf in element.leaves for x, y in _all_over(leaf.box, step)):
            return None
    hint = "Later elements cover earlier ones: change their order with `before`, or delete this one."
    return _told("W315", element, "type", "is completely covered by what is painted over it", hint)


def _all_over(box: Box, step: float) -> Iterator[Point]:
    """Points of a box that are at most that many mm apart."""
    wide, high = (max(1, ceil(side / step)) for side in (box.width, box.height))
    for down in range(high):
        for across in range(wide):
            yield box.x + box.width * (across + 0.5) / wide, box.y + box.height * (down + 0.5) / high


def _told(code: str, element: _Element, key: str, why: str, hint: str) -> Finding:
    return Finding(code, element.template, key, f"'{element.template.name}' {why}", hint)


def _leaves(
    marks: Iterable[Mark], measures: Measures, turns: tuple[tuple[float, float, float], ...] = ()
) -> Iterator[Leaf]:
    for mark in marks:
        if isinstance(mark, Turned):
            yield from _leaves(mark.marks, measures, ((mark.angle, mark.x, mark.y), *turns))
        elif isinstance(mark, Group):
            yield from _leaves(mark.marks, measures, turns)
        elif not isinstance(mark, Halo):
            of_icon = ((mark.angle, *mark.box.centre),) if isinstance(mark, Icon) and mark.angle else ()
            placed = tuple(_placed((*of_icon, *turns), corner) for corner in corners(_box(mark, measures)))
            yield Leaf(mark, turns, placed, bounds(placed))


def _placed(turns: tuple[tuple[float, float, float], ...], point: Point) -> Point:
    """Where a point of a turned mark is on the card."""
    x, y = point
    for angle, cx, cy in turns:
        x, y = turned(cx, cy, angle, (x - cx, y - cy))
    return x, y


def _box(mark: Shape | TextRun | Icon | Picture, measures: Measures) -> Box:
    """The box of letters, from the top of capitals to the bottom of any descenders."""
    if isinstance(mark, Picture):
        return bounds([point for piece in flat(mark.clip) for point in piece]) if mark.clip else mark.box
    if isinstance(mark, Icon):
        return mark.box
    if isinstance(mark, Shape):
        return bounds([point for piece in flat(mark.path) for point in piece])
    length = sum(glyph.advance for glyph in mark.glyphs) * mark.size
    top = mark.y - measures.cap_height(mark.font) * mark.size
    tail = TAIL * mark.size if TAILS.intersection(mark.text) else 0.0
    return Box(mark.x, top, length, mark.y + tail - top)
