"""Text with markup, which shrinks to fit its box or runs along a curve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from proofdeck.ground.phrases import phrases_of
from proofdeck.ground.typography import Typesetter
from proofdeck.ground.units import MM_PER_POINT, Box
from proofdeck.paper.faces.face import Font, Icon, Mark
from proofdeck.paper.faces.markup import InlineIcon, LineBreak, Span, StyledWords, parse_markup
from proofdeck.paper.faces.options import AROUND, BLENDED, COMMON, TEXT, ElementOption, WordOption, text
from proofdeck.paper.faces.paths import Track, arch, mapped
from proofdeck.paper.faces.scene import Scene, Values, box_of
from proofdeck.paper.faces.setting import COLUMN_CAP, Fitted, fit, fit_along, lying, place, place_along, upright
from proofdeck.paper.faces.text import ComposedText, Style, compose

OPTIONS = {
    **COMMON,
    **TEXT,
    **BLENDED,
    **AROUND,
    "text": ElementOption(text, "", "what to print, with markup"),
    "direction": ElementOption(
        WordOption("horizontal", "vertical"), "horizontal", "vertical: down, from right to left"
    ),
}


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    if not values["text"].strip():
        return
    composed, style = compose_text(values, box, scene)
    cap_height = _cap_height(composed, style, scene)
    fitted = fit_text(values, composed, style, box, scene)
    scene.text_faults(composed, fitted, _smallest(values), box)
    if values["curve"]:
        marks: Iterable[Mark] = place_along(composed, style, _track(values, box, scene), fitted.size, cap_height)
    elif style.is_vertical:
        marks = upright(place(composed, style, lying(box), fitted.size, cap_height), box)
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


def compose_text(values: Values, box: Box, scene: Scene) -> tuple[ComposedText, Style]:
    style = style_of(values, box, scene)
    return compose(_resolved(values["text"], style, box, scene), style, scene.materials), style


def fit_text(values: Values, composed: ComposedText, style: Style, box: Box, scene: Scene) -> Fitted:
    size, smallest = values["size"] * MM_PER_POINT, _smallest(values)
    start = max(smallest, scene.largest_size(size))
    if values["curve"]:
        return fit_along(composed, _track(values, box, scene), start, smallest)
    room = lying(box) if style.is_vertical else box
    return fit(composed, style, room, start, smallest, _cap_height(composed, style, scene))


def _cap_height(composed: ComposedText, style: Style, scene: Scene) -> float:
    return COLUMN_CAP if style.is_vertical else scene.materials.cap_height(composed.main_font(style))


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
        values.get("direction") == "vertical",
    )


def _family(role: str, scene: Scene) -> tuple[Font, Font, Font, Font]:
    """The four fonts of a role, using its `-bold`, `-italic` and `-bold-italic` if the template names them."""
    regular = scene.font(role)
    if not regular.file:
        return _styles_of(regular)
    named = (scene.font(f"{role}-{style}") for style in ("bold", "italic", "bold-italic"))
    pairs = zip(named, _styles_of(regular)[1:], strict=True)
    bold, italic, both = (own if own != regular else styled for own, styled in pairs)
    return regular, bold, italic, both


@cache
def _styles_of(font: Font) -> tuple[Font, Font, Font, Font]:
    """A font, its bold, its italic and both."""
    how = [(False, False), (True, False), (False, True), (True, True)]
    regular, bold, italic, both = (font.styled(bold=bold, italic=italic) for bold, italic in how)
    return regular, bold, italic, both


_phrases = cache(phrases_of)


def _typeset(words: str, style: Style, scene: Scene) -> Iterator[Span]:
    """The text's spans as a printer sets them, in letters that its fonts have."""
    typesetter = Typesetter(_phrases(scene.language))
    for span in parse_markup(scene.spelt(words)):
        if isinstance(span, StyledWords):
            typed, font = typesetter.set(span.text), style.font(span)
            if typed == span.text:
                yield span
                continue
            new = {letter: scene.materials.shape(letter, font) for letter in set(typed) - set(span.text)}
            lacking = {letter for letter, glyphs in new.items() if not all(glyph.id for glyph in glyphs)}
            letters = (was if now in lacking else now for was, now in zip(span.text, typed, strict=True))
            yield replace(span, text="".join(letters))
        else:
            typesetter.pass_over(" " if isinstance(span, LineBreak) else "x")
            yield span


def _resolved(words: str, style: Style, box: Box, scene: Scene) -> Iterator[Span]:
    """The text's spans, with the real names and colours of icons."""
    for span in _typeset(words, style, scene):
        if isinstance(span, InlineIcon):
            colour = scene.paint(span.colour, box, "text") if span.colour else None
            yield replace(span, name=scene.icon_name(span.name), colour=colour if isinstance(colour, str) else "")
        elif isinstance(span, StyledWords) and span.colour:
            painted = scene.paint(span.colour, box, "text")
            yield replace(span, colour=painted if isinstance(painted, str) else "")
        else:
            yield span
