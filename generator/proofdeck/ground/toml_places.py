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


class Statement(NamedTuple):
    """A heading, or a key with its value. path: its whole name; start: of its name; end: of the line of its end.

    is_heading: whether it opens a table.
    """

    path: tuple[str, ...]
    start: int
    end: int
    is_heading: bool


def key_places(text: str) -> Places:
    places: Places = {}
    for one in statements(text):
        line, column = text.count("\n", 0, one.start) + 1, one.start - text.rfind("\n", 0, one.start)
        for length in range(1, len(one.path) + 1):
            places.setdefault(one.path[:length], (line, column))
    return places


def statements(text: str) -> Iterator[Statement]:
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
            yield Statement(table, start + len(statement) - len(inner), end, is_heading=True)
        elif (match := _DOTTED.match(statement)) and not inner.startswith("#"):
            yield Statement(table + _keys(match[1]), start + match.start(1), end, is_heading=False)
        start = end + 1


def value_in(text: str, statement: Statement) -> tuple[int, int]:
    """Where the value of a key begins and ends, without the comment behind it."""
    name = _DOTTED.match(text, statement.start)
    start = text.index("=", name.end() if name else statement.start) + 1
    start += len(text[start : statement.end]) - len(text[start : statement.end].lstrip(" \t"))
    position, depth = start, 0
    while (match := _STRINGS_AND_BRACKETS.search(text, position, statement.end)) is not None:
        if match[0].startswith("#") and depth == 0:
            return start, start + len(text[start : match.start()].rstrip())
        depth += (match[0] in "[{") - (match[0] in "]}")
        position = match.end()
    return start, start + len(text[start : statement.end].rstrip())


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
