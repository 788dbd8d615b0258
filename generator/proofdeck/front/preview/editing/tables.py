"""Changes single values of a TOML file, and leaves every other byte as it is.

What comes of an edit is read again before it counts: nothing but what was meant may be different.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any

from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.ground.toml_places import TomlStatement, statements, values

BARE = re.compile(r"[A-Za-z0-9_-]+")
MARK = b"\xef\xbb\xbf"
OTHERWISE = "Nothing was written, because more than this value would have changed. Change it in your editor."
Value = str | float | int | bool
Path = Sequence[str]
"""The keys that lead to a value, outermost first: `elements`, `title`, `x`."""


def with_values(data: bytes, table: Path, wished: Mapping[str, Value]) -> bytes:
    """The file with these values in a table, which is added at its end if there is none.

    A key that is there keeps its line and its comment, and others follow behind the last key of the table. Raises
    NotWrittenError for a file that is not TOML, and if anything else would change.
    """
    text = text_in(data)
    before = tables_in(text)
    for key, value in wished.items():
        text = _with_value(text, (*table, key), value)
    return _proved(data, text, _expected(before, table, wished))


def without_value(data: bytes, path: Path) -> bytes:
    """The file without that value and its line or, in braces, its comma. Raises NotWrittenError as `with_values`."""
    text = text_in(data)
    expected = deepcopy(tables_in(text))
    inside: Any = expected
    for key in path[:-1]:
        inside = inside.get(key, {}) if isinstance(inside, dict) else {}
    if not isinstance(inside, dict) or path[-1] not in inside or (left := _without(text, path)) is None:
        raise NotWrittenError(f"There is no {path[-1]} of its own in this file.")
    del inside[path[-1]]
    return _proved(data, left, expected)


def without_table(data: bytes, table: Path) -> bytes:
    """The file without a table and its keys. Raises NotWrittenError as `with_values` does."""
    text = text_in(data)
    expected = deepcopy(tables_in(text))
    inside = expected
    for key in table[:-1]:
        inside = inside.get(key, {})
    if not isinstance(inside, dict) or inside.pop(table[-1], None) is None:
        raise NotWrittenError(f"There is no {_heading(table)} in this file.")
    found = [one for one in statements(text) if one.path[: len(table)] == tuple(table)]
    if not found:
        return _proved(data, _without(text, table) or text, expected)
    start, end = found[0].start, found[-1].end
    start = text.rfind("\n", 0, start) + 1
    end = min(len(text), end + 1)
    line_end = "\r\n" if "\r\n" in text else "\n"
    if text[:start].endswith(2 * line_end) and text[end:].startswith(line_end):
        end += len(line_end)
    elif text[:start].endswith(2 * line_end) and end == len(text):
        start -= len(line_end)
    after = text[:start] + text[end:]
    if not expected.get(table[0], True) and table[0] not in tables_in(after):
        del expected[table[0]]
    return _proved(data, after, expected)


def _without(text: str, path: Path) -> str | None:
    """The text without a value, and without its line if it is not in braces; None if it is not in the text."""
    found = {one.path: one for one in values(text)}
    if (gone := found.get(tuple(path))) is None:
        return None
    if (holder := found.get(gone.path[:-1])) is None:
        end = next(one.end for one in statements(text) if one.start == gone.key)
        return text[: text.rfind("\n", 0, gone.key) + 1] + text[end + 1 :]
    beside = [one for one in found.values() if holder.start < one.key and one.end < holder.end]
    if (before := max((one.end for one in beside if one.end < gone.key), default=None)) is not None:
        return text[:before] + text[gone.end :]
    after = min((one.key for one in beside if one.key > gone.end), default=gone.end)
    return text[: gone.key] + text[after:]


def _with_value(text: str, path: Path, value: Value) -> str:
    known = list(statements(text))
    line_end = "\r\n" if "\r\n" in text else "\n"
    there = {one.path: one for one in values(text)}
    if (old := there.get(tuple(path))) is not None:
        return text[: old.start] + written(value) + text[old.end :]
    line = f"{path[-1] if BARE.fullmatch(path[-1]) else json.dumps(path[-1])} = {written(value)}"
    if (holder := there.get(tuple(path[:-1]))) is not None and text[holder.start] == "{":
        end = len(text[: holder.end - 1].rstrip())
        before, behind = (" ", " ") if text[end - 1] == "{" else (", ", text[end : holder.end - 1])
        return f"{text[:end]}{before}{line}{behind}{text[holder.end - 1 :]}"
    if len(path) == 1 and (not known or known[0].is_heading):
        return f"{line}{line_end}{line_end if known else ''}{text}"
    if (last := _last_of(known, path[:-1])) is None:
        gap = "" if not text else line_end if text.endswith("\n") else 2 * line_end
        return f"{text}{gap}{_heading(path[:-1])}{line_end}{line}{line_end}"
    end = len(text[: last.end].rstrip("\r"))
    return f"{text[:end]}{line_end}{line}{text[end:]}"


def _last_of(known: Sequence[TomlStatement], table: Path) -> TomlStatement | None:
    """The heading of a table, or the last key below it; None for a table without a heading.

    What is above all headings is the table without a name.
    """
    found: TomlStatement | None = None
    for one in known:
        if not table and one.is_heading:
            return found
        if not table:
            found = one
            continue
        if one.is_heading:
            if found is not None:
                return found
            found = one if one.path == tuple(table) else None
        elif found is not None:
            found = one
    return found


def _heading(table: Path) -> str:
    return f"[{'.'.join(key if BARE.fullmatch(key) else json.dumps(key) for key in table)}]"


def written(value: Value) -> str:
    """A value as TOML; numbers have at most two decimal places."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def text_in(data: bytes) -> str:
    """The text of a file. Raises NotWrittenError if it is not UTF-8."""
    try:
        return data.removeprefix(MARK).decode("utf-8")
    except UnicodeDecodeError:
        raise NotWrittenError("This file is not UTF-8, so it is left as it is.") from None


@lru_cache(maxsize=4)
def tables_in(text: str) -> dict[str, Any]:
    """What a text says, which callers leave as it is. Raises NotWrittenError if it is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotWrittenError(f"This file cannot be read, so it is left as it is: {error}.") from None


def _expected(before: dict[str, Any], table: Path, wished: Mapping[str, Value]) -> dict[str, Any]:
    found = deepcopy(before)
    inside: Any = found
    for key in table:
        inside = inside.setdefault(key, {})
        if not isinstance(inside, dict):
            raise NotWrittenError(OTHERWISE)
    inside |= {key: tomllib.loads(f"value = {written(value)}")["value"] for key, value in wished.items()}
    return found


def _proved(data: bytes, text: str, expected: dict[str, Any]) -> bytes:
    try:
        now = tables_in(text)
    except NotWrittenError:
        now = {}
    if now != expected:
        raise NotWrittenError(OTHERWISE)
    return (MARK if data.startswith(MARK) else b"") + text.encode()
