"""Reads a file of rules: its head, with the line of each value, and the text below.

The head is YAML. It is walked node by node instead of being loaded, because every value needs its line, and because a
few lines of YAML can describe a value of many gigabytes.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofdeck.ground.bounds import DEEPEST, TOO_MANY_DIGITS, long_number
from proofdeck.ground.cache import digest
from proofdeck.ground.files import is_file, read_file
from proofdeck.ground.problems import Place, Problems
from proofdeck.source.cards.reader import CONTROL_CHARACTER

if TYPE_CHECKING:
    from yaml import Node

LARGEST_PAGE = 1024 * 1024
"""The largest rules file, in bytes."""
MOST_WITH_PICTURES = 32 * 1024 * 1024
"""The same with the pictures that are written into it."""
LARGEST_HEAD = 64 * 1024
"""The largest head of a rules file, in bytes."""
WRITTEN = re.compile(
    r"data:image/(?P<kind>[\w.+-]{1,30});base64,\s?"
    r"(?P<data>[A-Za-z0-9+/=]{40,}(?:(?:[ \t\r]*\n[ \t]*[A-Za-z0-9+/=]+)+(?=\s*[)\"'>]))?)"
)
SHORT = re.compile(r"data:image/(?P<kind>[\w.+-]{1,30});sha256,(?P<digest>[0-9a-f]{16})")
"""A picture written into a page, and what a page that has been read has in its place."""
LINES_GONE = "\uffff"
"""What stands for a line of a picture until its paragraph ends."""
MOVED = re.compile(rf"{LINES_GONE}+|\n[ \t\r]*(?=\n)")
TOO_DEEP = f"it is nested too deeply; the limit is {DEEPEST} levels"
MOST_ENTRIES = 500

Plain = str | int | float | bool
Entry = tuple["Node", "Node"]
"""The nodes of a key and of its value."""


@dataclass(frozen=True, slots=True)
class HeadEntry:
    """One value of a head, and where it is. value: None for a list; items: the values of the list."""

    value: Plain | None
    file: str
    line: int
    column: int
    items: tuple[HeadEntry, ...] = ()

    @property
    def place(self) -> Place:
        return Place(self.file, self.line, self.column)

    @property
    def said(self) -> str:
        """How a message quotes it: the value in quotes, or `a list` or `a table`."""
        if self.value is None:
            return "a list" if self.items else "a table"
        return f"'{'yes' if self.value else 'no'}'" if isinstance(self.value, bool) else f"'{self.value}'"


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A rules page.

    shown: the file's name in messages. head: keys joined by dots (`rules.goal.2`) -> entry. body: the text below the
    head; first_line: the line of the file on which it begins. keys: the outermost keys of the head -> their lines.
    """

    shown: str
    head: Mapping[str, HeadEntry] = field(default_factory=dict)
    body: str = ""
    first_line: int = 1
    keys: Mapping[str, int] = field(default_factory=dict)

    def place(self, line: int | None = None, column: int | None = None) -> Place:
        """The page, or a line and column of it, counted from 1."""
        return Place(self.shown, line, column)

    @property
    def is_written(self) -> bool:
        """Whether there is anything in it; if not, there may be no such file."""
        return bool(self.head or self.body.strip())

    @property
    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines of the text, each with its number in the file."""
        return enumerate(self.body.splitlines(), self.first_line)

    def place_of(self, *words: str) -> Place:
        """The first line of the text that has all of them; the page if there is none."""
        return self.place(next((number for number, line in self.lines if all(word in line for word in words)), None))

    def under(self, key: str) -> dict[str, HeadEntry]:
        """The entries of one table of the head, without the name of the table."""
        lead = f"{key}."
        return {name.removeprefix(lead): entry for name, entry in self.head.items() if name.startswith(lead)}

    def text(self, key: str, problems: Problems) -> str | None:
        """A word or a number of the head, as text; None if it is missing. A list or a table is a mistake."""
        entry = self.head.get(key)
        if entry is not None and entry.value is not None:
            return str(entry.value)
        table = next(iter(self.under(key).values()), entry)
        if table is None:
            return None
        place = self.place(table.line)
        problems.report("E506", f"{key}: this must be a word or a number", place, field=key)
        return ""


def written_picture(page: Path, digested: str) -> bytes:
    """The picture of that digest in a page; empty if it is damaged or there is none."""
    with suppress(OSError, ValueError):
        return b64decode(_written_in(read_file(page, MOST_WITH_PICTURES)).get(digested, ""), validate=True)
    return b""


@lru_cache(maxsize=2)
def _written_in(page: bytes) -> Mapping[str, str]:
    """The pictures in a page by their digests, found once for all of them."""
    found = ("".join(one["data"].split()) for one in WRITTEN.finditer(page.decode("latin-1")))
    return {digest(data)[:16]: data for data in found}


def _with_short_pictures(text: str) -> str:
    """The text without the data of pictures. Lines that they took are empty below their paragraph, so others stay."""
    gone = 0

    def moved(found: re.Match[str]) -> str:
        nonlocal gone
        gone, lines = (gone + len(found[0]), "") if found[0][0] == LINES_GONE else (0, "\n" * gone + found[0])
        return lines

    return MOVED.sub(moved, WRITTEN.sub(_shortened, text)) + "\n" * gone


def _shortened(found: re.Match[str]) -> str:
    short = f"data:image/{found['kind']};sha256,{digest(''.join(found['data'].split()))[:16]}"
    return short + LINES_GONE * found["data"].count("\n")


def read_page(path: Path, shown: str, problems: Problems) -> RulesPage | None:
    """The page; None if there is no such file; an empty page if it cannot be read."""
    return _PageReader(shown, problems).page(path) if is_file(path) else None


class _PageReader:
    """Reads a page; whatever is wrong with it becomes problems."""

    def __init__(self, shown: str, problems: Problems) -> None:
        self._shown, self._problems = shown, problems

    def page(self, path: Path) -> RulesPage:
        try:
            data = read_file(path, MOST_WITH_PICTURES)
            text = data.decode("utf-8-sig", "ignore" if len(data) > MOST_WITH_PICTURES else "strict")
        except (OSError, UnicodeDecodeError) as error:
            self._refuse(f"the rules cannot be read: {error}")
            return RulesPage(self._shown)
        text = self._without_control_characters(_with_short_pictures(text)[:LARGEST_PAGE])
        if (place := long_number(text)) is not None:
            self._refuse(TOO_MANY_DIGITS, *place)
            return RulesPage(self._shown)
        lines = text.splitlines()
        end = _end_of_head(lines)
        if end is None:
            return RulesPage(self._shown, {}, text)
        top = self._table(lines[1:end])
        body = "\n".join(lines[end + 1 :])
        return RulesPage(self._shown, self._head(top), body, end + 2, _keys(top))

    def _refuse(self, message: str, line: int | None = None, column: int | None = None, hint: str = "") -> None:
        self._problems.report("E506", message, Place(self._shown, line, column), hint=hint)

    def _without_control_characters(self, text: str) -> str:
        """Report and remove control characters, which could affect whatever displays the page."""
        found = CONTROL_CHARACTER.search(text)
        if found is None:
            return text
        line, column = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
        message = f"the control character U+{ord(found[0]):04X} is not allowed in the rules"
        self._refuse(message, line, column, hint="Delete it, or save the file as UTF-8.")
        return CONTROL_CHARACTER.sub("\ufffd", text)

    def _table(self, lines: list[str]) -> list[Entry]:
        """The head as pairs of nodes, key and value; empty if it cannot be read."""
        import yaml

        text = "\n".join(lines)
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            _check_depth(yaml.parse(text, loader))
            top = yaml.compose(text, loader)
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            mark = getattr(error, "problem_mark", None)
            line, column = (mark.line + 2, mark.column + 1) if mark else (2, 1)
            what = getattr(error, "problem", None) or "it cannot be read"
            what = TOO_DEEP if "nesting" in what else what
            self._refuse(f"the head of the rules is not valid YAML: {what}", line, column)
            return []
        return top.value if isinstance(top, yaml.MappingNode) else []

    def _head(self, top: list[Entry]) -> dict[str, HeadEntry]:
        entries: dict[str, HeadEntry] = {}
        for name, entry in self._walk(top, ""):
            if name in entries:
                self._problems.report("E506", f"'{name}' appears twice in the head", entry.place, field=name)
            if len(entries) >= MOST_ENTRIES:
                self._refuse(f"the head has more than {MOST_ENTRIES} values", entry.line)
                break
            entries[name] = entry
        return entries

    def _walk(self, table: Sequence[Entry], lead: str) -> Iterator[tuple[str, HeadEntry]]:
        """Depth first. An empty table below another is an entry without a value, so readers can tell what is missing.

        An alias can refer to a table again and again, which is why the caller stops at a limit.
        """
        import yaml

        for key, value in table:
            name = f"{lead}{_word(key)}"
            if isinstance(value, yaml.MappingNode) and name.count(".") < 4 and (value.value or not lead):
                yield from self._walk(value.value, f"{name}.")
                continue
            is_list = isinstance(value, yaml.SequenceNode)
            items = tuple(map(self._entry, value.value[:MOST_ENTRIES])) if is_list else ()
            yield name, replace(self._entry(value), items=items)

    def _entry(self, node: Node) -> HeadEntry:
        import yaml

        plain = _plain(node.tag, node.value) if isinstance(node, yaml.ScalarNode) else None
        return HeadEntry(plain, self._shown, node.start_mark.line + 2, node.start_mark.column + 1)


def _end_of_head(lines: list[str]) -> int | None:
    """The index of the second line `---`."""
    if not lines or lines[0].strip() != "---":
        return None
    size = 0
    for index, line in enumerate(lines[1:], 1):
        if line.strip() == "---":
            return index
        size += len(line) + 1
        if size > LARGEST_HEAD:
            break
    return None


def _keys(top: Sequence[Entry]) -> dict[str, int]:
    return {_word(key): key.start_mark.line + 2 for key, _ in top}


def _check_depth(events: Iterable[Any]) -> None:
    """Stop at tables nested too deeply, which take very long to read. Raises yaml.YAMLError.

    Newer versions of the library read ahead, and may find them first.
    """
    import yaml

    depth = 0
    for event in events:
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise yaml.MarkedYAMLError(problem=TOO_DEEP, problem_mark=event.start_mark)


def _word(key: Node) -> str:
    """A key as written; `?` if it is a list or a table."""
    return key.value if isinstance(key.value, str) else "?"


def _plain(tag: str, text: str) -> Plain:
    kind = tag.rpartition(":")[2]
    try:
        if kind == "int":
            return int(text)
        if kind == "float":
            return float(text)
    except ValueError:
        return text
    if kind == "bool":
        return text.casefold() in {"yes", "true", "on"}
    return "" if kind == "null" else text
