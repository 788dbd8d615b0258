"""Cells of a workbook whose formula has no usable value: it failed, or its result was never stored.

calamine returns an empty text for both. A spreadsheet program stores the result of each formula next to it. A library
that writes a formula cannot compute it, so it stores nothing. Places are counted from 1.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from io import BytesIO
from typing import NamedTuple
from xml.etree import ElementTree

from proofdeck.source.cards.archive import OPEN_XML, column_number
from proofdeck.source.cards.number_formats import cells_as_shown, parts_of, sheet_xml
from proofdeck.source.cards.records import BINARY, BinarySheet, sheets_of

UNSTORED = re.compile(rb"<f\b(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
"""A formula in a sheet of an .xlsx file that is not followed by a value before the cell ends."""
EMPTY_TEXT = "str"
"""The type that openpyxl gives to a formula whose stored result is a text without letters."""
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
REPEATED = f"{TABLE}number-columns-repeated"
CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
FORMULA = re.compile(b"table:formula=")
FAILED = re.compile(rb"""\bt=["']e["']""")
"""A cell in a sheet of an .xlsx file that shows an error."""
SHOWN_OTHERWISE = re.compile(
    rb"""value-type=["'](?:error|percentage|currency|time)["']|<table:covered-table-cell\b(?:[^>/]|/(?!>))*>"""
)
"""A cell of an .ods file with an error or a format, or one with contents that a merged cell covers."""
MERGED = re.compile(rb"""<(?:\w+:)?mergeCell\b[^>]*\bref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']""")
MOST_MERGED = 100_000
"""Cells of a sheet that may be covered by others."""
FORMATTED = {"percentage", "currency", "time"}


Pattern = re.Pattern[bytes]


class Formula(NamedTuple):
    """A formula without a stored result. row, column: those of its cell, counted from 1."""

    row: int
    column: int
    text: str


def unstored(data: bytes, suffix: str, sheet: str) -> list[Formula]:
    """The formulas in the sheet whose results were never stored; almost free for a workbook without formulas.

    An .xls or .xlsb file has a result for each.
    """
    return list(_in_ods(data, sheet) if suffix == ".ods" else _in_xlsx(data, sheet) if suffix in OPEN_XML else ())


def shown_instead(data: bytes, suffix: str, sheet: str) -> Mapping[tuple[int, int], str]:
    """(row, column) -> what a cell shows where calamine reads something else.

    A number in its format, an error, or nothing if the cell is covered. An .xls or .xlsb file shows its errors alone.
    """
    if suffix in BINARY:
        return sheets_of(data, suffix).get(sheet, BinarySheet()).errors
    if suffix in OPEN_XML:
        return {**dict(cells_as_shown(data, sheet)), **dict(_errors_in_xlsx(data, sheet))}
    return dict(_shown_in_ods(data, sheet))


def merged_down(data: bytes, suffix: str, sheet: str) -> Iterator[tuple[int, int, int]]:
    """(column, first row, last row) of each cell of an .xlsx file that is merged with those below it."""
    if suffix not in OPEN_XML:
        return
    left = MOST_MERGED
    for found in MERGED.finditer(sheet_xml(data, sheet)):
        first, last = int(found[2]), int(found[4])
        left -= last - first
        if found[1] == found[3] and first < last and left > 0:
            yield column_number(found[1].decode()), first, last


def _errors_in_xlsx(data: bytes, sheet: str) -> Iterator[tuple[tuple[int, int], str]]:
    if not _in_a_sheet(data, FAILED):
        return
    from openpyxl import load_workbook

    with closing(load_workbook(BytesIO(data), read_only=True, data_only=True)) as book:
        for row, cells in enumerate(book[sheet].iter_rows(), 1):
            for column, cell in enumerate(cells, 1):
                if cell.data_type == "e":
                    yield (row, column), str(cell.value)


def _in_a_sheet(data: bytes, pattern: Pattern) -> bool:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = [name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")]
        return any(pattern.search(archive.read(name)) for name in parts)


def _in_xlsx(data: bytes, sheet: str) -> Iterator[Formula]:
    if not _in_a_sheet(data, UNSTORED):
        return
    from openpyxl import load_workbook

    said, stored = (load_workbook(BytesIO(data), read_only=True, data_only=only) for only in (False, True))
    with closing(said), closing(stored):
        pairs = zip(said[sheet].iter_rows(), stored[sheet].iter_rows(), strict=False)
        for row, (formulas, values) in enumerate(pairs, 1):
            for column, (formula, value) in enumerate(zip(formulas, values, strict=False), 1):
                if formula.data_type == "f" and value.value is None and value.data_type != EMPTY_TEXT:
                    yield Formula(row, column, str(formula.value))


def _in_ods(data: bytes, sheet: str) -> Iterator[Formula]:
    for row, column, cell in cells_of_ods(data, sheet, FORMULA):
        formula = cell.get(f"{TABLE}formula")
        if formula and not cell.get(f"{OFFICE}value-type"):
            yield Formula(row, column, formula.removeprefix("of:"))


def _shown_in_ods(data: bytes, sheet: str) -> Iterator[tuple[tuple[int, int], str]]:
    for row, column, cell in cells_of_ods(data, sheet, SHOWN_OTHERWISE):
        is_covered = cell.tag == f"{TABLE}covered-table-cell" and len(cell) > 0
        kind = cell.get(f"{OFFICE}value-type")
        if is_covered or cell.get(f"{CALC}value-type") == "error" or (kind in FORMATTED and len(cell)):
            shown = "" if is_covered else "".join(cell.itertext()).strip()
            yield from (((row, column + beside), shown) for beside in range(int(cell.get(REPEATED, "1"))))


def cells_of_ods(data: bytes, sheet: str, pattern: Pattern) -> Iterator[tuple[int, int, ElementTree.Element]]:
    """(row, column, cell), if what is looked for is in the file."""
    content = parts_of(data, ("content.xml",))["content.xml"]
    if not pattern.search(content):
        return
    tables = ElementTree.fromstring(content).iter(f"{TABLE}table")  # noqa: S314  entities are refused before
    for table in (found for found in tables if found.get(f"{TABLE}name") == sheet):
        row = 1
        for line in table.iter(f"{TABLE}table-row"):
            rows = int(line.get(f"{TABLE}number-rows-repeated", "1"))
            for same in range(rows if any(map(len, line)) else 1):
                column = 1
                for cell in line:
                    yield row + same, column, cell
                    column += int(cell.get(REPEATED, "1"))
            row += rows
