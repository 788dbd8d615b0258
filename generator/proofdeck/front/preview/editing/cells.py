"""Changes single cells and rows of a .csv, .tsv or .txt file, and leaves every other byte as it is.

A cell keeps its quotes, and a row its line ending. What comes of an edit is read again before it counts: nothing but
what was meant may be different.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.ground.cache import digest
from proofdeck.ground.problems import Problems
from proofdeck.source.cards.findings import Findings
from proofdeck.source.cards.reader import (
    COMMENT,
    CONTROL_CHARACTER,
    RawTable,
    Record,
    encoding_of,
    extents,
    name_of,
    read_text,
)

LINE_END = re.compile("\r\n|\r|\n")
OTHERWISE = "Nothing was written, because other cells would have changed as well. Change this cell in your editor."


class RowMark(NamedTuple):
    """A row as somebody has seen it. line: on which it began, counted from 1; cells: a digest of its cells."""

    line: int
    cells: str


class CellEdit(NamedTuple):
    """A new text for one cell. column: counted from 0."""

    row: RowMark
    column: int
    text: str


def mark_of(row: Record) -> RowMark:
    """The mark by which a row is found again, even if it has moved."""
    return RowMark(row.line, digest(list(row.cells))[:12])


class Rows:
    """Rows of a table with anything in them, each of which is found again by how it was seen."""

    rows: Sequence[Record]

    @cached_property
    def _seen(self) -> dict[str, dict[int, int]]:
        """The places of rows in `rows`, by the digest of their cells and by their line."""
        found: dict[str, dict[int, int]] = {}
        for at, row in enumerate(self.rows):
            found.setdefault(mark_of(row).cells, {})[row.line] = at
        return found

    def number_of(self, mark: RowMark) -> int:
        """Which of `rows` was seen, in its old place or in a new one. Raises NotWrittenError if it has changed."""
        alike = self._seen.get(mark.cells, {})
        if mark.line in alike:
            return alike[mark.line]
        if len(alike) == 1:
            return next(iter(alike.values()))
        raise NotWrittenError(
            "This row has changed since the page was shown, so nothing was written. It is shown as it is now."
        )


@dataclass(frozen=True)
class Sheet(Rows):
    """A table as it is in a file. text: without its byte order mark; preferred: the delimiter if its head has none."""

    text: str
    mark: bytes
    encoding: str
    preferred: str = ","

    @cached_property
    def rows(self) -> list[Record]:  # type: ignore[override]
        """With the header."""
        return list(self._table.rows)

    @cached_property
    def delimiter(self) -> str:
        """What is between two cells."""
        return self._table.delimiter

    @cached_property
    def _table(self) -> RawTable:
        table = read_text(self.text.encode(), Findings("", Problems()), self.preferred)
        if table is None:
            raise NotWrittenError("This table is too large to be changed here. Change it in your editor.")
        return table

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return LINE_END.split(self.text)

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins in the text."""
        return [0, *(found.end() for found in LINE_END.finditer(self.text))]

    def span(self, row: Record) -> tuple[int, int]:
        """Where a row begins and ends in the text, without its line end."""
        cells = extents(self.lines, row.line - 1, self.delimiter)
        return self._at(cells[0][0]), self._at(cells[-1][1])

    def tokens(self, row: Record) -> list[str]:
        """The cells of a row as written, with their quotes."""
        cells = extents(self.lines, row.line - 1, self.delimiter)
        return [self.text[self._at(begin) : self._at(end)] for begin, end in cells]

    def end_of_line(self, at: int) -> str:
        """The line end there, or that of the first line at the end of the text."""
        found = LINE_END.match(self.text, at) or LINE_END.search(self.text)
        return found[0] if found else "\n"

    def _at(self, place: tuple[int, int]) -> int:
        return self.starts[place[0]] + place[1]

    def cells(self) -> list[tuple[str, ...]]:
        """All cells row by row, without empty ones at the end of a row."""
        return [_without_the_end(row.cells) for row in self.rows]

    def data(self, text: str) -> bytes:
        """A changed text as bytes. Raises NotWrittenError for characters that the file cannot hold."""
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            letter, name = text[error.start], name_of(self.encoding)
            raise NotWrittenError(
                f"This file is written in {name}, which has no '{letter}'. Save it as UTF-8 in your editor first."
            ) from None


@lru_cache(maxsize=4)
def read_sheet(data: bytes, preferred: str = ",") -> Sheet:
    """The table in a file. Raises NotWrittenError if its bytes would not come back as they were."""
    mark, encoding = encoding_of(data)
    try:
        text = data[len(mark) :].decode(encoding)
        is_whole = mark + text.encode(encoding) == data and text.encode().decode() == text
    except UnicodeError:
        is_whole = False
    if not is_whole or text.startswith("\ufeff"):
        raise NotWrittenError("Some characters of this file cannot be read. Save it as UTF-8 in your editor first.")
    return Sheet(text, mark, encoding, preferred)


def with_cells(data: bytes, edits: Sequence[CellEdit], preferred: str = ",") -> bytes:
    """The file with new texts in some cells. A row that is too short gets the cells before them.

    Raises NotWrittenError if a row has changed since it was seen, and if anything else would change.
    """
    sheet = read_sheet(data, preferred)
    wanted: dict[int, dict[int, str]] = {}
    for edit in edits:
        wanted.setdefault(sheet.number_of(edit.row), {})[edit.column] = cleaned(edit.text)
    expected, text = sheet.cells(), sheet.text
    for number in sorted(wanted, reverse=True):
        row, texts = sheet.rows[number], wanted[number]
        expected[number] = _without_the_end(_changed(row.cells, texts))
        checked(expected[number])
        begin, end = sheet.span(row)
        tokens = sheet.tokens(row)
        written = {at: _token(new, tokens[at] if at < len(tokens) else "", sheet) for at, new in texts.items()}
        text = text[:begin] + sheet.delimiter.join(_changed(tokens, written)) + text[end:]
    return _proved(sheet, text, expected)


def marks_after(old: Rows, new: Rows, marks: Iterable[RowMark]) -> dict[RowMark, RowMark]:
    """What has become of some rows, by their marks, when only cells were changed and no row came or went."""
    return {mark: mark_of(new.rows[old.number_of(mark)]) for mark in marks}


def with_row(data: bytes, after: RowMark, cells: Mapping[int, str], preferred: str = ",") -> bytes:
    """The file with a new row behind another one. cells: by column, counted from 0; the others are empty.

    Raises NotWrittenError as `with_cells` does.
    """
    sheet = read_sheet(data, preferred)
    above = sheet.number_of(after)
    texts = {at: cleaned(new) for at, new in cells.items() if new}
    empty = [""] * len(sheet.rows[0].cells)
    row = _without_the_end(_changed(empty, texts))
    checked(row)
    _, end = sheet.span(sheet.rows[above])
    written = _changed(empty, {at: _token(new, "", sheet) for at, new in texts.items()})
    text = f"{sheet.text[:end]}{sheet.end_of_line(end)}{sheet.delimiter.join(written)}{sheet.text[end:]}"
    expected = sheet.cells()
    expected.insert(above + 1, row)
    return _proved(sheet, text, expected)


def without_row(data: bytes, mark: RowMark, preferred: str = ",") -> bytes:
    """The file without a row. Raises NotWrittenError as `with_cells` does."""
    sheet = read_sheet(data, preferred)
    gone = sheet.number_of(mark)
    begin, end = sheet.span(sheet.rows[gone])
    if after := LINE_END.match(sheet.text, end):
        end = after.end()
    else:
        begin -= len(sheet.end_of_line(begin)) if begin else 0
    expected = [*sheet.cells()[:gone], *sheet.cells()[gone + 1 :]]
    return _proved(sheet, sheet.text[:begin] + sheet.text[end:], expected)


def _changed(cells: Iterable[str], texts: Mapping[int, str]) -> list[str]:
    """Cells with some texts in their places, and empty ones up to the last of them."""
    found = list(cells)
    found += [""] * (max(texts, default=-1) + 1 - len(found))
    for at, text in texts.items():
        found[at] = text
    return found


def cleaned(text: str) -> str:
    """The text with plain line breaks. Raises NotWrittenError for characters that no spreadsheet may have."""
    if found := CONTROL_CHARACTER.search(text.replace("\r", "")):
        raise NotWrittenError(f"The character U+{ord(found[0]):04X} cannot be in a spreadsheet. Leave it out.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def checked(cells: Sequence[str]) -> None:
    """Raises NotWrittenError for a row that would not be a card any more."""
    if not any(map(str.strip, cells)):
        raise NotWrittenError("A row without any text is not a card. Delete the row instead.")
    if COMMENT.match(cells[0].lstrip()):
        raise NotWrittenError("A row that begins with # is a comment, not a card. Begin its first cell differently.")


def _token(text: str, before: str, sheet: Sheet) -> str:
    """A cell as it is written: in quotes if it was, or if it must be. before: the cell that it replaces."""
    if not (
        before.lstrip(" \t").startswith('"')
        or text != text.strip()
        or any(one in text for one in f'{sheet.delimiter}"\n')
    ):
        return text
    breaks = found[0] if (found := LINE_END.search(before)) else "\n"
    doubled = text.replace('"', '""').replace("\n", breaks)
    return f'"{doubled}"'


def _without_the_end(cells: Iterable[str]) -> tuple[str, ...]:
    """Cells without empty ones at the end."""
    found = list(cells)
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def _proved(before: Sheet, text: str, expected: Sequence[tuple[str, ...]]) -> bytes:
    """The bytes of a changed text. Raises NotWrittenError unless it reads as expected."""
    data = before.data(text)
    after = read_sheet(data, before.preferred)
    if after.encoding != before.encoding and (before.mark or after.encoding != "utf-8"):
        raise NotWrittenError(OTHERWISE)
    if after.delimiter != before.delimiter or after.cells() != list(expected):
        raise NotWrittenError(OTHERWISE)
    return data
