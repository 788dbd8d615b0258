"""Wraps what is printed to the width of a terminal. Programs that read a pipe or a file get whole lines."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TextIO

LEAST, MOST_OF_PROSE = 40, 120
"""The narrowest terminal that is served, and the longest line of prose."""
USUAL = 80
HANG = 2
LEAST_COLUMN = 18
"""Columns that text needs beside a table; what has fewer goes below."""
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
"""What separates two columns of a table."""
_WIDE = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\U00020000-\U0003fffd"
_CLOSING = "、。，．：；！？）」』】〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
WORD = re.compile(rf" *(?:[{_WIDE}][{_CLOSING}]*|[^ {_WIDE}]+(?: %(?![^ ,.;:)]))?)")
"""A word with the spaces before it; a line of Japanese may end after any letter that no mark follows."""


def width_of(stream: TextIO) -> int | None:
    """The columns that a line may fill; None if no terminal shows it."""
    return columns_of(stream) if stream.isatty() else None


def columns_of(stream: TextIO) -> int:
    """The columns that a line may fill: as COLUMNS says, or the terminal. The last one stays free for the cursor."""
    said = os.environ.get("COLUMNS", "")
    try:
        columns = int(said) if said.isdecimal() and int(said) else os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return max(LEAST, (columns or USUAL) - 1)


def cells(text: str) -> int:
    """How many columns a text fills; colours fill none, and letters of Chinese, Japanese and Korean two."""
    shown = COLOUR.sub("", text)
    return len(shown) if shown.isascii() else sum(map(_cells_of, shown))


def _cells_of(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1


def fitted(text: str, width: int | None) -> str:
    """Lines wrapped at spaces. What continues a line stands in its last column, or is indented if it has none.

    A word that has no room there, such as an address, begins near the left edge.
    """
    if width is None:
        return text
    return "\n".join(part for line in text.split("\n") for part in _parts(line, width))


def beside(left: str, right: str, indent: int, width: int) -> str:
    """A text from that column on, wrapped within it. left: what is before it, or above it where that is too long."""
    room = width - indent
    lines = [part for line in right.split("\n") for part in filled(line, room)]
    first = [left] if cells(left) > indent - 2 or not lines else [f"{left}{' ' * (indent - cells(left))}{lines.pop(0)}"]
    return "\n".join([*first, *(" " * indent + line for line in lines)])


def in_columns(rows: Sequence[str], width: int) -> list[str]:
    """The rows in as many columns as fit, each read from top to bottom."""
    wide = max(map(cells, rows), default=0) + 2
    height = -(-len(rows) // max(1, min(len(rows), (width + 2) // wide)))
    lines = (rows[line::height] for line in range(height))
    return ["".join(row + " " * (wide - cells(row)) for row in line).rstrip() for line in lines]


def _parts(line: str, width: int) -> Iterator[str]:
    hang = _hang(line, width)
    is_prose = not GAP.search(COLOUR.sub("", line))
    if cells(line) <= (width := min(width, MOST_OF_PROSE) if is_prose else width):
        yield line
        return
    first, *others = filled(line, width, width - hang)
    yield first
    yield from (" " * (hang if cells(other) <= width - hang else HANG) + other for other in others)


def _hang(line: str, width: int) -> int:
    """The last column that leaves room for text; else two more than the indent."""
    shown = COLOUR.sub("", line)
    starts = [cells(shown[: gap.end()]) for gap in GAP.finditer(shown)]
    indent = len(shown) - len(shown.lstrip(" "))
    return max((start for start in starts if start <= width - LEAST_COLUMN), default=indent + HANG)


def filled(line: str, width: int, later: int | None = None) -> Iterator[str]:
    """A line in parts. width: of the first, later: of the others. A word that is longer is a part of its own."""
    later = width if later is None else later
    part = ""
    for word in WORD.findall(line):
        if part.strip() and cells(part + word.rstrip()) > width:
            yield part.rstrip()
            part, width = word.lstrip(" "), later
        else:
            part += word
    yield part.rstrip()
