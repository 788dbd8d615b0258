"""Merges a template file with the templates it extends.

The result has every setting with the place it was written in. The nearest file wins, and elements are in the order of
their first appearance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from proofdeck.ground.files import inside, is_file, names_in
from proofdeck.ground.problems import Place, Problems, did_you_mean, hint_from
from proofdeck.ground.toml_places import Places, key_places
from proofdeck.ground.toml_text import TomlError, read_toml, text_of
from proofdeck.paper.faces import field_words
from proofdeck.paper.faces.options import shown
from proofdeck.source.expressions.expressions import Expression

DEEPEST_EXTENDS = 8

TABLES = ("fonts", "colours", "icons", "symbols", "data", "words", "let")
"""Settings with a row for each name."""
TOP_LEVEL = (
    *("extends", "size", "outline", "radius", "dpi", "bleed", "safe", "ignore", "collate", "icon_sets"),
    *TABLES,
    *("spaces", "elements"),
)

Locate = Callable[..., Place]
"""(keys, from the outermost table in) -> where their value is."""
Folders = Sequence[tuple[Path, str]]
"""The folders in which to look for templates, nearest first, each with its name in messages."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A value as written, where, and (if it depends on the card) the expression that computes it."""

    raw: Any
    place: Place
    expression: Expression | None = field(default=None, compare=False)


@dataclass(slots=True)
class Merged:
    """The tables of a template and of all it extends, nearest last.

    elements: what each file says of an element, in its own words.
    """

    top: dict[str, Setting] = field(default_factory=dict)
    tables: dict[str, dict[str, Setting]] = field(default_factory=dict)
    elements: dict[str, list[dict[str, Setting]]] = field(default_factory=dict)
    element_places: dict[str, Place] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)


def read_template(path: Path, folders: Folders, problems: Problems) -> Merged:
    """The file merged with all it extends; without `files` if nothing could be read."""
    merger = _Merger(folders, problems)
    merger.read(path)
    return merger.merged


def merged_text(text: str, shown: str, folders: Folders, problems: Problems) -> Merged:
    """A template that is in no file, merged with all it extends. shown: its name in messages."""
    merger = _Merger(folders, problems)
    merger.merge_text(text, shown, Path(shown), [])
    return merger.merged


def shown_name(path: Path, folders: Folders) -> str:
    for folder, name in folders:
        if path.is_relative_to(folder):
            return f"{name}/{path.relative_to(folder).as_posix()}"
    return path.name


@lru_cache(maxsize=32)
def _parsed(text: str) -> tuple[Mapping[str, object], Places]:
    """What a file says, and where; all templates that extend it ask for the same. Raises TomlError."""
    return read_toml(text), key_places(text)


class _Merger:
    """Reads files and merges their settings; whatever is wrong with them becomes problems."""

    def __init__(self, folders: Folders, problems: Problems) -> None:
        self._folders, self._problems = folders, problems
        self.merged = Merged()

    def read(self, path: Path, trail: Sequence[Path] = ()) -> None:
        """Merge the file and all it extends. trail: the files that extend it."""
        shown = shown_name(path, self._folders)
        try:
            self.merge_text(text_of(path), shown, path, trail)
        except TomlError as error:
            self._problems.report("E201", str(error), Place(shown, error.line, error.column), hint=error.hint)

    def merge_text(self, text: str, shown: str, path: Path, trail: Sequence[Path]) -> None:
        """The same for the text of the file. Raises TomlError if it is not valid."""
        tables, places = _parsed(text)
        tables = dict(tables)

        def place(*keys: str) -> Place:
            for length in range(len(keys), 0, -1):
                if keys[:length] in places:
                    return Place(shown, *places[keys[:length]])
            return Place(shown, 1, 1)

        if "extends" in tables:
            self._read_base(tables.pop("extends"), place("extends"), [*trail, path])
        self.merged.files.append(path)
        self._merge(tables, place)

    def _read_base(self, base: object, place: Place, trail: Sequence[Path]) -> None:
        """Merge the template that is extended: the nearest of that name that does not itself extend it.

        So `base/front.toml` of a project can extend the shipped one, and a game can extend a shipped game of its name.
        """

        def refuse(message: str, hint: str = "") -> None:
            self._problems.report("E202", message, place, field="extends", hint=hint)

        if not isinstance(base, str):
            return refuse("'extends' must name one template", 'For example: extends = "base/front.toml".')
        candidates = [found for folder in self._folders if (found := find_template(base, [folder]))]
        found = next((one for one in candidates if one not in trail), None)
        if found is None and candidates:
            return refuse(f"'{base}' extends itself" + (f" through {len(trail) - 1} others" if len(trail) > 1 else ""))
        if found is None:
            below = (
                (sub, name)
                for folder, _ in self._folders
                for sub in names_in(folder)
                for name in names_in(folder / sub)
            )
            known = {f"{sub}/{name}" for sub, name in below if name.endswith(".toml")}
            return refuse(
                f"there is no template {shown(base)}",
                hint_from(did_you_mean(base, known), "Paths start at templates/."),
            )
        if len(trail) > DEEPEST_EXTENDS:
            return refuse(f"templates extend each other more than {DEEPEST_EXTENDS} levels deep")
        self.read(found, trail)
        return None

    def _merge(self, tables: dict[str, object], place: Locate) -> None:
        for key, value in tables.items():
            name = field_words.setting_of(key, TOP_LEVEL)
            if name not in TOP_LEVEL:
                cure = field_words.TOP_CURES.get(field_words.folded(key), "")
                hint = cure or hint_from(did_you_mean(key, TOP_LEVEL), "Elements belong under [elements.NAME].")
                self._problems.report("E203", f"there is no setting '{key}'", place(key), field=key, hint=hint)
            elif name == "elements":
                self._merge_elements(key, value, place)
            elif name in TABLES:
                if isinstance(value, dict):
                    rows = dict(_words(value, place)) if name == "words" else _rows(key, value, place)
                    self.merged.tables.setdefault(name, {}).update(rows)
                else:
                    self._problems.report("E204", f"[{name}] must be a table", place(key), field=key)
            else:
                self.merged.top[name] = Setting(_listed(key, value, place) if name == "spaces" else value, place(key))

    def _merge_elements(self, key: str, value: object, place: Locate) -> None:
        rows = value.items() if isinstance(value, dict) else [("elements", value)]
        for name, settings in rows:
            at = place(key, name)
            if not isinstance(settings, dict):
                hint = "Each element needs a table: [elements.NAME]."
                self._problems.report("E204", f"'{name}' is not an element", at, field=name, hint=hint)
                continue
            self.merged.element_places.setdefault(name, at)
            own = {word: Setting(raw, place(key, name, word)) for word, raw in settings.items()}
            self.merged.elements.setdefault(name, []).append(own)


def find_template(name: str, folders: Folders) -> Path | None:
    """The first template with that name in the folders; never one outside them, except by a link in the project."""
    if "\0" in name or ".." in Path(name).parts:
        return None
    for folder, _ in folders:
        path = folder / name
        if path.is_relative_to(folder) and is_file(path) and inside(folder.parent, str(path.absolute())):
            return path
    return None


def _rows(key: str, table: Mapping[str, object], place: Locate) -> dict[str, Setting]:
    return {name: Setting(row, place(key, name)) for name, row in table.items()}


def _listed(key: str, value: object, place: Locate) -> object:
    """A list of tables, such as [[spaces]], with the place of each of their values; anything else as it is."""
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        return value
    return [
        {name: Setting(raw, place(key, str(number), name)) for name, raw in row.items()}
        for number, row in enumerate(value)
    ]


def _words(table: Mapping[str, object], place: Locate) -> Iterator[tuple[str, Setting]]:
    """Words by name, those of [words.de] as `name@de`, so that only the ones given are overridden."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from ((f"{word}@{name}", Setting(row, place("words", name, word))) for word, row in value.items())
        else:
            yield name, Setting(value, place("words", name))
