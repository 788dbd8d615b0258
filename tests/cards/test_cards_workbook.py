"""Workbooks: each cell as a person sees it, sheets by name, and nothing but problems from a bad file."""

from __future__ import annotations

import datetime
import re
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from workbooks import ENDINGS, SHEET_OF, Sheets, compound, record, short, xls_cells, xls_stream, xlsb
from workbooks import write_workbook as workbook

from proofdeck.ground.problems import Problem, Problems, in_reading_order
from proofdeck.source.cards import Deck, read_cards
from proofdeck.source.cards.archive import PIECE
from proofdeck.source.cards.workbook import text_of

KINDS = pytest.mark.parametrize("suffix", ENDINGS)


def read(path: Path, sheet: str | None = None) -> tuple[dict[str, Deck], list[str], list[Problem]]:
    found = Problems()
    decks = read_cards(path, f"cards{path.suffix}", found, default_game="demo", sheet=sheet)
    problems = in_reading_order(found)
    return decks, [f"{problem.where} {problem.code} {problem.message}" for problem in problems], problems


@KINDS
def test_every_cell_is_the_text_that_a_person_sees(tmp_path: Path, suffix: str) -> None:
    rows: list[list[object]] = [
        ["id", "name", "value", "qty", "text", "own"],
        ["007", "Spy", 3.0, 2, "one\ntwo", 0.5],
        ["b", "Bond", -1.25, None, None, "nan"],
    ]
    decks, problems, _ = read(workbook(tmp_path / f"c{suffix}", {"Cards": rows}))
    spy, bond = decks["demo"].cards
    assert dict(spy.fields) == {
        "id": "007", "name": "Spy", "value": "3", "quantity": "2", "text": "one\ntwo", "own": "0.5", "game": "demo",
    }  # fmt: skip
    assert (spy.value, spy.quantity, bond.value, bond.quantity, bond.fields["own"]) == (3.0, 2, -1.25, 1, "nan")
    assert problems == []


@KINDS
def test_places_are_the_row_and_the_number_of_the_column(tmp_path: Path, suffix: str) -> None:
    rows: list[list[object]] = [[None, None], ["# note", "x"], ["name", "value"], [None, None], ["Lamp", "x"]]
    decks, problems, _ = read(workbook(tmp_path / f"c{suffix}", {"Cards": rows}))
    assert problems == [f"cards{suffix}:5:2 E103 'x' is not a number (column B)"]
    place = decks["demo"].cards[0].place("value")
    assert (place.line, place.column) == (5, 2)


@KINDS
def test_dates_and_truth_values_in_cells_are_doubted(tmp_path: Path, suffix: str) -> None:
    rows: list[list[object]] = [["id", "rank"], ["a", datetime.datetime(2024, 2, 1)], ["b", True]]  # noqa: DTZ001  cells have no time zone
    _, problems, _ = read(workbook(tmp_path / f"c{suffix}", {"Cards": rows}))
    assert problems == [
        f"cards{suffix}:2:2 W103 '2024-02-01' looks like a date made by a spreadsheet program (column B)",
        f"cards{suffix}:3:2 W103 'TRUE' looks like a TRUE or FALSE made by a spreadsheet program (column B)",
    ]


@KINDS
def test_a_failed_formula_is_an_error(tmp_path: Path, suffix: str) -> None:
    _, problems, _ = read(workbook(tmp_path / f"c{suffix}", {"S": [["id", "value"], ["a", "#N/A"]]}))
    assert problems == [f"cards{suffix}:2:2 E114 a formula has failed with #N/A (column B)"]


@KINDS
def test_the_first_sheet_is_read_unless_another_is_named(tmp_path: Path, suffix: str) -> None:
    path = workbook(tmp_path / f"c{suffix}", {"Zoo": [["id"], ["ape"]], "Ark": [["id"], ["dove"]]})
    assert [card.id for card in read(path)[0]["demo"]] == ["ape"]
    assert [card.id for card in read(path, "Ark")[0]["demo"]] == ["dove"]


@KINDS
def test_a_sheet_called_cards_is_read_wherever_it_stands(tmp_path: Path, suffix: str) -> None:
    sheets: Sheets = {"Notes": [["id"], ["a"]], "CARDS": [["id"], ["b"]]}
    decks, _, _ = read(workbook(tmp_path / f"c{suffix}", sheets))
    assert [card.id for card in decks["demo"]] == ["b"]


@KINDS
def test_all_sheets_with_cards_are_read_and_their_names_are_the_kinds_of_their_cards(
    tmp_path: Path, suffix: str
) -> None:
    heroes: list[list[object]] = [["Name", "HP"], ["Ada", 3], ["Bo", "#REF!"], ["heading", None]]
    spells: list[list[object]] = [["All spells", None], ["name", "hp "], ["Fog", 1], [None, None], ["Ada", 4]]
    ideas: list[list[object]] = [["Name", "HP"], ["Cy", 9]]
    sheets: Sheets = {"Heroes": heroes, "Spells": spells, "Copy": heroes, "Shop": [["x", "y"]], "#Ideas": ideas}
    decks, problems, _ = read(workbook(tmp_path / f"c{suffix}", sheets))
    assert [(card.id, card.kind, card.place("name").line) for card in decks["demo"]] == [
        *(
            ("ada", "Heroes", 2),
            ("bo", "Heroes", 3),
            ("heading", "Heroes", 4),
            ("fog", "Spells", 3),
            ("ada-2", "Spells", 5),
        ),
    ]
    assert problems == [
        f"cards{suffix}:3:2 E114 a formula has failed with #REF! (cell B3 of sheet 'Heroes')",
        f"cards{suffix}:5:1 W105 'Ada' is already the name of a card (cell A5 of sheet 'Spells')",
    ]


@KINDS
def test_a_column_of_kinds_comes_before_the_names_of_sheets(tmp_path: Path, suffix: str) -> None:
    one: list[list[object]] = [["id", "kind", None], ["ada", "hero", None], ["bo", None, None]]
    two: list[list[object]] = [["id", "kind"], ["ada", "spell"]]
    decks, problems, _ = read(workbook(tmp_path / f"c{suffix}", {"One": one, "Two": two}))
    assert [(card.id, card.kind) for card in decks["demo"]] == [("ada", "hero"), ("bo", "One"), ("ada-2", "spell")]
    assert problems == [f"cards{suffix}:2:1 W105 'ada' is already the id of a card (cell A2 of sheet 'Two')"]


@KINDS
def test_an_unknown_sheet_is_an_error_that_offers_the_nearest(tmp_path: Path, suffix: str) -> None:
    path = workbook(tmp_path / f"c{suffix}", {"Cards": [["id"], ["a"]], "Notes": [["x"]]})
    decks, problems, raw = read(path, "Crads")
    assert decks == {}
    assert problems == [f"cards{suffix} E120 there is no sheet 'Crads'"]
    assert raw[0].hint == "Did you mean 'Cards'? The sheets are 'Cards' and 'Notes'."


@KINDS
def test_an_empty_sheet_is_an_error(tmp_path: Path, suffix: str) -> None:
    assert read(workbook(tmp_path / f"c{suffix}", {"Cards": []}))[1] == [
        f"cards{suffix}:1:1 E115 the spreadsheet is empty"
    ]


@KINDS
@pytest.mark.parametrize("data", [b"", b"name,value\n", b"PK\x03\x04 and no more"])
def test_a_file_that_is_no_workbook_is_an_error(tmp_path: Path, suffix: str, data: bytes) -> None:
    path = tmp_path / f"c{suffix}"
    path.write_bytes(data)
    assert read(path)[1] == [f"cards{suffix} E119 the file is not an {suffix} workbook, or is damaged"]


@pytest.mark.parametrize(
    ("suffix", "part"),
    [(".xlsx", "xl/workbook.xml"), (".xlsm", "xl/vbaProject.bin"), (".ods", "content.xml"), (".xlsx", "other.xml")],
)
def test_a_workbook_with_parts_missing_is_an_error(tmp_path: Path, suffix: str, part: str) -> None:
    path = tmp_path / f"c{suffix}"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(part, "<broken")
    assert read(path)[1] == [f"cards{suffix} E119 the workbook is damaged"]


@KINDS
@pytest.mark.parametrize("called", [".csv", ".xls", ".xlsb", ".ods"])
def test_a_workbook_with_the_ending_of_another_kind_is_refused_and_says_which_it_is(
    tmp_path: Path, suffix: str, called: str
) -> None:
    if {suffix, called} == {".xls"} or suffix == called:
        return
    kind = ".xlsx" if suffix == ".xlsm" else suffix
    path = workbook(tmp_path / f"c{suffix}", {"Cards": [["id"], ["a"]]}).rename(tmp_path / f"d{called}")
    _, _, (problem,) = read(path)
    assert problem.hint == (
        "Save it without a password as .xlsx, .ods or .csv."
        if suffix == ".xls" and called != ".csv"
        else f"Rename it so that it ends with {kind}."
    )


@KINDS
def test_no_byte_cut_off_or_flipped_in_a_workbook_raises(tmp_path: Path, suffix: str) -> None:
    path = workbook(tmp_path / f"c{suffix}", {"Cards": [["id", "value"], ["a", 1]]})
    data = path.read_bytes()
    for at in range(0, len(data), len(data) // 60):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x5A]) + data[at + 1 :])
        read(path)
        path.write_bytes(data[:at])
        assert read(path)[1] or not data[at:].strip(b"\0")


def test_a_locked_workbook_says_so(tmp_path: Path) -> None:
    locked = tmp_path / "c.xlsx"
    locked.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    assert "password" in read(locked)[1][0]
    ods = tmp_path / "c.ods"
    with zipfile.ZipFile(ods, "w") as archive:
        archive.writestr("META-INF/manifest.xml", "<manifest:encryption-data/>")
    assert "password" in read(ods)[1][0]


@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm", ".xlsb", ".ods"])
def test_a_zip_bomb_is_refused_before_it_is_opened(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"c{suffix}"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("content.xml", "w") as part:
        for _ in range(201):
            part.write(bytes(1_000_000))
    assert path.stat().st_size < 1_000_000
    assert read(path)[1] == [f"cards{suffix} E118 the workbook would unpack to more than 50 MB"]


@pytest.mark.parametrize(
    ("suffix", "xml"),
    [
        (".xlsx", '<row r="1"><c r="XFD1" t="n"><v>1</v></c></row>'),
        (".ods", '<table:table-cell table:number-columns-repeated="16000" office:value="1"><text:p>1</text:p>'),
    ],
)
def test_a_value_in_the_last_column_is_refused(tmp_path: Path, suffix: str, xml: str) -> None:
    path = tmp_path / f"c{suffix}"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("sheet.xml", f"<a>{' ' * (PIECE - 20)}{xml}")
    assert read(path)[1] == [f"cards{suffix} E118 a cell far to the right has a value; a sheet may have 256 columns"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (3.0, "3"),
        (0.1 + 0.2, "0.3"),
        (1e20, "1E+20"),
        (float("nan"), "#N/A"),
        (None, ""),
        (False, "FALSE"),
        (datetime.datetime(2024, 2, 1, 12, 30), "2024-02-01 12:30:00"),  # noqa: DTZ001  cells have no time zone
        (datetime.time(1, 2), "01:02:00"),
        ("a\r\nb", "a\nb"),
    ],
)
def test_a_cell_value_becomes_the_text_shown(value: object, text: str) -> None:
    assert text_of(value) == text


# -- formulas ----------------------------------------------------------------------------------------------------------


def test_a_sheet_in_utf_16_is_read_as_in_utf_8(tmp_path: Path) -> None:
    plain = workbook(tmp_path / "plain.xlsx", {"Cards": [["id", "name"], ["fox", "Füchsin"]]})
    with zipfile.ZipFile(plain) as archive, zipfile.ZipFile(tmp_path / "cards.xlsx", "w") as again:
        for part in archive.namelist():
            words = archive.read(part).decode()
            if part.endswith("sheet1.xml"):
                declared = words if words.startswith("<?xml") else f'<?xml version="1.0" encoding="UTF-8"?>{words}'
                again.writestr(part, declared.replace("UTF-8", "UTF-16").encode("utf-16"))
            else:
                again.writestr(part, words)
    problems = Problems()
    (deck,) = read_cards(tmp_path / "cards.xlsx", "cards.xlsx", problems, default_game="g").values()
    assert [(card.id, card.name) for card in deck] == [("fox", "Füchsin")]
    assert not problems


def test_a_formula_whose_result_nobody_stored_is_told_with_its_cell(tmp_path: Path) -> None:
    """As openpyxl and pandas write it: without an error it would print one copy of Anna, and no name."""
    book = Workbook()
    book.active.append(["id", "name", "quantity"])
    book.active.append(["a", "Anna", "=1+2"])
    book.active.append(["b", '=A3&"!"', 2])
    book.save(tmp_path / "c.xlsx")
    _, problems, _ = read(tmp_path / "c.xlsx")
    assert problems == [
        "cards.xlsx:2:3 E124 the formula '=1+2' has no stored result (cell C2), nor does 1 other",
    ]


def test_a_formula_whose_result_is_stored_is_the_result(tmp_path: Path) -> None:
    path = workbook(tmp_path / "c.xlsx", {"Cards": [["id", "quantity"], ["a", 3]]})
    in_sheet(path, b"<v>3</v>", b"<f>1+2</f><v>3</v>")
    decks, problems, _ = read(path)
    assert (decks["demo"].cards[0].quantity, problems) == (3, [])


def test_a_formula_whose_stored_result_is_an_empty_text_is_a_blank_cell(tmp_path: Path) -> None:
    """As spreadsheet programs store =IF(A2="";A2;"")."""
    path = workbook(tmp_path / "c.xlsx", {"Cards": [["id", "suit"], ["a", 3]]})
    in_sheet(path, b' t="n"><v>3</v>', b' t="str"><f>IF(A2="",A2,"")</f><v></v>')
    decks, problems, _ = read(path)
    assert (decks["demo"].cards[0].fields["suit"], problems) == ("", [])


@pytest.mark.parametrize("error", ["#REF!", "#DIV/0!", "#NAME?", "#N/A"])
def test_a_formula_that_failed_shows_the_error_that_the_cell_shows(tmp_path: Path, error: str) -> None:
    path = workbook(tmp_path / "c.xlsx", {"Cards": [["id", "quantity"], ["a", 3]]})
    in_sheet(path, b't="n"><v>3</v>', f't="e"><f>1/0</f><v>{error}</v>'.encode())
    _, problems, _ = read(path)
    assert problems == [f"cards.xlsx:2:2 E114 a formula has failed with {error} (column B)"]


def test_a_formula_without_a_result_in_an_ods_file_is_told_too(tmp_path: Path) -> None:
    path = workbook(tmp_path / "c.ods", {"Cards": [["id", "quantity"], ["a", 3]]})
    in_content(
        path,
        rb'<table:table-cell[^>]*office:value="3"[^>]*>.*?</table:table-cell>',
        b'<table:table-cell table:formula="of:=1+2"/>',
    )
    _, problems, _ = read(path)
    assert problems == ["cards.ods:2:2 E124 the formula '=1+2' has no stored result (cell B2)"]


@KINDS
def test_a_formula_that_failed_behind_and_below_all_other_cells_is_told_in_every_kind(
    tmp_path: Path, suffix: str
) -> None:
    rows: list[list[object]] = [["id", "name", "rank"], ["a", "b"], [None, None, None, "#DIV/0!"], ["c", None, "#REF!"]]
    _, problems, _ = read(workbook(tmp_path / f"c{suffix}", {"Cards": rows}))
    assert f"cards{suffix}:4:3 E114 a formula has failed with #REF! (column C)" in problems
    assert any(f"cards{suffix}:3:4" in problem for problem in problems)


def test_equal_rows_that_an_ods_file_holds_once_show_the_same(tmp_path: Path) -> None:
    """LibreOffice writes equal rows one below the other as one."""
    path = workbook(tmp_path / "c.ods", {"Cards": [["name", "chance"], ["a", 3], ["b", "c"]]})
    in_content(
        path, rb"<table:table-row>(?=(?:(?!table-row).)*>a<)", b'<table:table-row table:number-rows-repeated="2">'
    )
    percent = b'office:value-type="percentage" office:value="0.25"><text:p>25%</text:p>'
    in_content(path, rb'office:value-type="float" office:value="3"><text:p>3</text:p>', percent)
    cards = read(path)[0]["demo"].cards
    assert [card.fields["chance"] for card in cards] == ["25%", "25%", "c"]


def test_what_a_merged_cell_covers_in_an_ods_file_is_not_read(tmp_path: Path) -> None:
    path = workbook(tmp_path / "c.ods", {"Cards": [["id", "name", "text"], ["a", "b", "under"]]})
    old, new = rb"(<table:table-cell [^>]*><text:p>under</text:p></table:)table-cell>", rb"\1covered-table-cell>"
    in_content(path, old, new)
    in_content(path, rb"<table:table-cell ([^>]*><text:p>under)", rb"<table:covered-table-cell \1")
    assert read(path)[0]["demo"].cards[0].fields["text"] == ""


def test_breaks_and_tabs_inside_a_paragraph_of_an_ods_file_are_kept(tmp_path: Path) -> None:
    path = workbook(tmp_path / "c.ods", {"Cards": [["id", "text"], ["a", "one"]]})
    in_content(path, b"one", b"one<text:line-break/>two<text:tab/>three")
    assert read(path)[0]["demo"].cards[0].fields["text"] == "one\ntwo\tthree"


@pytest.mark.parametrize("said", ["1", "true"])
def test_days_are_counted_from_1904_where_the_workbook_says_so(tmp_path: Path, said: str) -> None:
    """As workbooks from old Macs do."""
    book = Workbook()
    book.epoch = CALENDAR_MAC_1904
    book.active.append(["id", "since"])
    book.active.append(["a", 366])
    book.active["B2"].number_format = "d mmm yyyy"
    book.save(tmp_path / "c.xlsx")
    changed(
        tmp_path / "c.xlsx", "xl/workbook.xml", lambda text: re.subn(b'1904="1"', f'1904="{said}"'.encode(), text)[::-1]
    )
    assert read(tmp_path / "c.xlsx")[0]["demo"].cards[0].fields["since"] == "1 Jan 1905"


def test_a_date_before_1900_is_a_date(tmp_path: Path) -> None:
    """calamine takes it for midnight."""
    book = Workbook()
    book.active.append(["id", "since"])
    book.active.append(["a", -2431])
    book.active["B2"].number_format = "yyyy-mm-dd"
    book.save(tmp_path / "c.xlsx")
    assert read(tmp_path / "c.xlsx")[0]["demo"].cards[0].fields["since"] == "1893-05-04"


def test_a_locked_xls_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "c.xls"
    path.write_bytes(compound("Workbook", xls_stream({"Cards": b""}, record(0x2F, b"\1\0"))))
    assert read(path)[1] == ["cards.xls E119 the workbook is locked with a password"]
    path.write_bytes(compound("EncryptedPackage", b"x"))
    assert read(path)[1] == ["cards.xls E119 the workbook is locked with a password"]


def in_sheet(path: Path, old: bytes, new: bytes) -> None:
    """Change the first sheet of an .xlsx file, in which that stands once."""
    changed(path, "xl/worksheets/sheet1.xml", lambda text: (text.count(old), text.replace(old, new)))


def in_content(path: Path, pattern: bytes, new: bytes) -> None:
    """Change what an .ods file holds, in which one place is such."""
    changed(path, "content.xml", lambda text: re.subn(pattern, new, text, flags=re.DOTALL)[::-1])


def changed(path: Path, part: str, change: Callable[[bytes], tuple[int, bytes]]) -> None:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    count, parts[part] = change(parts[part])
    assert count == 1, parts[part]
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


# -- how cells look ----------------------------------------------------------------------------------------------------


BOLD, ITALIC, RED = InlineFont(b=True), InlineFont(i=True), InlineFont(color="FFC00000")
LONG_WORDS = "Draw a card and put it down again on top of your pile"


def looks(folder: Path, *texts: object) -> list[str]:
    """What the cards print whose texts are in those cells; a tuple is a cell that is bold as a whole."""
    book = Workbook()
    book.active.append(["name", "text"])
    for at, text in enumerate(texts, 2):
        book.active.append([f"card {at}", text[0] if isinstance(text, tuple) else text])
        book.active.cell(at, 2).font = Font(bold=isinstance(text, tuple))
    for cell in (*book.active[1], *book.active["A"]):
        cell.font = Font(bold=True)
    book.save(folder / "c.xlsx")
    return [card.fields["text"] for card in read(folder / "c.xlsx")[0]["demo"]]


def test_words_in_bold_italic_and_colour_are_printed_so(tmp_path: Path) -> None:
    two, three, part = TextBlock(BOLD, "two "), TextBlock(ITALIC, "three"), TextBlock(BOLD, "set")
    rich = CellRichText("Gain ", two, "or ", three, ". Un", part)
    red = CellRichText("Pay ", TextBlock(RED, "hearts"))
    assert looks(tmp_path, rich, red) == [
        "Gain **two** or *three*. Un<b>set</b>",
        "Pay <colour #c00000>hearts</colour>",
    ]


def test_shared_texts_are_read_with_their_looks_too(tmp_path: Path) -> None:
    """Spreadsheet programs store each text once, beside the sheets."""
    path = workbook(tmp_path / "c.xlsx", {"Cards": [["name", "text"], ["one", 0]]})
    in_sheet(path, b'<c r="B2" t="n"><v>0</v>', b'<c r="B2" t="s"><v>1</v>')
    text = "<si><t>one</t></si><si><r><t>two </t></r><r><rPr><b/></rPr><t>words</t></r></si>"
    with zipfile.ZipFile(path, "a") as archive:
        space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{space}" count="2">{text}</sst>')
    assert [card.fields["text"] for card in read(path)[0]["demo"]] == ["two **words**"]


def test_a_cell_is_printed_in_bold_if_it_stands_out_in_a_column_of_texts(tmp_path: Path) -> None:
    assert looks(tmp_path, LONG_WORDS, (LONG_WORDS,), LONG_WORDS) == [LONG_WORDS, f"**{LONG_WORDS}**", LONG_WORDS]
    assert looks(tmp_path, (LONG_WORDS,), (LONG_WORDS,)) == [LONG_WORDS] * 2
    assert looks(tmp_path, "rare", ("very rare",), "rare") == ["rare", "very rare", "rare"]


def test_looks_of_an_ods_file_are_kept(tmp_path: Path) -> None:
    path = workbook(tmp_path / "c.ods", {"Cards": [["name", "text"], ["a", "one two"], ["b", "three"]]})
    in_content(path, b"one two", b'one <text:span text:style-name="T1">two</text:span>')
    style = b'<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>'
    spaces = {"style": "style", "fo": "xsl-fo-compatible"}
    names = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for short, name in spaces.items()
    )
    in_content(
        path, rb"<office:document-content(.*?)>", rb"<office:document-content\1 " + names.encode() + b">" + style
    )
    assert [card.fields["text"] for card in read(path)[0]["demo"]] == ["one **two**", "three"]


HIDING: list[list[object]] = [["name", "secret", "text"], ["a", "x", "one"], ["b", "y", "two"], ["c", "z", "three"]]


def test_hidden_rows_and_columns_of_a_workbook_are_left_out_and_named(tmp_path: Path) -> None:
    book = Workbook()
    for row in HIDING:
        book.active.append(row)
    book.active["B2"].value = CellRichText("x ", TextBlock(BOLD, "y"))
    for at in (3, 4, 9):
        book.active.row_dimensions[at].hidden = True
    book.active.column_dimensions["B"].hidden = True
    book.save(tmp_path / "c.xlsx")
    decks, problems, _ = read(tmp_path / "c.xlsx")
    assert [dict(card.fields) for card in decks["demo"]] == [{"name": "a", "text": "one", "game": "demo", "id": "a"}]
    assert problems == ["cards.xlsx:3:2 W113 rows 3 and 4 and column B are hidden, and left out"]


def test_hidden_rows_and_columns_of_an_ods_file_are_left_out_and_named(tmp_path: Path) -> None:
    path = workbook(tmp_path / "c.ods", {"Cards": HIDING})
    in_content(path, rb"<table:table-row>(?=(?:(?!table-row).)*>b<)", b'<table:table-row table:visibility="filter">')
    columns = b'<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>'
    in_content(path, rb'(<table:table table:name="Cards">)', rb"\1" + columns)
    decks, problems, _ = read(path)
    assert [(card.name, card.fields["text"]) for card in decks["demo"]] == [("a", "one"), ("c", "three")]
    assert problems == ["cards.ods:3:2 W113 row 3 and column B are hidden, and left out"]


def test_hidden_rows_and_columns_of_a_binary_workbook_are_left_out_and_named(tmp_path: Path) -> None:
    hiding = record(0x7D, struct.pack("<HHHHH2x", 1, 1, 0, 0, 1)) + record(0x208, struct.pack("<H10xHH", 2, 0x20, 0))
    stream = xls_stream({"Cards": hiding + xls_cells(HIDING)})
    (tmp_path / "c.xls").write_bytes(compound("Workbook", stream))
    shown, hidden = (short(0, struct.pack("<IIHH5x", 2, 0, 300, flags)) for flags in (0, 0x1000))
    parts = xlsb({"Cards": HIDING})
    sheet = parts[SHEET_OF.format(1)].replace(shown, hidden)
    columns = short(390) + short(60, struct.pack("<IIIIH", 1, 1, 0, 0, 1)) + short(391)
    parts[SHEET_OF.format(1)] = sheet.replace(short(145), columns + short(145))
    with zipfile.ZipFile(tmp_path / "c.xlsb", "w") as archive:
        for part, data in parts.items():
            archive.writestr(part, data)
    for suffix in (".xls", ".xlsb"):
        decks, problems, _ = read(tmp_path / f"c{suffix}")
        assert [(card.name, card.fields["text"]) for card in decks["demo"]] == [("a", "one"), ("c", "three")]
        assert problems == [f"cards{suffix}:3:2 W113 row 3 and column B are hidden, and left out"]


def test_a_hidden_sheet_is_not_read(tmp_path: Path) -> None:
    book = Workbook()
    for title, name in (("Heroes", "Ada"), ("Villains", "Rex")):
        sheet = book.create_sheet(title)
        sheet.append(["Name", "Text"])
        sheet.append([name, "Wins."])
    del book["Sheet"]
    book["Villains"].sheet_state = "hidden"
    book.save(tmp_path / "c.xlsx")
    assert [card.name for card in read(tmp_path / "c.xlsx")[0]["demo"]] == ["Ada"]


def test_reading_a_usual_workbook_imports_neither_pandas_nor_openpyxl(tmp_path: Path) -> None:
    """To import pandas takes as long as to check a deck of sixty cards."""
    path = workbook(tmp_path / "cards.xlsx", {"Cards": [["Name", "Cost"], ["Fox", 2.5], ["Owl", 3.0]]})
    code = f"""
import sys
from pathlib import Path
from proofdeck.ground.problems import Problems
from proofdeck.source.cards import read_cards
deck = read_cards(Path({str(path)!r}), "cards.xlsx", Problems(), default_game="demo")["demo"]
print([card.fields["cost"] for card in deck], sorted({{"pandas", "numpy", "openpyxl"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['2.5', '3'] []"
