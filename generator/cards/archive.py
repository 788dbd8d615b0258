"""Whether a workbook may be opened: how much there is in it, counted before a library builds all of it in memory.

.xlsx and .ods files are zip archives of XML from who knows where. A few kilobytes may unpack to gigabytes, say that a
row is there a million times, or hold a cell so far away that every row is filled up to it. So each part is read once,
piece by piece, and what a library would make of it is counted. What is no XML, such as a picture, costs nothing.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from xml.parsers import expat

from generator.cards.reader import MOST_COLUMNS

MOST_UNPACKED_BYTES = 50_000_000
MOST_PARTS = 5_000
MOST_ELEMENTS = {".xlsx": 200_000, ".ods": 80_000}
"""Of XML, in all parts together: some 80 000 cells, or 30 000 in .ods, whose library needs longer for each."""
MOST_PLACES = 2_000_000
"""Cells of a sheet, empty ones among them, up to the last that holds a value."""
MOST_SPACES = 1_000_000
"""Written as a number of spaces, in all texts of an .ods together."""
DEEPEST = 100
FURTHEST = 702
"""Columns A to ZZ. Programs write empty cells further to the right, and nobody a card."""
BEYOND = 10**9
"""For a number that is none."""
PIECE = 1 << 18
KNOWN_METHODS = frozenset((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
PLACE = re.compile("([A-Z]{1,3})[0-9]{1,7}")


class TooMuchError(Exception):
    """Says what there is too much of; `hint` is the cure."""

    def __init__(self, message: str, hint: str = "Copy the cards into a new workbook, or save them as .csv.") -> None:
        super().__init__(message)
        self.hint = hint


def check_archive(archive: zipfile.ZipFile, suffix: str) -> None:
    """Raises TooMuchError, and zipfile.BadZipFile for what is packed in another way than programs do it."""
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED_BYTES:
        raise TooMuchError(f"the workbook would unpack to more than {MOST_UNPACKED_BYTES // 1_000_000} MB")
    if not all(part.compress_type in KNOWN_METHODS for part in parts):
        raise zipfile.BadZipFile
    left = MOST_ELEMENTS[suffix]
    for part in parts:
        left -= _Census(left).count(archive, part)


class _Census:
    """Counts what one part holds. most: elements that it may have."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._elements = self._depth = self._spaces = 0
        self._in_cell = False
        self._begin_sheet({})

    def count(self, archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> int:
        """The number of its elements, up to where it is no XML any more. Raises TooMuchError."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._word
        parser.StartDoctypeDeclHandler = self._refuse_definitions
        with archive.open(part) as file:
            try:
                while piece := file.read(PIECE):
                    parser.Parse(piece)
            except (expat.ExpatError, LookupError, ValueError):  # no XML, or in an encoding that nobody knows
                pass
        return self._elements

    def _refuse_definitions(self, *_: object) -> None:
        raise TooMuchError("the workbook defines abbreviations of its own, which could grow without end")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._elements += 1 + len(attributes) // 8
        self._depth += 1
        if self._elements > self._most:
            raise TooMuchError("the workbook holds more cells, texts and formats than can be read in a few seconds")
        if self._depth > DEEPEST:
            raise TooMuchError("the workbook is nested more deeply than any program writes")
        begin = BEGINS.get(_local(name))
        if begin is not None:
            begin(self, {_local(key): value for key, value in attributes.items()})

    def _end(self, name: str) -> None:
        self._depth -= 1
        local = _local(name)
        if local in CELLS:
            self._in_cell = False
        elif local in ROWS:
            self._end_row()

    def _word(self, _: str) -> None:
        if self._in_cell:
            self._fill()

    # -- a sheet -------------------------------------------------------------------------------------------------------

    def _begin_sheet(self, _: Mapping[str, str]) -> None:
        self._row = self._repeated = self._column = 0
        self._last_row = self._last_column = self._written = 0

    def _begin_row(self, attributes: Mapping[str, str]) -> None:
        """Only .xlsx says which row it is, and only .ods how often it is there."""
        self._repeated = _number(attributes.get("number-rows-repeated", "1"))
        self._row = _number(attributes["r"]) if "r" in attributes else self._row + self._repeated
        self._column = 0

    def _begin_cell(self, attributes: Mapping[str, str]) -> None:
        place = PLACE.fullmatch(attributes.get("r", ""))
        repeated = _number(attributes.get("number-columns-repeated", "1"))
        self._column = _column(place[1]) if place else self._column + repeated
        self._in_cell = True
        if "value" in attributes:
            self._fill()

    def _begin_spaces(self, attributes: Mapping[str, str]) -> None:
        self._spaces += _number(attributes.get("c", "1"))
        if self._spaces > MOST_SPACES:
            raise TooMuchError("the workbook holds texts of more than a million spaces")

    def _fill(self) -> None:
        """The cell holds a value: all that is before it, and the rows above it, become cells."""
        if self._column > FURTHEST:
            message = f"a cell far to the right holds a value; {MOST_COLUMNS} columns are the most"
            raise TooMuchError(message, "Delete the columns behind your last one.")
        self._last_row = max(self._last_row, self._row)
        self._last_column = max(self._last_column, self._column)
        self._check_places()

    def _end_row(self) -> None:
        """Cells of .xlsx cost time even where they are empty."""
        self._written += min(self._column, 1 << 14)
        self._check_places()

    def _check_places(self) -> None:
        if max(self._last_row * self._last_column, self._written) > MOST_PLACES:
            message = f"a sheet has more than {MOST_PLACES:,} cells up to the last that holds a value"
            raise TooMuchError(message, "Delete the rows below your last card and the columns behind your last one.")


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else BEYOND


def _column(letters: str) -> int:
    """1 for A, 27 for AA."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


CELLS = frozenset(("c", "table-cell", "covered-table-cell"))
ROWS = frozenset(("row", "table-row"))
BEGINS = {
    **dict.fromkeys(CELLS, _Census._begin_cell),
    **dict.fromkeys(ROWS, _Census._begin_row),
    "table": _Census._begin_sheet,
    "s": _Census._begin_spaces,
}
"""By the names of elements without their prefixes: c, row of .xlsx and the others of .ods."""
