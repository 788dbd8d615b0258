"""Reads a workbook of any kind into rows of cells, with each text as a person sees it.

The result is the same `Row`s as for a text file; their line is the row of the sheet, their column the number of the
spreadsheet column. pandas opens the file with calamine, which takes a tenth of the time of openpyxl and also knows the
kinds that openpyxl cannot read. It is imported inside the function, because the import would slow down every .csv by a
third of a second. `archive` and `records` check the size of the contents first.
"""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any, Literal

from proofdeck.ground.problems import counted, did_you_mean, hint_from, listed, some_of
from proofdeck.source.cards.archive import (
    OPEN_XML,
    UNREADABLE,
    LockedError,
    TooMuchError,
    check_archive,
    kind_of,
    packed_again,
)
from proofdeck.source.cards.columns import column_letter, column_name, is_note
from proofdeck.source.cards.findings import Findings, quotation
from proofdeck.source.cards.formulas import shown_instead, unstored
from proofdeck.source.cards.reader import COMMENT, RawTable, Record
from proofdeck.source.cards.records import BINARY, errors_of, stream_alone

MOST_ROWS_SEEN = 200_000
MOST_SHEETS_LISTED = 10
MOST_SHEETS = 60
FIRST_ROWS = 5
"""Rows in which the header of another sheet is looked for."""
DEFAULT_SHEET = "cards"
"""The sheet that is read if none is named; without such a sheet, the first one is."""
LONGEST_SHEET_NAME = 100
DIGITS_SHOWN = ".15G"
MIDNIGHT = datetime.time()
"""What calamine returns for a date before 1900, too."""
AGAIN = "Open it in a spreadsheet program and save it again."
ERROR_SHOWN = "#N/A"


Rows = list[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class SheetRow(Record):
    """A row of a workbook, whose cells have no characters to count. sheet: its name if several are read."""

    sheet: str = ""

    @property
    def in_sheet(self) -> str:
        return f" of sheet {quotation(self.sheet)}" if self.sheet else ""

    def start(self, index: int) -> tuple[int, int]:
        """The row and the number of the spreadsheet column."""
        return self.line, index + 1

    def place(self, index: int) -> tuple[int, int]:
        """As `start`."""
        return self.line, index + 1


def read_workbook(data: bytes, suffix: str, sheet: str | None, findings: Findings) -> RawTable | None:
    """The table in the named sheet, or in the one called cards, or in the first; None if it cannot be read.

    Sheets with the same header as the first are read after it.
    """
    try:
        safe = _counted(data, suffix, findings)
        sheets = _values(safe, suffix, sheet, findings) if safe is not None else None
    except ImportError:
        raise
    except BaseException as error:  # whatever the libraries stumble over in a damaged file, also in a panic of Rust
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        findings.report("E119", "the workbook is damaged", hint=AGAIN)
        return None
    if sheets is None:
        return None
    return RawTable(_joined(sheets, findings) if len(sheets) > 1 else _as_rows(*sheets.values()), "")


def _counted(data: bytes, suffix: str, findings: Findings) -> bytes | None:
    """The workbook without anything that takes too long to read; None if it is refused."""
    kind = kind_of(data)
    try:
        if kind == ".xls" != suffix:
            raise LockedError("the workbook is locked with a password, or is an old .xls file with a different name")
        if suffix == ".xls" != kind:
            raise zipfile.BadZipFile
        if suffix == ".xls":
            data = stream_alone(data)
        else:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                check_archive(archive)
                data = packed_again(archive)
            if kind and kind != suffix and not {kind, suffix} <= OPEN_XML:
                raise zipfile.BadZipFile
        if suffix in BINARY:
            errors_of(data, suffix)
    except TooMuchError as error:
        findings.report("E118", str(error), hint=error.hint)
    except LockedError as error:
        findings.report("E119", str(error), hint="Save it without a password as .xlsx, .ods or .csv.")
    except UNREADABLE:
        hint = AGAIN if kind in {"", suffix} else f"Rename it so that it ends with {kind}."
        findings.report("E119", f"the file is not an {suffix} workbook, or is damaged", hint=hint)
    else:
        return data
    return None


def _values(data: bytes, suffix: str, sheet: str | None, findings: Findings) -> dict[str, Rows] | None:
    """The sheets that are read, by name."""
    import pandas

    engine: Literal["openpyxl", "calamine"] = "calamine" if kind_of(data) or suffix not in OPEN_XML else "openpyxl"

    def rows_of(book: Any, name: str, most: int) -> Rows:
        frame = pandas.read_excel(book, sheet_name=name, header=None, dtype=object, na_filter=False, nrows=most)
        return list(frame.itertuples(index=False, name=None))

    with warnings.catch_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")  # about fonts and styles, which do not matter
        with pandas.ExcelFile(io.BytesIO(data), engine=engine) as book:
            names = [str(name) for name in book.sheet_names]
            name = _chosen(sheet, names, findings)
            if name is None:
                return None

            def read(name: str, most: int = MOST_ROWS_SEEN) -> Rows:
                rows = rows_of(book, name, most)
                if suffix in OPEN_XML and any(MIDNIGHT in row for row in rows):
                    with pandas.ExcelFile(io.BytesIO(data), engine="openpyxl") as same:
                        rows = rows_of(same, name, most)
                return _as_shown(rows, shown_instead(data, suffix, name))

            sheets = {name: read(name)}
            if sheet is None and name.strip().casefold() != DEFAULT_SHEET:
                others = {other: read(other, FIRST_ROWS) for other in names[1:MOST_SHEETS] if not is_note(other)}
                alike = [other for other, first in others.items() if _header(first) == _header(sheets[name]) != []]
                sheets |= {other: rows for other in alike if _adds(rows := read(other), sheets.values())}
                left = {other: first for other, first in others.items() if other not in sheets}
                if len(sheets) == 1:
                    _warn_of_others(name, sheets[name], left, findings)
    for each in sheets:
        _check_formulas(each, data, suffix, findings)
    return sheets


def _check_formulas(sheet: str, data: bytes, suffix: str, findings: Findings) -> None:
    if formulas := list(unstored(data, suffix, sheet)):
        formula, others = formulas[0], len(formulas) - 1
        cell = f"{column_letter(formula.column - 1)}{formula.row}"
        also = f", nor {'does' if others == 1 else 'do'} {counted(others, 'other')}" if others else ""
        message = f"the formula {quotation(formula.text)} has no stored result (cell {cell}){also}"
        hint = "Open the file in a spreadsheet program and save it there; that computes the formulas."
        findings.report("E124", message, (formula.row, formula.column), hint=hint)


def _warn_of_others(name: str, rows: Rows, others: Mapping[str, Rows], findings: Findings) -> None:
    """Tell of other sheets with most of the columns of the one that is read."""
    header = set(_header(rows))
    alike = [other for other, first in others.items() if len(header & set(_header(first))) > len(header) / 2]
    if alike:
        have = "has" if len(alike) == 1 else "have"
        message = (
            f"only the sheet {quotation(name)} is read; {some_of(list(map(quotation, alike)))} {have} such columns too"
        )
        hint = "Give all of them the same header, in the same order, or call the sheet that is meant 'cards'."
        findings.report("W112", message, hint=hint)


def _said(row: tuple[object, ...]) -> list[str]:
    return [text_of(value).strip().casefold() for value in row]


def _header_at(rows: Rows) -> int:
    """Where the first row with several words is, counted from 0; -1 if none of the first rows has."""
    return next((at for at, row in enumerate(rows[:FIRST_ROWS]) if sum(map(bool, _said(row))) > 1), -1)


def _header(rows: Rows) -> list[str]:
    """What that row says, without the blank cells at its end."""
    said = _said(rows[at]) if (at := _header_at(rows)) >= 0 else []
    return said[: max((at for at, word in enumerate(said, 1) if word), default=0)]


def _adds(rows: Rows, read: Iterable[Rows]) -> bool:
    """Whether most of its rows are not in the sheets that are read already, as in an older version of one."""
    seen = {tuple(filter(None, _said(row))) for others in read for row in others}
    cards = [card for row in rows[_header_at(rows) + 1 :] if (card := tuple(filter(None, _said(row))))]
    return 2 * sum(card not in seen for card in cards) > len(cards)


def _joined(sheets: Mapping[str, Rows], findings: Findings) -> Iterator[Record]:
    """The rows of several sheets below the header of the first; a blank kind is the name of the sheet."""
    first = next(iter(sheets))
    header = [column_name(text_of(value)) for value in sheets[first][_header_at(sheets[first])]]
    width = max(len(row) for rows in sheets.values() for row in rows[:1])
    kind = header.index("kind") if "kind" in header else width
    if kind == width:
        names = some_of(list(map(quotation, sheets)))
        message = f"the sheets {names} are read one after the other, and their names are the kinds of their cards"
        hint = "Call a sheet 'cards' to read only that one, or begin the name of a sheet with # to leave it out."
        findings.report("W112", message, hint=hint)
    naming = [index for index, name in enumerate(header) if name in {"id", "name"}]
    number = 0
    for sheet, rows in sheets.items():
        at = _header_at(rows)
        for line, values in enumerate(rows, 1):
            number += 1
            cells = [*map(text_of, values), *[""] * (1 + width - len(values))]
            if line <= at + 1:
                if sheet != first:
                    continue
                cells[kind] = cells[kind] or ("kind" if line == at + 1 else "")
            elif sum(map(bool, map(str.strip, cells))) > 1 or any(cells[index].strip() for index in naming):
                cells[kind] = cells[kind].strip() or sheet
            if any(map(str.strip, cells)) and not COMMENT.match(cells[0]):
                yield SheetRow(number, line, tuple(cells), "", sheet=sheet)


def _as_shown(rows: Rows, instead: Mapping[tuple[int, int], str]) -> Rows:
    """The rows with the text that a cell shows in place of its value, by row and column."""
    if not instead:
        return rows
    return [
        tuple(instead.get((number, column), value) for column, value in enumerate(row, 1))
        for number, row in enumerate(rows, 1)
    ]


def _chosen(sheet: str | None, names: list[str], findings: Findings) -> str | None:
    if sheet is None:
        return next((name for name in names if name.strip().casefold() == DEFAULT_SHEET), names[0])
    if sheet in names:
        return sheet
    near = did_you_mean(sheet, [name for name in names if len(name) <= LONGEST_SHEET_NAME])
    hint = hint_from(near, f"The sheets are {listed(map(quotation, names[:MOST_SHEETS_LISTED]))}.")
    findings.report("E120", f"there is no sheet {quotation(sheet)}", hint=hint)
    return None


def _as_rows(rows: Rows) -> Iterator[Record]:
    for number, values in enumerate(rows, 1):
        cells = tuple(map(text_of, values))
        if any(map(str.strip, cells)) and not COMMENT.match(cells[0]):
            yield SheetRow(number, number, cells, "")


def text_of(value: object) -> str:
    """What a person sees in the cell: 3 for 3.0, TRUE for True, 2024-02-01 for a date at midnight."""
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n")
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).upper()
    if isinstance(value, float):
        return ERROR_SHOWN if value != value else format(value, DIGITS_SHOWN)
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ").removesuffix(" 00:00:00")
    if isinstance(value, datetime.timedelta):  # before pandas 3, one of pandas' own
        return str(datetime.timedelta(seconds=value.total_seconds()))
    return str(value)
