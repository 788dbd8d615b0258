"""Finds where each key of a TOML text is: (table, ..., key) -> (line, column), counted from 1.

The second table under [[spaces]] is called ("spaces", "1").

The standard parser checks the text and gives the values but no places. This module reads the same text for the places
only, after the parser has accepted it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

Places = dict[tuple[str, ...], tuple[int, int]]

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)")
_ONE_KEY = re.compile(_KEY)
STRINGS = (
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
)
"""A string with any kind of quotes, or a comment."""
_STRINGS_AND_BRACKETS = re.compile(rf"{STRINGS}|[\[\]{{}}]|\n", re.DOTALL)
_IN_BRACES = re.compile(r"=[ \t]*\{")
_TOKENS = re.compile(rf"{STRINGS}|[\[\]{{}},]", re.DOTALL)


class TomlStatement(NamedTuple):
    """A heading, or a key with its value. path: its whole name; start: of its name; end: of the line of its end.

    is_heading: whether it opens a table.
    """

    path: tuple[str, ...]
    start: int
    end: int
    is_heading: bool


class KeyValue(NamedTuple):
    """A value below a key, also in braces. key: where its name begins; start, end: of the value, without a comment."""

    path: tuple[str, ...]
    key: int
    start: int
    end: int


def key_places(text: str) -> Places:
    places: Places = {}
    for path, at in _keys_in(text):
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        for length in range(1, len(path) + 1):
            places.setdefault(path[:length], (line, column))
    return places


def _keys_in(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    for one in statements(text):
        yield one.path, one.start
        if not one.is_heading and _IN_BRACES.search(text, one.start, one.end):
            yield from ((inner.path, inner.key) for inner in _values_from(text, one.start, one.end, one.path))


def statements(text: str) -> Iterator[TomlStatement]:
    """All headings and keys of a text, in order."""
    table: tuple[str, ...] = ()
    lists: Counter[tuple[str, ...]] = Counter()
    start = 0
    while start < len(text):
        end = _end_of_statement(text, start)
        statement = text[start:end]
        inner = statement.lstrip(" \t")
        if inner.startswith("["):
            table = name = _keys(inner.lstrip("["))
            if inner.startswith("[["):
                table = (*name, str(lists[name]))
                lists[name] += 1
            yield TomlStatement(table, start + len(statement) - len(inner), end, is_heading=True)
        elif (match := _DOTTED.match(statement)) and not inner.startswith("#"):
            yield TomlStatement(table + _keys(match[1]), start + match.start(1), end, is_heading=False)
        start = end + 1


def values(text: str) -> Iterator[KeyValue]:
    """All values of a text that have a key, in order; those in braces follow the value that holds them."""
    for one in statements(text):
        if not one.is_heading:
            yield from _values_from(text, one.start, one.end, one.path)


def _values_from(text: str, key: int, end: int, path: tuple[str, ...], closing: str = "\n") -> Iterator[KeyValue]:
    name = _DOTTED.match(text, key)
    start = text.index("=", name.end() if name else key) + 1
    start += len(text[start:end]) - len(text[start:end].lstrip(" \t"))
    value = KeyValue(path, key, start, _end_of_value(text, start, end, closing))
    yield value
    if text[start] != "{":
        return
    at = start + 1
    while (inner := _DOTTED.match(text, at, value.end)) is not None:
        held = list(_values_from(text, inner.start(1), value.end - 1, path + _keys(inner[1]), ","))
        yield from held
        at = held[0].end
        at += len(text[at : value.end]) - len(text[at : value.end].lstrip(" \t\r\n,"))


def _end_of_value(text: str, start: int, end: int, closing: str) -> int:
    position, depth = start, 0
    while (match := _TOKENS.search(text, position, end)) is not None:
        if depth == 0 and match[0][0] in {"#", closing}:
            end = match.start()
            break
        depth += (match[0] in "[{") - (match[0] in "]}")
        position = match.end()
    return start + len(text[start:end].rstrip())


def _keys(text: str) -> tuple[str, ...]:
    match = _DOTTED.match(text)
    return tuple(key.strip("\"'") for key in _ONE_KEY.findall(match[1])) if match else ()


def _end_of_statement(text: str, start: int) -> int:
    """The newline that ends the statement, which is not inside a string, an array or an inline table."""
    depth = 0
    position = start
    while match := _STRINGS_AND_BRACKETS.search(text, position):
        token = match[0]
        position = match.end()
        if token == "\n" and depth <= 0:
            return match.start()
        depth += (token in "[{") - (token in "]}")
    return len(text)
