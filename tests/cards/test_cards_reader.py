"""Cutting text into cells: any table survives, places point at the character, mangled bytes never raise."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from effort import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st

from proofdeck.ground.problems import Problem, Problems
from proofdeck.source.cards import read_cards
from proofdeck.source.cards.findings import Findings
from proofdeck.source.cards.reader import BLANKS, COMMENT, MOST_COLUMNS, Record, guessed_delimiter, read_text

LETTERS = st.characters(exclude_categories=["Cc", "Cs"])
CELL = st.text(st.one_of(st.sampled_from("\",;\t\n |#'ab1"), LETTERS), max_size=8)
DELIMITER = st.sampled_from(",;\t")
SNIPPET = st.sampled_from(
    ['"', '""', ",", ";", "\t", "\n", "\r\n", "\r", "#", "#N/A", "sep=", "\0", "\ufeff", "é", "1E5", " ", "x" * 30]
)
VALID = 'game,id,name,quantity,text\r\nzoo,ape,"The ""Ape""",2,"two\nlines"\r\n,,Bär,,–\r\n'.encode()


def rows_of(text: str, problems: Problems | None = None) -> list[Record]:
    found = Problems() if problems is None else problems
    table = read_text(text.encode(), Findings("cards.csv", found))
    assert table is not None
    return list(table.rows)


def written(table: list[list[str]], delimiter: str, quoting: int) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator="\r\n").writerows(table)  # type: ignore[arg-type]
    return out.getvalue()


def is_skipped(cells: list[str]) -> bool:
    return not any(cell.strip() for cell in cells) or COMMENT.match(cells[0].lstrip()) is not None


@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(st.lists(CELL, min_size=1, max_size=5), max_size=6),
    DELIMITER,
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
@example([["\u00a0", "\u3000"]], ",", csv.QUOTE_MINIMAL)
@example([["#", "two\nlines"]], ",", csv.QUOTE_MINIMAL)
def test_any_table_written_by_the_csv_module_is_read_back(table: list[list[str]], delimiter: str, quoting: int) -> None:
    header = ["name", "text", "value", "kind"]
    problems = Problems()
    rows = rows_of(written([header, *table], delimiter, quoting), problems)
    assert [list(row.cells) for row in rows] == [header, *(cells for cells in table if not is_skipped(cells))]
    assert not problems


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(st.lists(CELL, min_size=1, max_size=5), max_size=6), DELIMITER)
def test_a_place_points_at_the_first_character_of_the_value(table: list[list[str]], delimiter: str) -> None:
    text = written([["name", "text"], *table], delimiter, csv.QUOTE_MINIMAL)
    lines = text.replace("\r\n", "\n").split("\n")
    for row in rows_of(text):
        for index, cell in enumerate(row.cells):
            value = cell.strip(BLANKS).split("\n")[0]
            line, column = row.place(index)
            if value:
                assert lines[line - 1][column - 1 :].replace('""', '"').startswith(value.replace('""', '"'))


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(st.lists(CELL, min_size=2, max_size=4), min_size=1, max_size=6))
def test_row_numbers_count_records_and_lines_count_line_breaks(table: list[list[str]]) -> None:
    kept = [(number, cells) for number, cells in enumerate(table, 2) if not is_skipped(cells)]
    rows = rows_of(written([["name", "text"], *table], ",", csv.QUOTE_ALL))[1:]
    lines = [
        2 + sum(cell.count("\n") for cells in table[: number - 2] for cell in cells) + number - 2 for number, _ in kept
    ]
    assert [(row.number, row.line) for row in rows] == [(n, line) for (n, _), line in zip(kept, lines, strict=True)]


def no_exception(folder: Path, data: bytes, suffix: str = ".csv") -> list[Problem]:
    path = folder / f"cards{suffix}"
    path.write_bytes(data)
    problems = Problems()
    decks = read_cards(path, "cards", problems, default_game="demo")
    for deck in decks.values():
        for card in deck:
            assert {card.place(name).line for name in card.fields}
    return [*problems]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mangled")


@settings(max_examples=examples(150), deadline=None)
@given(data=st.binary(max_size=200), suffix=st.sampled_from([".csv", ".tsv", ".xlsx", ".ods"]))
def test_random_bytes_never_raise(folder: Path, data: bytes, suffix: str) -> None:
    no_exception(folder, data, suffix)


@settings(max_examples=examples(150), deadline=None)
@given(data=st.lists(SNIPPET, max_size=40).map("".join))
def test_random_punctuation_never_raises_and_places_stay_inside_the_text(folder: Path, data: str) -> None:
    lines = data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in no_exception(folder, f"name,value\n{data}".encode()):
        assert 1 <= (problem.line or 1) <= len(lines) + 1
        if (problem.line or 1) > 1:
            assert 1 <= (problem.column or 1) <= len(lines[(problem.line or 0) - 2]) + 1


@settings(max_examples=examples(200), deadline=None)
@given(
    changes=st.lists(
        st.tuples(st.integers(0, len(VALID)), st.integers(0, 2), st.binary(max_size=2)), min_size=1, max_size=6
    )
)
def test_a_file_with_bytes_changed_inserted_and_removed_never_raises(
    folder: Path, changes: list[tuple[int, int, bytes]]
) -> None:
    data = VALID
    for at, removed, inserted in changes:
        data = data[:at] + inserted + data[at + removed :]
    no_exception(folder, data)


@pytest.mark.parametrize(
    ("header", "delimiter"),
    [
        ("name,text", ","),
        ("name;text", ";"),
        ("name\ttext,more\tvalue", "\t"),
        ('"a,b,c,d";name;text', ";"),
        ('"a\n,,,\n";name', ";"),
        (";;;\n# a, b, c, d\nname,text", ","),
        ("name", ","),
    ],
)
def test_the_delimiter_is_counted_in_the_header_outside_quotes(header: str, delimiter: str) -> None:
    assert guessed_delimiter([*header.split("\n"), "x;y;z,1,2,3,4,5"]) == delimiter


@pytest.mark.parametrize(
    "text",
    [
        'name,text\n"never closed, a\nb,"c"\n\nd,"e\nf"\n',
        'name,text\nx,"a\nb,"c\nd,"e\nf,g\n',
    ],
)
def test_rows_behind_an_unclosed_quote_are_read_as_usual(text: str) -> None:
    problems = Problems()
    rows = rows_of(text, problems)
    assert {problem.code for problem in problems} == {"E108"}
    assert rows[-1].cells in {("d", "e\nf"), ("f", "g")}


@pytest.mark.parametrize(
    "piece",
    ['"', '"a\n', '""', '"""', '"""\n', ',"', '"a",', "\0", '"x""\n', ' "', " ", "#", '"a"b', "\r", "é,", '\n"",""x'],
)
def test_work_grows_with_the_length_of_the_text_and_not_faster(piece: str) -> None:
    short, long = (steps("name,text\n" + piece * (length // len(piece))) for length in (2_000, 8_000))
    assert long < 5 * short


def steps(text: str) -> int:
    """How many lines of Python are run while that text is read: the same number on any machine."""
    count = 0

    def trace(_: FrameType, event: str, __: object) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        rows_of(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("filling", [",", '"",'])
def test_a_row_of_endless_cells_is_cut_off(filling: str) -> None:
    header, row = rows_of(f"name,text\na,{filling * 5000}")
    assert len(header.cells) == 2
    assert len(row.cells) == MOST_COLUMNS + (1 if filling.strip(",") else 0)


def test_reading_text_imports_neither_pandas_nor_numpy() -> None:
    code = "import sys, proofdeck.source.cards; print({'pandas', 'numpy', 'openpyxl'} & set(sys.modules))"
    root = Path(__file__).parents[2]
    shown = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert shown.stdout == "set()\n"


def test_a_header_with_bars_alone_is_cut_at_bars(tmp_path: Path) -> None:
    file = tmp_path / "deck.csv"
    file.write_text("name|cost|text\nAnt|1|Bite, then run.\nBee|2|Sting.\n")
    (ant, bee) = read_cards(file, "deck.csv", problems := Problems(), default_game="demo")["demo"]
    assert ([ant.fields["text"], bee.fields["cost"]], list(problems)) == (["Bite, then run.", "2"], [])
