"""One side of a card as it is arranged: where its elements are, and what is written of them and where."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from proofdeck.front.preview.editing.elements import (
    Written,
    has_element,
    has_order,
    written_in,
)
from proofdeck.front.preview.editing.history import EditStep
from proofdeck.front.preview.editing.refusal import NotWrittenError, why_locked
from proofdeck.front.preview.fields import GROUPS, group_of, label_of
from proofdeck.front.preview.showing import ShownGame
from proofdeck.ground.files import read_file
from proofdeck.ground.places import TEMPLATES
from proofdeck.ground.problems import Place
from proofdeck.ground.units import Box
from proofdeck.paper.deck.folders import image_folders
from proofdeck.paper.deck.prints import layout_of
from proofdeck.paper.faces.colours import UnknownColourError, parse_paint
from proofdeck.paper.faces.elements import ELEMENTS
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.field_words import option_of
from proofdeck.paper.faces.options import FONTS, LABEL, ElementOption, WordOption, flag, paint
from proofdeck.paper.faces.scene import Values
from proofdeck.paper.faces.template import ElementTemplate, Template
from proofdeck.paper.faces.template_files import Setting
from proofdeck.paper.ink.images import pictures_in
from proofdeck.source.cards import Card

Signed = tuple[float, float, float, float]
"""x, y, width and height in mm; those of a line lead to its end, and so may be negative."""
SHIPPED = "shipped/"
WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Part:
    """One element as it is painted. box: None if it is left out; stuck: why it cannot be dragged, or "".

    together: the numbers, in the order of painting, of all on this face that is painted for the same element in files;
    columns: of the spreadsheet, of which its text is made; can_turn: whether its angle is the same on all cards;
    corners: of a polygon that can be dragged one by one, in mm from x and y.
    """

    element: ElementTemplate
    values: Values
    box: Signed | None
    together: Sequence[int]
    can_grow: bool
    stuck: str
    columns: Sequence[str]
    can_turn: bool
    corners: Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Row:
    """An option of an element. said: as it is written; comes_to: on this card, if that is something else.

    is_own: whether the game's template says it of this element; is_of_base: whether it is said of one that this element
    extends; choices: all that it can be, if they are few.
    """

    key: str
    option: ElementOption
    said: str
    comes_to: str
    place: Place
    is_own: bool
    is_of_base: bool
    is_plain: bool
    choices: Sequence[str] = ()

    @property
    def label(self) -> str:
        """What it is called on the page."""
        return label_of(self.key)

    @property
    def group(self) -> str:
        """The group that it is shown in; "" for those that come first."""
        return group_of(self.key)

    @property
    def is_shipped(self) -> bool:
        """Whether a file that comes with Proofdeck says it."""
        return (self.place.file or "").startswith(SHIPPED)

    @property
    def kind(self) -> str:
        """What kind of field edits it."""
        if self.key in {"font", "icon", "file"}:
            return self.key
        if self.choices:
            return "choice"
        return "colour" if self.option.parse is paint else "long" if self.key == "text" else "text"


class Board:
    """One side of a card, laid out for arranging."""

    def __init__(self, one: ShownGame, name: str, side: str) -> None:
        """Raises KeyError for an unknown card, and for a side that has no template."""
        shown = one.cards[name]
        found = layout_of(one.made.project, one.game, side, shown.card)
        drawn = shown.front if side == "front" else shown.back
        if found is None or drawn is None:
            raise KeyError(side)
        self.side, self.drawn, self.game, self.card = side, drawn, one.game.name, shown.card
        self._layout, self._copy = found
        self.template: Template = self._layout.template
        self.values = self._layout.values(self._copy)
        self.colours = self._layout.palette(self._copy)
        self._project = one.made.project
        self._folders = self._project.template_folders

    @cached_property
    def is_made(self) -> bool:
        """Whether the template is in no file, because it was made from the columns."""
        return self.path_of(self.template.file) is None

    @cached_property
    def own_file(self) -> str:
        """The game's template, which may not be there yet."""
        file = PurePosixPath(self.template.file)
        return f"{TEMPLATES}/{self.game}/{f'{self.side}.toml' if self.is_made else file.name}"

    def locked(self, file: str) -> str:
        """Why a template cannot be changed here, or ""."""
        if self.is_made:
            return "These faces are made from the columns of the spreadsheet. Make a template of them first."
        return why_locked(self._path(file), file)

    @cached_property
    def parts(self) -> list[Part]:
        """Its elements, in the order of painting. The label of a shape belongs to the shape."""
        painted = {name: number for number, (name, _) in enumerate(self.drawn.face.elements)}
        numbers: dict[str, list[int]] = {}
        for element in self.template.elements:
            together = numbers.setdefault(element.source, [])
            if element.name in painted:
                together.append(painted[element.name])
        return [
            self._part(element, numbers[element.source])
            for element in self.template.elements
            if not element.name.endswith("_label") or element.source == element.name
        ]

    def part(self, name: str) -> Part:
        """The part of that name. Raises KeyError."""
        return {part.element.name: part for part in self.parts}[name]

    def rows(self, part: Part) -> list[Row]:
        """What is written of an element, in the order of the reference."""
        element, options = part.element, self.options(part.element)
        places = self.places(element)
        said = self.said(element, places)
        rows = []
        for key, option in options.items():
            if (at := said.get(key)) is None:
                continue
            come = part.values.get(key)
            if key in LABEL:
                come = None
            is_of_base = at.path[1:2] != (element.source,)
            is_own = places[key].file == self.own_file and not is_of_base
            is_plain = isinstance(at.raw, (str, int, float))
            words = spelt(at.raw)
            comes_to = "" if come is None or key == "key" or spelt(come) == words else spelt(come)
            choices = choices_of(option, at.raw, self.template)
            rows.append(Row(key, option, words, comes_to, places[key], is_own, is_of_base, is_plain, choices))
        return rows

    def unsaid(self, part: Part) -> list[tuple[str, list[tuple[str, str, ElementOption, Sequence[str]]]]]:
        """By group, the options that nothing is written of: key, name, and all that each can be, if they are few."""
        said, found = self.places(part.element), dict[str, list[tuple[str, str, ElementOption, Sequence[str]]]]()
        for key, option in self.options(part.element).items():
            if key not in said:
                choices = choices_of(option, option.default, self.template)
                found.setdefault(group_of(key), []).append((key, label_of(key), option, choices))
        return sorted(found.items(), key=lambda one: list(GROUPS).index(one[0]))

    @cached_property
    def files(self) -> list[str]:
        """The pictures beside the templates of the game, and in the folders of the project."""
        folders = self._project.root, *image_folders(self._project, self.game)
        found = {name for folder in folders for name in pictures_in(folder)}
        return sorted(name for name in found if not name.startswith(f"{TEMPLATES}/"))

    def colour(self, row: Row) -> str:
        """What an option is on this card, as `#rrggbb`; black for none and for several colours."""
        found: object = None
        with suppress(UnknownColourError):
            found = parse_paint(row.comes_to or row.said, self.colours.get, Box(0, 0, 1, 1))
        return found[:7] if isinstance(found, str) else "#000000"

    def in_font(self, part: Part, font: str) -> Face:
        """An element alone, in a font of the template. Raises KeyError for another font."""
        element = part.element
        settings = {key: setting for key, setting in element.settings.items() if key != "font"}
        one = replace(element, constants={**element.constants, "font": font}, settings=settings)
        if font not in self.template.fonts:
            raise KeyError(font)
        return replace(self._layout, template=replace(self.template, elements=(one,))).face(self._copy)

    def below(self, part: Part) -> list[str]:
        """The elements that are painted below it, by their names in files, the nearest first."""
        lower = self.parts[: self.parts.index(part)]
        return list(dict.fromkeys(one.element.source for one in reversed(lower)))

    def is_lowered(self, part: Part) -> bool:
        """Whether the game's template says below which element it is painted."""
        return has_order(self.read(self.own_file), part.element.source)

    def is_own(self, part: Part) -> bool:
        """Whether the game's template says anything of that element."""
        return has_element(self.read(self.own_file), part.element.source)

    def path_of(self, shown: str) -> Path | None:
        """The path of a template by its name in messages; None if there is no such file."""
        name, _, rest = shown.partition("/")
        return next((folder / rest for folder, known in self._folders if known == name), None)

    def read(self, file: str) -> bytes:
        """What is in a template of the project; of one that is not there yet, how it begins."""
        path = self._path(file)
        if path.exists() or file != self.own_file:
            return read_file(path)
        base = self.template.file.removeprefix(SHIPPED).removeprefix(f"{TEMPLATES}/")
        return f"extends = {json.dumps(base)}\n".encode()

    def step(self, file: str, after: bytes, says: str) -> EditStep:
        """The step that writes that. Raises NotWrittenError for a file that is locked."""
        if why := self.locked(file):
            raise NotWrittenError(why)
        path = self._path(file)
        return EditStep(path.resolve(), read_file(path) if path.exists() else None, after, says)

    def _part(self, element: ElementTemplate, together: Sequence[int]) -> Part:
        values = self.values.get(element.name, {})
        box = self._box(element, values) if values.get("when") and "x" in values else None
        keys = [key for key in ("x", "y", "x2", "y2", "width", "height") if key in element.settings]
        stuck = ""
        if keys:
            place = element.place_of(keys[0])
            stuck = f"{keys[0]} is computed for each card, so change it at {place.file}:{place.line}."
        is_free = element.type in {"polygon", "path"} and not (values.get("sides") or values.get("view"))
        is_line = element.type == "line"
        can_grow = box is not None and not is_free
        is_turned = not is_line or bool(values["angle"])  # a line that is not turned is pointed elsewhere by its ends
        can_turn = box is not None and is_turned and "angle" not in element.settings
        corners = values["points"] if element.type == "polygon" and is_free and "points" not in element.settings else ()
        label = self._label_of(element)
        words = [one.settings["text"] for one in (element, label) if one and "text" in one.settings]
        columns = columns_in(words, self.card)
        return Part(element, values, box, together, can_grow, stuck, columns, can_turn, corners if box else ())

    def _box(self, element: ElementTemplate, values: Values) -> Signed:
        size, x, y = self.template.size, values["x"] or 0.0, values["y"] or 0.0
        if element.type == "line":
            ends = (start if values[end] is None else values[end] for start, end in ((x, "x2"), (y, "y2")))
            return (x, y, *(end - start for end, start in zip(ends, (x, y), strict=True)))  # type: ignore[return-value]
        wide, high = values["width"], values["height"]
        return x, y, size.width - x if wide is None else wide, size.height - y if high is None else high

    def options(self, element: ElementTemplate) -> Mapping[str, ElementOption]:
        """All options that an element of its type has."""
        return {key: option for key, option in ELEMENTS[element.type].items() if key != "key"}

    def places(self, element: ElementTemplate) -> Mapping[str, Place]:
        """Where each option is written; those of the label of a shape with those of the shape."""
        if (label := self._label_of(element)) is None:
            return element.places
        words = {"label": "text", **{key: key.removeprefix("label_") for key in LABEL if key != "label"}}
        return {**element.places, **{key: label.places[word] for key, word in words.items() if word in label.places}}

    def _label_of(self, element: ElementTemplate) -> ElementTemplate | None:
        """The element that paints the words of a shape."""
        labels = (one for one in self.template.elements if one.name == f"{element.name}_label")
        return next((one for one in labels if one.source == element.source != one.name), None)

    def said(self, element: ElementTemplate, places: Mapping[str, Place]) -> dict[str, Written]:
        """What is written at each place. Raises NotWrittenError if a file is gone, or changed since it was read."""
        found: dict[str, Written] = {}
        for file in {place.file for place in places.values()}:
            there = {key: place for key, place in places.items() if place.file == file}
            path = self.path_of(file or "")
            try:
                now = written_in(read_file(path), there) if path else {}
            except OSError as error:
                raise NotWrittenError(f"{file} cannot be read: {error.strerror}.") from None
            found |= now
            known = {element.source, *element.bases}
            named = {key for key, at in now.items() if _may_mean(at.path[-1], key)}
            named -= {key for key, at in now.items() if len(at.path) == 3 and at.path[1] not in known}
            if path and named != there.keys():
                raise NotWrittenError(f"{file} has been changed since it was read, so nothing was written.")
        return found

    def _path(self, file: str) -> Path:
        """The path of a template of the project."""
        return self._folders[0][0] / file.removeprefix(f"{TEMPLATES}/")


def _may_mean(word: str, key: str) -> bool:
    """Whether a word is that option of any type: what an element extends may be of another one."""
    return any(option_of(kind, word, (key,)) == key for kind in ELEMENTS)


def columns_in(settings: Iterable[Setting], card: Card) -> list[str]:
    """The columns of a card that are named there."""
    words = {word for setting in settings for word in WORD.findall(str(setting.raw))}
    return [name for name in card.fields if name in words]


def choices_of(option: ElementOption, raw: object, template: Template) -> Sequence[str]:
    """All that an option can be, if they are few and it is one of them."""
    words: Sequence[str] = ()
    if option.parse is flag:
        words = ("true", "false")
    elif isinstance(option.parse, WordOption):
        words = option.parse.words
    elif option.says == FONTS:
        words = tuple(template.fonts)
    return words if spelt(raw) in words else ()


def spelt(raw: Any) -> str:
    """A value as people write it."""
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, (int, float)):
        return f"{raw:.10g}"
    return raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False, default=str)
