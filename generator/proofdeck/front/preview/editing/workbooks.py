"""Changes single cells of an .xlsx or .xlsm workbook in the XML of their sheet, and leaves all else byte for byte.

What is typed is written as the number, word or text that the cell then shows as it was typed, whatever its format. A
formula that adds up the cell gets its new sum. What another formula uses is refused, because nobody would compute that
formula again. What comes of an edit is read again before it counts: nothing but what was meant may be different.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from html import escape, unescape
from io import BytesIO
from typing import NamedTuple

from proofdeck.front.preview.editing.cells import OTHERWISE, CellEdit, Rows, checked, cleaned
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.ground.problems import Problems
from proofdeck.source.cards.archive import column_number
from proofdeck.source.cards.columns import column_letter
from proofdeck.source.cards.findings import Findings
from proofdeck.source.cards.looks import WordLook, runs_in
from proofdeck.source.cards.number_formats import names_of_sheets, part_of_sheet, parts_of
from proofdeck.source.cards.reader import Record
from proofdeck.source.cards.workbook import read_workbook

ROWS_STAY = "Rows of a workbook are added and deleted in your spreadsheet program. This page follows each save."
ATTRIBUTE = re.compile(rb"""([\w:]+)\s*=\s*["']([^"']*)["']""")
ROW = rb"""<((?:\w+:)?)row\b[^>]*?\br=["']%d["'][^>]*>"""
CELL = re.compile(rb"<((?:\w+:)?)c\b([^>]*?)(?:/>|>(.*?)</\1c>)", re.DOTALL)
FORMULA = re.compile(rb"<((?:\w+:)?)f\b([^>]*?)(?:/>|>(.*?)</\1f>)", re.DOTALL)
RESULT = re.compile(rb"<((?:\w+:)?)v>([^<]*)</\1v>")
MERGED = re.compile(rb"""<(?:\w+:)?mergeCell\b[^>]*\bref=["']([^"']*)["']""")
PLACE = re.compile(rb"([A-Z]{1,3})([0-9]{1,7})")
NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")
AREA = (
    r"\$?([A-Z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?"
    r"|\$?([A-Z]{1,3}):\$?([A-Z]{1,3})|\$?([0-9]+):\$?([0-9]+)"
)
REFERENCE = re.compile(rf"(?<![\w.$])(?:('(?:[^']|'')+'|[^\W\d][\w.]*)!)?(?:{AREA})(?![\w(.!])")
SUM = re.compile(r"\s*SUM\(([^()]*)\)\s*", re.IGNORECASE)
QUOTED = re.compile('"(?:[^"]|"")*"')
UNCLEAR = re.compile(r"\[|!|\b(?:INDIRECT|OFFSET)\(|\b(?!(?:TRUE|FALSE)\b)[^\W\d][\w.]*\b(?!\()", re.IGNORECASE)
"""What may stand for any cell: names, columns of tables, and functions that work a cell out."""
FURTHEST = 10**7
MOST_SUMS = 1000
"""Sums of sums that are worked out for one cell, which end where a sum is part of itself."""
Place = tuple[int, int]
"""Row and column, counted from 1."""


class CellArea(NamedTuple):
    """Cells from one corner to the other. sheet: "" for that of the formula."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    def holds(self, place: Place) -> bool:
        return self.top <= place[0] <= self.bottom and self.left <= place[1] <= self.right


@dataclass(frozen=True)
class Formula:
    """A formula and the cell it is in. copied: how many rows and columns it is copied down and to the right."""

    sheet: str
    place: Place
    text: str
    copied: Place = (0, 0)

    def __str__(self) -> str:
        return f"in {_named(self.place)} (={self.text})" if self.text else f"in {_named(self.place)}"

    def covers(self, place: Place) -> bool:
        """Whether the cell shows one of its results."""
        (row, column), (down, right) = self.place, self.copied
        return row <= place[0] <= row + down and column <= place[1] <= column + right

    def uses(self, sheet: str, place: Place) -> bool:
        """Whether it uses that cell, or may use it."""
        bare = QUOTED.sub("", self.text)
        if UNCLEAR.search(REFERENCE.sub("", bare)):
            return True
        down, right = self.copied
        areas = (area._replace(bottom=area.bottom + down, right=area.right + right) for area in _areas(bare))
        return any((area.sheet or self.sheet) == sheet and area.holds(place) for area in areas)

    @property
    def only_adds(self) -> bool:
        """Whether it is the sum of cells that lie together."""
        found = SUM.fullmatch(self.text)
        return found is not None and self.copied == (0, 0) and REFERENCE.fullmatch(found[1].strip()) is not None


@dataclass(frozen=True)
class Tab(Rows):
    """The rows of one sheet of a workbook that have anything in them."""

    rows: Sequence[Record]

    @property
    def words(self) -> dict[Place, str]:
        """What each cell shows, if it shows anything."""
        return {(row.line, at): text for row in self.rows for at, text in enumerate(row.cells, 1) if text}


@lru_cache(maxsize=4)
def read_tab(data: bytes, suffix: str, name: str) -> Tab:
    """A sheet of a workbook. Raises NotWrittenError if it cannot be read."""
    found = read_workbook(data, suffix, name, Findings("", Problems()))
    if found is None or not found.tables:
        raise NotWrittenError("This sheet cannot be read now, so nothing was written.")
    return Tab(list(found.tables[0].rows))


def with_tab_cells(data: bytes, edits: Sequence[CellEdit], suffix: str, name: str) -> bytes:
    """The workbook with new texts in some cells of a sheet.

    Raises NotWrittenError if a row has changed since it was seen; for a cell with a formula, that a formula uses, that
    is merged with others or whose words do not all look alike; and if anything else would change.
    """
    before = read_tab(data, suffix, name)
    wanted: dict[Place, str] = {}
    for edit in edits:
        row = before.rows[before.number_of(edit.row)]
        wanted[row.line, edit.column + 1] = cleaned(edit.text)
        checked([wanted.get((row.line, at), cell) for at, cell in enumerate(row.cells, 1)])
    book = _Book(data, name)
    book.check(wanted, suffix)
    ways = {place: list(_ways(text)) for place, text in wanted.items()}
    while True:
        changed, added = book.with_values({place: found[0] for place, found in ways.items()})
        now = read_tab(changed, suffix, name).words
        wrong = [place for place, text in wanted.items() if now.get(place, "") != text]
        if not wrong:
            break
        for place in wrong:
            if not ways[place][1:]:
                why = f"{_named(place)} would show '{now.get(place, '')}'. Change it in your spreadsheet program."
                raise NotWrittenError(f"Nothing was written: {why}")
            del ways[place][0]
    expected = {place: text for place, text in (before.words | wanted).items() if text and place not in added}
    if {place: text for place, text in now.items() if place not in added} != expected:
        raise NotWrittenError(OTHERWISE)
    return changed


def _ways(text: str) -> Iterator[tuple[str, str]]:
    """(type of cell, content) for what may show as that text, the likeliest first."""
    bare = text.strip()
    if text in {"TRUE", "FALSE"}:
        yield "b", str(int(text == "TRUE"))
    for number, shift in ((bare, 0), (bare.removesuffix("%").strip(), 2), (re.sub(r"[^0-9.\-+]", "", bare), 0)):
        if NUMBER.fullmatch(number) and (not shift or number != bare):
            yield "n", f"{Decimal(number).scaleb(-shift):f}"
    yield ("inlineStr", text) if text else ("", "")


class _Book:
    """The parts of a workbook, one sheet of which is changed."""

    def __init__(self, data: bytes, name: str) -> None:
        self._data, self._name = data, name
        self._parts = {sheet: part_of_sheet(data, sheet) for sheet in names_of_sheets(data)}
        found = parts_of(data, self._parts.values())
        self._xml = {sheet: found[part] for sheet, part in self._parts.items() if part in found}
        if name not in self._xml:
            raise NotWrittenError(OTHERWISE)
        self._formulas = [one for sheet, xml in self._xml.items() for one in _formulas(sheet, xml)]

    def check(self, wanted: Mapping[Place, str], suffix: str) -> None:
        """Raises NotWrittenError for a cell of which more than its text would change."""
        formulas = [one for one in self._formulas if one.sheet == self._name]
        merged = [area for found in MERGED.findall(self._xml[self._name]) for area in _areas(found.decode())]
        rich = {at for at, look in runs_in(self._data, suffix, self._name) if not isinstance(look, WordLook)}
        for place in wanted:
            why = ""
            if (formula := next((one for one in formulas if one.covers(place)), None)) is not None:
                why = f"has a formula{f' (={formula.text})' if formula.text else ''}"
            elif any(area.holds(place) for area in merged):
                why = "is merged with others"
            elif place in rich:
                why = "has words that look different from the others"
            if why:
                said = f"{_named(place)} {why}, so nothing was written. Change it in your spreadsheet program."
                raise NotWrittenError(said)

    def with_values(self, values: Mapping[Place, tuple[str, str]]) -> tuple[bytes, set[Place]]:
        """The workbook with those cells, and the cells of the same sheet that got a new sum."""
        xml, added = dict(self._xml), set[Place]()
        for place, (kind, text) in values.items():
            cell, xml[self._name] = _exchanged(xml[self._name], place, kind, text)
            grown = _number(kind, text) - cell.number
            pending, left = [(self._name, place)], MOST_SUMS
            while pending:
                sheet, at = pending.pop()
                for formula in (one for one in self._formulas if one.uses(sheet, at)):
                    left -= 1
                    if not formula.only_adds or not left:
                        said = f"The formula {formula} uses {_named(at)}, and nobody would compute it again."
                        raise NotWrittenError(f"{said} Change this cell in your spreadsheet program.")
                    if grown:
                        xml[formula.sheet] = _grown(xml[formula.sheet], formula, grown)
                        added |= {formula.place} if formula.sheet == self._name else set()
                        pending.append((formula.sheet, formula.place))
        changed = {self._parts[sheet]: text for sheet, text in xml.items() if text != self._xml[sheet]}
        return (_packed(self._data, changed) if changed else self._data), added


@dataclass(frozen=True)
class _Cell:
    """A cell in the XML of its sheet. start, end: where it is; said: its attributes."""

    start: int
    end: int
    said: Mapping[bytes, bytes]
    inside: bytes = b""

    @property
    def number(self) -> Decimal:
        found = RESULT.search(self.inside)
        return _number(self.said.get(b"t", b"n").decode(), found[2].decode() if found else "")


def _number(kind: str, text: str) -> Decimal:
    """What a sum adds for a cell; texts count for nothing."""
    try:
        return Decimal(text) if kind == "n" and text else Decimal(0)
    except InvalidOperation:
        return Decimal(0)


def _found(xml: bytes, place: Place) -> tuple[_Cell, bytes]:
    """The cell at a place, empty where it would be if there is none; and the prefix of its row."""
    begin = re.search(ROW % place[0], xml)
    end = xml.find(b"</%srow>" % begin[1], begin.end()) if begin else -1
    if begin is None or end < 0 or begin[0].endswith(b"/>"):
        raise NotWrittenError(OTHERWISE)
    for found in CELL.finditer(xml, begin.end(), end):
        said = dict(ATTRIBUTE.findall(found[2]))
        at = PLACE.fullmatch(said.get(b"r", b""))
        column = column_number(at[1].decode()) if at else 0
        if not column:
            raise NotWrittenError(OTHERWISE)
        if column == place[1]:
            return _Cell(found.start(), found.end(), said, found[3] or b""), begin[1]
        if column > place[1]:
            return _Cell(found.start(), found.start(), {}), begin[1]
    return _Cell(end, end, {}), begin[1]


def _exchanged(xml: bytes, place: Place, kind: str, text: str) -> tuple[_Cell, bytes]:
    """The cell that was at a place, and the XML of its sheet with another one that has the same style."""
    cell, prefix = _found(xml, place)
    p = prefix.decode()
    style = f' s="{cell.said[b"s"].decode()}"' if b"s" in cell.said else ""
    kept = ' xml:space="preserve"' if text != text.strip() or "\n" in text else ""
    inside = (
        f"<{p}is><{p}t{kept}>{escape(text, quote=False)}</{p}t></{p}is>"
        if kind == "inlineStr"
        else f"<{p}v>{text}</{p}v>"
    )
    type_ = f' t="{kind}"' if kind in {"inlineStr", "b"} else ""
    head = f'<{p}c r="{_named(place)}"{style}{type_}'
    new = f"{head}>{inside}</{p}c>" if kind else f"{head}/>"
    return cell, xml[: cell.start] + new.encode() + xml[cell.end :]


def _grown(xml: bytes, formula: Formula, by: Decimal) -> bytes:
    """The XML with a new result of a sum."""
    cell, _ = _found(xml, formula.place)
    result = RESULT.search(xml, cell.start, cell.end)
    if result is None or cell.said.get(b"t", b"n") != b"n":
        raise NotWrittenError(
            f"The formula {formula} has no result yet. Open and save the file once in your spreadsheet program."
        )
    return xml[: result.start(2)] + f"{Decimal(result[2].decode()) + by:f}".encode() + xml[result.end(2) :]


def _formulas(sheet: str, xml: bytes) -> Iterator[Formula]:
    if not FORMULA.search(xml):
        return
    for cell in CELL.finditer(xml):
        if (found := FORMULA.search(cell[3] or b"")) is None:
            continue
        at = PLACE.fullmatch(dict(ATTRIBUTE.findall(cell[2])).get(b"r", b""))
        place = (int(at[2]), column_number(at[1].decode())) if at else (0, 0)
        said = {key: value.decode() for key, value in ATTRIBUTE.findall(found[2])}
        area = next(_areas(said.get(b"ref", "")), CellArea("", *place, *place))
        text = unescape((found[3] or b"").decode("utf-8", "replace"))
        yield Formula(sheet, place, text, (area.bottom - area.top, area.right - area.left))


def _areas(text: str) -> Iterator[CellArea]:
    for found in REFERENCE.finditer(text):
        sheet = (found[1] or "").strip("'").replace("''", "'")
        if found[2]:
            left, top = column_number(found[2]), int(found[3])
            yield CellArea(sheet, top, left, int(found[5] or top), column_number(found[4]) if found[4] else left)
        elif found[6]:
            yield CellArea(sheet, 1, column_number(found[6]), FURTHEST, column_number(found[7]))
        else:
            yield CellArea(sheet, int(found[8]), 1, int(found[9]), FURTHEST)


def _named(place: Place) -> str:
    """`C7`."""
    return f"{column_letter(place[1] - 1)}{place[0]}"


def _packed(data: bytes, changed: Mapping[str, bytes]) -> bytes:
    """The archive with other contents of some parts, in the same order and as of the same times."""
    stream = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        new.comment = old.comment
        for part in old.infolist():
            same = zipfile.ZipInfo(part.filename, part.date_time)
            same.compress_type, same.external_attr = part.compress_type, part.external_attr
            new.writestr(same, changed.get(part.filename) or old.read(part))
    return stream.getvalue()
