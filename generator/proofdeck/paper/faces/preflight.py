"""Checks a face for printing problems before it is printed.

Everything is measured on the display list, that is, on what is painted and not on what was intended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from math import ceil
from typing import NamedTuple

from proofdeck.ground.colour_vision import contrast, difference
from proofdeck.ground.units import MM_PER_INCH, MM_PER_POINT, Box
from proofdeck.paper.faces.face import (
    Face,
    Gradient,
    Group,
    Halo,
    Icon,
    Mark,
    Picture,
    Raster,
    Shape,
    TextRun,
    Turned,
    outline_path,
)
from proofdeck.paper.faces.paths import Point, bounds, extent, flat, winding
from proofdeck.paper.faces.pictures import placed_in
from proofdeck.paper.faces.seen import (
    ON_THE_CARD,
    Frame,
    Inks,
    Layer,
    hides,
    layers_of,
    mixed,
    seen,
    sight_of,
)
from proofdeck.paper.faces.template import ElementTemplate, Template

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
    """element: its name; key: the option that causes it."""

    code: str
    element: str
    key: str
    why: str
    hint: str


class Leaf(NamedTuple):
    """A mark without sub-marks, where it is, the corners of what it paints on the card, and the box around them."""

    mark: Shape | TextRun | Icon | Picture
    frame: Frame
    corners: tuple[Point, ...]
    box: Box


def findings(face: Face, template: Template, measures: Inks) -> Iterator[Finding]:
    """Every finding that `ignore` does not suppress, in painting order."""
    ground = _Ground(face, template.safe, measures)
    elements = {element.name: element for element in template.elements}
    end = 0
    for name, count in face.elements:
        start, end = end, end + count
        if count:
            element = elements[name]
            leaves = tuple(leaves_of(face.marks[start:end], measures))
            silent = {*template.ignore, *element.constants["ignore"]}
            found = _findings(_Element(element, leaves, end), ground)
            yield from (finding for finding in found if finding.code not in silent)


class _Element(NamedTuple):
    """One element as painted. end: how many marks of the face are painted until it is complete."""

    template: ElementTemplate
    leaves: Sequence[Leaf]
    end: int


class _Ground:
    """A face, and what is seen of it without its letters."""

    def __init__(self, face: Face, safe: float, measures: Inks) -> None:
        self.face, self.size, self.bleed = face, face.size, face.bleed
        self.safe, self.measures = safe, measures
        self.trim = Box(0, 0, face.size.width, face.size.height)
        self.paper = self.trim.inset(-face.bleed)
        self._layers = [[*layers_of([mark], measures)] for mark in face.marks]

    @cached_property
    def safe_area(self) -> Sequence[Point]:
        inset = self.safe - SLACK
        corner = max(0.0, self.face.corner - inset)
        (area,) = flat(outline_path(self.face.outline, self.trim.inset(inset), corner))
        return area

    def layers(self, start: int = 0, end: int | None = None) -> list[Layer]:
        """The layers of those of its marks."""
        return [*chain.from_iterable(self._layers[start:end])]


def _findings(element: _Element, ground: _Ground) -> Iterator[Finding]:
    if not any(leaf.box.touches(ground.paper) for leaf in element.leaves):
        yield _off_the_card(element, ground)
        return
    for check in (_coarse, _pale, _near_the_cut, _on_the_cut, _thin, _hidden):
        if (finding := check(element, ground)) is not None:
            yield finding


def _off_the_card(element: _Element, ground: _Ground) -> Finding:
    hint = f"The card is {ground.size}: x and y are mm from its top left corner."
    return _told("W309", element, "x", "lies entirely outside the card", hint)


def _coarse(element: _Element, ground: _Ground) -> Finding | None:
    """A picture with too few pixels, except parts of a frame, which are meant to be stretched."""
    for leaf in element.leaves:
        mark = leaf.mark
        if not isinstance(mark, Picture) or mark.part != (0.0, 0.0, 1.0, 1.0) or ground.measures.is_drawing(mark.file):
            continue
        wide, high = ground.measures.image_size(mark.file)
        whole = placed_in(mark, (wide, high))
        if not (whole.width and whole.height):
            continue
        dpi = min(wide / whole.width, high / whole.height) * MM_PER_INCH
        if dpi < FEWEST_DPI - 0.5:
            needed = f"{whole.width / MM_PER_INCH * 300:.0f} x {whole.height / MM_PER_INCH * 300:.0f}"
            hint = f"Use a picture with {needed} pixels (300 dpi), or print it smaller."
            why = f"prints '{mark.file}' ({wide:g} x {high:g} pixels) at only {dpi:.0f} dpi"
            return _told("W311", element, "file", why, hint)
    return None


def _pale(element: _Element, ground: _Ground) -> Finding | None:
    """Text that is hard to read; the palest tenth of the letters is ignored."""
    behind = ground.layers(0, element.end) if any(isinstance(leaf.mark, TextRun) for leaf in element.leaves) else []
    found = sorted(one for leaf in element.leaves for one in _contrasts(leaf, behind))
    share, ratio, needed = found[int(WORST_SHARE * (len(found) - 1))] if found else (1.0, 0.0, 0.0)
    if share >= 1:
        return None
    why = f"has a contrast of {ratio:.1f} to 1 against what is behind it; letters of this size need {needed:g}"
    hint = "Change the colour of the letters or the background, or put an outline or a panel behind them."
    return _told("W312", element, "colour", why, hint)


def _contrasts(leaf: Leaf, layers: Sequence[Layer]) -> list[tuple[float, float, float]]:
    """For each letter, its contrast as a share of what it needs, its contrast, and what it needs."""
    run = leaf.mark
    if not isinstance(run, TextRun) or not run.opacity:
        return []
    points, needed = [*_letters(run)], _needed(run)
    near = [layer for layer in layers if layer.box.touches(leaf.box)]
    is_even = all(layer.is_even_in(leaf.box) for layer in near) and not isinstance(run.colour, Gradient)
    found = []
    for point in points[:1] if is_even else points:
        behind, letter = seen(near, *leaf.frame.placed(point)).colour, sight_of(run.colour, *point)
        ratio = contrast(mixed(behind, letter.colour, letter.opacity * run.opacity), behind)
        found.append((ratio / needed, ratio, needed))
    return found * len(points) if is_even else found


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


def _near_the_cut(element: _Element, ground: _Ground) -> Finding | None:
    """Text and icons outside the safe area, except icons that serve as frames or backgrounds."""
    if not ground.safe or element.template.type == "grid":
        return None
    for leaf in element.leaves:
        if not isinstance(leaf.mark, TextRun | Icon):
            continue
        if isinstance(leaf.mark, Icon) and _is_a_ground(leaf.box, ground):
            continue
        if not all(winding(ground.safe_area, x, y) for x, y in leaf.corners):
            why = f"is less than {ground.safe:g} mm from the cut, so a careless cut may hit it"
            return _told("W308", element, "x", why, "Move it inwards, or set a smaller `safe`.")
    return None


def _is_a_ground(box: Box, ground: _Ground) -> bool:
    """Whether it extends beyond the bleed, or is close to the cut on two opposite sides."""
    paper, safe = ground.paper, ground.trim.inset(ground.safe)
    runs_out = box.x < paper.x or box.y < paper.y or box.right > paper.right or box.bottom > paper.bottom
    across, down = box.x < safe.x and box.right > safe.right, box.y < safe.y and box.bottom > safe.bottom
    return runs_out or across or down


def _on_the_cut(element: _Element, ground: _Ground) -> Finding | None:
    """A filled shape or a picture with an edge along the cut and a different colour in the bleed beyond it."""
    if ground.bleed <= SLIVER:
        return None
    for leaf in element.leaves:
        if isinstance(leaf.mark, Picture) or (isinstance(leaf.mark, Shape) and leaf.mark.fill is not None):
            for side, inside, outside in _sides(leaf.box, ground):
                if _shows(leaf, ground, inside, outside):
                    why = f"ends exactly at the cut on the {side}, so a cut that is slightly off leaves a sliver"
                    hint = "Extend it into the bleed (`bleed = true`), or keep it 1 mm away from the cut."
                    return _told("W313", element, "bleed", why, hint)
    return None


def _sides(box: Box, ground: _Ground) -> Iterator[tuple[str, list[Point], list[Point]]]:
    """Edges of the box that are on the cut, as points slightly inside and in the bleed beyond."""
    trim, within, beyond = ground.trim, SLIVER + 0.1, ground.bleed * 0.75
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


def _shows(leaf: Leaf, ground: _Ground, inside: Iterable[Point], outside: Iterable[Point]) -> bool:
    """Whether the edge is straight, longer than a third of the box, and next to a different colour."""
    layers = ground.layers()
    itself = [*layers_of([leaf.mark], ground.measures, leaf.frame)]
    unlike = 0
    for here, there in zip(inside, outside, strict=True):
        if any(layer.at(*here).opacity > 0 for layer in itself):
            unlike += difference(seen(layers, *here).colour, seen(layers, *there).colour) >= UNLIKE
    return unlike * 3 > STEPS_ALONG


def _thin(element: _Element, ground: _Ground) -> Finding | None:
    """Lines too thin to print, except the one below a table's head, whose thickness depends on its letters."""
    if element.template.type == "text":
        return None
    for leaf in element.leaves:
        mark = leaf.mark
        if not isinstance(mark, Shape):
            continue
        width, key = mark.stroke_width, "stroke_width"
        if mark.stroke is None:
            box = _box(mark, ground.measures)
            width, key = min(box.width, box.height), "height" if box.height < box.width else "width"
        if 0 < width < THINNEST - SLACK / 10:
            key = "key" if element.template.type == "grid" else key
            why = f"has a line of {width:.3g} mm, which is too thin to print"
            return _told("W314", element, key, why, f"Make it at least {THINNEST:g} mm (0.57 pt) thick.")
    return None


def _hidden(element: _Element, ground: _Ground) -> Finding | None:
    """An element of which nothing shows. A background below a picture that covers the card is not reported."""
    if any(all(leaf.box.holds(x, y) for x, y in ground.trim.corners) for leaf in element.leaves):
        return None
    boxes = [leaf.box for leaf in element.leaves]
    above = [layer for layer in ground.layers(element.end) if any(map(layer.box.touches, boxes))]
    for step in (COARSE, FINE):
        if not all(hides(above, x, y) for box in boxes for x, y in _all_over(box, step)):
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
    return Finding(code, element.template.name, key, f"'{element.template.name}' {why}", hint)


def leaves_of(marks: Iterable[Mark], measures: Inks, frame: Frame = ON_THE_CARD) -> Iterator[Leaf]:
    """The marks without sub-marks, in painting order; light around letters and pixels of drawings left out."""
    for mark in marks:
        if isinstance(mark, Turned):
            yield from leaves_of(mark.marks, measures, frame.inside(mark.angle, mark.x, mark.y))
        elif isinstance(mark, Group):
            yield from leaves_of(mark.marks, measures, frame)
        elif not isinstance(mark, Halo | Raster):
            around = frame.inside(mark.angle, *mark.box.centre) if isinstance(mark, Icon) else frame
            placed = tuple(map(around.placed, _box(mark, measures).corners))
            yield Leaf(mark, frame, placed, bounds(placed))


def _box(mark: Shape | TextRun | Icon | Picture, measures: Inks) -> Box:
    """The box of letters, from the top of capitals to the bottom of any descenders."""
    if isinstance(mark, Picture):
        return extent(mark.clip) if mark.clip else mark.box
    if isinstance(mark, Icon):
        return mark.box
    if isinstance(mark, Shape):
        return extent(mark.path)
    top = mark.y - measures.cap_height(mark.font) * mark.size
    tail = TAIL * mark.size if TAILS.intersection(mark.text) else 0.0
    return Box(mark.x, top, mark.length, mark.y + tail - top)
