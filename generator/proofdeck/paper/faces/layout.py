"""Lays out cards with a template: evaluates each element for each card, and notes what cannot be printed properly.

A mistake in the template is noted once, at its place in the template; a mistake that comes from a card names the card
and is placed at the card's cell in the spreadsheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from proofdeck.ground.problems import Place, Problems, did_you_mean, hint_from, listed
from proofdeck.ground.units import MM_PER_POINT, Box, Size
from proofdeck.paper.faces.colours import UnknownColourError, names_of_css, parse_paint
from proofdeck.paper.faces.elements import ELEMENTS, marks_of
from proofdeck.paper.faces.elements.grid import GRID_KEY
from proofdeck.paper.faces.elements.text import compose_text, fit_text
from proofdeck.paper.faces.face import Face, Font, Mark, Paint, TextRun
from proofdeck.paper.faces.markup import MEANT, TAGS, unknown_tags
from proofdeck.paper.faces.materials import MaterialError, Materials, MissingError
from proofdeck.paper.faces.measures import Boxes
from proofdeck.paper.faces.notes import Notes, report
from proofdeck.paper.faces.options import ElementOption, shown
from proofdeck.paper.faces.scene import Values, box_of
from proofdeck.paper.faces.setting import DESCENT, Fitted
from proofdeck.paper.faces.template import ElementTemplate, Template
from proofdeck.paper.faces.template_files import Setting
from proofdeck.paper.faces.text import ComposedText
from proofdeck.source.cards.deck import Card
from proofdeck.source.expressions.cage import ExpressionError
from proofdeck.source.expressions.cells import names_for
from proofdeck.source.expressions.expressions import Expression, written

ENGLISH = "en"
BOLD = 600
"""The weight from which words are meant to be bold."""
OTHER = "other"
"""How the names of fonts begin that have letters which others lack."""
NOT_THERE = {
    **dict.fromkeys(("each", "turn"), "Only elements with `repeat` have turns: repeat = 4."),
    "with": 'Say in proofdeck.toml what can be chosen: colour = ["full", "bw"] under [with].',
    "rules": "The head of the game's rules has no parameters.",
}
"""What to do about a name that only some elements or games have."""
_WORD = re.compile(r"(?<![\w.])(?:card\.)?([A-Za-z_]\w*)")
"""A name in an expression, not a key of a table: `rules` but not `tax` in `rules.tax`, and `cost` in `card.cost`."""
_KEY = re.compile(r"""[.['"](\w+)""")
"""A literal key in an expression: `tax` in `rules.tax`, `8` in `rules.goal[8]`."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One printed copy of a card: the number-th of `of`."""

    card: Card
    number: int
    of: int


@dataclass
class FaceLayout:
    """Lays out one side of the cards that share a template.

    names: for expressions, besides the cells of a card; sizes: of texts that have one size for the whole deck.
    """

    template: Template
    materials: Materials
    side: str
    names: Mapping[str, object]
    sizes: Mapping[str, float] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)

    @cached_property
    def symbols(self) -> re.Pattern[str] | None:
        """Finds each symbol for which the template prints something else, the longest first."""
        found = sorted(self.template.symbols, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, found))) if found else None

    def face(self, copy: Copy) -> Face:
        """One face. What is wrong with it is noted."""
        scene = _Scene(self, copy)
        painted = [(element.name, list(scene.marks(element))) for element in self.template.elements]
        return Face(
            self.template.size,
            self.template.bleed,
            self.template.shape.outline,
            tuple(mark for _, marks in painted for mark in marks),
            tuple((name, len(marks)) for name, marks in painted),
            self.template.shape.corner,
        )

    def note_colours(self, copy: Copy) -> None:
        """Note what is wrong with the colours of the template, whether they are used or not."""
        _Scene(self, copy).note_colours()

    def boxes(self, copy: Copy) -> dict[str, Box]:
        """The box of each element drawn on that card, in mm from the top left of the trim."""
        scene = _Scene(self, copy)
        found = ((element.name, scene.box(element)) for element in self.template.elements)
        return {name: box for name, box in found if box is not None}

    def values(self, copy: Copy) -> dict[str, Values]:
        """What the options of each element come to on that card, by name; only `when` for one that is left out.

        Elements with a value that cannot be computed are missing.
        """
        scene = _Scene(self, copy)
        found = ((element.name, scene.values(element)) for element in self.template.elements)
        return {name: values for name, values in found if values is not None}

    def palette(self, copy: Copy) -> dict[str, str]:
        """The colours of the template on that card that are one colour, as `#rrggbb`, by name."""
        return _Scene(self, copy).palette()

    def shared_sizes(self, copies: Iterable[Copy]) -> dict[str, float]:
        """The size of each text that has one size for the whole deck."""
        found: dict[str, float] = {}
        cards = {copy.card.id: copy for copy in copies}.values()
        for element in self.template.elements:
            if element.fits_the_deck:
                sizes = [size for copy in cards if (size := _Scene(self, copy).fitted_size(element)) is not None]
                found |= {element.name: min(sizes)} if sizes else {}
        return found


def alike(template: Template, copies: Iterable[Copy]) -> list[Copy]:
    """For each copy, the first one that cannot look different with that template."""
    varies = template.varies
    by_copy = any(template.depends_on(name) for name in ("copy", "copies"))
    first: dict[tuple[str, int], Copy] = {}
    return [first.setdefault((copy.card.id if varies else "", copy.number if by_copy else 0), copy) for copy in copies]


def faces_of(
    template: Template,
    materials: Materials,
    side: str,
    names: Mapping[str, object],
    copies: Sequence[Copy],
    problems: Problems,
) -> list[Face]:
    """One face per copy; copies that cannot differ share one object."""
    layout = FaceLayout(template, materials, side, names)
    layout.sizes = layout.shared_sizes(copies)
    like = alike(template, copies)
    faces = {id(copy): layout.face(copy) for copy in {id(copy): copy for copy in like}.values()}
    if copies:
        layout.note_colours(copies[0])
    report(layout.notes.found, problems)
    return [faces[id(copy)] for copy in like]


class _Scene:
    """Lays out one face: computes values, and notes mistakes."""

    def __init__(self, layout: FaceLayout, copy: Copy) -> None:
        template, card = layout.template, copy.card
        self.layout = layout
        self.card = card
        self.materials = layout.materials
        self.size: Size = template.size
        self.bleed: float = template.bleed
        language = str(layout.names.get("language", ""))
        self.language = language or ENGLISH
        self._element: ElementTemplate | None = None
        self._colours: dict[str, str] = {}
        boxes = Boxes(tuple(element.name for element in template.elements), self._measured)
        self.names: dict[str, object] = {
            **names_for(card, {"box": boxes, **template.data, "words": template.words_in(language), **layout.names}),
            "copy": copy.number,
            "copies": copy.of,
            "side": layout.side,
        }
        for name, setting in template.lets.items():
            self.names[name] = self._let(name, setting)
        self._colours.clear()

    def marks(self, element: ElementTemplate) -> Iterator[Mark]:
        values = self.values(element)
        if values is None or not values["when"]:
            return
        if element.type == "text" and "W316" not in (*self.layout.template.ignore, *values["ignore"]):
            self._note_tags(values["text"])
        try:
            yield from marks_of(element.type, values, self)
        except MaterialError as error:
            self._note_font(str(values.get("font", "")), str(error), error.hint)

    def _note_tags(self, text: str) -> None:
        """Warn of tags that may be meant as markup but are printed as written."""
        for name, tag in unknown_tags(text).items():
            near = f"Did you mean <{MEANT[name]}>?" if name in MEANT else ""
            why = "is never closed" if name in TAGS else "is not markup"
            whose, place, field_name = self._blamed("text", None)
            message = f"{whose}{self._option('text')}: {tag} {why}, so it is printed as it is"
            hint = hint_from(
                near,
                f"Markup is {listed(f'<{known}>' for known in TAGS)}; write \\{tag} to print it as it is.",
            )
            self.layout.notes.repeated("W316", name, message, self.card.id, place, field_name, hint)

    def box(self, element: ElementTemplate) -> Box | None:
        """The box of an element, or of the words of a text; None if it is left out."""
        runs = [mark for mark in self.marks(element) if isinstance(mark, TextRun)]
        values = self.values(element)
        if values is None or not values["when"]:
            return None
        box = box_of(values, self.size)
        if not runs:
            return box
        left, top = min(run.x for run in runs), min(run.y - run.size for run in runs)
        return Box(left, top, box.right - left, max(run.y for run in runs) - top)

    def _let(self, name: str, setting: Setting) -> str:
        """Its text; None after a mistake, which is noted."""
        if setting.expression is None:
            return str(setting.raw)
        value = self._computed(setting.expression, f"let {name}", setting)
        return "" if value is _MISSING else str(value)

    def _measured(self, name: str) -> Box:
        """The box of that element; for a text, from the top of its capitals to the bottom of its descenders.

        An element that is left out has a place, but no width or height.
        """
        element = next(element for element in self.layout.template.elements if element.name == name)
        before = self._element
        with self.layout.notes.silence():
            values = self.values(element)
            shown = values is not None and bool(values["when"])
            marks = list(self.marks(element)) if shown else []
        self._element = before
        if values is None or any(values.get(key) is _MISSING for key in ("x", "y", "width", "height")):
            raise ExpressionError(f"'{name}' cannot be placed")
        box = box_of(values, self.size)
        runs = [mark for mark in marks if isinstance(mark, TextRun)]
        if not shown or (element.type == "text" and not runs):
            return Box(box.x, box.y, 0.0, 0.0)
        return _around(runs, self.materials) if runs else box

    def fitted_size(self, element: ElementTemplate) -> float | None:
        """The size (mm) at which this card's text fits; None if the text is left out."""
        with self.layout.notes.silence():
            values = self.values(element)
            if values is None or not values["when"] or not values["text"].strip():
                return None
            try:
                box = box_of(values, self.size)
                composed, style = compose_text(values, box, self)
                return fit_text(values, composed, style, box, self).size
            except MaterialError:
                return None

    def values(self, element: ElementTemplate) -> Values | None:
        """Typed values for this card; None if one cannot be computed, which is noted."""
        self._element = element
        if not element.settings or not element.constants.get("when", True):
            return element.constants
        values, options = dict(element.constants), ELEMENTS[element.type]
        when = element.settings.get("when")
        if when is not None:
            values["when"] = self._typed("when", when, options["when"])
            if not values["when"]:
                return values
        for key, setting in element.settings.items():
            if key != "when":
                values[key] = self._typed(key, setting, options[key])
        return None if any(values[key] is _MISSING for key in element.settings) else values

    def _typed(self, key: str, setting: Setting, option: ElementOption) -> object:
        turn = self._element.turn if self._element else {}
        computed = self._computed(setting.expression, key, setting, turn) if setting.expression else setting.raw
        if computed is _MISSING:
            return _MISSING
        try:
            return option.value(computed, self.layout.template.ruler)
        except ValueError as error:
            self._note_card("E211", str(error), key, setting)
            return _MISSING

    def _computed(
        self, expression: Expression, key: str, setting: Setting, turn: Mapping[str, object] | None = None
    ) -> object:
        """turn: names of a repeated element, which come before all others."""
        names = {**self.names, **turn} if turn else self.names
        try:
            return expression(names)
        except ExpressionError as error:
            if error.unknown:
                known = hint_from(
                    did_you_mean(error.unknown, map(written, names)), f"Columns: {', '.join(self.card.fields)}."
                )
                known = NOT_THERE.get(error.unknown, known)
                self.layout.notes.add("E210", self._option(key), str(error), setting.place, key, known)
            elif error.word in _KEY.findall(setting.raw):
                self.layout.notes.add("E209", self._option(key), str(error), setting.place, key, error.hint)
            else:
                asked = f"The expression is at {setting.place.file}:{setting.place.line}."
                hint = hint_from(error.hint, asked if column_of(setting, self.card) else "")
                self._note_card("E209", str(error), key, setting, hint, error.word)
            return _MISSING

    @property
    def _name(self) -> str:
        return self._element.name if self._element else ""

    def paint(self, value: str, box: Box, key: str) -> Paint | None:
        try:
            return parse_paint(value, self._palette, box)
        except UnknownColourError as error:
            hint = self._colours_near(error.name)
            named = "" if error.name in value else self._colour_that_says(error.name)
            if named:
                self._note_colour(named, str(error), hint)
            else:
                self._note_template("E212", str(error), key, hint)
            return None

    def note_colours(self) -> None:
        """Note mistakes in [colours] whether the colours are used or not, except those computed for each card."""
        for name, setting in self.layout.template.colours.items():
            if setting.expression is None:
                try:
                    parse_paint(str(setting.raw), self._palette, Box(0, 0, 1, 1))
                except UnknownColourError as error:
                    self._note_colour(name, str(error), self._colours_near(error.name))

    def palette(self) -> dict[str, str]:
        """As `FaceLayout.palette`."""
        found: dict[str, str] = {}
        for name in self.layout.template.colours:
            with suppress(UnknownColourError):
                paint = parse_paint(name, self._palette, Box(0, 0, 1, 1))
                found |= {name: paint} if isinstance(paint, str) else {}
        return found

    def _colours_near(self, name: str) -> str:
        names = [*self.layout.template.colours, "none", *names_of_css()]
        near = "" if name in names else did_you_mean(name, names)
        return hint_from(near, "Write a colour as #rrggbb, or a name from [colours] or of CSS.")

    def _colour_that_says(self, words: str) -> str:
        """The name in [colours] whose value contains those words, or ""."""
        return next((name for name in self.layout.template.colours if words in (self._palette(name) or "")), "")

    def _note_colour(self, name: str, why: str, hint: str) -> None:
        """Note a mistake at the line of [colours], or at the cell that gives the colour."""
        setting = self.layout.template.colours[name]
        field_name = column_of(setting, self.card)
        place = self.card.place(field_name) if field_name else setting.place
        what = f"{self.card.id}: colour {name}" if field_name else f"colour {name}"
        self.layout.notes.add("E212", what, why, place, field_name or name, hint)

    def _palette(self, name: str) -> str | None:
        setting = self.layout.template.colours.get(name)
        if setting is None:
            return None
        if setting.expression is None:
            return str(setting.raw)
        if name not in self._colours:
            value = self._computed(setting.expression, f"colour {name}", setting)
            if value is _MISSING:
                return "none"
            self._colours[name] = str(value)
        return self._colours[name]

    def cell_values(self, looks: Mapping[str, Any]) -> Values:
        values = {key: option.default for key, option in GRID_KEY.items()}
        for key, setting in looks.items():
            if key in GRID_KEY:
                value = self._typed(key, setting, GRID_KEY[key])
                values[key] = values[key] if value is _MISSING else value
        return values

    def font(self, role: str) -> Font:
        fonts = self.layout.template.fonts
        found = fonts.get(_named(role, fonts))
        if found is None:
            hint = hint_from(did_you_mean(role, fonts), "Fonts are named under [fonts].")
            raise MaterialError(f"there is no font {shown(role)}", hint)
        return found

    def other_fonts(self) -> tuple[Font, ...]:
        """The fonts called `other`, `other-2` and so on."""
        fonts = self.layout.template.fonts
        return tuple(font for name, font in fonts.items() if name.partition("-")[0] == OTHER)

    def _note_font(self, role: str, why: str, hint: str) -> None:
        """Note a mistake at the line of [fonts], if it affects all elements that use that font."""
        place = self.layout.template.font_places.get(_named(role, self.layout.template.fonts))
        if place is None:
            self._note_template("E305", why, "font", hint)
        else:
            self.layout.notes.add("E305", f"font {role}", why, place, role, hint)

    def _note_lost(self, font: Font, lost: str) -> None:
        """Warn of a style that is not in the file of a font, at the line of [fonts] that names it."""
        template = self.layout.template
        what = (font.family, font.file, font.face)
        named = (name for name, one in template.fonts.items() if (one.family, one.file, one.face) == what)
        role = next(named, OTHER)
        if "W321" not in template.ignore:
            file = f"`{role}-{lost.replace(' and ', '-')} = {{file = ...}}`"
            hint = f"Name a file that has it, {file}, or have it made: write `synthesis = true` there."
            place = template.font_places.get(role, Place(template.file, 1, 1))
            why = f"{font.file or font.family} has no {lost}, so these words look like all others"
            self.layout.notes.add("W321", f"font {role}", why, place, role, hint)

    def spelt(self, words: str) -> str:
        symbols = self.layout.symbols
        return symbols.sub(lambda match: self.layout.template.symbols[match[0]], words) if symbols else words

    def icon_name(self, name: str) -> str:
        return self.layout.template.icons.get(name, name)

    def has_icon(self, name: str, key: str) -> bool:
        is_named = "." not in name or name in self.layout.template.icons.values()
        try:
            if is_named and self.materials.aspect(name) is not None:
                self._note_unpainted(name, key)
                return True
        except MaterialError as error:
            self._note_card("E304", str(error), key, None, error.hint)
            return False
        self._note_unknown_icon(name, key)
        return False

    def _note_unknown_icon(self, name: str, key: str) -> None:
        cure = "`proofdeck icons` lists all; put your own into templates/icons/ as SVG files."
        hint = hint_from(did_you_mean(name, self.materials.icon_names()), cure)
        self._note_card("E303", f"there is no icon {shown(name)}", key, None, hint)

    def fault(self, code: str, message: str, key: str, hint: str) -> None:
        self._note_card(code, message, key, None, hint)

    def has_image(self, file: str, key: str) -> bool:
        try:
            self.materials.check_image(file)
        except MaterialError as error:
            code = "W319" if isinstance(error, MissingError) else "E306"
            self._note_card(code, str(error), key, None, error.hint)
            return False
        self._note_unpainted(file, key)
        return True

    def _note_unpainted(self, file: str, key: str) -> None:
        hint = "In the program that drew it, convert text to paths and everything else to plain shapes."
        if parts := self.materials.unpainted(file):
            self._note_card("W310", f"'{file}' contains parts that are not printed: {listed(parts)}", key, None, hint)
        if parts := self.materials.as_pixels(file):
            message = f"'{file}' contains parts that are printed as pixels, not as sharp lines: {listed(parts)}"
            self._note_card("W310", message, key, None, hint)

    def largest_size(self, size: float) -> float:
        return min(size, self.layout.sizes.get(self._name, size))

    def text_faults(self, composed: ComposedText, fitted: Fitted, smallest: float, box: Box) -> None:
        for name in dict.fromkeys(composed.unknown_icons):
            self._note_unknown_icon(name, "text")
        for font in composed.fonts:
            if (font.weight >= BOLD or font.italic) and (lost := self.materials.lost_styles(font)):
                self._note_lost(font, lost)
        for letters, picture in composed.pictures.items():
            self.materials.check_image(picture)
            if unpainted := self.materials.unpainted(picture):
                why = f"the font paints '{letters}' with what is not printed: {listed(unpainted)}"
                self._note_card("W310", why, "text", None, "Use another font for it, or an :icon:.")
        for letters, font in composed.missing.items():
            what, place, column = self._blamed("text", None)
            self.layout.notes.lacks(str(font), [letters], f"{what}{self._option('text')}", self.card.id, place, column)
        if not fitted.fits:
            points = smallest / MM_PER_POINT
            size = Size(round(box.width, 2), round(box.height, 2))
            message = f"the text does not fit '{self._name}' ({size}), not even at {points:g} pt"
            is_set = self._element is not None and "min_size" in self._element.places
            how = "lower min_size" if is_set else "set min_size, down to which it shrinks"
            hint = f"Shorten the text, enlarge the box or {how}."
            whose, place, field_name = self._blamed("text", None)
            self.layout.notes.add("E301", whose.removesuffix(": "), message, place, field_name, hint)

    def _note_card(
        self, code: str, why: str, key: str, setting: Setting | None, hint: str = "", word: str = ""
    ) -> None:
        """Note a mistake at the first cell that the value comes from, or else in the template.

        word: what is wrong in that cell.
        """
        whose, place, field_name = self._blamed(key, setting, word)
        if whose:
            cause, message = f"{code} {field_name}: {why}", f"{whose}{self._option(key)}: {why}"
            self.layout.notes.repeated(code, cause, message, self.card.id, place, field_name, hint)
        else:
            self.layout.notes.add(code, self._option(key), why, place, field_name, hint)

    def _blamed(self, key: str, setting: Setting | None, word: str = "") -> tuple[str, Place, str]:
        """The card that the value comes from as `wolf: `, or "", the place, and the column or option."""
        element = self._element
        setting = setting or (element.settings.get(key) if element else None)
        field_name = column_of(setting, self.card, word)
        if field_name is None:
            return "", self._place_in_template(key), key
        return f"{self.card.id}: ", self.card.place(field_name), field_name

    def _note_template(self, code: str, why: str, key: str, hint: str = "") -> None:
        self.layout.notes.add(code, self._option(key), why, self._place_in_template(key), key, hint)

    def _option(self, key: str) -> str:
        """`fill of 'ground'`."""
        return f"{key} of '{self._element.name}'" if self._element else key

    def _place_in_template(self, key: str) -> Place:
        return self._element.place_of(key) if self._element else Place(self.layout.template.file, 1, 1)


def column_of(setting: Setting | None, card: Card, word: str = "") -> str | None:
    """The column that most likely caused the mistake: the one that contains exactly that word."""
    if setting is None or setting.expression is None:
        return None
    words: list[str] = _WORD.findall(setting.raw)
    mentioned = [name for name in words if name in card.places]
    filled = [name for name in mentioned if card.fields.get(name)]
    guilty = [name for name in filled if word and card.fields[name] == word]
    return next(iter(guilty or filled or mentioned), None)


def _named(role: str, fonts: Mapping[str, Font]) -> str:
    """The name under [fonts] used for a role: the role itself, or `body` for `body-bold`."""
    base, _, style = role.partition("-")
    return base if role not in fonts and style in {"bold", "italic", "bold-italic"} else role


def _around(runs: Sequence[TextRun], materials: Materials) -> Box:
    left, right = min(run.x for run in runs), max(run.x + run.length for run in runs)
    top = min(run.y - materials.cap_height(run.font) * run.size for run in runs)
    bottom = max(run.y + DESCENT * run.size for run in runs)
    return Box(left, top, right - left, bottom - top)


class _Missing:
    """A value that could not be computed; the mistake has already been noted."""

    def __bool__(self) -> bool:
        return False


_MISSING: object = _Missing()
