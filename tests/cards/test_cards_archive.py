"""Workbooks that would unpack to gigabytes or keep a library busy for minutes are refused before it sees them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

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


def test_what_is_empty_to_the_end_of_a_sheet_counts_for_nothing(tmp_path: Path) -> None:
    """LibreOffice writes a million empty rows and a thousand empty cells below and behind the last."""
    empty = '<table:table-cell table:number-columns-repeated="16000"/>'
    rows = f'<table:table-row>{CELL * 9}{empty}</table:table-row><table:table-row table:number-rows-repeated="1048000">'
    assert told(tmp_path, ".ods", f"<a>{rows}{empty}</table:table-row></a>").startswith("E119")


@pytest.mark.parametrize("suffix", CONTENT)
@pytest.mark.parametrize("name", ["", "xl/sharedStrings.xml", "styles.xml", "xl/media/image1.png"])
def test_elements_are_counted_wherever_they_are(tmp_path: Path, suffix: str, name: str) -> None:
    assert "than can be read" in told(tmp_path, suffix, f"<a>{'<si/>' * MOST_ELEMENTS[suffix]}</a>", name)


@pytest.mark.parametrize("suffix", CONTENT)
def test_attributes_are_counted_too(tmp_path: Path, suffix: str) -> None:
    attributes = " ".join(f"a{number}='1'" for number in range(96))
    element = f"<b {attributes}/>"
    assert "than can be read" in told(tmp_path, suffix, f"<a>{element * (MOST_ELEMENTS[suffix] // 12)}</a>")


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
    xml = f"<a>{'<b/>' * MOST_ELEMENTS[suffix]}</a>"
    assert told(tmp_path, suffix, xml, method=zipfile.ZIP_LZMA).startswith("E119")
