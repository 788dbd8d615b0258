"""The colour and the icon of each kind of cards, and the two fonts of a game, in a template of any origin.

Each choice is one value of the front, and of the back if that says the same there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from proofdeck.front.preview.editing.history import EditStep
from proofdeck.front.preview.editing.refusal import NotWrittenError, why_locked
from proofdeck.front.preview.editing.tables import Value, tables_in, text_in, with_values
from proofdeck.front.preview.harmonies import harmonies
from proofdeck.front.preview.showing import ShownGame
from proofdeck.front.table.forms import Form
from proofdeck.ground.colour_vision import brightness, contrast, rgb
from proofdeck.ground.files import read_file
from proofdeck.ground.places import TEMPLATES
from proofdeck.ground.units import Box, Size
from proofdeck.paper.deck.templates import faces_made
from proofdeck.paper.faces.face import Face, Font
from proofdeck.paper.faces.looks import look_called, look_names
from proofdeck.paper.sheets.drawing import text
from proofdeck.source.cards import Card

FONTS: Mapping[str, Sequence[str]] = {
    "title": (
        "Alegreya Sans 500", "Alegreya Sans 800", "Crimson Text 400", "Crimson Text 700",
        "Cinzel 500", "Cinzel 700", "Cinzel 900", "Alfa Slab One 400",
    ),
    "body": (
        "Alegreya Sans 300", "Alegreya Sans 400", "Alegreya Sans 500", "Alegreya Sans 700",
        "Crimson Text 400", "Crimson Text 600",
    ),
}  # fmt: skip
"""For each font of a look, those that are offered, with their weights. Texts need italics, which some families lack."""
ROLES: Mapping[str, str] = {"title": "title font", "body": "text font"}
SAMPLE, WORDS = Box(0, 0, 46, 9), Box(0, 1.2, 46, 7.8)
"""Of the picture of a name in a font and of the name in it, in mm."""
PLAIN, COLOURS, EDGES, ICONS = "colours", "data.tones", "data.edge_tones", "data.emblems"
"""The tables of a template with the colour of all cards, of each kind and edge, and the icon of each kind."""
LOOK, COLUMN = re.compile(r"^# .* in the look `([a-z-]+)`", re.MULTILINE), re.compile(r"(\w+)\[(\w+)\]")
HEX = re.compile(r"#[0-9a-fA-F]{6}")
WHITE, NEEDED = "#ffffff", 4.5
"""White letters, and the contrast with which letters can be read."""
DARK = 0.4
"""Grounds that are less bright have light letters of their own."""


class Swatch(NamedTuple):
    """A kind of cards and how it looks. table: the one with its colour; icon: None where there is none to choose.

    offers: colours that go with those of the others; contrast: the lower one of those with white and with the ground.
    """

    table: str
    word: str
    colour: str
    icon: str | None
    offers: Sequence[str]
    contrast: float

    @property
    def label(self) -> str:
        """What it is called on the page."""
        return "All cards" if self.table == PLAIN else self.word

    @property
    def is_pale(self) -> bool:
        """Whether white letters on it, or words in it on the ground, are hard to read."""
        return self.contrast < NEEDED


class FontChoice(NamedTuple):
    """now: the family and the weight that the template says; offers: those that have all letters of the cards."""

    label: str
    now: str
    offers: Sequence[str]


class GameStyle(NamedTuple):
    """look: "" if the template does not say which; fonts: by role; locked: why nothing can be changed, or ""."""

    look: str
    swatches: Sequence[Swatch]
    fonts: Mapping[str, FontChoice]
    locked: str


def style_of(one: ShownGame, root: Path) -> GameStyle | None:
    """What can be chosen; None for a game without a front of its own, or with one that cannot be read.

    A template that was written by hand has a colour for each kind if `accent` is `{{ TABLE[COLUMN] }}`.
    """
    file = _file(one, root, "front")
    try:
        words = text_in(read_file(file))
        tables = tables_in(words)
    except (OSError, NotWrittenError):
        return None
    found = LOOK.search(words)
    look = found[1] if found and found[1] in look_names() else ""
    if one.made.made:
        return None
    fonts = {
        role: FontChoice(ROLES[role].capitalize(), now, _covering(one, offers))
        for role, offers in FONTS.items()
        if (now := _font(tables, role)) or not look
    }
    swatches = list(_swatches(tables, look, one.game.printed.cards))
    locked = why_locked(file, f"{TEMPLATES}/{one.game.name}/{file.name}")
    return GameStyle(look, swatches, fonts, locked)


def styled(one: ShownGame, root: Path, form: Form) -> list[EditStep]:
    """`table`, `word`, `was`, `text`: a value as the page shows it, and as it shall be. Raises NotWrittenError."""
    style = style_of(one, root)
    if style is None:
        raise NotWrittenError("These cards have no template that can be read, so nothing was written.")
    if style.locked:
        raise NotWrittenError(style.locked)
    table, word, was = form["table"], form["word"], form["was"]
    path, values, says = _wished(style, one, table, word, form["text"])
    files = [_file(one, root, side) for side in ("front", "back")]
    read = [(file, read_file(file)) for file in files if file.exists()]
    same = [(file, data) for file, data in read if _now(data, table, word) == was]
    if files[0] not in [file for file, _ in same]:
        raise NotWrittenError(f"{says[0].upper()}{says[1:]} is something else by now, so nothing was written.")
    backs = [(file, data) for file, data in same[1:] if was]
    return [EditStep(file, data, with_values(data, path, values), says) for file, data in (*backs, same[0])]


def with_choices_of(one: ShownGame, root: Path) -> Callable[[str], str]:
    """What gives the text of a template in another look the colours, icons and fonts that have been chosen in this one.

    What is as the look came stays as the other look has it.
    """
    file = _file(one, root, "front")
    try:
        words = text_in(read_file(file))
        now = tables_in(words)
    except (OSError, NotWrittenError):
        return lambda text: text
    found = LOOK.search(words)
    if not found or found[1] not in look_names():
        return lambda text: text
    usual = tables_in(faces_made(one.made.project, one.game.name, one.game.language, found[1]).made.front)
    chosen = [
        (table, word, value)
        for table in (PLAIN, COLOURS, EDGES, ICONS)
        for word, value in _said(now, table).items()
        if value != _said(usual, table).get(word) and (table != PLAIN or (word == "accent" and HEX.fullmatch(value)))
    ]
    fonts = {role: _font(now, role) for role in FONTS if _font(now, role) != _font(usual, role)}

    def retouched(text: str) -> str:
        tables, data = tables_in(text), text.encode()
        for table, word, value in chosen:
            old = _said(tables, table).get(word, "")
            if old and (table != PLAIN or HEX.fullmatch(old)):
                data = with_values(data, table.split("."), {word: value})
        for role, said in fonts.items():
            if said and _font(tables, role):
                data = with_values(
                    data, ("fonts", role), {"family": _spelt(said).family, "weight": _spelt(said).weight}
                )
        return data.decode()

    return retouched


def named_in(one: ShownGame, font: str) -> Face:
    """The name of a game in a font. Raises KeyError for one that is not offered."""
    if not any(font in offers for offers in FONTS.values()):
        raise KeyError(font)
    marks = text(one.game.title, WORDS, 20, one.made.supplies, _spelt(font), "#000000", lines=1)
    return Face(Size(SAMPLE.width, SAMPLE.height), 0.0, "rectangle", tuple(marks))


def _wished(
    style: GameStyle, one: ShownGame, table: str, word: str, said: str
) -> tuple[Sequence[str], Mapping[str, Value], str]:
    """The table and the values in it that a choice writes, and what it is called. Raises NotWrittenError."""
    if table == "fonts" and word in style.fonts:
        if said not in FONTS[word]:
            raise NotWrittenError(f"'{said}' is not one of the fonts that are offered, so nothing was written.")
        font = _spelt(said)
        return ("fonts", word), {"family": font.family, "weight": font.weight}, f"the {ROLES[word]}"
    known = {(ICONS if table == ICONS and one.icon is not None else one.table, one.word): one for one in style.swatches}
    swatch = known[table, word]
    if table == ICONS:
        if said not in one.made.supplies.icon_names():
            raise NotWrittenError(f"There is no icon '{said}', so nothing was written.")
        return table.split("."), {word: said}, f"the icon of {word}"
    if not HEX.fullmatch(said):
        raise NotWrittenError(f"'{said}' is not a colour such as #27508a, so nothing was written.")
    return table.split("."), {word: said}, f"the colour of {swatch.label}"


def _now(data: bytes, table: str, word: str) -> str:
    tables = tables_in(text_in(data))
    return _font(tables, word) if table == "fonts" else _said(tables, table).get(word, "")


def _swatches(tables: Mapping[str, Any], look: str, cards: Sequence[Card]) -> Iterator[Swatch]:
    icons, edges, paints = (_said(tables, name) for name in (ICONS, EDGES, PLAIN))
    accent = paints.get("accent", "")
    column = COLUMN.search(accent)
    named = f"data.{column[1]}" if column else COLOURS
    tones = _said(tables, named)
    words = [*tones, *(card.fields.get(column[2], "").strip() for card in cards if tones)] if column else [*tones]
    icon = "" if icons or look else None
    known = [(named, word, tones.get(word, ""), icons.get(word, icon)) for word in dict.fromkeys(words) if word]
    several: list[tuple[str, str, str, str | None]] = [*known, *((EDGES, word, edges[word], None) for word in edges)]
    is_of_base = not accent and str(tables.get("extends", "")).startswith("base/")
    if HEX.fullmatch(accent) or is_of_base:
        several.insert(0, (PLAIN, "accent", accent, None))
    grounds = (WHITE, *(paints[name] for name in ("ground", "paper") if _is_light(paints.get(name, ""))))
    tone = look_called(look).tone if look else WHITE
    for table, word, colour, icon in several:
        others = (other for _, name, other, _ in several if name != word and HEX.fullmatch(other))
        offers = harmonies(next(others, tone), grounds)
        held = min(contrast(rgb(colour), rgb(ground)) for ground in grounds) if HEX.fullmatch(colour) else NEEDED
        yield Swatch(table, word, colour, icon, offers, held)


def _spelt(font: str) -> Font:
    family, _, weight = font.rpartition(" ")
    return Font(family, int(weight))


def _covering(one: ShownGame, fonts: Sequence[str]) -> Sequence[str]:
    """Those with all letters of the cards, or all if none has."""
    letters = {ord(letter) for card in one.game.printed.cards for cell in card.fields.values() for letter in cell}
    letters = {letter for letter in letters if chr(letter).isprintable()}
    files = {font: one.made.supplies.fonts.file(_spelt(font)) for font in fonts}
    return [font for font, file in files.items() if letters <= {*file.face.unicodes}] or fonts


def _is_light(colour: str) -> bool:
    return bool(HEX.fullmatch(colour)) and brightness(rgb(colour)) > DARK


def _file(one: ShownGame, root: Path, side: str) -> Path:
    return root.resolve() / TEMPLATES / one.game.name / f"{side}.toml"


def _font(tables: Mapping[str, Any], role: str) -> str:
    """The family and the weight that a template says; "" for a font that it does not say so."""
    said = _table(tables, f"fonts.{role}")
    return f"{said['family']} {said.get('weight', 400)}" if "family" in said else ""


def _said(tables: Mapping[str, Any], name: str) -> dict[str, str]:
    return {word: value for word, value in _table(tables, name).items() if isinstance(value, str)}


def _table(tables: Any, name: str) -> Mapping[str, Any]:
    for key in name.split("."):
        tables = tables.get(key, {}) if isinstance(tables, dict) else {}
    return tables if isinstance(tables, dict) else {}
