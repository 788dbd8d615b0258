"""Finds the cells of a binary workbook, .xls or .xlsb: how many there are, how far they reach, which have failed, and
which rows and columns are hidden.

Both kinds consist of records: a number, a length and so many bytes ([MS-XLS], [MS-XLSB]; [MS-CFB] is what holds the
former). Only records that put a value into a cell, or hide some, are looked at.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import islice
from struct import pack, unpack_from
from types import MappingProxyType
from typing import NamedTuple
from xml.etree import ElementTree

from proofdeck.source.cards.archive import (
    FURTHEST,
    MOST_ELEMENTS,
    TOO_MANY,
    LockedError,
    TooMuchError,
    check_places,
    check_width,
)
from proofdeck.source.cards.reader import OLD_OFFICE_FILE

Records = Iterator[tuple[int, bytes]]

BINARY = frozenset((".xls", ".xlsb"))
ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
UNKNOWN_ERROR = "#ERROR!"

# .xls
STREAM, LOCKED_STREAM = "Workbook", "EncryptedPackage"
FREE = 0xFFFFFFFA
"""Sectors with this number and above are marks, not places."""
TABLE, LAST, UNUSED = 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF
SECTOR = 4096
HEADER_ENTRIES = 109
"""Sectors of the table of sectors that the header names; a larger file names the others in further sectors."""
SMALL_STREAM, SMALL_SECTOR = 4096, 64
BEGIN, END, LOCK, SHEET, EXTENT = 0x809, 0x0A, 0x2F, 0x85, 0x200
FORMULA, ERROR, MANY_NUMBERS = 0x06, 0x205, 0xBD
CELLS = frozenset((FORMULA, ERROR, MANY_NUMBERS, 0x203, 0x204, 0xD6, 0xFD, 0x27E))
FAILED = b"\xff\xff"
HEIGHTS, WIDTHS = 0x208, 0x7D

# .xlsb
ROW, SHEET_NAME, COLUMNS = 0, 156, 60
CELLS_BELOW, ERRORS_BELOW = frozenset((*range(2, 12), 62)), frozenset((3, 11))
PARTS = "xl/_rels/workbook.bin.rels"


class BinarySheet(NamedTuple):
    """A sheet. errors: (row, column) -> what the cell shows, such as #REF!. Rows and columns are counted from 1."""

    errors: Mapping[tuple[int, int], str] = MappingProxyType({})
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()


def sheets_of(data: bytes, suffix: str) -> Mapping[str, BinarySheet]:
    """The sheets by name.

    Raises TooMuchError for a workbook that would take too long to read, LockedError, and anything for a damaged one.
    """
    left = iter(range(MOST_ELEMENTS))
    return dict(_in_xls(data, left) if suffix == ".xls" else _in_xlsb(data, left))


def _in_xls(data: bytes, left: Iterator[int]) -> Iterator[tuple[str, BinarySheet]]:
    stream = _stream(data)
    for kind, said in _records(stream, 0, left):
        if kind == LOCK:
            raise LockedError
        if kind == SHEET:
            start, length, is_wide = unpack_from("<I", said)[0], said[6], said[7] & 1
            name = said[8 : 8 + length * (1 + is_wide)].decode("utf-16-le" if is_wide else "latin-1")
            yield name, _sheet_in_xls(_records(stream, start, left))


def _sheet_in_xls(records: Records) -> BinarySheet:
    sheet, depth = _Sheet(), 0
    for kind, said in records:
        depth += (kind == BEGIN) - (kind == END)
        if kind == EXTENT:
            row, last_row, column, last_column = unpack_from("<IIHH" if len(said) > 10 else "<HHHH", said)
            check_places(abs(last_row - row) * abs(last_column - column))
        elif kind == HEIGHTS and depth < 2 and unpack_from("<H", said, 12)[0] & 0x20:
            sheet.hidden_rows.add(unpack_from("<H", said)[0] + 1)
        elif kind == WIDTHS and depth < 2 and unpack_from("<H", said, 8)[0] & 1:
            sheet.hide_columns(*unpack_from("<HH", said))
        elif kind in CELLS and depth < 2:
            row, column = unpack_from("<HH", said)
            last = unpack_from("<H", said, len(said) - 2)[0] if kind == MANY_NUMBERS else column
            has_failed = said[7] == 1 if kind == ERROR else kind == FORMULA and said[12:14] == FAILED and said[6] == 2
            sheet.fill(row + 1, last + 1, said[6 if kind == ERROR else 8] if has_failed else None)
    return sheet.found


def _in_xlsb(data: bytes, left: Iterator[int]) -> Iterator[tuple[str, BinarySheet]]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        links = ElementTree.fromstring(archive.read(PARTS))  # noqa: S314  entities are refused before
        targets = {link.get("Id"): link.get("Target", "") for link in links}
        for kind, said in _short_records(archive.read("xl/workbook.bin"), left):
            if kind == SHEET_NAME:
                link, at = _text(said, 8)
                target = targets[link]
                part = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
                yield _text(said, at)[0], _sheet_in_xlsb(_short_records(archive.read(part), left))


def _sheet_in_xlsb(records: Records) -> BinarySheet:
    sheet, row = _Sheet(), 0
    for kind, said in records:
        if kind == ROW:
            row = unpack_from("<I", said)[0] + 1
            if said[11] & 0x10:
                sheet.hidden_rows.add(row)
        elif kind == COLUMNS and unpack_from("<H", said, 16)[0] & 1:
            sheet.hide_columns(*unpack_from("<II", said))
        elif kind in CELLS_BELOW:
            sheet.fill(row, unpack_from("<I", said)[0] + 1, said[8] if kind in ERRORS_BELOW else None)
    return sheet.found


class _Sheet:
    """The extent of a sheet, its errors, and what it hides."""

    def __init__(self) -> None:
        self.errors: dict[tuple[int, int], str] = {}
        self.hidden_rows: set[int] = set()
        self._hidden_columns: set[int] = set()
        self._last_row = self._last_column = 0

    @property
    def found(self) -> BinarySheet:
        return BinarySheet(self.errors, frozenset(self.hidden_rows), frozenset(self._hidden_columns))

    def hide_columns(self, first: int, last: int) -> None:
        """Note hidden columns, both counted from 0; programs hide all that are not used."""
        self._hidden_columns |= {*range(first + 1, min(last + 1, FURTHEST) + 1)}

    def fill(self, row: int, column: int, error: int | None) -> None:
        """Note a cell with a value. error: its number, if it shows one. Raises TooMuchError."""
        check_width(column)
        self._last_row, self._last_column = max(self._last_row, row), max(self._last_column, column)
        check_places(self._last_row * self._last_column)
        if error is not None:
            self.errors[row, column] = ERRORS.get(error, UNKNOWN_ERROR)


def _count(left: Iterator[int]) -> None:
    if next(left, None) is None:
        raise TooMuchError(TOO_MANY)


def _records(stream: bytes, at: int, left: Iterator[int]) -> Records:
    """The records of an .xls file from there to the end of the sheet, in which there may be charts with ends too."""
    kind = depth = 0
    while kind != END or depth > 0:
        _count(left)
        kind, length = unpack_from("<HH", stream, at)
        yield kind, stream[at + 4 : at + 4 + length]
        at += 4 + length
        depth += (kind == BEGIN) - (kind == END)


def _short_records(part: bytes, left: Iterator[int]) -> Records:
    """The records of a part of an .xlsb file, whose numbers and lengths have seven bits in each byte."""
    at = 0
    while at < len(part):
        _count(left)
        kind, at = _short(part, at, 2)
        length, at = _short(part, at, 4)
        yield kind, part[at : at + length]
        at += length


def _short(part: bytes, at: int, most: int) -> tuple[int, int]:
    number = 0
    for index in range(most):
        number |= (part[at + index] & 0x7F) << 7 * index
        if part[at + index] < 0x80:
            return number, at + index + 1
    return number, at + most


def _text(said: bytes, at: int) -> tuple[str, int]:
    end = at + 4 + 2 * unpack_from("<I", said, at)[0]
    return said[at + 4 : end].decode("utf-16-le"), end


def stream_alone(data: bytes) -> bytes:
    """An .xls file with nothing but the workbook, so that what is counted is what is read."""
    stream = _stream(data).ljust(SMALL_STREAM, b"\0")
    count = -(-len(stream) // SECTOR)
    tables = -(-(count + 1) // (SECTOR // 4 - 1))
    begin = pack("<HHHHHHIIIIIIIIII", 62, 4, 0xFFFE, 12, 6, 0, 0, 1, tables, tables, 0, SMALL_STREAM, LAST, 0, LAST, 0)
    places = pack(f"<{HEADER_ENTRIES}I", *range(tables), *[UNUSED] * (HEADER_ENTRIES - tables))
    following = [TABLE] * tables + [LAST, *range(tables + 2, tables + 1 + count), LAST]
    table = pack(f"<{len(following)}I", *following).ljust(SECTOR * tables, b"\xff")
    folder = _entry("Root Entry", 5, 1, 0, 0) + _entry(STREAM, 2, UNUSED, tables + 1, len(stream))
    header = OLD_OFFICE_FILE + b"\xa1\xb1\x1a\xe1" + bytes(16) + begin + places
    return b"".join(part.ljust(-(-len(part) // SECTOR) * SECTOR, b"\0") for part in (header, table, folder, stream))


def _entry(name: str, kind: int, below: int, start: int, length: int) -> bytes:
    said = f"{name}\0".encode("utf-16-le")
    places = pack("<HBBIII36xIQ", len(said), kind, 1, UNUSED, UNUSED, below, start, length)
    return said.ljust(64, b"\0") + places


def _stream(data: bytes) -> bytes:
    """The stream in an .xls file that holds the workbook."""
    size = 1 << unpack_from("<H", data, 30)[0]

    def sector(number: int) -> bytes:
        return data[(number + 1) * size : (number + 2) * size]

    def numbers(block: bytes) -> tuple[int, ...]:
        return unpack_from(f"<{len(block) // 4}I", block)

    table = [number for number in numbers(data[76 : 76 + 4 * HEADER_ENTRIES]) if number < FREE]
    further = unpack_from("<I", data, 68)[0]
    for _ in range(len(data) // size):
        if further >= FREE:
            break
        *more, further = numbers(sector(further))
        table += [number for number in more if number < FREE]
    following = [number for place in table[: len(data) // size] for number in numbers(sector(place))]

    def chain(start: int, following: list[int]) -> Iterator[int]:
        while start < FREE:
            yield start
            start = following[start]

    def whole(start: int) -> bytes:
        return b"".join(map(sector, islice(chain(start, following), len(following))))

    folder = whole(unpack_from("<I", data, 48)[0])
    entries: dict[str, tuple[int, int]] = {}
    for at in range(0, len(folder) - 127, 128):
        name = folder[at : at + max(unpack_from("<H", folder, at + 64)[0] - 2, 0)].decode("utf-16-le")
        entries.setdefault(name, unpack_from("<II", folder, at + 116))
    if LOCKED_STREAM in entries:
        raise LockedError
    start, length = entries[STREAM]
    if length >= SMALL_STREAM:
        return whole(start)[:length]
    small, places = whole(entries["Root Entry"][0]), list(numbers(whole(unpack_from("<I", data, 60)[0])))
    found = islice(chain(start, places), len(places))
    return b"".join(small[place * SMALL_SECTOR : (place + 1) * SMALL_SECTOR] for place in found)[:length]
