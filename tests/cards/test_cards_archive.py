"""Workbooks that would unpack to gigabytes or keep a library busy for minutes are refused before it sees them."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import pytest
from workbooks import compound, record, short, write_workbook, xls, xls_cells, xls_stream, xlsb_cells, xlsb_parts

from proofdeck.ground.problems import Problems
from proofdeck.source.cards import read_cards
from proofdeck.source.cards.archive import MOST_ELEMENTS, MOST_PLACES

CONTENT = {".xlsx": "xl/worksheets/sheet1.xml", ".ods": "content.xml"}
CELL = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'


def told(folder: Path, suffix: str, xml: str, name: str = "", method: int = zipfile.ZIP_DEFLATED) -> str:
    """The only problem with a workbook that has such a part, and so little that it is nothing to a file system."""
    path = folder / f"cards{suffix}"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr(name or CONTENT[suffix], xml)
    assert path.stat().st_size < 1_000_000
    return problem_of(path)


def problem_of(path: Path) -> str:
    problems = Problems()
    read_cards(path, path.name, problems, default_game="g")
    (problem,) = problems
    assert problem.hint
    return f"{problem.code} {problem.message}"


FAR = f"E118 a sheet has more than {MOST_PLACES:,} cells up to the last one with a value"


@pytest.mark.parametrize(
    ("suffix", "xml"),
    [
        (".xlsx", '<row r="1048576"><c r="IV1048576"><v>1</v></c></row>'),
        (".xlsx", '<c r="B1"><v>1</v></c><c r="B9999999"><v>1</v></c><row r="9999999"><c><v>1</v></c></row>'),
        (".xlsx", '<row r="' + "9" * 5_000 + '"><c><v>1</v></c></row>'),
        (".xlsx", '<row><c r="XFD1"/></row>' * 200),
        (".xlsx", '<row r="1"><c r="iv1048576"><v>1</v></c></row>'),
        (".xlsx", '<row r="1"><c r="IV1048576" t="inlineStr"><is/></c></row>'),
        (".ods", f'<table:table-row table:number-rows-repeated="1000000">{CELL * 9}</table:table-row>'),
        (".ods", f'<x:table-row y:number-rows-repeated="{"9" * 5_000}">{CELL.replace("table:", "x:")}</x:table-row>'),
        (
            ".ods",
            f'<table:table-row table:number-rows-repeated="500000"/><table:table-row>{CELL * 9}</table:table-row>',
        ),
    ],
)
def test_far_cells_and_repeated_rows_are_counted_as_what_they_become(tmp_path: Path, suffix: str, xml: str) -> None:
    assert told(tmp_path, suffix, f"<sheet>{xml}</sheet>") == FAR


ROWS = [["id", "name"], ["a", "x"]]
WIDE = "E118 a cell far to the right has a value; a sheet may have 256 columns"
TOO_MANY = "E118 the workbook has more cells, texts and formats than can be read in a few seconds"


def number(row: int, column: int) -> bytes:
    """A record of an .xls file."""
    return record(0x203, struct.pack("<HHHd", row, column, 0, 1))


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        (number(65535, 255), FAR),
        (number(1, 60000), WIDE),
        (record(0xBD, struct.pack("<HH6xH", 1, 0, 60000)), WIDE),
        (record(0x200, struct.pack("<IIHHH", 0, 0xFFFFFFFF, 0, 0xFFFF, 0)), FAR),
        (record(0x809, bytes(16)) + record(0x0A, b"") + number(65535, 255), FAR),
        (number(1, 1) * 200_001, TOO_MANY),
    ],
)
def test_far_cells_of_an_xls_file_are_counted_too(tmp_path: Path, cells: bytes, says: str) -> None:
    path = tmp_path / "cards.xls"
    path.write_bytes(compound("Workbook", xls_stream({"Cards": xls_cells(ROWS) + cells})))
    assert problem_of(path) == says


def test_sheets_of_an_xls_file_that_are_the_same_again_and_again_are_counted_each_time(tmp_path: Path) -> None:
    path = tmp_path / "cards.xls"
    again = b"".join(record(0x85, struct.pack("<IHBB", 0, 0, 1, 0) + b"A") for _ in range(3000))
    path.write_bytes(compound("Workbook", xls_stream({"Cards": xls_cells(ROWS)}, again)))
    assert problem_of(path) == TOO_MANY


def test_a_table_of_sectors_that_leads_back_to_itself_is_read_once(tmp_path: Path) -> None:
    """A library would read it again and again until there is no memory left."""
    data = bytearray(xls({"Cards": ROWS}))
    data[68:72] = data[1020:1024] = bytes(4)
    path, problems = tmp_path / "cards.xls", Problems()
    path.write_bytes(data)
    assert [card.name for card in read_cards(path, path.name, problems, default_game="g")["g"]] == ["x"]


@pytest.mark.parametrize(
    ("row", "column", "says"), [(1_048_575, 200, FAR), (1_048_575, 16_383, WIDE), (2_000_000_000, 1, FAR)]
)
def test_far_cells_of_an_xlsb_file_are_counted_too(tmp_path: Path, row: int, column: int, says: str) -> None:
    path = tmp_path / "cards.xlsb"
    far = short(0, struct.pack("<I13x", row)) + short(5, struct.pack("<IId", column, 0, 1))
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in xlsb_parts({"Cards": xlsb_cells(ROWS) + far}).items():
            archive.writestr(name, data)
    assert problem_of(path) == says


def test_space_for_texts_that_are_not_there_is_not_reserved(tmp_path: Path) -> None:
    assert told(tmp_path, ".xlsx", '<sst uniqueCount="99999999999"/>', "xl/sharedStrings.xml") == TOO_MANY


def test_a_table_without_an_end_is_damaged(tmp_path: Path) -> None:
    """A library would search for its end for ever."""
    path = write_workbook(tmp_path / "cards.ods", {"Cards": ROWS})
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["content.xml"] = parts["content.xml"].replace(b"</table:table>", b"</table:table\0>")
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    assert problem_of(path) == "E119 the workbook is damaged"


def test_what_is_empty_to_the_end_of_a_sheet_counts_for_nothing(tmp_path: Path) -> None:
    """LibreOffice writes a million empty rows and a thousand empty cells below and behind the last."""
    empty = '<table:table-cell table:number-columns-repeated="16000"/>'
    rows = f'<table:table-row>{CELL * 9}{empty}</table:table-row><table:table-row table:number-rows-repeated="1048000">'
    assert told(tmp_path, ".ods", f"<a>{rows}{empty}</table:table-row></a>").startswith("E119")


@pytest.mark.parametrize("suffix", CONTENT)
@pytest.mark.parametrize("name", ["", "xl/sharedStrings.xml", "styles.xml", "xl/media/image1.png"])
def test_elements_are_counted_wherever_they_are(tmp_path: Path, suffix: str, name: str) -> None:
    assert "than can be read" in told(tmp_path, suffix, f"<a>{'<si/>' * MOST_ELEMENTS}</a>", name)


@pytest.mark.parametrize("suffix", CONTENT)
def test_attributes_are_counted_too(tmp_path: Path, suffix: str) -> None:
    attributes = " ".join(f"a{number}='1'" for number in range(96))
    element = f"<b {attributes}/>"
    assert "than can be read" in told(tmp_path, suffix, f"<a>{element * (MOST_ELEMENTS // 12)}</a>")


@pytest.mark.parametrize(
    ("xml", "says"),
    [
        ("<text:s text:c='1500000000'/>", "a million spaces"),
        ("<text:s text:c='600000'/>" * 2, "a million spaces"),
        ("<b>" * 5_000, "nested too deeply"),
    ],
)
def test_texts_that_grow_and_deep_ones_are_refused(tmp_path: Path, xml: str, says: str) -> None:
    assert says in told(tmp_path, ".ods", f"<a>{xml}</a>")


@pytest.mark.parametrize("suffix", CONTENT)
def test_a_workbook_that_defines_entities_is_refused(tmp_path: Path, suffix: str) -> None:
    lol = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><a>&b;</a>'
    assert "entities" in told(tmp_path, suffix, lol)


@pytest.mark.parametrize("suffix", CONTENT)
def test_a_workbook_packed_as_no_program_packs_is_refused(tmp_path: Path, suffix: str) -> None:
    """Unpacking LZMA may take as much memory as the file says."""
    xml = f"<a>{'<b/>' * MOST_ELEMENTS}</a>"
    assert told(tmp_path, suffix, xml, method=zipfile.ZIP_LZMA).startswith("E119")
