"""Cells of a workbook whose formula has no usable value: it failed, or its result was never stored.

Places are counted from 1. A spreadsheet program stores the result of each formula next to it. A library that writes a
formula cannot compute it, so it stores nothing, and a program that reads the file finds an empty cell.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from typing import Any, NamedTuple
from xml.etree import ElementTree

UNSTORED = re.compile(rb"<f\b(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
"""A formula in a sheet of an .xlsx file that is not followed by a value before the cell ends."""
EMPTY_TEXT = "str"
"""The type that openpyxl gives to a formula whose stored result is a text without letters."""
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
FORMULA = b"table:formula="


class Formula(NamedTuple):
    """A formula without a stored result. row, column: those of its cell, counted from 1."""

    row: int
    column: int
    text: str


def unstored(data: bytes, suffix: str, sheet: str) -> list[Formula]:
    """The formulas in the sheet whose results were never stored; almost free for a workbook without formulas."""
    find = _in_ods if suffix == ".ods" else _in_xlsx
    return list(find(data, sheet))


def errors_of(book: Any, sheet: str) -> dict[tuple[int, int], str]:
    """(row, column) -> the error shown by a cell of an openpyxl workbook, such as #REF!."""
    rows = enumerate(book[sheet].iter_rows(), 1)
    return {
        (row, column): str(cell.value)
        for row, cells in rows
        for column, cell in enumerate(cells, 1)
        if cell.data_type == "e"
    }


def _in_xlsx(data: bytes, sheet: str) -> Iterator[Formula]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = [name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")]
        if not any(UNSTORED.search(archive.read(name)) for name in parts):
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
    with zipfile.ZipFile(BytesIO(data)) as archive:
        content = archive.read("content.xml")
    if FORMULA not in content:
        return
    tables = ElementTree.fromstring(content).iter(f"{TABLE}table")  # noqa: S314  entities are refused before
    for table in (found for found in tables if found.get(f"{TABLE}name") == sheet):
        row = 1
        for line in table.iter(f"{TABLE}table-row"):
            column = 1
            for cell in line:
                formula = cell.get(f"{TABLE}formula")
                if formula and not cell.get(f"{OFFICE}value-type"):
                    yield Formula(row, column, formula.removeprefix("of:"))
                column += int(cell.get(f"{TABLE}number-columns-repeated", "1"))
            row += int(line.get(f"{TABLE}number-rows-repeated", "1"))
