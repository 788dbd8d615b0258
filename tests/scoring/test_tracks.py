"""Numbers that players keep track of are printed: on a sheet of their own, and on the score pad."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import text_of

import proofdeck
from proofdeck.book.pads.tracking import ACROSS, MOST_PRINTED, track_rows, track_sheet
from proofdeck.play.free.pieces import FreeCounter

HEAD = "---\ntitle: Zoo\nplayers: 2-3\ntracks: {threat: 0-15, life: 20 each, round: 1-8 from 1}\n---\n\nPlay.\n"


def printed(tmp_path: Path, head: str) -> dict[str, list[str]]:
    """The words of each pad."""
    (tmp_path / "zoo" / "rules_md").mkdir(parents=True)
    (tmp_path / "zoo" / "cards.csv").write_text("name\nFox\n", encoding="utf-8")
    (tmp_path / "zoo" / "rules_md" / "zoo.md").write_text(head, encoding="utf-8")
    only = ("score-pad", "track-sheet")
    made = proofdeck.open(tmp_path / "zoo").build(only=only, paper="a4")
    return {file.name: text_of(file.read_bytes(), 0).split() for file in made.files}


def test_each_track_has_its_numbers_on_the_sheet_and_a_line_on_the_pad(tmp_path: Path) -> None:
    words = printed(tmp_path, HEAD)
    sheet, pad = words["track-sheet-a4.pdf"], words["score-pad-a4.pdf"]
    copies = sheet.count("threat")
    assert copies == sheet.count("life") == sheet.count("round") > 1
    assert sheet.count("15") == 2 * copies  # of threat and of life
    assert (sheet.count("8"), sheet.count("20"), sheet.count("0")) == (3 * copies, copies, 2 * copies)
    assert {"threat:", "life", "round:"} <= set(pad)


def test_a_game_without_tracks_has_no_sheet_of_them(tmp_path: Path) -> None:
    assert printed(tmp_path, "---\ntitle: Zoo\n---\n\nPlay.\n").keys() == {"score-pad-a4.pdf"}


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 9), (0, 10), (-5, 5), (1, 40), (1, 120)])
def test_every_number_of_a_track_is_printed_once_in_its_order(low: int, high: int) -> None:
    grid = track_sheet("Zoo", [FreeCounter("t1", "Threat", low, low, high)])
    numbers = [int(cell) for row in grid.rows for cell in row.cells[1:]]
    assert numbers == list(range(low, high + 1))
    assert [row.cells[0] for row in grid.rows] == ["Threat", *[""] * (len(grid.rows) - 1)]
    assert all(len(row.cells) <= ACROSS + 1 == len(grid.columns) for row in grid.rows)


def test_a_track_that_is_too_long_to_print_has_a_row_to_write_in() -> None:
    grid = track_sheet("Zoo", [FreeCounter("t1", "Gold", 0, 0, MOST_PRINTED)])
    assert [row.cells for row in grid.rows] == [("Gold",)]


def test_a_track_of_each_player_is_on_a_pad_and_on_a_sheet_once() -> None:
    tracks = [FreeCounter(f"t1-{seat}", "Life", 20, 0, 20, seat) for seat in (1, 2, 3)]
    assert [(row.cells, row.kind) for row in track_rows(tracks)] == [(("Life",), "single")]
    assert [row.cells[0] for row in track_sheet("Zoo", tracks).rows] == ["Life", "", ""]
