"""Reads a workbook of any kind into rows of cells, with each text as a person sees it.

The result is the same `Row`s as for a text file; their line is the row of the sheet, their column the number of the
spreadsheet column. calamine opens the file: it takes a tenth of the time of openpyxl and also knows the kinds that
openpyxl cannot read. What it does not read as it is, pandas reads with openpyxl: they are imported only then, because
that takes a third of a second. `archive` and `records` check the size of the contents first.
"""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from proofdeck.ground.problems import did_you_mean, hint_from, listed
from proofdeck.source.cards.archive import (
    OPEN_XML,
    UNREADABLE,
    LockedError,
    TooMuchError,
    check_archive,
    kind_of,
    packed_again,
)
from proofdeck.source.cards.findings import Findings, quotation
from proofdeck.source.cards.formulas import merged_down, shown_instead
from proofdeck.source.cards.looks import Hidden, WordLook, hidden_in, marked, runs_in
from proofdeck.source.cards.reader import COMMENT, CardTables, RawTable, Record, SheetUse
from proofdeck.source.cards.records import BINARY, sheets_of, stream_alone
from proofdeck.source.cards.roles import LONG
from proofdeck.source.cards.sheet_findings import check_formulas, warn_of_doubt, warn_of_hidden
from proofdeck.source.cards.sheets import judged

MOST_ROWS_SEEN = 200_000
MOST_SHEETS_LISTED = 10
MOST_SHEETS = 60
MOST_JUDGED = 500
"""Rows of each sheet by which it is judged."""
LONGEST_SHEET_NAME = 100
DIGITS_SHOWN = ".15G"
MIDNIGHT = datetime.time()
"""What calamine returns for a date before 1900, too."""
AGAIN = "Open it in a spreadsheet program and save it again."
ERROR_SHOWN = "#N/A"


Rows = list[tuple[object, ...]]
NOTHING: Mapping[tuple[int, int], str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SheetRow(Record):
    """A row of a workbook, whose cells have no characters to count.

    values: the cells as they are stored; tab: the name of its sheet, also if no other is read.
    """

    values: tuple[object, ...] = ()
    tab: str = ""

    def stored(self, index: int) -> str:
        """As for any row."""
        return text_of(self.values[index]) if index < len(self.values) else ""

    @property
    def in_sheet(self) -> str:
        return f" of sheet {quotation(self.sheet)}" if self.sheet else ""

    def start(self, index: int) -> tuple[int, int]:
        """The row and the number of the spreadsheet column."""
        return self.line, index + 1

    place = start


def read_workbook(data: bytes, suffix: str, sheet: str | None, findings: Findings) -> CardTables | None:
    """The named sheet, or all sheets that hold cards; None if they cannot be read."""
    try:
        safe = _counted(data, suffix, findings)
        return _opened(safe, suffix, sheet, findings) if safe is not None else None
    except ImportError:
        raise
    except BaseException as error:  # whatever the libraries stumble over in a damaged file, also in a panic of Rust
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        findings.report("E119", "the workbook is damaged", hint=AGAIN)
        return None


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
            sheets_of(data, suffix)
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


def _opened(data: bytes, suffix: str, sheet: str | None, findings: Findings) -> CardTables | None:
    """The tables in the sheets that are read."""
    hidden: dict[str, Hidden] = {}

    def rows_of(book: _Book, name: str, most: int) -> Rows:
        rows, hidden[name] = _seen(book.rows(name, most), hidden_in(data, suffix, name))
        return rows

    with warnings.catch_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")  # about fonts and styles, which do not matter
        with _by_calamine(data) if kind_of(data) or suffix not in OPEN_XML else _by_openpyxl(data) as book:
            names = list(book.names)
            if not names:
                hint = "Write one card per row into a sheet, below a row with the names of the columns."
                findings.report("E115", "the workbook has charts and no cells", hint=hint)
                return None
            chosen = None if sheet is None else _chosen(sheet, names, findings)
            if sheet is not None and chosen is None:
                return None
            seen = [chosen] if chosen else names[:MOST_SHEETS]
            first = {name: rows_of(book, name, MOST_JUDGED) for name in seen}
            uses = judged({name: list(_as_rows(rows)) for name, rows in first.items()}, book.hidden)
            uses += [SheetUse(name, 0, f"only the first {MOST_SHEETS} are") for name in names[MOST_SHEETS:]]
            taken = [use.name for use in uses if not use.left_out]

            def read(name: str) -> Rows:
                rows = first[name] if len(first[name]) < MOST_JUDGED else rows_of(book, name, MOST_ROWS_SEEN)
                if suffix in OPEN_XML and any(MIDNIGHT in row for row in rows):
                    with _by_openpyxl(data) as same:
                        rows = rows_of(same, name, MOST_ROWS_SEEN)
                return rows

            sheets = {name: read(name) for name in taken}
        for each in sheets:
            check_formulas(each, data, suffix, findings)
        looks = {
            name: (_shown(rows, data, suffix, name, hidden[name]), _marks(rows, data, suffix, name))
            for name, rows in sheets.items()
        }
    called = {name: name if len(sheets) > 1 else "" for name in sheets}
    for name in sheets:
        warn_of_hidden(hidden[name], called[name], findings)
    tables = [
        RawTable(_as_rows(rows, name, called[name], *looks[name]), "", called[name]) for name, rows in sheets.items()
    ]
    if sheet is None and len(names) > 1:
        warn_of_doubt(uses, findings)
    return CardTables(tables, [] if len(names) == 1 or sheet is not None else uses)


class _Book(NamedTuple):
    """An open workbook. rows: those of a sheet, up to a number of them."""

    names: Sequence[str]
    hidden: frozenset[str]
    rows: Callable[[str, int], Rows]


@contextmanager
def _by_calamine(data: bytes) -> Iterator[_Book]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    def rows_of(name: str, most: int) -> Rows:
        rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False, nrows=most)
        return [tuple(map(_whole, row)) for row in rows[:most]]

    with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
        sheets = [one for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]
        hidden = frozenset(one.name for one in sheets if one.visible != SheetVisibleEnum.Visible)
        yield _Book([one.name for one in sheets], hidden, rows_of)


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


@contextmanager
def _by_openpyxl(data: bytes) -> Iterator[_Book]:
    import pandas

    def rows_of(name: str, most: int) -> Rows:
        frame = pandas.read_excel(book, sheet_name=name, header=None, dtype=object, na_filter=False, nrows=most)
        return list(frame.itertuples(index=False, name=None))

    with pandas.ExcelFile(io.BytesIO(data), engine="openpyxl") as book:
        yield _Book([str(name) for name in book.sheet_names], frozenset(), rows_of)


def _seen(rows: Rows, hidden: Hidden) -> tuple[Rows, Hidden]:
    """The rows without what is hidden, and the rows and columns in which that was anything."""
    if not any(hidden):
        return rows, hidden
    filled = [{at for at, value in enumerate(row, 1) if text_of(value).strip()} for row in rows]
    lines = frozenset(at for at, cells in enumerate(filled, 1) if at in hidden.rows and cells)
    columns = frozenset(
        column for at, cells in enumerate(filled, 1) if at not in lines for column in cells & hidden.columns
    )
    kept = [
        () if at in lines else tuple(None if column in columns else value for column, value in enumerate(row, 1))
        for at, row in enumerate(rows, 1)
    ]
    return kept, Hidden(lines, columns)


def _marks(rows: Rows, data: bytes, suffix: str, sheet: str) -> dict[int, dict[int, str]]:
    """Row -> index of a cell -> its words with markup, where they do not look like the others of the cell or column.

    Whole cells are marked in columns of texts alone: words that are compared stay as they are.
    """
    found: dict[int, dict[int, str]] = {}
    whole: dict[int, dict[int, WordLook]] = {}
    for (row, column), look in runs_in(data, suffix, sheet):
        if isinstance(look, WordLook):
            whole.setdefault(column - 1, {})[row] = look
        elif row <= len(rows) and any(rows[row - 1][column - 1 : column]):  # and not hidden
            found.setdefault(row, {})[column - 1] = marked(look)
    for index, looks in whole.items():
        cells = {at: text_of(cell) for at, row in enumerate(rows, 1) for cell in row[index : index + 1]}
        texts = {at: text for at, text in cells.items() if text.strip()}
        if len(texts) >= 2 * len(looks) and sum(map(len, texts.values())) >= LONG * len(texts):
            for row, look in looks.items():
                found.setdefault(row, {})[index] = marked([(texts.get(row, ""), look)])
    return found


def _shown(rows: Rows, data: bytes, suffix: str, sheet: str, hidden: Hidden) -> dict[tuple[int, int], str]:
    """What cells show in place of their values, by row and column; a merged cell shows its own in all its rows."""
    shown = dict(shown_instead(data, suffix, sheet))
    for column, top, bottom in merged_down(data, suffix, sheet):
        if top <= len(rows) and column <= len(rows[top - 1]):
            words = shown.get((top, column), text_of(rows[top - 1][column - 1]))
            shown |= dict.fromkeys(((row, column) for row in range(top + 1, bottom + 1)), words)
    return {at: words for at, words in shown.items() if at[0] not in hidden.rows and at[1] not in hidden.columns}


def _chosen(sheet: str, names: list[str], findings: Findings) -> str | None:
    if sheet in names:
        return sheet
    near = did_you_mean(sheet, [name for name in names if len(name) <= LONGEST_SHEET_NAME])
    hint = hint_from(near, f"The sheets are {listed(map(quotation, names[:MOST_SHEETS_LISTED]))}.")
    findings.report("E120", f"there is no sheet {quotation(sheet)}", hint=hint)
    return None


def _as_rows(
    rows: Rows,
    tab: str = "",
    sheet: str = "",
    instead: Mapping[tuple[int, int], str] = NOTHING,
    marks: Mapping[int, Mapping[int, str]] = MappingProxyType({}),
) -> Iterator[Record]:
    """The rows that are not empty. instead: what cells show in place of their values, by row and column."""
    for number, values in enumerate(rows, 1):
        cells = tuple(map(text_of, values))
        if instead:
            cells = tuple(instead.get((number, column), cell) for column, cell in enumerate(cells, 1))
        if any(map(str.strip, cells)) and not COMMENT.match(cells[0]):
            yield SheetRow(number, number, cells, "", sheet=sheet, values=values, marks=marks.get(number), tab=tab)


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
