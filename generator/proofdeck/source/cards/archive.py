"""Whether a workbook is safe to open: its contents are counted before a library builds all of it in memory.

All workbooks but .xls are zip archives of XML from unknown sources. A few kilobytes can unpack to gigabytes, repeat a
row a million times, or contain a cell so far away that every row is filled up to it. So each part is read once, piece
by piece, and the cells a library would create are counted. Parts that are not XML, such as pictures, cost nothing;
`records` counts the binary ones. calamine ends the whole program if it runs out of memory, so this is its only guard.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping
from xml.parsers import expat

from proofdeck.source.cards.reader import MOST_COLUMNS, OLD_OFFICE_FILE

MOST_UNPACKED_BYTES = 50_000_000
MOST_PARTS = 5_000
OPEN_XML = frozenset((".xlsx", ".xlsm"))
MOST_ELEMENTS = 200_000
"""XML elements or records in all parts together: about 80 000 cells."""
MOST_PLACES = 2_000_000
"""Cells of a sheet, including empty ones, up to the last that holds a value."""
MOST_SPACES = 1_000_000
"""Spaces that an .ods file writes as a count, in all its texts together."""
DEEPEST = 100
FURTHEST = 702
"""Columns A to ZZ. Further to the right there are only empty cells that programs write."""
BEYOND = 10**9
"""Stands in for text that is not a number."""
PIECE = 1 << 18
TOO_MANY = "the workbook has more cells, texts and formats than can be read in a few seconds"
KNOWN_METHODS = frozenset((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
PLACE = re.compile("([A-Za-z]{1,3})([0-9]{1,7})")


CONTENTS = {"content.xml": ".ods", "xl/workbook.bin": ".xlsb", "xl/vbaProject.bin": ".xlsm", "xl/workbook.xml": ".xlsx"}
"""What only workbooks of one kind contain."""
READ = re.compile(r"content\.xml|xl/.*\.xml")
"""Parts that must be XML to their ends; calamine searches a broken table for its end for ever."""
UNREADABLE = (zipfile.BadZipFile, OSError, ValueError, RuntimeError, EOFError, zlib.error)
"""What zipfile raises for damaged archives."""
BREAKS = {b"line-break": b"&#10;", b"tab": b"&#9;"}
BREAK = re.compile(rb"<text:(line-break|tab)\b[^<>]*/>")
"""Parts of the texts of an .ods file that calamine leaves out."""


ENCODING = re.compile(r"""encoding=["'][^"']*["']""")


class TooMuchError(Exception):
    """Says which limit the workbook exceeds; `hint` says what to do."""

    def __init__(self, message: str, hint: str = "Copy the cards into a new workbook, or save them as .csv.") -> None:
        super().__init__(message)
        self.hint = hint


class LockedError(Exception):
    """Says that a password is needed."""

    def __init__(self, message: str = "the workbook is locked with a password") -> None:
        super().__init__(message)


def check_archive(archive: zipfile.ZipFile) -> None:
    """Raises TooMuchError, LockedError, and zipfile.BadZipFile for an unusual compression method."""
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED_BYTES:
        raise TooMuchError(f"the workbook would unpack to more than {MOST_UNPACKED_BYTES // 1_000_000} MB")
    if not all(part.compress_type in KNOWN_METHODS for part in parts):
        raise zipfile.BadZipFile
    left = MOST_ELEMENTS
    for part in parts:
        left -= _Census(left).count(archive, part)
    if "META-INF/manifest.xml" in archive.namelist() and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise LockedError


def kind_of(data: bytes) -> str:
    """The ending that a workbook should have, "" if this is none."""
    if data.startswith(OLD_OFFICE_FILE):
        return ".xls"
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = frozenset(archive.namelist())
    except UNREADABLE:
        return ""
    return next((ending for part, ending in CONTENTS.items() if part in parts), "")


def packed_again(archive: zipfile.ZipFile) -> bytes:
    """The parts that were counted and nothing else, as two programs may find different parts in a damaged archive."""
    parts = {part.filename: _in_utf8(archive.read(part)) for part in archive.infolist()}
    if "content.xml" in parts:
        parts["content.xml"] = BREAK.sub(lambda found: BREAKS[found[1]], parts["content.xml"])
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as again:
        for name, data in parts.items():
            again.writestr(zipfile.ZipInfo(name), data)
    return stream.getvalue()


def _in_utf8(part: bytes) -> bytes:
    """A part in the one encoding in which calamine finds rows."""
    if not part.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return part
    return ENCODING.sub('encoding="UTF-8"', part.decode("utf-16"), count=1).encode()


class _Census:
    """Counts the contents of one part. most: the elements it may have."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._elements = self._depth = self._spaces = 0
        self._in_cell = False
        self._begin_sheet({})

    def count(self, archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> int:
        """The number of its elements, up to where it stops being XML. Raises TooMuchError."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._word
        parser.StartDoctypeDeclHandler = self._refuse_definitions
        with archive.open(part) as file:
            try:
                while piece := file.read(PIECE):
                    parser.Parse(piece)
                parser.Parse(b"", True)
            except (expat.ExpatError, LookupError, ValueError):  # not XML, or in an unknown encoding
                if READ.fullmatch(part.filename):
                    raise
        return self._elements

    def _refuse_definitions(self, *_: object) -> None:
        raise TooMuchError("the workbook defines XML entities, which could expand without end")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._elements += 1 + len(attributes) // 8
        self._depth += 1
        if self._elements > self._most:
            raise TooMuchError(TOO_MANY)
        if self._depth > DEEPEST:
            raise TooMuchError("the workbook's XML is nested too deeply")
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
        self._row = self._repeated = self._column = self._at = 0
        self._last_row = self._last_column = self._written = 0

    def _begin_row(self, attributes: Mapping[str, str]) -> None:
        """Only .xlsx gives the number of a row, and only .ods a repeat count."""
        self._repeated = _number(attributes.get("number-rows-repeated", "1"))
        self._row = _number(attributes["r"]) if "r" in attributes else self._row + self._repeated
        self._column = 0

    def _begin_cell(self, attributes: Mapping[str, str]) -> None:
        place = PLACE.fullmatch(attributes.get("r", ""))
        self._at = int(place[2]) if place else BEYOND if "r" in attributes else self._row
        repeated = _number(attributes.get("number-columns-repeated", "1"))
        self._column = column_number(place[1].upper()) if place else self._column + repeated
        self._in_cell = True
        if "value" in attributes:
            self._fill()

    def _begin_spaces(self, attributes: Mapping[str, str]) -> None:
        self._spaces += _number(attributes.get("c", "1"))
        if self._spaces > MOST_SPACES:
            raise TooMuchError("the texts of the workbook contain more than a million spaces")

    def _begin_value(self, _: Mapping[str, str]) -> None:
        if self._in_cell:
            self._fill()

    def _begin_texts(self, attributes: Mapping[str, str]) -> None:
        """Space is reserved for as many texts as the .xlsx file says it has."""
        if _number(attributes.get("uniqueCount", "0")) > MOST_ELEMENTS:
            raise TooMuchError(TOO_MANY)

    def _fill(self) -> None:
        """Note a cell with a value: everything before it and above it becomes cells too."""
        check_width(self._column)
        self._last_row = max(self._last_row, self._row, self._at)
        self._last_column = max(self._last_column, self._column)
        check_places(self._last_row * self._last_column)

    def _end_row(self) -> None:
        """Count the row's cells: in .xlsx even empty ones cost time."""
        self._written += min(self._column, 1 << 14)
        check_places(self._written)


def check_width(column: int) -> None:
    """Raises TooMuchError for a cell with a value that is too far to the right."""
    if column > FURTHEST:
        message = f"a cell far to the right has a value; a sheet may have {MOST_COLUMNS} columns"
        raise TooMuchError(message, "Delete the columns after your last one.")


def check_places(places: int) -> None:
    """Raises TooMuchError for so many cells up to the last one with a value."""
    if places > MOST_PLACES:
        message = f"a sheet has more than {MOST_PLACES:,} cells up to the last one with a value"
        raise TooMuchError(message, "Delete the rows below your last card and the columns after your last one.")


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else BEYOND


def column_number(letters: str) -> int:
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
    **dict.fromkeys(("v", "is"), _Census._begin_value),
    "sst": _Census._begin_texts,
}
"""Handlers by element name without its prefix: c and row are from .xlsx, the others from .ods."""
