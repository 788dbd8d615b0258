"""An edit of a cell changes that cell: every other byte of the file is the same, whatever the file is like."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest
from effort import tries

from proofdeck.front.preview.editing.cells import (
    CellEdit,
    RowMark,
    Sheet,
    mark_of,
    read_sheet,
    with_cells,
    with_row,
    without_row,
)
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.source.cards.reader import BYTE_ORDER_MARKS

MARKS = {encoding: mark for mark, encoding in BYTE_ORDER_MARKS}
PARTS = [
    "a",
    "Wolf",
    "ä",
    "é",
    "7",
    "  ",
    ",",
    ";",
    "\t",
    '"',
    '""',
    "\n",
    "#",
    "|",
    "**bold**",
    "{{ name }}",
    ":coin:",
]
MANY = tries(1000)


class Written(NamedTuple):
    """A file and what is in it. tokens: each cell as it is written, row by row; end: between rows; last: behind all."""

    tokens: list[list[str]]
    cells: list[list[str]]
    delimiter: str
    end: str
    last: str
    mark: bytes
    encoding: str

    @property
    def data(self) -> bytes:
        rows = self.end.join(self.delimiter.join(row) for row in self.tokens)
        return self.mark + (rows + self.last).encode(self.encoding)

    def around(self, row: int, column: int) -> tuple[bytes, bytes]:
        """Everything before and everything behind a cell."""
        lines = [self.delimiter.join(one) for one in self.tokens]
        before = "".join(line + self.end for line in lines[:row])
        before += "".join(one + self.delimiter for one in self.tokens[row][:column])
        behind = "".join(self.delimiter + one for one in self.tokens[row][column + 1 :])
        behind += "".join(self.end + line for line in lines[row + 1 :]) + self.last
        return self.mark + before.encode(self.encoding), behind.encode(self.encoding)


def drawn(random: Random) -> Written:
    """A file as people and programs write them."""
    delimiter, end = random.choice(",;\t"), random.choice(["\n", "\r\n"])
    encoding = random.choice(["utf-8", "utf-8", "cp1252", "utf-16-le"])
    mark = MARKS[encoding] if encoding == "utf-16-le" or (encoding == "utf-8" and random.random() < 0.3) else b""
    width = random.randint(2, 6)
    cells = [["id", *(f"column{number}" for number in range(1, width))]]
    rows = range(random.randint(1, 8))
    cells += [[f"card{number}", *(text(random) for _ in range(1, width))] for number in rows]
    if encoding == "cp1252":
        cells[-1][1] = "é" + cells[-1][1]
    tokens = [[token(one, delimiter, random) for one in row] for row in cells]
    last = random.choice(["", end, end + end])
    return Written(tokens, cells, delimiter, end, last, mark, encoding)


def text(random: Random) -> str:
    return "".join(random.choices(PARTS, k=random.randint(0, 4))).strip()


def token(cell: str, delimiter: str, random: Random) -> str:
    must = any(one in cell for one in f'{delimiter}"\n')
    return '"' + cell.replace('"', '""') + '"' if must or random.random() < 0.25 else cell


def read(data: bytes, written: Written) -> list[list[str]]:
    """All rows, as another reader sees them."""
    words = data.removeprefix(written.mark).decode(written.encoding)
    rows = csv.reader(io.StringIO(words, newline=""), delimiter=written.delimiter)
    return [[cell.replace("\r\n", "\n") for cell in row] for row in rows if row]


def marks(data: bytes) -> list[RowMark]:
    return [mark_of(row) for row in read_sheet(data).rows]


def test_one_cell_is_what_was_wished_and_every_other_byte_is_the_same() -> None:
    random, done = Random(1), 0
    while done < MANY:
        file = drawn(random)
        row, column = random.randrange(1, len(file.tokens)), random.randrange(len(file.tokens[0]))
        wished = text(random) or "x"
        try:
            after = with_cells(file.data, [CellEdit(marks(file.data)[row], column, wished)])
        except NotWrittenError:
            assert (column, wished.lstrip()[0]) == (0, "#")
            continue
        before, behind = file.around(row, column)
        assert after.startswith(before)
        assert after[len(before) :].endswith(behind)
        expected = [list(one) for one in file.cells]
        expected[row][column] = wished
        assert read(after, file) == expected
        done += 1


def test_what_was_edited_back_reads_as_before() -> None:
    random = Random(2)
    for _ in range(MANY):
        file = drawn(random)
        row, column = random.randrange(1, len(file.tokens)), random.randrange(1, len(file.tokens[0]))
        edited = with_cells(file.data, [CellEdit(marks(file.data)[row], column, "plain")])
        back = with_cells(edited, [CellEdit(marks(edited)[row], column, file.cells[row][column])])
        is_plain = edited.isascii() and file.encoding == "cp1252"  # what is typed into a plain file is UTF-8
        assert read(back, file._replace(encoding="utf-8") if is_plain else file) == file.cells


def test_a_row_comes_behind_the_one_that_was_named_and_goes_without_a_trace() -> None:
    random = Random(3)
    for _ in range(MANY):
        file = drawn(random)
        row = random.randrange(1, len(file.tokens))
        cells = {0: "new", 1: text(random)}
        more = with_row(file.data, marks(file.data)[row], cells)
        expected = [list(one) for one in file.cells]
        expected.insert(row + 1, ["new", cells[1], *[""] * (len(file.cells[0]) - 2)])
        assert read(more, file) == expected
        assert without_row(more, marks(more)[row + 1]) == file.data


def test_a_cell_in_quotes_keeps_them_and_one_without_gets_them_if_it_needs_them() -> None:
    data = b'id,name,text\nwolf,"Wolf",Howls.\n'
    edits = [CellEdit(marks(data)[1], 1, "Fox"), CellEdit(marks(data)[1], 2, "Howls, twice.")]
    assert with_cells(data, edits) == b'id,name,text\nwolf,"Fox","Howls, twice."\n'


def test_several_cells_are_one_edit() -> None:
    data = b"id,name,value\nwolf,Wolf,3\n\nbear,Bear,5\n"
    _, wolf, bear = marks(data)
    edits = [CellEdit(wolf, 2, "4"), CellEdit(bear, 1, "Old, Bear"), CellEdit(wolf, 1, "Grey Wolf")]
    assert with_cells(data, edits) == b'id,name,value\nwolf,Grey Wolf,4\n\nbear,"Old, Bear",5\n'


def test_a_row_that_is_too_short_gets_the_cells_before_the_new_one() -> None:
    data = b"id,name,value,text\nwolf,Wolf\nbear,Bear,5,Sleeps.\n"
    assert with_cells(data, [CellEdit(marks(data)[1], 3, "Howls.")]).splitlines()[1] == b"wolf,Wolf,,Howls."


def test_a_row_that_has_moved_is_found_and_one_that_has_changed_is_not() -> None:
    """What an editor may have done in between."""
    data = b"id,name\nwolf,Wolf\nbear,Bear\n"
    bear = marks(data)[2]
    moved = b"id,name\nfox,Fox\nwolf,Wolf\nbear,Bear\n"
    assert with_cells(moved, [CellEdit(bear, 1, "Old Bear")]) == moved.replace(b",Bear", b",Old Bear")
    with pytest.raises(NotWrittenError, match="This row has changed"):
        with_cells(data.replace(b"Bear", b"Boar"), [CellEdit(bear, 1, "Old Bear")])
    twins = b"id,name\n" + b"bear,Bear\n" * 2
    assert with_cells(twins, [CellEdit(marks(twins)[2], 1, "Old Bear")]) == b"id,name\nbear,Bear\nbear,Old Bear\n"
    with pytest.raises(NotWrittenError, match="This row has changed"):
        with_cells(b"\n\n\n" + twins, [CellEdit(marks(twins)[2], 1, "Old Bear")])


PLAIN = b"id,name\nwolf,Wolf\nbear,Bear\n"


@pytest.mark.parametrize(
    ("data", "edit", "why"),
    [
        ("id,name\nwolf,Wölfe\n".encode("cp1252"), lambda row: (row, 1, "→"), "Windows-1252, which has no '→'"),
        (PLAIN, lambda row: (row, 1, "a\x07b"), "character U+0007"),
        (b"id,name\nwolf,\n", lambda row: (row, 0, ""), "not a card. Delete the row instead"),
        (PLAIN, lambda row: (row, 0, "# wolf"), "is a comment"),
        (b"id,name\nw\x81lf,Wolf\n", lambda row: (row, 1, "x"), "Save it as UTF-8"),
    ],
)
def test_what_cannot_be_written_is_refused_with_a_sentence(
    data: bytes, edit: Callable[[RowMark], tuple[RowMark, int, str]], why: str
) -> None:
    row = RowMark(2, marks(data)[1].cells if b"\x81" not in data else "")
    with pytest.raises(NotWrittenError, match=re.escape(why)):
        with_cells(data, [CellEdit(*edit(row))])


def test_an_edit_that_would_change_other_cells_as_well_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the reason: what comes of an edit is read again before it counts."""
    monkeypatch.setattr(Sheet, "tokens", lambda *_: ["bear", "Bear"])
    with pytest.raises(NotWrittenError, match="other cells would have changed"):
        with_cells(PLAIN, [CellEdit(marks(PLAIN)[1], 1, "x")])


@pytest.mark.parametrize(
    ("encoding", "old", "new"), [("cp1251", "Старый волк", "Молодой волк"), ("gb18030", "古老的狼", "年轻的狼")]
)
def test_a_cell_is_written_in_the_encoding_that_the_letters_of_the_file_show(encoding: str, old: str, new: str) -> None:
    table = f"id,name\nwolf,{old}\nbear,{old}\n"
    data = table.encode(encoding)
    assert with_cells(data, [CellEdit(marks(data)[1], 1, new)]) == table.replace(old, new, 1).encode(encoding)
