"""The elements of a card on the page: where they are, what is written of them and where, and how that is changed."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from generator.cards import Card
from generator.deck.picture_files import ENDINGS, FOLDERS
from generator.deck.prints import layout_of
from generator.deck.templates import image_folders
from generator.editing.elements import (
    NEW_ELEMENTS,
    Nudge,
    Written,
    has_element,
    with_element,
    with_options,
    without_element,
    without_option,
    written_in,
)
from generator.editing.refusal import NotWrittenError
from generator.editing.steps import Step
from generator.editing.tables import Value
from generator.faces.cage import ExpressionError
from generator.faces.colours import UnknownColourError, parse_paint
from generator.faces.elements import Values
from generator.faces.expressions import compile_expression, is_expression
from generator.faces.face import Face, Icon
from generator.faces.field_words import option_of
from generator.faces.lengths import change_of
from generator.faces.options import ELEMENTS, FONTS, LABEL, Choice, Option, flag, paint, text
from generator.faces.template import ElementTemplate, Template
from generator.faces.template_files import Setting
from generator.files import names_in, read_file
from generator.places import TEMPLATES
from generator.preview.showing import ShownCard, ShownGame
from generator.problems import Place
from generator.table.forms import Form
from generator.units import Box

Signed = tuple[float, float, float, float]
"""x, y, width and height in mm; those of a line lead to its end, and so may be negative."""
SHIPPED = "shipped/"
WORD = re.compile(r"[A-Za-z_]\w*")
SAME = 0.006
"""Lengths that differ by less, in mm, are equal: the page shows two decimal places."""
ENDS = {"x": "x2", "y": "y2"}


@dataclass(frozen=True)
class Part:
    """One element as it is painted. box: None if it is left out; stuck: why it cannot be dragged, or "".

    together: the numbers, in the order of painting, of all on this face that is painted for the same element in files;
    columns: of the spreadsheet, of which its text is made.
    """

    element: ElementTemplate
    values: Values
    box: Signed | None
    together: Sequence[int]
    can_grow: bool
    stuck: str
    columns: Sequence[str]


@dataclass(frozen=True)
class Row:
    """An option of an element. said: as it is written; comes_to: on this card, if that is something else.

    is_own: whether the game's template says it of this element; choices: all that it can be, if they are few.
    """

    key: str
    option: Option
    said: str
    comes_to: str
    place: Place
    is_own: bool
    is_plain: bool
    choices: Sequence[str] = ()

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
        path = self._path(file)
        if any(there.exists() and not os.access(there, os.W_OK) for there in (path, path.parent)):
            cure = "Change its permissions, or those of its folder, and load this page again."
            return f"{file} may not be written to. {cure}"
        return ""

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
        return next((part for part in self.parts if part.element.name == name), None) or _none(name)

    def rows(self, part: Part) -> list[Row]:
        """What is written of an element, in the order of the reference."""
        element, options = part.element, self._options(part.element)
        places = self._places(element)
        said = self._said(element, places)
        rows = []
        for key, option in options.items():
            if (at := said.get(key)) is None:
                continue
            come = part.values.get(key)
            if key in LABEL:
                come = None
            is_own = places[key].file == self.own_file and at.path[1:2] == (element.source,)
            is_plain = isinstance(at.raw, (str, int, float))
            words = spelt(at.raw)
            comes_to = "" if come is None or key == "key" or spelt(come) == words else spelt(come)
            choices = choices_of(option, at.raw, self.template)
            rows.append(Row(key, option, words, comes_to, places[key], is_own, is_plain, choices))
        return rows

    def unsaid(self, part: Part) -> list[tuple[str, Option, Sequence[str]]]:
        """The options that nothing is written of, and all that each can be, if they are few."""
        said, options = self._places(part.element), self._options(part.element)
        return [
            (key, option, choices_of(option, option.default, self.template))
            for key, option in options.items()
            if key not in said
        ]

    @cached_property
    def files(self) -> list[str]:
        """The pictures beside the templates of the game, and in the folders of the project where pictures are."""
        project = self._project
        near = [(folder, "") for folder in image_folders(project, self.game)]
        below = [(folder / sub, f"{sub}/") for folder, _ in near for sub in names_in(folder)]
        below += [(project.root / sub, f"{sub}/") for sub in FOLDERS]
        found = {f"{lead}{name}" for folder, lead in near + below for name in names_in(folder)}
        return sorted(name for name in found if PurePosixPath(name).suffix.lower() in ENDINGS)

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

    def step(self, file: str, after: bytes, says: str) -> Step:
        """The step that writes that. Raises NotWrittenError for a file that is locked."""
        if why := self.locked(file):
            raise NotWrittenError(why)
        path = self._path(file)
        return Step(path.resolve(), read_file(path) if path.exists() else None, after, says)

    # -- changes -------------------------------------------------------------------------------------------------------

    def moved(self, form: Form) -> Step:
        """`was`, `box`: x, y, width and height. Raises NotWrittenError."""
        part = self.part(form["element"])
        was, box = (_box(form[key]) for key in ("was", "box"))
        if part.box is None or any(abs(one - other) > SAME for one, other in zip(part.box, was, strict=True)):
            raise NotWrittenError(f"{part.element.name} is somewhere else by now, so nothing was written.")
        if part.stuck:
            raise NotWrittenError(part.stuck)
        first = next(one for one in self.parts if one.element.source == part.element.source)
        wishes = wished(first, self.template, [new - old for new, old in zip(box, part.box, strict=True)])
        says = f"the size of {part.element.source}" if was[:2] == box[:2] else f"the place of {part.element.source}"
        return self._written_as(first, {key: (Nudge(by), to) for key, (by, to) in wishes.items()}, form, says)

    def changed(self, form: Form) -> Step:
        """`key`, `was`, `text`: an option as it was written, and as it shall be. Raises NotWrittenError."""
        part, key = self.part(form["element"]), form["key"]
        option = self._options(part.element)[key]
        place = self._places(part.element).get(key)
        if (spelt(self._said(part.element, {key: place})[key].raw) if place else "") != form["was"]:
            raise NotWrittenError(f"{key} says something else by now, so nothing was written.")
        value = value_from(key, option, form["text"], self.template)
        return self._written_as(part, {key: (value, value)}, form, f"{key} of {part.element.source}")

    def taken_out(self, form: Form) -> Step:
        """`key`: an option that the game's template says of an element, without which it is inherited or usual."""
        part, key = self.part(form["element"]), form["key"]
        place = self._places(part.element).get(key)
        if place is None or place.file != self.own_file:
            raise NotWrittenError(f"{self.own_file} does not say {key} of {part.element.source}.")
        data = without_option(self.read(self.own_file), self._said(part.element, {key: place})[key])
        return self.step(self.own_file, data, f"taking out {key} of {part.element.source}")

    def added(self, form: Form) -> Step:
        """`kind`: of a new element."""
        taken = {element.source for element in self.template.elements}
        data = with_element(self.read(self.own_file), form["kind"], taken)
        return self.step(self.own_file, data, f"a new {form['kind']}")

    def deleted(self, form: Form) -> Step:
        """An element goes, or becomes what it inherits."""
        name = self.part(form["element"]).element.source
        return self.step(self.own_file, without_element(self.read(self.own_file), name), f"deleting {name}")

    # -- how these are made --------------------------------------------------------------------------------------------

    def _part(self, element: ElementTemplate, together: Sequence[int]) -> Part:
        values = self.values.get(element.name, {})
        box = self._box(element, values) if values.get("when") and "x" in values else None
        keys = [key for key in ("x", "y", "x2", "y2", "width", "height") if key in element.settings]
        stuck = ""
        if keys:
            place = element.place_of(keys[0])
            stuck = f"{keys[0]} is computed for each card, so change it at {place.file}:{place.line}."
        is_free = element.type in {"polygon", "path"} and not (values.get("sides") or values.get("view"))
        can_grow = box is not None and not is_free and not values["angle"]
        label = self._label_of(element)
        words = [one.settings["text"] for one in (element, label) if one and "text" in one.settings]
        return Part(element, values, box, together, can_grow, stuck, columns_in(words, self.card))

    def _box(self, element: ElementTemplate, values: Values) -> Signed:
        size, x, y = self.template.size, values["x"] or 0.0, values["y"] or 0.0
        if element.type == "line":
            ends = (start if values[end] is None else values[end] for start, end in ((x, "x2"), (y, "y2")))
            return (x, y, *(end - start for end, start in zip(ends, (x, y), strict=True)))  # type: ignore[return-value]
        wide, high = values["width"], values["height"]
        return x, y, size.width - x if wide is None else wide, size.height - y if high is None else high

    def _options(self, element: ElementTemplate) -> Mapping[str, Option]:
        return {key: option for key, option in ELEMENTS[element.type].items() if key != "key"}

    def _places(self, element: ElementTemplate) -> Mapping[str, Place]:
        """Where each option is written; those of the label of a shape with those of the shape."""
        if (label := self._label_of(element)) is None:
            return element.places
        words = {"label": "text", **{key: key.removeprefix("label_") for key in LABEL if key != "label"}}
        return {**element.places, **{key: label.places[word] for key, word in words.items() if word in label.places}}

    def _label_of(self, element: ElementTemplate) -> ElementTemplate | None:
        """The element that paints the words of a shape."""
        labels = (one for one in self.template.elements if one.name == f"{element.name}_label")
        return next((one for one in labels if one.source == element.source != one.name), None)

    def _said(self, element: ElementTemplate, places: Mapping[str, Place]) -> dict[str, Written]:
        """What is written at each place. Raises NotWrittenError if a file has been changed since it was read."""
        options = ELEMENTS[element.type]
        found: dict[str, Written] = {}
        for file in {place.file for place in places.values()}:
            there = {key: place for key, place in places.items() if place.file == file}
            path = self.path_of(file or "")
            found |= (now := written_in(read_file(path), there)) if path else {}
            named = {key for key, at in now.items() if option_of(element.type, at.path[-1], options) == key}
            named -= {key for key, at in now.items() if len(at.path) == 3 and at.path[1] != element.source}
            if path and named != there.keys():
                raise NotWrittenError(f"{file} has been changed since it was read, so nothing was written.")
        return found

    def _written_as(
        self, part: Part, changes: Mapping[str, tuple[Value | Nudge, Value]], form: Form, says: str
    ) -> Step:
        """The step for changes of what is written, or else for the values themselves. `where`: in which file."""
        places = self._places(part.element)
        file = self._target({places[key].file or "" for key in changes if key in places}, form.get("where", "own"))
        data = self.read(file)
        there = self._said(part.element, {key: place for key, place in places.items() if place.file == file})
        if file == self.own_file and form.get("where") != "written":
            there = {key: at for key, at in there.items() if at.path[1:2] == (part.element.source,)}
        values = {key: change if key in there else plain for key, (change, plain) in changes.items()}
        options, source = self._options(part.element), part.element.source
        return self.step(file, with_options(data, source, there, values, options, self.template.ruler), says)

    def _target(self, files: set[str], where: str) -> str:
        if where != "written" or not files:
            return self.own_file
        if len(files) > 1:
            raise NotWrittenError("These are written in different files, so change them for this template only.")
        (file,) = files
        if file.startswith(SHIPPED):
            raise NotWrittenError("Templates that come with Proofdeck stay as they are, so change this template only.")
        return file

    def _path(self, file: str) -> Path:
        """The path of a template of the project."""
        return self._folders[0][0] / file.removeprefix(f"{TEMPLATES}/")


class Arranged(NamedTuple):
    """What the page shows while cards are arranged. boards: by side; board: of the chosen part, or of the front."""

    boards: Mapping[str, Board]
    board: Board
    part: Part | None

    @property
    def side(self) -> str:
        """Which of the boards."""
        return self.board.side

    @property
    def chosen(self) -> str:
        """As in `arranged`."""
        return f"{self.side}/{self.part.element.name if self.part else ''}"

    @property
    def locked(self) -> str:
        """Why nothing can be changed there, or ""."""
        return self.board.locked(self.board.own_file)

    def rows(self) -> tuple[list[Row], str]:
        """What is written of the chosen part; if it cannot be read, why."""
        try:
            return (self.board.rows(self.part) if self.part else []), ""
        except NotWrittenError as error:
            return [], str(error)


def arranged(one: ShownGame, name: str, chosen: str) -> Arranged:
    """chosen: the side and the element, `front/title`, or anything else for none.

    Raises KeyError if there is no such card, or it has no front.
    """
    boards = {"front": Board(one, name, "front")}
    if one.cards[name].back is not None:
        boards["back"] = Board(one, name, "back")
    side, _, element = chosen.partition("/")
    board = boards.get(side, boards["front"])
    return Arranged(boards, board, next((part for part in board.parts if part.element.name == element), None))


def made_steps(one: ShownGame, root: Path) -> list[Step]:
    """The steps that make templates of faces that were made from the columns, the front last."""
    if one.made.made is None:
        raise NotWrittenError("This game has a template of its own.")
    folder, made = root.resolve() / TEMPLATES / one.game.name, one.made.made.made
    texts = {"back": made.back, "front": made.front}
    return [
        Step(folder / f"{side}.toml", None, words.encode(), f"a template for the {side}")
        for side, words in texts.items()
    ]


def wished(part: Part, template: Template, by: Sequence[float]) -> dict[str, tuple[float, float]]:
    """What has to be written for a change of a box: for each key by how much it changes, and what it is then, in mm.

    by: how x, y, width and height of the box change. A width that is left out reaches to the edge of the card, and so
    is written only if it differs from that; the end of a line moves with its beginning.
    """
    found: dict[str, tuple[float, float]] = {}
    sides = {"x": template.size.width, "y": template.size.height}
    for key, end, move, grow in (("x", "width", by[0], by[2]), ("y", "height", by[1], by[3])):
        start = part.values[key] or 0.0
        if abs(move) > SAME / 2:
            found[key] = move, start + move
        is_line = part.element.type == "line"
        end = ENDS[key] if is_line else end  # noqa: PLW2901 - a line says where it ends
        value = part.values[end]
        if value is not None:
            change = move + grow if is_line else grow
        else:
            change, value = (grow, start + move) if is_line else (move + grow, sides[key] - start - move)
        if abs(change) > SAME / 2:
            found[end] = change, value + change
    return found


def value_from(key: str, option: Option, said: str, template: Template) -> Value:
    """What somebody has typed for an option. Raises NotWrittenError if it cannot be that."""
    value: Value = said
    if option.parse is flag and said in {"true", "false"}:
        value = said == "true"
    elif option.parse not in {text, paint}:
        try:
            value = float(said)
        except ValueError:
            value = said.strip()
    try:
        if is_expression(said):
            compile_expression(said)
        elif change_of(said) is None:
            option.value(value, template.ruler)
    except (ValueError, ExpressionError) as error:
        raise NotWrittenError(f"{key}: {error}. Nothing was written.") from None
    return value


def columns_in(settings: Iterable[Setting], card: Card) -> list[str]:
    """The columns of a card that are named there."""
    words = {word for setting in settings for word in WORD.findall(str(setting.raw))}
    return [name for name in card.fields if name in words]


def choices_of(option: Option, raw: object, template: Template) -> Sequence[str]:
    """All that an option can be, if they are few and it is one of them."""
    words: Sequence[str] = ()
    if option.parse is flag:
        words = ("true", "false")
    elif isinstance(option.parse, Choice):
        words = option.parse.words
    elif option.says == FONTS:
        words = tuple(template.fonts)
    return words if spelt(raw) in words else ()


def most_different(one: ShownGame, side: str, template: Template) -> dict[str, ShownCard]:
    """Up to five cards with that template that are least like each other, each with why."""
    faces = [(card, card.front if side == "front" else card.back) for card in one.cards.values()]
    known = [(card, drawn.face) for card, drawn in faces if drawn and _is_of(one.template(side, card.card), template)]
    ways: Mapping[str, Callable[[tuple[ShownCard, Face]], float]] = {
        "longest text": lambda of: len(of[1].text),
        "most icons": lambda of: sum(isinstance(mark, Icon) for mark in of[1].leaves()),
        "shortest name": lambda of: -len(of[0].card.name),
        "longest name": lambda of: len(of[0].card.name),
        "shortest text": lambda of: -len(of[1].text),
    }
    found: dict[str, ShownCard] = {}
    for words, measure in ways.items():
        rest = [of for of in known if of[0] not in found.values()]
        if len(rest) == 1 or len(set(map(measure, rest))) > 1:
            found[words] = max(rest, key=measure)[0]
    return found


def _is_of(one: Template | None, other: Template) -> bool:
    return one is not None and one.file == other.file


def spelt(raw: Any) -> str:
    """A value as people write it."""
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, (int, float)):
        return f"{raw:.10g}"
    return raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False, default=str)


def _box(said: str) -> Signed:
    """Raises ValueError for anything but four numbers within reach."""
    x, y, width, height = (float(number) for number in said.split(","))
    if not all(-2000 < number < 2000 for number in (x, y, width, height)):
        raise ValueError(said)
    return x, y, width, height


def _none(name: str) -> Part:
    raise KeyError(name)


KINDS = tuple(NEW_ELEMENTS)
"""What can be added."""
