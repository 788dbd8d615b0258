"""What a cell shows is what the card prints: numbers in their formats, as spreadsheet programs show them."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from proofdeck.ground.problems import Problems
from proofdeck.source.cards.number_formats import shown
from proofdeck.source.cards.spreadsheet import read_cards

SHOWN = (
    (0.25, "0%", "25%"),
    (0.125, "0.0%", "12.5%"),
    (12.5, "[$€-407]#,##0.00", "€12.50"),
    (12.5, '#,##0.00\\ "€"', "12.50 €"),
    (12, '_-* #,##0.00\\ "€"_-', "12.00 €"),
    (-2, "0;(0)", "(2)"),
    (-2.5, "0.0", "-2.5"),
    (-0.04, "0.0", "0.0"),
    (0, '0;-0;"none"', "none"),
    (3, "+0;-0;0", "+3"),
    (7, "000", "007"),
    (5, '0" VP"', "5 VP"),
    (1234567, "#,##0", "1,234,567"),
    (1500, '0.0,"k"', "1.5k"),
    (2.675, "0.00", "2.68"),
    (0.5, "0.0##", "0.5"),
    (1.5, "# ?/?", "1 1/2"),
    (0.25, "# ?/?", "1/4"),
    (9.5 / 24, "h:mm", "9:30"),
    (18.25 / 24, "h:mm AM/PM", "6:15 PM"),
    (1.5, "[h]:mm", "36:00"),
    (90 / 86400, "mm:ss", "01:30"),
    (45323, "d mmm yyyy", "1 Feb 2024"),
    (45323, "dd/mm/yy", "01/02/24"),
    (45323, "dddd, d. mmmm", "Thursday, 1. February"),
    (45323, "yyyy-mm-dd hh:mm:ss", "2024-02-01"),
    (5, "General", None),
    (5, "@", None),
    (5, "0.00E+00", None),
    (5, "[>3]0;0", None),
    (1e300, "0.00", None),
    (5, "0" * 200, None),
    (5, f"0.{'0' * 40}", None),
    (1e10, f"0{'%' * 20}", None),
    (1, "d mmm yyyy", "1 Jan 1900"),
    (61, "d mmm yyyy", "1 Mar 1900"),
)
"""A number, its format, and what Excel and LibreOffice show; None where the number itself is read."""


@pytest.mark.parametrize(("value", "code", "words"), SHOWN)
def test_a_number_is_shown_in_its_format(value: float, code: str, words: str | None) -> None:
    assert shown(value, code) == words


@pytest.mark.parametrize("code", ["[", '"', "\\", ";;;;", "0/", "?/0", "%%%%%%", "[h", "#,", ".", "m", "AM/PM", "[$"])
def test_a_format_that_is_broken_never_raises(code: str) -> None:
    for value in (0.0, 1.5, -3.0, 1e10):
        shown(value, code)
        shown(value, code * 30)


@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm"])
def test_a_card_prints_what_the_sheet_shows_and_counts_with_what_it_stores(suffix: str, tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    sheet.append(["Name", "Chance", "Price", "When", "Time", "Value", "Quantity"])
    sheet.append(["Well", 0.25, 12.5, datetime.date(2024, 2, 29), datetime.time(9, 30), 1500, 2])
    formats = (("B2", "0%"), ("C2", '"€"0.00'), ("D2", "d mmm yyyy"), ("E2", "h:mm"), ("F2", "#,##0"), ("G2", '0"x"'))
    for cell, code in formats:
        sheet[cell].number_format = code
    book.save(tmp_path / f"cards{suffix}")
    (card,) = read_cards(tmp_path / f"cards{suffix}", "cards", problems := Problems(), default_game="demo")["demo"]
    assert not problems
    assert [card.fields[name] for name in ("chance", "price", "when", "time", "value", "quantity")] == [
        *("25%", "€12.50", "29 Feb 2024", "9:30", "1,500", "2x"),
    ]
    assert (card.value, card.quantity) == (1500, 2)


def test_a_merged_cell_gives_its_value_to_all_its_rows_and_a_title_does_not(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    rows: list[list[object]] = [["Name", "Clan", "Cost", "Copies"], ["Ada", "Reed", 0.5, 3], ["Bo"], ["Cy", "Moss", 2]]
    for row in (["Heroes of the marsh"], *rows):
        sheet.append(row)
    sheet.merge_cells("A1:C1")
    sheet.merge_cells("B3:B4")
    sheet.merge_cells("C3:C4")
    sheet.merge_cells("D3:D4")
    sheet["C3"].number_format = "0%"
    book.save(tmp_path / "cards.xlsx")
    cards = read_cards(tmp_path / "cards.xlsx", "cards", problems := Problems(), default_game="demo")["demo"]
    assert [(card.name, card.fields["clan"], card.fields["cost"], card.quantity) for card in cards] == [
        *(("Ada", "Reed", "50%", 3), ("Bo", "Reed", "50%", 3), ("Cy", "Moss", "2", 1)),
    ]
    assert not problems
