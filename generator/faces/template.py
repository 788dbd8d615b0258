"""A template file -> Template: where each thing is printed on a card.

`extends` names another template; what this one says overrides by name, key by key, and new elements come last. Every
setting remembers the file, line and column it was written in.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.cards.deck import Place
from generator.faces.expressions import Expression, ExpressionError, compile_expression, is_expression
from generator.faces.face import Font, Outline
from generator.faces.options import ELEMENTS, GRID_KEY, Option, number
from generator.faces.sizes import LARGEST_MM, NAMED_SIZES, OUTLINES, SMALLEST_MM
from generator.faces.toml_places import key_places
from generator.problems import Problem, did_you_mean, hint_from
from generator.units import Size

LARGEST_TEMPLATE = 64 * 1024
DEEPEST_EXTENDS = 8
MOST_ELEMENTS = 200

TOP_LEVEL = ("extends", "size", "bleed", "safe", "collate", "icon_sets", "fonts", "colours", "icons", "data", "elements")


@dataclass(frozen=True, slots=True)
class Setting:
    """A value as written, where, and (if it depends on the card) the expression that computes it."""

    raw: Any
    place: Place
    expression: Expression | None = None


@dataclass(frozen=True, slots=True)
class ElementTemplate:
    """One named element. constants: typed values that no card changes; settings: the ones that depend on the card."""

    name: str
    type: str
    place: Place
    constants: Mapping[str, Any]
    settings: Mapping[str, Setting]
    places: Mapping[str, Place]

    def place_of(self, key: str) -> Place:
        return self.places.get(key, self.place)


@dataclass(frozen=True, slots=True)
class Template:
    """Everything that lays out one side of one kind of card. Lengths in mm."""

    file: str
    size: Size
    outline: Outline
    bleed: float
    safe: float
    collate: bool
    fonts: Mapping[str, Font]
    colours: Mapping[str, Setting]
    icons: Mapping[str, str]
    icon_sets: tuple[str, ...]
    data: Mapping[str, Any]
    elements: tuple[ElementTemplate, ...]
    files: tuple[Path, ...]

    def depends_on(self, name: str) -> bool:
        """Could any value depend on that name?"""
        texts = [setting.raw for element in self.elements for setting in element.settings.values()]
        texts += [setting.raw for setting in self.colours.values() if setting.expression]
        return any(isinstance(text, str) and name in text for text in texts)


@dataclass(slots=True)
class _Merged:
    """The tables of a template and of all that it extends, nearest last."""

    top: dict[str, Setting] = field(default_factory=dict)
    tables: dict[str, dict[str, Setting]] = field(default_factory=dict)
    elements: dict[str, dict[str, Setting]] = field(default_factory=dict)
    element_places: dict[str, Place] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)


def load_template(
    path: Path, folders: Sequence[tuple[Path, str]], problems: list[Problem]
) -> Template | None:
    """Read `path` and what it extends.

    folders: where templates are looked for, with the name of each folder in messages; `extends` is relative to them.
    Mistakes are added to `problems`; None when nothing can be laid out.
    """
    merged = _Merged()
    _read(path, folders, problems, merged, [])
    if not merged.files:
        return None
    return _build(_shown(path, folders), merged, problems)


def _shown(path: Path, folders: Sequence[tuple[Path, str]]) -> str:
    for folder, name in folders:
        if path.is_relative_to(folder):
            return f"{name}/{path.relative_to(folder).as_posix()}"
    return path.name


def _read(
    path: Path, folders: Sequence[tuple[Path, str]], problems: list[Problem], merged: _Merged, trail: list[Path]
) -> None:
    shown = _shown(path, folders)
    text = _text_of(path, shown, problems)
    if text is None:
        return
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problems.append(_toml_problem(str(error), shown, text))
        return
    except RecursionError:
        problems.append(Problem("E201", "the values are nested too deeply", shown, 1, 1))
        return
    places = key_places(text)

    def place(*keys: str) -> Place:
        for length in range(len(keys), 0, -1):
            if keys[:length] in places:
                return Place(shown, *places[keys[:length]])
        return Place(shown, 1, 1)

    if "extends" in tables:
        _read_base(tables.pop("extends"), place("extends"), path, folders, problems, merged, [*trail, path])
    merged.files.append(path)
    _merge(tables, place, merged, problems)


def _text_of(path: Path, shown: str, problems: list[Problem]) -> str | None:
    try:
        if path.stat().st_size > LARGEST_TEMPLATE:
            problems.append(Problem("E201", f"a template has {LARGEST_TEMPLATE // 1024} KB at most", shown))
            return None
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        problems.append(
            Problem("E201", f"byte {error.start + 1} is not UTF-8", shown, hint="Save the file as UTF-8 text.")
        )
    except OSError as error:
        problems.append(Problem("E201", f"the template cannot be read: {error.strerror}", shown))
    return None


def _toml_problem(message: str, shown: str, text: str) -> Problem:
    found = re.search(r"^(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if found and found[2]:
        line, column, message = int(found[2]), int(found[3]), found[1]
    else:
        line, column = text.count("\n") + 1, 1
    return Problem(
        "E201", f"this is not TOML: {message[:1].lower()}{message[1:]}", shown, line, column,
        hint='Texts stand in quotes: key = "text".',
    )


def _read_base(
    base: Any,
    place: Place,
    path: Path,
    folders: Sequence[tuple[Path, str]],
    problems: list[Problem],
    merged: _Merged,
    trail: list[Path],
) -> None:
    def refuse(message: str, hint: str = "") -> None:
        problems.append(Problem("E202", message, place.file, place.line, place.column, "extends", hint))

    if not isinstance(base, str):
        return refuse("'extends' names one template", 'For example: extends = "base/front.toml".')
    found = find_template(base, folders)
    if found is None:
        known = {p.relative_to(folder).as_posix() for folder, _ in folders for p in folder.glob("*/*.toml")}
        return refuse(f"there is no template '{base}'", hint_from(did_you_mean(base, known), "Paths start at templates/."))
    if found == path:
        found = _after(base, path, folders) or path
    if found in trail:
        return refuse(f"'{base}' extends itself" + (f", by way of {len(trail) - 1} more" if len(trail) > 1 else ""))
    if len(trail) > DEEPEST_EXTENDS:
        return refuse(f"templates extend each other more than {DEEPEST_EXTENDS} deep")
    _read(found, folders, problems, merged, trail)
    return None


def find_template(name: str, folders: Sequence[tuple[Path, str]]) -> Path | None:
    """The first template of that name in the folders; never one outside of them."""
    if "\0" in name:
        return None
    for folder, _ in folders:
        path = folder / name
        if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            return path
    return None


def _after(name: str, path: Path, folders: Sequence[tuple[Path, str]]) -> Path | None:
    """A project's `base/front.toml` may extend the shipped one of the same name."""
    later = [entry for entry in folders if not path.is_relative_to(entry[0])]
    return find_template(name, later)


def _merge(tables: dict[str, Any], place: Any, merged: _Merged, problems: list[Problem]) -> None:
    for key, value in tables.items():
        if key not in TOP_LEVEL:
            at = place(key)
            hint = hint_from(did_you_mean(key, TOP_LEVEL), "Elements stand under [elements.NAME].")
            problems.append(Problem("E203", f"no setting is called '{key}'", at.file, at.line, at.column, key, hint))
        elif key == "elements":
            _merge_elements(value, place, merged, problems)
        elif key in {"fonts", "colours", "icons", "data"}:
            if isinstance(value, dict):
                rows = {name: Setting(row, place(key, name)) for name, row in value.items()}
                merged.tables.setdefault(key, {}).update(rows)
            else:
                at = place(key)
                problems.append(Problem("E204", f"[{key}] is a table", at.file, at.line, at.column, key))
        else:
            merged.top[key] = Setting(value, place(key))


def _merge_elements(value: Any, place: Any, merged: _Merged, problems: list[Problem]) -> None:
    rows = value.items() if isinstance(value, dict) else [("elements", value)]
    for name, settings in rows:
        at = place("elements", name)
        if not isinstance(settings, dict):
            problems.append(
                Problem("E204", f"'{name}' is no element", at.file, at.line, at.column, name,
                        "An element is a table: [elements.NAME].")
            )
            continue
        merged.element_places.setdefault(name, at)
        rows_of_it = {key: Setting(raw, place("elements", name, key)) for key, raw in settings.items()}
        merged.elements[name] = {**_kept(merged.elements.get(name, {}), settings.get("type")), **rows_of_it}


def _kept(inherited: Mapping[str, Setting], new_type: Any) -> dict[str, Setting]:
    """What an element keeps of its base: of another type, only the options that this type has too."""
    if new_type is None or not isinstance(new_type, str) or new_type not in ELEMENTS:
        return dict(inherited)
    same = "type" in inherited and inherited["type"].raw == new_type
    return {key: setting for key, setting in inherited.items() if same or key in ELEMENTS[new_type] or key == "before"}


def _build(shown: str, merged: _Merged, problems: list[Problem]) -> Template:
    size, outline = _size(merged.top.get("size"), problems)
    if len(merged.elements) > MOST_ELEMENTS:
        problems.append(Problem("E204", f"a face has {MOST_ELEMENTS} elements at most", shown))
    elements = tuple(
        _element(name, merged.elements[name], merged.element_places[name], problems)
        for name in _in_order(merged.elements, problems)[:MOST_ELEMENTS]
    )
    return Template(
        file=shown,
        size=size,
        outline=outline,
        bleed=_top(merged, "bleed", number(0, 10), 2.0, problems),
        safe=_top(merged, "safe", number(0, 50), 0.0, problems),
        collate=bool(_top(merged, "collate", _true_or_false, False, problems)),
        fonts=dict(_fonts(merged.tables.get("fonts", {}), problems)),
        colours=dict(_colours(merged.tables.get("colours", {}), problems)),
        icons={name: str(row.raw) for name, row in merged.tables.get("icons", {}).items()},
        icon_sets=_top(merged, "icon_sets", _texts, (), problems),
        data={name: row.raw for name, row in merged.tables.get("data", {}).items()},
        elements=tuple(element for element in elements if element is not None),
        files=tuple(merged.files),
    )


def _in_order(elements: Mapping[str, Mapping[str, Setting]], problems: list[Problem]) -> list[str]:
    """Names as written, base first; an element with `before` is painted just before, that is below, the named one."""
    order = list(elements)
    for name, settings in elements.items():
        before = settings.get("before")
        if before is None:
            continue
        if before.raw not in elements or before.raw == name:
            hint = did_you_mean(str(before.raw), elements)
            problems.append(_value_problem("before", f"there is no other element '{before.raw}'", before.place, hint))
            continue
        order.remove(name)
        order.insert(order.index(str(before.raw)), name)
    return order


def _true_or_false(raw: Any) -> bool:
    if isinstance(raw, bool):
        return raw
    raise ValueError("it is true or false")


def _texts(raw: Any) -> tuple[str, ...]:
    rows = [raw] if isinstance(raw, str) else raw
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ValueError('it is a list of texts such as ["game-icons.json"]')
    return tuple(rows)


def _top(merged: _Merged, key: str, parse: Any, default: Any, problems: list[Problem]) -> Any:
    setting = merged.top.get(key)
    if setting is None:
        return default
    try:
        return parse(setting.raw)
    except ValueError as error:
        problems.append(_value_problem(key, str(error), setting.place))
        return default


def _value_problem(key: str, message: str, place: Place, hint: str = "") -> Problem:
    return Problem("E205", f"{key}: {message}", place.file, place.line, place.column, key, hint)


def _size(setting: Setting | None, problems: list[Problem]) -> tuple[Size, Outline]:
    poker = NAMED_SIZES["poker"]
    if setting is None:
        return poker
    raw = setting.raw
    if isinstance(raw, str):
        if raw in NAMED_SIZES:
            return NAMED_SIZES[raw]
        hint = hint_from(did_you_mean(raw, NAMED_SIZES), "Or size = {width = 63, height = 88}, in mm.")
        problems.append(_value_problem("size", f"no size is called '{raw}'", setting.place, hint))
        return poker
    try:
        if not isinstance(raw, dict) or not {"width", "height"} <= set(raw) <= {"width", "height", "outline"}:
            raise ValueError("it is a name, or {width = 63, height = 88}")
        side = number(SMALLEST_MM, LARGEST_MM)
        outline = raw.get("outline", "rectangle")
        if outline not in OUTLINES:
            raise ValueError(f"outline is none of {', '.join(OUTLINES)}")
        return Size(side(raw["width"]), side(raw["height"])), outline
    except ValueError as error:
        problems.append(_value_problem("size", str(error), setting.place))
        return poker


def _fonts(rows: Mapping[str, Setting], problems: list[Problem]) -> Iterator[tuple[str, Font]]:
    for name, setting in rows.items():
        raw = {"family": setting.raw} if isinstance(setting.raw, str) else setting.raw
        try:
            if not isinstance(raw, dict) or not set(raw) <= {"family", "weight", "italic", "file"}:
                raise ValueError('it is {family = "Cinzel", weight = 700, italic = false} or {file = "fonts/My.ttf"}')
            if not all(isinstance(raw.get(key, ""), str) for key in ("family", "file")) or not (
                raw.get("family") or raw.get("file")
            ):
                raise ValueError("it names a family or a file")
            weight = int(number(1, 1000)(raw.get("weight", 400)))
            yield name, Font(raw.get("family", ""), weight, bool(raw.get("italic", False)), raw.get("file", ""))
        except ValueError as error:
            problems.append(_value_problem(f"font {name}", str(error), setting.place))


def _colours(rows: Mapping[str, Setting], problems: list[Problem]) -> Iterator[tuple[str, Setting]]:
    for name, setting in rows.items():
        if not isinstance(setting.raw, str):
            problems.append(_value_problem(f"colour {name}", "it is a text such as '#8a2b2b'", setting.place))
            continue
        yield name, _with_expression(setting, problems)


def _with_expression(setting: Setting, problems: list[Problem]) -> Setting:
    if not isinstance(setting.raw, str) or not is_expression(setting.raw):
        return setting
    try:
        return Setting(setting.raw, setting.place, compile_expression(setting.raw))
    except ExpressionError as error:
        at = setting.place
        problems.append(Problem("E206", f"{error}", at.file, at.line, at.column))
        return Setting("", at)


def _element(
    name: str, settings: Mapping[str, Setting], place: Place, problems: list[Problem]
) -> ElementTemplate | None:
    kind = settings["type"].raw if "type" in settings else None
    if not isinstance(kind, str) or kind not in ELEMENTS:
        at = settings["type"].place if "type" in settings else place
        message = f"no element type is called '{kind}'" if kind else f"the element '{name}' has no type"
        hint = hint_from(did_you_mean(str(kind), ELEMENTS) if kind else "", f"Types: {', '.join(ELEMENTS)}.")
        problems.append(Problem("E207", message, at.file, at.line, at.column, "type", hint))
        return None
    options = ELEMENTS[kind]
    constants: dict[str, Any] = {}
    varying: dict[str, Setting] = {}
    for key, setting in settings.items():
        if key in {"type", "before"}:
            continue
        if key not in options:
            at, hint = setting.place, hint_from(did_you_mean(key, options), f"Options of {kind}: {', '.join(options)}.")
            problems.append(
                Problem("E208", f"a {kind} has no option '{key}'", at.file, at.line, at.column, key, hint)
            )
            continue
        if key == "key":
            constants[key] = _grid_key(setting, problems)
            continue
        settled = _with_expression(setting, problems)
        if settled.expression is not None:
            varying[key] = settled
        else:
            _parse_constant(key, options[key], settled, constants, problems)
    defaults = {key: option.default for key, option in options.items() if key not in varying}
    places = {key: setting.place for key, setting in settings.items()}
    return ElementTemplate(name, kind, place, {**defaults, **constants}, varying, places)


def _parse_constant(
    key: str, option: Option, setting: Setting, constants: dict[str, Any], problems: list[Problem]
) -> None:
    try:
        constants[key] = option.parse(setting.raw)
    except ValueError as error:
        problems.append(_value_problem(key, str(error), setting.place))


def _grid_key(setting: Setting, problems: list[Problem]) -> dict[str, dict[str, Any]]:
    """What each word of a grid looks like: word -> {option: Setting or typed value}."""
    key: dict[str, dict[str, Any]] = {}
    rows = setting.raw if isinstance(setting.raw, dict) else {}
    if not isinstance(setting.raw, dict):
        problems.append(_value_problem("key", "it is a table", setting.place))
    for word, looks in rows.items():
        if not isinstance(looks, dict):
            problems.append(_value_problem(f"key {word}", "it is a table such as {fill = 'red'}", setting.place))
            continue
        unknown = [name for name in looks if name not in GRID_KEY]
        if unknown:
            hint = hint_from(did_you_mean(unknown[0], GRID_KEY), f"Options of a cell: {', '.join(GRID_KEY)}.")
            problems.append(_value_problem(f"key {word}", f"a cell has no option '{unknown[0]}'", setting.place, hint))
        key[word] = {name: _with_expression(Setting(raw, setting.place), problems) for name, raw in looks.items()}
    return key
