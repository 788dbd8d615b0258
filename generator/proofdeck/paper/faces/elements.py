"""Turns elements into marks, with one function for each type of element.

Each takes the element's values (typed, computed for this card), its box and the Scene, and returns marks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Protocol

from proofdeck.ground.phrases import phrases_of
from proofdeck.ground.typography import Typesetter
from proofdeck.ground.units import MM_PER_POINT, Box, Size
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.effects import Effect, behind
from proofdeck.paper.faces.face import Font, Group, Icon, Mark, Paint, Picture, Shape, Turned
from proofdeck.paper.faces.markup import Break, InlineIcon, Span, Words, escaped, parse_markup
from proofdeck.paper.faces.materials import MaterialError, Materials, MissingError
from proofdeck.paper.faces.paths import Track, arch, mapped
from proofdeck.paper.faces.pictures import MASKS, frame, placed_in, to_the_cut
from proofdeck.paper.faces.setting import Fitted, emblem, fit, fit_along, place, place_along
from proofdeck.paper.faces.text import Composed, Style, compose

ON_THE_CUT = 0.01
"""mm: an edge this close to the cut counts as being on it."""
NAME = Font("Alegreya Sans", 500)
PLACEHOLDER, PLACEHOLDER_INK = "#dcdad5", "#4a4a4a"
MOST_LETTERS = 40
LARGEST_NAME = 4.0
"""mm: of the name of a missing picture."""

Values = Mapping[str, Any]


class Scene(Protocol):
    """A face under construction, as its elements see it."""

    materials: Materials
    size: Size
    bleed: float
    language: str

    def paint(self, value: str, box: Box, key: str) -> Paint | None:
        """The colour of that option; None for `none`, or after a mistake, which is noted."""

    def cell_values(self, looks: Mapping[str, Any]) -> Values:
        """The typed values for one word of a grid's key."""

    def font(self, role: str) -> Font:
        """The font of that role in [fonts]."""

    def other_fonts(self) -> tuple[Font, ...]:
        """The fonts for letters that the font of a text lacks."""

    def spelt(self, words: str) -> str:
        """The text with what the template prints in place of symbols."""

    def icon_name(self, name: str) -> str:
        """The name behind an alias."""

    def has_icon(self, name: str, key: str) -> bool:
        """False after a mistake, which is noted."""

    def has_image(self, file: str, key: str) -> bool:
        """False after a mistake, which is noted."""

    def text_faults(self, composed: Composed, fitted: Fitted, smallest: float, box: Box) -> None:
        """Note what could not be typeset."""

    def largest_size(self, size: float) -> float:
        """The size (mm) at which fitting starts: smaller than `size` if the whole deck shares one size."""


def marks_of(kind: str, values: Values, scene: Scene) -> Iterator[Mark]:
    """All marks of one element, turned and repeated as specified."""
    box = box_of(values, scene.size)
    if values.get("bleed"):
        box = _into_the_bleed(box, scene)
    marks = tuple(PAINTERS[kind](values, box, scene))
    if effects := _effects(values, box, scene):
        marks = (*behind([*_casting(marks, scene.materials)], effects), *marks)
    if values.get("blend", "normal") != "normal" and marks:
        marks = (Group(marks, blend=values["blend"]),)
    if values["angle"] and marks:
        marks = (Turned(values["angle"], *box.centre, marks),)
    yield from marks
    if values["twice"] and marks:
        yield Turned(180.0, scene.size.width / 2, scene.size.height / 2, marks)


def box_of(values: Values, size: Size) -> Box:
    x, y = values["x"] or 0.0, values["y"] or 0.0
    width = size.width - x if values["width"] is None else values["width"]
    height = size.height - y if values["height"] is None else values["height"]
    return Box(x, y, max(0.0, width), max(0.0, height))


def _casting(marks: Iterable[Mark], materials: Materials) -> Iterator[Mark]:
    """The marks that cast shadows: for an SVG drawing that is not cropped, its shapes and not its box."""
    for mark in marks:
        paths = materials.shapes(mark.file, mark.transparent) if isinstance(mark, Picture) and not mark.clip else ()
        if isinstance(mark, Picture) and paths:
            placed = placed_in(mark, materials.image_size(mark.file))
            wide, high = materials.image_size(mark.file)
            scale = placed.width / wide, placed.height / high
            yield from (Shape(mapped(path, scale, (placed.x, placed.y)), "#000000") for path in paths)
        else:
            yield mark


def _into_the_bleed(box: Box, scene: Scene) -> Box:
    """The box with the sides that lie on the cut, or beyond it, moved out to the edge of the bleed."""
    left, top = (_out(edge, scene.bleed) for edge in (box.x, box.y))
    right = scene.size.width - _out(scene.size.width - box.right, scene.bleed)
    bottom = scene.size.height - _out(scene.size.height - box.bottom, scene.bleed)
    return Box(left, top, right - left, bottom - top)


def _out(distance: float, bleed: float) -> float:
    """The distance of an edge from the cut, inwards."""
    return min(distance, -bleed) if distance <= ON_THE_CUT else distance


def _effects(values: Values, box: Box, scene: Scene) -> list[Effect]:
    """Its shadow, glow and outline, lowest first."""
    found: list[Effect] = []
    for name in ("shadow", "glow", "outline"):
        if not (wanted := values.get(name, ())):
            continue
        lengths, words = wanted
        colour = scene.paint(words, box, name)
        if not isinstance(colour, str):
            continue
        if name == "shadow":
            found.append(Effect(colour, x=lengths[0], y=lengths[1], blur=lengths[2]))
        elif name == "glow":
            found.append(Effect(colour, blur=lengths[0]))
        else:
            found.append(Effect(colour, spread=lengths[0]))
    return found


def rectangle(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    yield from _shape(display.rectangle_path(box, values["corner"]), values, box, scene)


def ellipse(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    yield from _shape(display.ellipse_path(box), values, box, scene)


def polygon(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    points = values["points"]
    if values["sides"] >= 3:
        points = _regular(values["sides"], values["inner"], box)
    elif points:
        start = box_of(values, scene.size)
        points = tuple(_corner(start.x + x, start.y + y, values, scene) for x, y in points)
    if len(points) >= 3:
        yield from _shape(display.polygon_path(points), values, box, scene)


def _corner(x: float, y: float, values: Values, scene: Scene) -> tuple[float, float]:
    """A point of a polygon, moved out into the bleed if it is on the cut and the polygon has bleed."""
    if not values["bleed"]:
        return x, y
    width, height = scene.size.width, scene.size.height
    x, y = _out(x, scene.bleed), _out(y, scene.bleed)
    return width - _out(width - x, scene.bleed), height - _out(height - y, scene.bleed)


def _corners(numbers: Sequence[float], values: Values, scene: Scene) -> Iterator[float]:
    """The points of one segment of a path, moved out like those of a polygon."""
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        yield from _corner(x, y, values, scene)


def path(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    if not values["d"]:
        return
    if (view := values["view"]) and view[0] and view[-1]:
        drawn = mapped(values["d"], (box.width / view[0], box.height / view[-1]), (box.x, box.y))
    else:
        start = box_of(values, scene.size)
        there = mapped(values["d"], (1.0, 1.0), (start.x, start.y))
        drawn = tuple((kind, tuple(_corners(numbers, values, scene))) for kind, numbers in there)
    for shape in _shape(drawn, values, box, scene):
        yield replace(shape, even_odd=values["rule"] == "evenodd")


def _regular(sides: int, inner: float, box: Box) -> tuple[tuple[float, float], ...]:
    """Corners of a regular polygon or star with one corner at the top, filling the box."""
    radii = [1.0, inner] if inner else [1.0]
    count = sides * len(radii)
    (cx, cy), turn = box.centre, -math.pi / 2
    return tuple(
        (
            round(cx + math.cos(turn + 2 * math.pi * i / count) * radii[i % len(radii)] * box.width / 2, 4),
            round(cy + math.sin(turn + 2 * math.pi * i / count) * radii[i % len(radii)] * box.height / 2, 4),
        )
        for i in range(count)
    )


def line(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    x2 = box.x if values["x2"] is None else values["x2"]
    y2 = box.y if values["y2"] is None else values["y2"]
    stroke = scene.paint(values["stroke"], box, "stroke")
    if stroke is not None and values["stroke_width"]:
        path: display.Path = (("M", (box.x, box.y)), ("L", (x2, y2)))
        yield Shape(path, None, stroke, values["stroke_width"], values["dash"], values["opacity"])


def _shape(path: display.Path, values: Values, box: Box, scene: Scene) -> Iterator[Shape]:
    fill, stroke = scene.paint(values["fill"], box, "fill"), scene.paint(values["stroke"], box, "stroke")
    if not values["stroke_width"]:
        stroke = None
    if fill is not None or stroke is not None:
        opacity = values.get("opacity", 1.0)
        yield Shape(path, fill, stroke, values["stroke_width"] if stroke else 0.0, values["dash"], opacity)


def text(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    if not values["text"].strip():
        return
    composed, style = compose_text(values, box, scene)
    cap_height = scene.materials.cap_height(style.regular)
    fitted = fit_text(values, composed, style, box, scene)
    scene.text_faults(composed, fitted, _smallest(values), box)
    if values["curve"]:
        marks: Iterable[Mark] = place_along(composed, style, _track(values, box, scene), fitted.size, cap_height)
    else:
        marks = place(composed, style, box, fitted.size, cap_height)
    for mark in marks:
        if not (isinstance(mark, Icon) and mark.name in composed.unknown_icons):
            yield mark


def _track(values: Values, box: Box, scene: Scene) -> Track:
    """The baseline of curved text: an arc in its box, with its top or bottom centred, or a path in mm from x, y."""
    curve = values["curve"]
    if isinstance(curve, float):
        y = box.y + values["size"] * MM_PER_POINT if curve > 0 else box.bottom
        return Track(arch((box.x + box.width / 2, y), box.width, curve))
    start = box_of(values, scene.size)
    return Track(mapped(curve, (1.0, 1.0), (start.x, start.y)))


def compose_text(values: Values, box: Box, scene: Scene) -> tuple[Composed, Style]:
    style = style_of(values, box, scene)
    return compose(_resolved(values["text"], style, box, scene), style, scene.materials), style


def fit_text(values: Values, composed: Composed, style: Style, box: Box, scene: Scene) -> Fitted:
    size, smallest = values["size"] * MM_PER_POINT, _smallest(values)
    start = max(smallest, scene.largest_size(size))
    if values["curve"]:
        return fit_along(composed, _track(values, box, scene), start, smallest)
    return fit(composed, style, box, start, smallest, scene.materials.cap_height(style.regular))


def _smallest(values: Values) -> float:
    size = values["size"] if values["min_size"] is None else min(values["min_size"], values["size"])
    return float(size * MM_PER_POINT)


def style_of(values: Values, box: Box, scene: Scene) -> Style:
    regular, bold, italic, both = _family(values["font"], scene)
    if values["bold"]:
        regular, italic = bold, both
    if values["italic"]:
        regular, bold = italic, both
    return Style(
        regular,
        bold,
        italic,
        both,
        scene.paint(values["colour"], box, "colour") or "#000000",
        values["align"],
        values["valign"],
        values["line_height"],
        values["paragraph_gap"],
        values["tracking"],
        values["opacity"],
        values["lines"],
        values["columns"],
        values["column_gap"],
        scene.language if values["hyphenate"] else "",
        scene.other_fonts(),
    )


def _family(role: str, scene: Scene) -> tuple[Font, Font, Font, Font]:
    """The four fonts of a role, using its `-bold`, `-italic` and `-bold-italic` if the template names them."""
    regular = scene.font(role)
    if regular.file:
        return regular, scene.font(f"{role}-bold"), scene.font(f"{role}-italic"), scene.font(f"{role}-bold-italic")
    return _packaged(regular)


@cache
def _packaged(regular: Font) -> tuple[Font, Font, Font, Font]:
    """The four fonts of a family that is installed as a package."""
    heavier = 700 if regular.weight < 600 else 900
    return (
        regular,
        regular._replace(weight=heavier),
        regular._replace(italic=True),
        regular._replace(weight=heavier, italic=True),
    )


_phrases = cache(phrases_of)


def _typeset(words: str, style: Style, scene: Scene) -> Iterator[Span]:
    """The text's spans as a printer sets them, in letters that its fonts have."""
    typesetter = Typesetter(_phrases(scene.language))
    for span in parse_markup(scene.spelt(words)):
        if isinstance(span, Words):
            typed, font = typesetter.set(span.text), style.font(span)
            if typed == span.text:
                yield span
                continue
            new = {letter: scene.materials.shape(letter, font) for letter in set(typed) - set(span.text)}
            lacking = {letter for letter, glyphs in new.items() if not all(glyph.id for glyph in glyphs)}
            letters = (was if now in lacking else now for was, now in zip(span.text, typed, strict=True))
            yield replace(span, text="".join(letters))
        else:
            typesetter.pass_over(" " if isinstance(span, Break) else "x")
            yield span


def _resolved(words: str, style: Style, box: Box, scene: Scene) -> Iterator[Span]:
    """The text's spans, with the real names and colours of icons."""
    for span in _typeset(words, style, scene):
        if isinstance(span, InlineIcon):
            colour = scene.paint(span.colour, box, "text") if span.colour else None
            yield replace(span, name=scene.icon_name(span.name), colour=colour if isinstance(colour, str) else "")
        elif isinstance(span, Words) and span.colour:
            painted = scene.paint(span.colour, box, "text")
            yield replace(span, colour=painted if isinstance(painted, str) else "")
        else:
            yield span


def icon(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    name = scene.icon_name(values["icon"].strip())
    if not name or not scene.has_icon(name, "icon"):
        return
    colour = scene.paint(values["colour"], box, "colour")
    aspect = scene.materials.aspect(name) or 1.0
    if colour is None:
        return
    if not values["at"]:
        yield emblem(name, contained(aspect, box), colour, values["opacity"])
        return
    high = box.height / 5 if values["size"] is None else values["size"]
    for x, y in values["at"]:
        angle = 180.0 if values["flip"] and y > 0.5 else 0.0
        centre = Box(box.x + x * box.width - aspect * high / 2, box.y + y * box.height - high / 2, aspect * high, high)
        yield emblem(name, centre, colour, values["opacity"], angle)


def contained(aspect: float, box: Box) -> Box:
    """The largest box with that aspect (width / height) centred inside `box`."""
    width = min(box.width, box.height * aspect)
    height = width / aspect
    (cx, cy) = box.centre
    return Box(cx - width / 2, cy - height / 2, width, height)


def grid(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    rows, gap = values["cells"], values["gap"]
    columns = max(map(len, rows), default=0)
    if not columns:
        return
    width = (box.width - gap * (columns - 1)) / columns
    height = (box.height - gap * (len(rows) - 1)) / len(rows)
    for down, row in enumerate(rows):
        for across, word in enumerate(row):
            looks = values["key"].get(word)
            if looks is not None:
                cell = Box(box.x + across * (width + gap), box.y + down * (height + gap), width, height)
                yield from _cell(scene.cell_values(looks), cell, scene)


def _cell(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    yield from _shape(display.rectangle_path(box, values["corner"]), values, box, scene)
    name = scene.icon_name(values["icon"])
    if name and scene.has_icon(name, "key"):
        aspect = scene.materials.aspect(name) or 1.0
        colour = scene.paint(values["colour"], box, "key")
        inner = box.inset(min(box.width, box.height) * (1 - values["scale"]) / 2)
        if colour is not None:
            yield emblem(name, contained(aspect, inner), colour)


def image(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    """A picture in its box, cut and tinted as specified, or the nine parts of a frame; a grey box if it is missing."""
    file, trim = values["file"].strip(), box_of(values, scene.size)
    if not file:
        return
    if not scene.has_image(file, "file"):
        if _is_missing(file, scene.materials):
            yield from _placeholder(file, box, trim, scene.materials)
        return
    tint = scene.paint(values["tint"], box, "tint")
    unpainted = scene.paint(values["transparent"], box, "transparent")
    clip = display.rectangle_path(box, values["corner"]) if values["corner"] else ()
    whole = Picture(
        file,
        box,
        values["mode"],
        values["focus"],
        values["opacity"],
        MASKS[values["mask"]](box) if values["mask"] in MASKS else clip,
        tint[:7] if isinstance(tint, str) else "",
        low_ink=values["low_ink"],
        transparent=unpainted[:7] if isinstance(unpainted, str) else "",
    )
    if values["slice"]:
        yield from frame(whole, values, scene.materials.image_size(file))
    elif values["file_bleed"] is not None and box != trim:
        yield to_the_cut(whole, trim, values["file_bleed"])
    else:
        yield whole


def _is_missing(file: str, materials: Materials) -> bool:
    try:
        materials.check_image(file)
    except MaterialError as error:
        return isinstance(error, MissingError)
    return False


def _placeholder(file: str, box: Box, trim: Box, materials: Materials) -> Iterator[Mark]:
    """A grey box with the name of the file."""
    yield Shape(display.rectangle_path(box), PLACEHOLDER)
    room = trim.inset(min(3.0, trim.width / 8, trim.height / 8))
    style = Style(NAME, NAME, NAME, NAME, PLACEHOLDER_INK, "center", "middle", 1.2)
    composed = compose(parse_markup(escaped(file.rpartition("/")[2][:MOST_LETTERS])), style, materials)
    height = materials.cap_height(NAME)
    size = fit(composed, style, room, LARGEST_NAME, 0.5, height).size
    yield from place(composed, style, room, size, height)


PAINTERS: dict[str, Callable[[Values, Box, Any], Iterator[Mark]]] = {
    "rectangle": rectangle,
    "line": line,
    "ellipse": ellipse,
    "polygon": polygon,
    "path": path,
    "text": text,
    "icon": icon,
    "image": image,
    "grid": grid,
}
