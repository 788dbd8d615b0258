"""Reads a template file into a `Template`: where each thing is printed on a card.

`extends` names another template, whose settings are overridden by name, key by key; new elements come last. Every
setting remembers the file, line and column it was written in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from proofdeck.ground.flags import LANGUAGE
from proofdeck.ground.problems import NOWHERE, Place, Problems, did_you_mean, hint_from
from proofdeck.ground.units import Size, parse_size
from proofdeck.paper.faces import field_words
from proofdeck.paper.faces.elements import ELEMENTS
from proofdeck.paper.faces.elements.grid import GRID_KEY
from proofdeck.paper.faces.face import Font, Outline
from proofdeck.paper.faces.inheritance import FOR_ALL, elements_of
from proofdeck.paper.faces.lengths import DPI, Ruler
from proofdeck.paper.faces.options import ElementOption, codes, length, number, shown
from proofdeck.paper.faces.sizes import CORNER, LARGEST_MM, NAMED_SIZES, OUTLINES, ROUNDED, SMALLEST_MM, CutShape
from proofdeck.paper.faces.spaces import Spaces, spaces_of
from proofdeck.paper.faces.template_files import Folders, Merged, Setting, merged_text, read_template, shown_name
from proofdeck.source.expressions.cage import ExpressionError
from proofdeck.source.expressions.expressions import compile_expression, is_expression, names_in
from proofdeck.source.rules.passages import without_bonds

MOST_ELEMENTS = 200
OF_SHAPE = ("size", "outline", "radius")
"""What says how a card is cut."""
SAFE, SAFE_SHARE = 3.0, 0.1
"""How far content keeps from the cut: in mm, and as a share of the shorter side of small pieces."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class ElementTemplate:
    """One named element.

    constants: typed values, the same for all cards; settings: those that depend on the card; places: of what is
    written; turn: names for its expressions if it is repeated; source: the element in files that it is painted for;
    bases: the elements that this one extends.
    """

    name: str
    type: str
    place: Place
    constants: Mapping[str, Any]
    settings: Mapping[str, Setting]
    places: Mapping[str, Place]
    turn: Mapping[str, object] = field(default_factory=dict)
    source: str = ""
    bases: tuple[str, ...] = ()

    @property
    def fits_the_deck(self) -> bool:
        """Whether it is a text that has one size for the whole deck."""
        return self.type == "text" and self.constants.get("fit") == "deck"

    def place_of(self, key: str) -> Place:
        """Where that option is written; for one of a grid's cells, where its key is."""
        inside = self.places.get("key", self.place) if key in GRID_KEY else self.place
        return self.places.get(key, inside)


@dataclass(frozen=True, slots=True)
class Template:
    """Everything that lays out one side of one kind of card. Lengths in mm.

    symbols: what is printed in place of a character or word; ignore: codes of warnings to suppress; font_places: where
    each font is named; lets: values computed once per card, in order; words: by name, with translations as `name@de`;
    spaces: of a board.
    """

    file: str
    shape: CutShape
    ruler: Ruler
    bleed: float
    safe: float
    collate: bool
    fonts: Mapping[str, Font]
    colours: Mapping[str, Setting]
    icons: Mapping[str, str]
    symbols: Mapping[str, str]
    icon_sets: tuple[str, ...]
    data: Mapping[str, object]
    elements: tuple[ElementTemplate, ...]
    font_places: Mapping[str, Place] = field(default_factory=dict)
    lets: Mapping[str, Setting] = field(default_factory=dict)
    ignore: tuple[str, ...] = ()
    words: Mapping[str, Setting] = field(default_factory=dict)
    shape_place: Place | None = None
    spaces: Spaces = field(default_factory=dict)
    spaces_place: Place = NOWHERE

    @property
    def size(self) -> Size:
        return self.shape.size

    def words_in(self, language: str) -> dict[str, str]:
        """The words in that language, untranslated ones as they are; all as they are for "". What names clauses in them
        is not printed.
        """
        plain = (name for name in self.words if "@" not in name)
        said = {name: str(self.words.get(f"{name}@{language}", self.words[name]).raw) for name in plain}
        return {name: without_bonds(words) for name, words in said.items()}

    def untranslated(self, language: str) -> dict[str, Place]:
        """The words that are not translated, and where they are written."""
        plain = (name for name in self.words if "@" not in name)
        return {name: self.words[name].place for name in plain if f"{name}@{language}" not in self.words}

    def depends_on(self, name: str) -> bool:
        """Whether any value may depend on that name."""
        return any(name in names_in(text) for text in self._expressions())

    @property
    def varies(self) -> bool:
        """Whether two cards may look different."""
        return next(self._expressions(), None) is not None

    def _expressions(self) -> Iterator[str]:
        """The text of every value that is computed for each card."""
        words = (word for element in self.elements for word in element.constants.get("key", {}).values())
        tables = (self.colours, self.lets, *(element.settings for element in self.elements), *words)
        for setting in (setting for table in tables for setting in table.values()):
            if setting.expression is not None:
                yield str(setting.raw)


BODY = Font("Crimson Text")
"""The font of texts that name none, in a template that names none either."""
POKER: CutShape = NAMED_SIZES["poker"]


def load_template(path: Path, folders: Folders, problems: Problems, shape: CutShape = POKER) -> Template | None:
    """Read `path` and the templates it extends.

    folders: where to look for templates, each with its name in messages; `extends` is relative to them. shape: the size
    and outline of the card if no template gives them. Mistakes are added to `problems`; the result is None if nothing
    can be laid out.
    """
    merged = read_template(path, folders, problems)
    return _Builder(merged, problems, shape).template(shown_name(path, folders)) if merged.files else None


def icon_sets_of(path: Path, folders: Folders) -> tuple[str, ...]:
    """The sets of icons that a template names, of which no more is read than that."""
    named = read_template(path, folders, Problems()).top.get("icon_sets")
    try:
        return _texts(named.raw) if named else ()
    except ValueError:
        return ()


def template_of(text: str, shown: str, folders: Folders, problems: Problems) -> Template:
    """A template that is in no file. shown: its name in messages. Raises TomlError if the text is not valid."""
    return _Builder(merged_text(text, shown, folders, problems), problems, POKER).template(shown)


class _Builder:
    """Builds a template from what was merged; whatever is wrong with that becomes problems."""

    def __init__(self, merged: Merged, problems: Problems, shape: CutShape) -> None:
        self._merged, self._problems, self._shape = merged, problems, shape
        self._elements = elements_of(merged, problems)
        self._ruler = Ruler()

    def template(self, shown: str) -> Template:
        spaces = self._merged.top.get("spaces")
        dpi = self._top("dpi", ElementOption(number(10, 10_000), DPI, ""))
        shape = self._cut(self._size(Ruler(dpi)))
        size = shape.size
        self._ruler = Ruler(dpi, size)
        if len(self._elements) > MOST_ELEMENTS:
            self._problems.report("E204", f"a face can have at most {MOST_ELEMENTS} elements", Place(shown))
        elements = tuple(self._element(name) for name in self._in_order()[:MOST_ELEMENTS])
        return Template(
            file=shown,
            shape=shape,
            ruler=self._ruler,
            shape_place=next((self._merged.top[key].place for key in OF_SHAPE if key in self._merged.top), None),
            bleed=self._top("bleed", length(0, 10, 2.0, "")),
            safe=self._top("safe", length(0, 50, min(SAFE, SAFE_SHARE * min(size.width, size.height)), "")),
            ignore=self._top("ignore", ElementOption(codes, (), "")),
            collate=bool(self._top("collate", ElementOption(_true_or_false, False, ""))),
            fonts={"body": BODY, **dict(self._fonts())},
            font_places={name: row.place for name, row in self._rows("fonts").items()},
            colours=dict(self._colours()),
            icons={name: str(row.raw) for name, row in self._rows("icons").items()},
            symbols={symbol: str(row.raw) for symbol, row in self._rows("symbols").items() if symbol},
            icon_sets=self._top("icon_sets", ElementOption(_texts, (), "")),
            lets=dict(self._lets()),
            data={name: row.raw for name, row in self._rows("data").items()},
            words=dict(self._words()),
            elements=tuple(element for element in elements if element is not None),
            spaces=spaces_of(spaces, size, self._ruler, self._problems),
            spaces_place=spaces.place if spaces else NOWHERE,
        )

    def _rows(self, table: str) -> Mapping[str, Setting]:
        return self._merged.tables.get(table, {})

    def _in_order(self) -> list[str]:
        """Element names as written, base first; one with `before` is painted just before (below) the named one."""
        elements = self._elements
        order = list(elements)
        for name, element in elements.items():
            before = element.settings.get("before")
            if before is None:
                continue
            other = str(before.raw)
            if other not in elements or other == name:
                hint = did_you_mean(other, elements)
                self._refuse("before", f"there is no other element {shown(before.raw)}", before, hint)
                continue
            order.remove(name)
            order.insert(order.index(other), name)
        return order

    def _top(self, key: str, option: ElementOption) -> Any:
        setting = self._merged.top.get(key)
        if setting is None:
            return option.default
        try:
            return option.value(setting.raw, self._ruler)
        except ValueError as error:
            self._refuse(key, str(error), setting)
            return option.default

    def _words(self) -> Iterator[tuple[str, Setting]]:
        """Check that words are texts, and that translations belong to an existing word."""
        rows = self._rows("words")
        for name, row in rows.items():
            word, at, language = name.partition("@")
            if not isinstance(row.raw, str):
                self._refuse(f"words {word}", 'write a text such as "Score"', row)
            elif at and not LANGUAGE.fullmatch(language):
                message = f"'{language}' is not a language code"
                self._refuse(f"words {language}", message, row, "For example, write [words.de].")
            elif at and word not in rows:
                near = did_you_mean(word, (other for other in rows if "@" not in other))
                message = "there is no such word in [words] to translate"
                self._refuse(f"words {word}", message, row, near)
            else:
                yield name, row

    def _size(self, ruler: Ruler) -> CutShape:
        setting = self._merged.top.get("size")
        if setting is None:
            return self._shape
        try:
            if isinstance(setting.raw, dict):
                return _own_size(setting.raw, ruler)
            name = str(setting.raw).strip().casefold()
            if name in NAMED_SIZES:
                return NAMED_SIZES[name]
            if (size := parse_size(name, ruler.dpi)) is not None:
                return _own_size({"width": size.width, "height": size.height}, ruler)
            hint = hint_from(did_you_mean(name, NAMED_SIZES), 'Or size = "63x88", in mm; "2.5x3.5in" for inches.')
            self._refuse("size", f"there is no size {shown(setting.raw)}", setting, hint)
        except (ValueError, TypeError) as error:
            self._refuse("size", str(error), setting)
        return self._shape

    def _cut(self, shape: CutShape) -> CutShape:
        """That shape, with the outline and the radius that the template asks for."""
        outline = self._top("outline", ElementOption(_outline, ROUNDED if shape.corner else shape.outline, ""))
        radius = self._top("radius", length(0.5, LARGEST_MM, shape.corner or CORNER, ""))
        is_set = "radius" in self._merged.top
        if is_set and outline not in {"rectangle", ROUNDED}:
            hint = f'Write outline = "{ROUNDED}", or leave out the radius.'
            message = f"a card that is cut as {outline} has no corners to round"
            self._refuse("radius", message, self._merged.top["radius"], hint)
        return _shape(shape.size, ROUNDED if is_set and outline == "rectangle" else outline, radius)

    def _fonts(self) -> Iterator[tuple[str, Font]]:
        for name, setting in self._rows("fonts").items():
            try:
                yield name, _font(setting.raw)
            except ValueError as error:
                self._refuse(f"font {name}", str(error), setting)

    def _colours(self) -> Iterator[tuple[str, Setting]]:
        for name, setting in self._rows("colours").items():
            if not isinstance(setting.raw, str):
                self._refuse(f"colour {name}", "write a text such as '#8a2b2b'", setting)
                continue
            yield name, self._with_expression(setting)

    def _lets(self) -> Iterator[tuple[str, Setting]]:
        for name, setting in self._rows("let").items():
            if isinstance(setting.raw, (dict, list)) or not _NAME.fullmatch(name):
                hint = "Put lists and tables into [data]." if isinstance(setting.raw, (dict, list)) else ""
                why = "write a text, such as '{{ value|int * 2 }}'" if hint else "use letters, digits and _ in the name"
                self._refuse(f"let {name}", why, setting, hint)
                continue
            yield name, self._with_expression(setting)

    def _with_expression(self, setting: Setting) -> Setting:
        if not isinstance(setting.raw, str) or not is_expression(setting.raw):
            return setting
        try:
            return Setting(setting.raw, setting.place, compile_expression(setting.raw))
        except ExpressionError as error:
            self._problems.report("E206", str(error), setting.place)
            return Setting("", setting.place)

    def _element(self, name: str) -> ElementTemplate | None:
        settings, place = self._elements[name].settings, self._elements[name].place
        kind = settings["type"].raw if "type" in settings else None
        if not isinstance(kind, str) or kind not in ELEMENTS:
            at = settings["type"].place if "type" in settings else place
            message = f"there is no element type {shown(kind)}" if kind else f"the element '{name}' has no type"
            near = field_words.KIND_CURES.get(field_words.folded(str(kind)), "") or did_you_mean(str(kind), ELEMENTS)
            hint = hint_from(near if kind else "", f"Types: {', '.join(ELEMENTS)}.")
            self._problems.report("E207", message, at, field="type", hint=hint)
            return None
        options = ELEMENTS[kind]
        constants: dict[str, object] = {}
        varying: dict[str, Setting] = {}
        for key, setting in settings.items():
            if key in FOR_ALL:
                continue
            if key not in options:
                one = f"{'an' if kind[0] in 'aei' else 'a'} {kind}"
                known = hint_from(did_you_mean(key, options), f"{one.capitalize()} has {', '.join(options)}.")
                hint = field_words.cure_for(kind, key) or known
                self._problems.report("E208", f"{one} has no option '{key}'", setting.place, field=key, hint=hint)
                continue
            if key == "key":
                constants[key] = self._grid_key(setting)
                continue
            settled = setting if key == "ignore" else self._with_expression(setting)
            if settled.expression is not None:
                varying[key] = settled
            else:
                self._parse_constant(key, options[key], settled, constants)
        defaults = {key: option.default for key, option in options.items() if key not in varying}
        places = {key: setting.place for key, setting in settings.items()}
        painted = self._elements[name]
        values = {**defaults, **constants}
        origin = painted.turn, painted.source, painted.bases
        return ElementTemplate(name, kind, place, values, varying, places, *origin)

    def _parse_constant(self, key: str, option: ElementOption, setting: Setting, constants: dict[str, object]) -> None:
        try:
            constants[key] = option.value(setting.raw, self._ruler)
        except ValueError as error:
            self._refuse(key, str(error), setting)

    def _grid_key(self, setting: Setting) -> dict[str, dict[str, object]]:
        """The look of each word in a grid: word -> {option: Setting or typed value}."""
        key: dict[str, dict[str, object]] = {}
        rows = setting.raw if isinstance(setting.raw, dict) else {}
        if not isinstance(setting.raw, dict):
            self._refuse("key", "it must be a table", setting)
        for word, said in rows.items():
            if not isinstance(said, dict):
                self._refuse(f"key {word}", "write a table such as {fill = 'red'}", setting)
                continue
            looks = {field_words.option_of("cell", name, GRID_KEY): raw for name, raw in said.items()}
            unknown = [name for name in looks if name not in GRID_KEY]
            if unknown:
                known = f"The options of a cell are {', '.join(GRID_KEY)}."
                hint = field_words.cure_for("cell", unknown[0]) or hint_from(did_you_mean(unknown[0], GRID_KEY), known)
                self._refuse(f"key {word}", f"a cell has no option '{unknown[0]}'", setting, hint)
            key[word] = {name: self._with_expression(Setting(raw, setting.place)) for name, raw in looks.items()}
        return key

    def _refuse(self, key: str, message: str, setting: Setting, hint: str = "") -> None:
        """Report a setting that cannot be used."""
        self._problems.report("E205", f"{key}: {message}", setting.place, field=key, hint=hint)


def _true_or_false(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    raise ValueError("write true or false")


def _texts(raw: object) -> tuple[str, ...]:
    rows = [raw] if isinstance(raw, str) else raw
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ValueError('write a list of texts such as ["game-icons.json"]')
    return tuple(rows)


def _own_size(raw: Mapping[str, object], ruler: Ruler) -> CutShape:
    if not {"width", "height"} <= set(raw) <= {"width", "height", "outline"}:
        raise ValueError('write a name, "63x88" or {width = 63, height = 88}')
    side = length(SMALLEST_MM, LARGEST_MM, None, "")
    size = Size(side.value(raw["width"], ruler), side.value(raw["height"], ruler))
    return _shape(size, _outline(raw.get("outline", "rectangle")), CORNER)


def _shape(size: Size, outline: str, radius: float) -> CutShape:
    """radius: of the corners, if they are rounded."""
    if outline == ROUNDED:
        return CutShape(size, "rectangle", min(radius, size.width / 2, size.height / 2))
    return CutShape(size, cast("Outline", outline))


def _outline(raw: object) -> str:
    if raw not in OUTLINES:
        raise ValueError(f"outline must be one of {', '.join(OUTLINES)}")
    return str(raw)


def _font(raw: Any) -> Font:
    row = {"family": raw} if isinstance(raw, str) else raw
    row = {**row, "face": str(row.get("face", ""))} if isinstance(row, dict) else {}
    names = {key: row.get(key, "") for key in ("family", "file")}
    named = any(names.values()) and all(isinstance(name, str) for name in names.values())
    if not named or not set(row) <= {*Font._fields}:
        raise ValueError('write {family = "Cinzel", weight = 700, italic = false} or {file = "fonts/My.ttf"}')
    weight = int(number(1, 1000)(row.get("weight", 400)))
    italic, synthesis = (bool(row.get(key, False)) for key in ("italic", "synthesis"))
    return Font(names["family"], weight, italic, names["file"], row["face"], synthesis)
