"""Merges a template file with the templates it extends.

The result has every setting with the place it was written in. The nearest file wins, and elements are in the order of
their first appearance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.faces.expressions import Expression
from generator.faces.options import ELEMENTS
from generator.faces.toml_places import key_places
from generator.faces.toml_text import TomlError, read_toml, text_of
from generator.files import is_file
from generator.problems import Place, Problems, did_you_mean, hint_from

DEEPEST_EXTENDS = 8

TOP_LEVEL = (
    "extends",
    "size",
    "bleed",
    "safe",
    "ignore",
    "collate",
    "icon_sets",
    "fonts",
    "colours",
    "icons",
    "data",
    "words",
    "let",
    "elements",
)

Folders = Sequence[tuple[Path, str]]
"""The folders in which to look for templates, nearest first, each with its name in messages."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A value as written, where, and (if it depends on the card) the expression that computes it."""

    raw: Any
    place: Place
    expression: Expression | None = None


@dataclass(slots=True)
class Merged:
    """The tables of a template and of all it extends, nearest last."""

    top: dict[str, Setting] = field(default_factory=dict)
    tables: dict[str, dict[str, Setting]] = field(default_factory=dict)
    elements: dict[str, dict[str, Setting]] = field(default_factory=dict)
    element_places: dict[str, Place] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)


def read_template(path: Path, folders: Folders, problems: Problems) -> Merged:
    """The file merged with all it extends; without `files` if nothing could be read."""
    merged = Merged()
    _read(path, folders, problems, merged, [])
    return merged


def shown_name(path: Path, folders: Folders) -> str:
    for folder, name in folders:
        if path.is_relative_to(folder):
            return f"{name}/{path.relative_to(folder).as_posix()}"
    return path.name


def _read(path: Path, folders: Folders, problems: Problems, merged: Merged, trail: list[Path]) -> None:
    shown = shown_name(path, folders)
    try:
        text = text_of(path)
        tables = read_toml(text)
    except TomlError as error:
        problems.report("E201", str(error), Place(shown, error.line, error.column), hint=error.hint)
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


def _read_base(
    base: Any,
    place: Place,
    path: Path,
    folders: Folders,
    problems: Problems,
    merged: Merged,
    trail: list[Path],
) -> None:
    def refuse(message: str, hint: str = "") -> None:
        problems.report("E202", message, place, field="extends", hint=hint)

    if not isinstance(base, str):
        return refuse("'extends' must name one template", 'For example: extends = "base/front.toml".')
    found = find_template(base, folders)
    if found is None:
        known = {p.relative_to(folder).as_posix() for folder, _ in folders for p in folder.glob("*/*.toml")}
        return refuse(
            f"there is no template '{base}'", hint_from(did_you_mean(base, known), "Paths start at templates/.")
        )
    if found == path:
        found = _after(base, path, folders) or path
    if found in trail:
        return refuse(f"'{base}' extends itself" + (f" through {len(trail) - 1} others" if len(trail) > 1 else ""))
    if len(trail) > DEEPEST_EXTENDS:
        return refuse(f"templates extend each other more than {DEEPEST_EXTENDS} levels deep")
    _read(found, folders, problems, merged, trail)
    return None


def find_template(name: str, folders: Folders) -> Path | None:
    """The first template with that name in the folders; never one outside them."""
    if "\0" in name:
        return None
    for folder, _ in folders:
        path = folder / name
        if is_file(path) and path.resolve().is_relative_to(folder.resolve()):
            return path
    return None


def _after(name: str, path: Path, folders: Folders) -> Path | None:
    """A project's `base/front.toml` may extend the shipped one of the same name."""
    later = [entry for entry in folders if not path.is_relative_to(entry[0])]
    return find_template(name, later)


def _merge(tables: dict[str, Any], place: Any, merged: Merged, problems: Problems) -> None:
    for key, value in tables.items():
        if key not in TOP_LEVEL:
            hint = hint_from(did_you_mean(key, TOP_LEVEL), "Elements belong under [elements.NAME].")
            problems.report("E203", f"there is no setting '{key}'", place(key), field=key, hint=hint)
        elif key == "elements":
            _merge_elements(value, place, merged, problems)
        elif key in {"fonts", "colours", "icons", "data", "words", "let"}:
            if isinstance(value, dict):
                rows = dict(_words(value, place)) if key == "words" else _rows(key, value, place)
                merged.tables.setdefault(key, {}).update(rows)
            else:
                problems.report("E204", f"[{key}] must be a table", place(key), field=key)
        else:
            merged.top[key] = Setting(value, place(key))


def _rows(key: str, table: Mapping[str, Any], place: Any) -> dict[str, Setting]:
    return {name: Setting(row, place(key, name)) for name, row in table.items()}


def _words(table: Mapping[str, Any], place: Any) -> Iterator[tuple[str, Setting]]:
    """Words by name, those of [words.de] as `name@de`, so that only the ones given are overridden."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from ((f"{word}@{name}", Setting(row, place("words", name, word))) for word, row in value.items())
        else:
            yield name, Setting(value, place("words", name))


def _merge_elements(value: Any, place: Any, merged: Merged, problems: Problems) -> None:
    rows = value.items() if isinstance(value, dict) else [("elements", value)]
    for name, settings in rows:
        at = place("elements", name)
        if not isinstance(settings, dict):
            hint = "Each element needs a table: [elements.NAME]."
            problems.report("E204", f"'{name}' is not an element", at, field=name, hint=hint)
            continue
        merged.element_places.setdefault(name, at)
        rows_of_it = {key: Setting(raw, place("elements", name, key)) for key, raw in settings.items()}
        merged.elements[name] = {**_kept(merged.elements.get(name, {}), settings.get("type")), **rows_of_it}


def _kept(inherited: Mapping[str, Setting], new_type: Any) -> dict[str, Setting]:
    """The options an element inherits: if its type differs from the base's, only those that both types have."""
    if new_type is None or not isinstance(new_type, str) or new_type not in ELEMENTS:
        return dict(inherited)
    same = "type" in inherited and inherited["type"].raw == new_type
    return {key: setting for key, setting in inherited.items() if same or key in ELEMENTS[new_type] or key == "before"}
