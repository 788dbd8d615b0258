"""One cell of a workbook is written into its sheet, and the rest of the file stays what another program made."""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Callable, Mapping, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from random import Random
from shutil import which

import openpyxl
import pytest
from effort import tries
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from proofdeck.front.preview.editing.cells import CellEdit, mark_of
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.workbooks import read_tab, with_tab_cells

SHEET = "xl/worksheets/sheet1.xml"
TYPED = [
    "Wolf",
    "3",
    "-2.5",
    "007",
    "25%",
    "€12.50",
    "1,200",
    "TRUE",
    "",
    "  led",
    "two\nlines",
    "ä & <b>",
    "2026-05-01",
]


def book(*rows: Sequence[object], change: Callable[[openpyxl.Workbook], object] = lambda _: None) -> bytes:
    """A workbook with a sheet `Deck` of these rows below a header, and one sheet more."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Deck"
    for row in (("Name", "Power", "Text"), *rows):
        sheet.append(row)
    made.create_sheet("Other").append(["Name", "Owl"])
    change(made)
    stream = BytesIO()
    made.save(stream)
    return stream.getvalue()


def edited(data: bytes, row: int, column: int, text: str) -> bytes:
    """Row and column counted from 1, as in the sheet."""
    rows = {one.line: one for one in read_tab(data, ".xlsx", "Deck").rows}
    return with_tab_cells(data, [CellEdit(mark_of(rows[row]), column - 1, text)], ".xlsx", "Deck")


def refused(data: bytes, row: int, column: int, text: str) -> str:
    with pytest.raises(NotWrittenError) as told:
        edited(data, row, column, text)
    return str(told.value)


def values(data: bytes) -> dict[tuple[str, str], object]:
    found = openpyxl.load_workbook(BytesIO(data))
    return {(one.title, cell.coordinate): cell.value for one in found for row in one.iter_rows() for cell in row}


def changed_parts(before: bytes, after: bytes) -> list[str]:
    with zipfile.ZipFile(BytesIO(before)) as old, zipfile.ZipFile(BytesIO(after)) as new:
        assert old.namelist() == new.namelist()
        assert [one.date_time for one in old.infolist()] == [one.date_time for one in new.infolist()]
        return [name for name in old.namelist() if old.read(name) != new.read(name)]


def as_stored(book: openpyxl.Workbook, cells: Mapping[str, tuple[str, float]]) -> bytes:
    """A workbook whose formulas have results, as a spreadsheet program stores them."""
    sheet = book["Deck"]
    for place, (formula, _) in cells.items():
        sheet[place] = formula
    stream = BytesIO()
    book.save(stream)
    with zipfile.ZipFile(stream) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    text = parts[SHEET].decode()
    for place, (formula, result) in cells.items():
        begin = text.index(f'r="{place}"')
        end = text.index("</c>", begin)
        inside = text[begin:end].replace("<v></v>", "").replace("<v />", "").replace("<v/>", "")
        text = f"{text[:begin]}{inside}<v>{result:g}</v>{text[end:]}"
        assert escape(formula[1:], quote=False) in text
    parts[SHEET] = text.encode()
    again = BytesIO()
    with zipfile.ZipFile(again, "w") as new:
        for name, data in parts.items():
            new.writestr(name, data)
    return again.getvalue()


def test_a_cell_shows_what_was_typed_and_every_other_cell_and_part_is_as_it_was() -> None:
    random = Random(1)
    formats = ["General", "0%", "0.00", "#,##0", '"€"0.00', "@", "yyyy-mm-dd", "h:mm"]

    def look(made: openpyxl.Workbook) -> None:
        for row in made["Deck"].iter_rows(min_row=2):
            for cell in row:
                cell.number_format = random.choice(formats)

    for _ in range(tries(60)):
        data = book(("Wolf", 3, "Howls."), ("Bear", 0.25, None), (None, None, "x"), ("7", True, "Long"), change=look)
        row, column, text = random.choice([2, 3, 5]), random.choice([1, 2, 3]), random.choice(TYPED)
        after = edited(data, row, column, text)
        now = read_tab(after, ".xlsx", "Deck").words
        assert now.get((row, column), "") == text
        before, then = values(data), values(after)
        place = ("Deck", f"{'ABC'[column - 1]}{row}")
        assert {key: one for key, one in before.items() if key != place} == {
            k: v for k, v in then.items() if k != place
        }
        assert set(changed_parts(data, after)) <= {SHEET}


@pytest.mark.parametrize(
    ("shown_as", "typed", "stored"),
    [
        ("General", "12", 12),
        ("General", "007", "007"),
        ("0%", "30%", 0.3),
        ('"€"0.00', "€4.50", 4.5),
        ("#,##0", "1,200", 1200),
        ("@", "12", 12),
        ("General", "two words", "two words"),
    ],
)
def test_a_number_stays_a_number_where_the_cell_shows_it_as_it_was_typed(
    shown_as: str, typed: str, stored: object
) -> None:
    def look(made: openpyxl.Workbook) -> None:
        made["Deck"]["B2"].number_format = shown_as

    after = values(edited(book(("Wolf", 3, "Howls."), change=look), 2, 2, typed))
    assert after["Deck", "B2"] == stored


def test_the_style_of_a_cell_stays_and_a_new_cell_is_put_in_its_order() -> None:
    def look(made: openpyxl.Workbook) -> None:
        made["Deck"]["A2"].font = Font(bold=True)

    data = book(("Wolf", None, "Howls."), change=look)
    after = edited(edited(data, 2, 1, "Bear"), 2, 2, "4")
    found = openpyxl.load_workbook(BytesIO(after))["Deck"]
    assert (found["A2"].value, found["A2"].font.b) == ("Bear", True)
    assert [cell.value for cell in found[2]] == ["Bear", 4, "Howls."]


def test_a_sum_is_worked_out_again_also_a_sum_of_sums() -> None:
    made = openpyxl.load_workbook(BytesIO(book(("Wolf", 3, "Howls."), ("Bear", 5, "Sleeps."))))
    data = as_stored(made, {"B5": ("=SUM(B2:B3)", 8), "B6": ("=SUM(B5:B5)", 8)})
    after = edited(data, 3, 2, "9")
    stored = openpyxl.load_workbook(BytesIO(after), data_only=True)["Deck"]
    assert (stored["B5"].value, stored["B6"].value) == (12, 12)
    assert values(after)["Deck", "B5"] == "=SUM(B2:B3)"
    stays = edited(data, 3, 1, "Boar")
    assert openpyxl.load_workbook(BytesIO(stays), data_only=True)["Deck"]["B5"].value == 8


@pytest.mark.parametrize(
    "formula",
    [
        "=AVERAGE(B2:B3)",
        "=B2*2",
        "=SUM(B:B)/2",
        "=IF($B$2>1,1,0)",
        "=MAX(Deck!2:2)",
        "=SUM(INDIRECT(C2))",
        "=Power",
        "=SUM(T[Power])",
    ],
)
def test_a_cell_that_another_formula_uses_or_may_use_is_left_with_that_formula_named(formula: str) -> None:
    made = openpyxl.load_workbook(BytesIO(book(("Wolf", 3, "Howls."), ("Bear", 5, "Sleeps."))))
    data = as_stored(made, {"E5": (formula, 4)})
    told = refused(data, 2, 2, "9")
    assert formula[1:] in told
    assert "E5" in told
    assert "spreadsheet program" in told


def test_a_formula_that_does_not_use_the_cell_is_no_reason_to_refuse() -> None:
    made = openpyxl.load_workbook(BytesIO(book(("Wolf", 3, "Howls."), ("Bear", 5, "Sleeps."))))
    data = as_stored(made, {"E5": ('=B3*2&"B2"', 4), "E6": ("=Other!B2+1", 1)})
    assert values(edited(data, 2, 2, "9"))["Deck", "B2"] == 9


def test_a_cell_that_holds_more_than_its_text_is_left_with_the_reason() -> None:
    made = openpyxl.load_workbook(BytesIO(book(("Wolf", 3, "Howls."), ("Bear", 5, "Sleeps."))))
    assert "formula (=1+2)" in refused(as_stored(made, {"B2": ("=1+2", 3)}), 2, 2, "9")
    merged = book(("Wolf", 3, "Howls."), ("Bear", 5, None), change=lambda one: one["Deck"].merge_cells("C2:C3"))
    assert "C3 is merged" in refused(merged, 3, 3, "Growls.")
    words = CellRichText("How", TextBlock(InlineFont(b=True), "ls."))
    assert "words that look different" in refused(book(("Wolf", 3, words)), 2, 3, "Barks.")


def test_a_row_that_has_changed_since_it_was_seen_is_not_written_over() -> None:
    data = book(("Wolf", 3, "Howls."))
    seen = mark_of(read_tab(data, ".xlsx", "Deck").rows[1])
    with pytest.raises(NotWrittenError, match="This row has changed"):
        with_tab_cells(edited(data, 2, 2, "4"), [CellEdit(seen, 1, "5")], ".xlsx", "Deck")


@pytest.mark.thorough
def test_what_libreoffice_wrote_is_edited_and_opened_by_it_again(tmp_path: Path) -> None:
    office = which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")

    def converted(data: bytes, name: str) -> bytes:
        (tmp_path / f"{name}.xlsx").write_bytes(data)
        call = [
            office,
            "--headless",
            f"-env:UserInstallation=file://{tmp_path}/profile",
            "--convert-to",
            "xlsx:Calc MS Excel 2007 XML",
        ]
        subprocess.run(
            [*call, "--outdir", tmp_path / "out", tmp_path / f"{name}.xlsx"], check=True, capture_output=True
        )
        return (tmp_path / "out" / f"{name}.xlsx").read_bytes()

    theirs = converted(book(("Wolf", 3, "Howls."), ("Bear", 0.25, "=B2*2")), "first")
    after = edited(theirs, 2, 1, "Fox & cubs")
    assert changed_parts(theirs, after) == [SHEET]
    assert values(converted(after, "second"))["Deck", "A2"] == "Fox & cubs"
