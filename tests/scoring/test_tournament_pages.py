"""What is printed for a tournament: charts, slips and the master sheet say the same as the tournament does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proofdeck.book.pads.grid import PadGrid
from proofdeck.book.pads.tournaments import (
    ROUNDS_ON_SHEET,
    master_sheets,
    movement_slips,
    seating_charts,
    table_slips,
)
from proofdeck.score.ledger import Ledger
from proofdeck.score.tournaments import directing, movements
from proofdeck.score.tournaments.report import decimal
from proofdeck.score.tournaments.standings import standings
from proofdeck.score.tournaments.tournament import TableResult, Tournament, TournamentSettings, places_of

NAMES = [f"P{number}" for number in range(1, 12)]


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    monkeypatch.setattr(movements, "BUDGET", 2_000)
    with Ledger(tmp_path / "scores.db") as opened:
        yield opened


def seated(ledger: Ledger, movement: str = "fixed", players: int = 11, tables: tuple[int, int] = (3, 5)) -> Tournament:
    how = TournamentSettings("", "Skat", 3, "swiss" if movement == "swiss" else "fixed", *tables, "highest")
    return directing.seat(ledger, directing.begin(ledger, how, NAMES[:players]))


def played(ledger: Ledger, now: Tournament, number: int) -> Tournament:
    for table, players in enumerate(now.seatings[number - 1].tables, 1):
        points = tuple(7 * player % 5 for player in players)
        now = directing.enter(ledger, now, (number, table), TableResult(points, places_of(points, "highest")))
    return now


def rows_of(grid: PadGrid) -> list[tuple[str, ...]]:
    return [row.cells for row in grid.rows]


def words_of(grid: PadGrid) -> int:
    """How many columns from the left are not for writing."""
    return (
        [column.room for column in grid.columns].index(True) if any(c.room for c in grid.columns) else len(grid.columns)
    )


def well_formed(grids: list[PadGrid]) -> bool:
    return all(len(row) == len(grid.columns) for grid in grids for row in rows_of(grid))


def test_every_slip_says_what_the_charts_say(ledger: Ledger) -> None:
    now = seated(ledger)
    charts, slips = seating_charts(now), {slip.title: slip for slip in movement_slips(now)}
    assert well_formed(charts)
    assert well_formed(list(slips.values()))
    on_the_wall = {
        (name, number): (row[0], str(seat))
        for number, chart in enumerate(charts, 1)
        for row in rows_of(chart)
        for seat, name in enumerate(row[1:], 1)
        if name != "–"
    }
    in_the_hand = {(name, int(row[0])): row[1:3] for name, slip in slips.items() for row in rows_of(slip)}
    assert on_the_wall == in_the_hand
    assert len(on_the_wall) == 3 * 11


def test_who_rests_reads_it_on_the_wall_and_on_their_slip(ledger: Ledger) -> None:
    now = seated(ledger, players=5, tables=(2, 2))
    resting = [now.players[seating.byes[0]] for seating in now.seatings]
    assert [rows_of(chart)[-1][:2] for chart in seating_charts(now)] == [("bye", name) for name in resting]
    slips = {slip.title: slip for slip in movement_slips(now)}
    assert [rows_of(slips[name])[number][1] for number, name in enumerate(resting)] == ["bye"] * 3


def test_rounds_that_are_not_seated_yet_leave_room_to_write(ledger: Ledger) -> None:
    now = seated(ledger, "swiss")
    assert len(seating_charts(now)) == 1
    for slip in movement_slips(now):
        assert words_of(slip) == 1
        assert [row[1:3] == ("", "") for row in rows_of(slip)] == [False, True, True]


def test_who_came_late_was_nowhere_before_and_who_has_left_gets_no_slip(ledger: Ledger) -> None:
    now = played(ledger, seated(ledger), 1)
    now = directing.drop(ledger, directing.arrive(ledger, now, "Zoe"), "P1")
    slips = {slip.title: slip for slip in movement_slips(now)}
    assert "P1" not in slips
    assert rows_of(slips["Zoe"])[0][1:3] == ("–", "–")
    assert rows_of(slips["Zoe"])[1][1] != "–"


def test_there_is_a_slip_for_each_table_that_has_no_result(ledger: Ledger) -> None:
    now = played(ledger, seated(ledger), 1)
    slips = table_slips(now)
    assert well_formed(slips)
    expected = {
        f"Round {number}, table {table}": now.names(players)
        for number in (2, 3)
        for table, players in enumerate(now.seatings[number - 1].tables, 1)
    }
    assert {slip.title: [row[1] for row in rows_of(slip)] for slip in slips} == expected


def test_the_master_sheet_holds_what_is_entered_and_totals_only_when_all_is(ledger: Ledger) -> None:
    now = played(ledger, seated(ledger), 1)
    (sheet,) = master_sheets(now)
    assert well_formed([sheet])
    earned = {now.players[row.player]: row.rounds[0] for row in standings(now)}
    assert {row[1]: row[2] for row in rows_of(sheet)} == {
        name: decimal(one) for name, one in earned.items() if one is not None
    }
    assert {row[3:] for row in rows_of(sheet)} == {("", "", "", "")}
    now = played(ledger, played(ledger, now, 2), 3)
    (sheet,) = master_sheets(now)
    totals = {row[1]: row[-2:] for row in rows_of(sheet)}
    assert totals == {now.players[row.player]: (decimal(row.score), f"{row.place}.") for row in standings(now)}


def test_many_rounds_take_several_master_sheets(ledger: Ledger) -> None:
    how = TournamentSettings("", "Skat", ROUNDS_ON_SHEET + 2, "swiss", 3, 5, "highest")
    first, second = master_sheets(directing.begin(ledger, how, NAMES))
    assert [column.head for column in first.columns[2:-2]] == [str(number) for number in range(1, ROUNDS_ON_SHEET + 1)]
    assert [column.head for column in second.columns[2:-2]] == [str(ROUNDS_ON_SHEET + 1), str(ROUNDS_ON_SHEET + 2)]
