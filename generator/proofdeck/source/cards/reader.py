"""Turns the bytes of a .csv, .tsv or .txt file into rows of cells that know their place.

The csv module does not report columns, and guesses where we want to complain, so the text is split here: a line without
quotes with one `split`, any other cell by cell. A place is computed only when it is asked for, which keeps large
tables cheap.
"""

from __future__ import annotations

import codecs
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from proofdeck.ground.problems import Problems
from proofdeck.source.cards.encodings import guessed
from proofdeck.source.cards.findings import Findings, quotation

MOST_LINES = 1_000_000
MOST_COLUMNS = 256
BLANKS = " \t\n"
ALL_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))
DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
GUESSED_DELIMITERS = (",", ";", "\t", "|")
HEADER_LINES_SEARCHED = 50
OLD_OFFICE_FILE, ZIP_BEGINS = b"\xd0\xcf\x11\xe0", b"PK\x03\x04"
"""How workbooks begin."""

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
CALLED = {
    "gb18030": "GB 18030",
    "big5": "Big5",
    "cp932": "Shift JIS",
    "cp949": "Korean Windows-949",
    "koi8-r": "KOI8-R",
    "mac-roman": "Mac Roman",
}
"""What people call the encodings, if not by the number of Windows."""
SAVE_AS_UTF8 = "Save the file as UTF-8 (in a spreadsheet program: 'CSV UTF-8')."
CONTROL_CHARACTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
SEP_LINE = re.compile(r'"?sep=(.?)"?[ ,;\t|]*', re.IGNORECASE)
ERROR_NAMES = r"REF!|N/A|NAME\?|VALUE!|DIV/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!"
ERROR_VALUE = re.compile(rf"#(?:{ERROR_NAMES})|Err:\d\d\d")
COMMENT = re.compile(rf"[ ]*#(?!(?:{ERROR_NAMES})[ ]*(?:[,;\t|]|$))")


@dataclass(frozen=True, slots=True)
class Record:
    """One record of the table.

    number: the row in a spreadsheet program, which differs from the line once a cell contains a line break.
    line: the physical line where the row begins.
    cells: the texts as written, including blanks, with line breaks as `\\n`.
    broken: whether a quote was never closed, so that the cells cannot be trusted.
    sheet: its name if several of a workbook are read. marks: cells with the markup that prints them as they look.
    """

    number: int
    line: int
    cells: tuple[str, ...]
    delimiter: str
    broken: bool = False
    sheet: str = ""
    marks: Mapping[int, str] | None = None

    @property
    def filled(self) -> list[str]:
        """What its cells say that are not empty."""
        return [said for cell in self.cells if (said := cell.strip())]

    def stored(self, index: int) -> str:
        """The cell as it is stored, for a column that is counted with: 0.25 where a workbook shows 25 %."""
        return self.cells[index] if index < len(self.cells) else ""

    @property
    def in_sheet(self) -> str:
        """` of sheet 'Heroes'` if the table consists of several sheets, or ""."""
        return ""

    def start(self, index: int) -> tuple[int, int]:
        """Line and column of the cell's first character, or of the end of the row if the cell is missing."""
        before = self.cells[:index]
        missing = len(self.delimiter) if index >= len(self.cells) else 0
        return self.line, 1 + sum(map(len, before)) + len(self.delimiter) * len(before) - missing

    def place(self, index: int) -> tuple[int, int]:
        """Line and column of the cell's first character that is not blank."""
        line, column = self.start(index)
        text = self.cells[index] if index < len(self.cells) else ""
        lead = text[: len(text) - len(text.lstrip(BLANKS))]
        if "\n" in lead:
            return line + lead.count("\n"), len(lead) - lead.rfind("\n")
        return line, column + (len(lead) if lead != text else 0)


@dataclass(frozen=True, slots=True)
class QuotedRow(Record):
    """A row with quotes; starts: line and column of each cell's first character, then of the end of the row."""

    starts: tuple[tuple[int, int], ...] = ()

    def start(self, index: int) -> tuple[int, int]:
        """As for any row, but looked up, because with quotes and line breaks lengths do not add up."""
        return self.starts[min(index, len(self.starts) - 1)]


@dataclass(frozen=True, slots=True)
class RawTable:
    """Rows and the delimiter between their cells ("" in a workbook). sheet: its name if several are read."""

    rows: Iterator[Record]
    delimiter: str
    sheet: str = ""


class SheetUse(NamedTuple):
    """What became of a sheet. rows: with anything in them, and cards if it is read; left_out: why it is not, or "".

    is_doubtful: whether it may hold cards although it is not read, or is read although it may hold none.
    """

    name: str
    rows: int
    left_out: str = ""
    is_doubtful: bool = False


class CardTables(NamedTuple):
    """The tables of cards in a file, and what became of each sheet of a workbook that has several."""

    tables: list[RawTable]
    uses: Sequence[SheetUse] = ()


def read_text(data: bytes, findings: Findings, preferred: str = ",") -> RawTable | None:
    """The table in a text file, split row by row as needed; None if it has too many lines.

    preferred: the delimiter to use if the header contains none.
    """
    text = _without_control_characters(decoded(data, findings), findings)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_LINES:
        findings.report("E118", f"the file has more than {MOST_LINES} lines", hint="Delete the empty lines at its end.")
        return None
    lines = text.split("\n")
    named = SEP_LINE.fullmatch(lines[0])
    delimiter = _named_delimiter(named[1], findings) if named else None
    first = 1 if named else 0
    delimiter = delimiter or guessed_delimiter(lines[first:], preferred)
    return RawTable(_rows(lines, first, delimiter, findings), delimiter)


def encoding_of(data: bytes) -> tuple[bytes, str]:
    """The byte order mark of a file, b"" for none, and its encoding: as marked, or UTF-8, or else by its letters."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return mark, encoding
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return b"", guessed(data)
    return b"", "utf-8"


def extents(lines: list[str], at: int, delimiter: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where each cell of the row in line `at` begins and ends, with its quotes. Lines and columns count from 0."""
    cells = _Cutter(lines, delimiter, Findings("", Problems())).cells(at)
    return [(begin, cell.end) for begin, cell in cells]


def decoded(data: bytes, findings: Findings) -> str:
    """Decode by the byte order mark, or as UTF-8, or, with a warning, by what its letters look like."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _as_declared(data[len(mark) :], encoding, findings)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _as_guessed(data, error.start, findings)


def _as_declared(data: bytes, encoding: str, findings: Findings) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        place = _place_after(data[: error.start].decode(encoding, "replace"))
        message = f"the file is marked as {encoding[:6].rstrip('-').upper()}, but this is not valid in it"
        findings.report("E117", message, place, hint=SAVE_AS_UTF8)
        return data.decode(encoding, "replace")


def _as_guessed(data: bytes, start: int, findings: Findings) -> str:
    encoding = guessed(data)
    text, called = data.decode(encoding, "replace"), name_of(encoding)
    unknown = text.find("\ufffd")
    if unknown >= 0:
        message = f"this character is neither UTF-8 nor {called}"
        findings.report("E117", message, _place_after(text[:unknown]), hint=SAVE_AS_UTF8)
    else:
        place = _place_after(data[:start].decode(encoding, "replace"))
        message = f"line {place[0]} is not UTF-8, so the file was read as {called}"
        findings.report("W101", message, place, hint=f"Check accents and symbols. {SAVE_AS_UTF8}")
    return text


def name_of(encoding: str) -> str:
    """What people call an encoding."""
    return CALLED.get(encoding, encoding.replace("cp", "Windows-"))


def _place_after(text: str) -> tuple[int, int]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return lines.count("\n") + 1, len(lines) - lines.rfind("\n")


def _without_control_characters(text: str, findings: Findings) -> str:
    found = CONTROL_CHARACTER.search(text)
    if found is None:
        return text
    clean, count = CONTROL_CHARACTER.subn("\ufffd", text)
    more = f" ({count - 1} more in this file)" if count > 1 else ""
    hint = SAVE_AS_UTF8 if found[0] == "\0" else "Delete it; an editor that shows invisible characters helps."
    message = f"the control character U+{ord(found[0]):04X} is not allowed in a spreadsheet{more}"
    findings.report("E109", message, _place_after(text[: found.start()]), hint=hint)
    return clean


def _named_delimiter(name: str, findings: Findings) -> str | None:
    if name in DELIMITERS:
        return name
    hint = "Use a comma, a semicolon, a tab or a vertical bar, as in sep=;"
    findings.report("E121", f"{quotation(name)} cannot separate cells", (1, 1), hint=hint)
    return None


def guessed_delimiter(lines: list[str], preferred: str = ",") -> str:
    """Whichever of comma, semicolon, tab and bar is most frequent in the header, outside quotes."""
    header = re.sub(r'"[^"]*"', "", _header_text(lines))
    return max((preferred, *GUESSED_DELIMITERS), key=header.count)


def _header_text(lines: list[str]) -> str:
    first = next((at for at, line in enumerate(lines) if line.strip(ALL_BLANKS + ",;") and not COMMENT.match(line)), 0)
    quotes = 0
    for at, line in enumerate(lines[first : first + HEADER_LINES_SEARCHED], first):
        quotes += line.count('"')
        if quotes % 2 == 0:
            return "\n".join(lines[first : at + 1])
    return lines[first] if lines else ""


def _rows(lines: list[str], at: int, delimiter: str, findings: Findings) -> Iterator[Record]:
    number = 0
    cutter = _Cutter(lines, delimiter, findings)
    filling = ALL_BLANKS + delimiter
    while at < len(lines):
        number += 1
        line = lines[at]
        if not line.strip(filling):
            at += 1
        elif COMMENT.match(line):
            at = _after_comment(lines, at, delimiter) if '"' in line else at + 1
        elif '"' not in line:
            *cells, rest = line.split(delimiter, MOST_COLUMNS)
            kept = cells if len(cells) == MOST_COLUMNS and not rest.strip(filling) else [*cells, rest]
            yield Record(number, at + 1, tuple(kept), delimiter)
            at += 1
        else:
            row, at = cutter.row(number, at)
            if any(map(str.strip, row.cells)) and not COMMENT.match(row.cells[0].lstrip()):
                yield row


def _after_comment(lines: list[str], at: int, delimiter: str) -> int:
    """The line after a commented-out row, which has several lines if a quoted cell in it has."""
    row, after = _Cutter(lines, delimiter, Findings("", Problems())).row(0, at)
    return at + 1 if row.broken else after


class _Cell(NamedTuple):
    """A cell: its text, where the text starts and where the cell ends (counted from 0)."""

    text: str
    start: tuple[int, int]
    end: tuple[int, int]
    broken: bool = False


class _Cutter:
    """Splits a row with quotes, cell by cell.

    A quote that is never closed would swallow the rest of the file. It is detected if the file ends inside it, or if it
    ends on a later line directly before more text, where another cell's opening quote was taken for the closing one.
    Such a cell is read as if it had no quote, and splitting continues in the same line, so one slip costs one row. No
    line is scanned more than twice because of this: the quote that ended the wrong cell also ends any cell in between.
    """

    def __init__(self, lines: list[str], delimiter: str, findings: Findings) -> None:
        self._lines = lines
        self._delimiter = delimiter
        self._findings = findings
        blank = "[ ]*" if delimiter == "\t" else "[ \t]*"
        self._opening = re.compile(f'{blank}"')
        self._blanks = re.compile(blank)
        self._plain = re.compile(rf'(?:"([^"]*)"|([^"{re.escape(delimiter)}]*))({re.escape(delimiter)}|\Z)')

    def row(self, number: int, at: int) -> tuple[Record, int]:
        """The row that begins at line `at` (from 0), and the line after it."""
        plain = self._plain_row(number, at)
        return (plain, at + 1) if plain else self._row_by_cells(number, at)

    def _plain_row(self, number: int, at: int) -> Record | None:
        """A quick way for single-line rows with quotes only around whole cells; None for any other row."""
        line = self._lines[at]
        texts: list[str] = []
        starts: list[tuple[int, int]] = []
        end = 0
        while len(texts) < MOST_COLUMNS:
            cell = self._plain.match(line, end)
            if cell is None:
                return None
            group = 2 if cell[1] is None else 1
            texts.append(cell[group])
            starts.append((at + 1, cell.start(group) + 1))
            end = cell.end()
            if not cell[3]:
                starts.append((at + 1, end + 1))
                return QuotedRow(number, at + 1, tuple(texts), self._delimiter, starts=tuple(starts))
        return None

    def _row_by_cells(self, number: int, at: int) -> tuple[Record, int]:
        cells = [cell for _, cell in self.cells(at)]
        line, column = cells[-1].end
        starts = tuple((cell.start[0] + 1, cell.start[1] + 1) for cell in cells)
        texts = tuple(cell.text for cell in cells)
        broken = any(cell.broken for cell in cells)
        end = (line + 1, column + 1)
        row = QuotedRow(number, at + 1, texts, self._delimiter, broken, starts=(*starts, end))
        return row, line + 1

    def cells(self, at: int) -> Iterator[tuple[tuple[int, int], _Cell]]:
        """Each cell of a row with the place at which it begins, which is before its quotes."""
        line, column = at, 0
        for count in itertools.count():
            cell = self._cell(line, column) if count < MOST_COLUMNS else self._rest(line, column)
            yield (line, column), cell
            line, column = cell.end
            if column >= len(self._lines[line]):
                return
            column += 1

    def _cell(self, line: int, column: int) -> _Cell:
        text = self._lines[line]
        opening = self._opening.match(text, column)
        if opening is None:
            end = self._end_of_cell(line, column)
            return _Cell(text[column:end], (line, column), (line, end))
        closing = self._closing_quote(line, opening.end())
        if closing is None:
            return self._unclosed(line, column, opening.end())
        after = self._after_blanks(*closing)
        if self._end_of_cell(*after) == after[1]:
            return _Cell(self._between((line, opening.end()), closing), (line, opening.end()), after)
        if closing[0] != line:
            return self._unclosed(line, column, opening.end())
        return self._followed_by_text(line, opening.end(), closing[1], after[1])

    def _rest(self, line: int, column: int) -> _Cell:
        text = self._lines[line]
        return _Cell(text[column:], (line, column), (line, len(text)))

    def _end_of_cell(self, line: int, column: int) -> int:
        end = self._lines[line].find(self._delimiter, column)
        return end if end >= 0 else len(self._lines[line])

    def _after_blanks(self, line: int, quote: int) -> tuple[int, int]:
        blanks = self._blanks.match(self._lines[line], quote + 1)
        return line, blanks.end() if blanks else quote + 1

    def _closing_quote(self, line: int, column: int) -> tuple[int, int] | None:
        while line < len(self._lines):
            column = self._lines[line].find('"', column)
            if column < 0:
                line, column = line + 1, 0
            elif self._lines[line].startswith('""', column):
                column += 2
            else:
                return line, column
        return None

    def _between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        if start[0] == end[0]:
            text = self._lines[start[0]][start[1] : end[1]]
        else:
            inner = self._lines[start[0] + 1 : end[0]]
            text = "\n".join([self._lines[start[0]][start[1] :], *inner, self._lines[end[0]][: end[1]]])
        return text.replace('""', '"')

    def _unclosed(self, line: int, column: int, after_quote: int) -> _Cell:
        hint = "Close it at the end of the cell. Inside a quoted cell, write each quote twice."
        self._findings.report("E108", "this quote is never closed", (line + 1, after_quote), hint=hint)
        end = self._end_of_cell(line, column)
        return _Cell(self._lines[line][column:end], (line, column), (line, end), broken=True)

    def _followed_by_text(self, line: int, start: int, closing: int, after: int) -> _Cell:
        hint = "Inside a quoted cell, write each quote twice."
        self._findings.report("W110", "there is text after this cell's closing quote", (line + 1, after + 1), hint=hint)
        end = self._end_of_cell(line, after)
        text = self._between((line, start), (line, closing)) + self._lines[line][closing + 1 : end]
        return _Cell(text, (line, start), (line, end))
