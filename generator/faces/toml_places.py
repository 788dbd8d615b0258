"""Finds where each key of a TOML text is: (table, ..., key) -> (line, column), counted from 1.

The second table under [[spaces]] is called ("spaces", "1").

The standard parser checks the text and gives the values but no places. This module reads the same text for the places
only, after the parser has accepted it.
"""

from __future__ import annotations

import re
from collections import Counter

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


def key_places(text: str) -> Places:
    places: Places = {}
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
            _note(places, table, text, start + len(statement) - len(inner))
        elif (match := _DOTTED.match(statement)) and not inner.startswith("#"):
            _note(places, table + _keys(match[1]), text, start + match.start(1))
        start = end + 1
    return places


def _note(places: Places, path: tuple[str, ...], text: str, offset: int) -> None:
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    for length in range(1, len(path) + 1):
        places.setdefault(path[:length], (line, column))


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
