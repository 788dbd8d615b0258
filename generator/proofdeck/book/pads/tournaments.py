"""The printed pages of a tournament as grids: charts of rounds, slips for players and tables, a master sheet."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from proofdeck.book.pads.grid import PadColumn, PadGrid, PadRow
from proofdeck.book.pads.grids import print_grids
from proofdeck.book.pads.measuring import PAGE, WIDE_PAGE
from proofdeck.ground.files import write_file
from proofdeck.ground.problems import Problems, ProofdeckError, counted
from proofdeck.ground.units import Size
from proofdeck.score.tournaments.report import decimal
from proofdeck.score.tournaments.standings import StandingsRow as Standing
from proofdeck.score.tournaments.standings import standings
from proofdeck.score.tournaments.tournament import Tournament
from proofdeck.source.project.look import ANY, BookLook, look_of
from proofdeck.source.project.reading import load_project

UPRIGHT, WIDE = (PAGE,), (WIDE_PAGE,)
CHARTS = (*UPRIGHT, *WIDE)
PLAYER_SLIPS = (Size(64, 66), Size(64, 88), Size(64, 132), Size(98, 132), *UPRIGHT)
TABLE_SLIPS = (Size(98, 66), Size(98, 88), Size(98, 132), *UPRIGHT)
"""Sizes for grids, of which the first that fits is used, so that small grids are side by side on A4 and Letter."""
FROM_AFAR = (3.2, 2.6, 2.1, 1.6, 1.0)
"""Factors for letters on wall charts, if names fit; 30 points can be read from 3 m."""
ROUNDS_ON_A_PAGE = 6
"""The most rounds on an upright master sheet."""

ROUNDS_ON_SHEET = 10
"""The number of rounds that fit on a master sheet."""
LONGEST_WORD = 18
"""The letters of a name that fit in a column."""
BYE = "bye"
HOW_IT_COUNTS = "A table of n players scores (n - place) / (n - 1); tied players share the average."


def _grid(
    title: str, about: str, heads: Sequence[str], rows: Iterable[Sequence[str]], words: int, foot: str = ""
) -> PadGrid:
    """words: how many columns from the left contain text; the others are for writing."""
    columns = tuple(PadColumn(head, room=place >= words) for place, head in enumerate(heads))
    cells = tuple(PadRow(tuple(map(_breakable, row))) for row in rows)
    return PadGrid(_breakable(title), columns, cells, about=_breakable(about), foot=foot)


def _breakable(words: str) -> str:
    """The text with words too long for a column split in two or more, at hyphens if possible."""
    return " ".join(part for word in words.split() for part in textwrap.wrap(word, LONGEST_WORD))


def seating_charts(tournament: Tournament) -> list[PadGrid]:
    """Charts for the wall: who sits where in each seated round. The player in the first seat begins."""
    return [_seating_chart(tournament, number) for number in range(1, len(tournament.seatings) + 1)]


def _seating_chart(tournament: Tournament, number: int) -> PadGrid:
    seating = tournament.seatings[number - 1]
    seats = max(map(len, seating.tables))
    rows = []
    for table, players in enumerate(seating.tables, 1):
        names = tournament.names(players)
        rows.append((str(table), *names, *["–"] * (seats - len(names))))
    rows += [(BYE, name, *["–"] * (seats - 1)) for name in tournament.names(seating.byes)]
    heads = ("Table", "Begins", *(f"Seat {seat}" for seat in range(2, seats + 1)))
    return _grid(f"Round {number}", tournament.settings.title, heads, rows, len(heads))


def movement_slips(tournament: Tournament) -> list[PadGrid]:
    """A slip for each present player: where they sit in each round, with space for their points."""
    return [_movement_slip(tournament, player) for player in tournament.present]


def _movement_slip(tournament: Tournament, player: int) -> PadGrid:
    rounds = range(1, tournament.settings.rounds + 1)
    rows = [(str(number), *_place_of(tournament, number, player), "") for number in rounds]
    words = 3 if len(tournament.seatings) == len(rounds) else 1
    heads = ("Round", "Table", "Seat", "Score")
    return _grid(tournament.players[player], tournament.settings.title, heads, rows, words)


def _place_of(tournament: Tournament, number: int, player: int) -> tuple[str, str]:
    """Table and seat; empty if the round is not seated or the player is not in it."""
    if number > len(tournament.seatings):
        return "", ""
    seating = tournament.seatings[number - 1]
    for table, players in enumerate(seating.tables, 1):
        if player in players:
            return str(table), str(players.index(player) + 1)
    return (BYE, "") if player in seating.byes else ("–", "–")


def table_slips(tournament: Tournament) -> list[PadGrid]:
    """A slip for each table without a result: who sits there, space for results, a line to sign."""
    return [
        _signed(
            _grid(
                f"Round {number}, table {table}",
                tournament.settings.title,
                ("Seat", "Player", "Points", "Place"),
                [(str(seat), name, "", "") for seat, name in enumerate(tournament.names(players), 1)],
                2,
            )
        )
        for number, seating in enumerate(tournament.seatings, 1)
        for table, players in enumerate(seating.tables, 1)
        if (number, table) not in tournament.results
    ]


def _signed(slip: PadGrid) -> PadGrid:
    """A grid with a wide column for names, and a line to sign."""
    columns = tuple(
        column._replace(wide=True, room=True) if column.head == "Player" else column for column in slip.columns
    )
    return replace(slip, columns=columns, fields=("Signed",))


def master_sheets(tournament: Tournament) -> list[PadGrid]:
    """All players and rounds, filled in with the results entered so far; several if the rounds do not fit on one."""
    rounds = range(1, tournament.settings.rounds + 1)
    rows = sorted(standings(tournament), key=lambda row: row.player)
    parts = [rounds[start : start + ROUNDS_ON_SHEET] for start in range(0, len(rounds), ROUNDS_ON_SHEET)]
    wins = f"{tournament.settings.wins} points win"
    return [
        _grid(
            tournament.settings.title,
            f"Master sheet of {tournament.stream}: {counted(len(rounds), 'round')}, {wins}",
            ("", "Player", *map(str, part), "Total", "Place"),
            [(str(row.player + 1), tournament.players[row.player], *_scores(tournament, row, part)) for row in rows],
            2,
            HOW_IT_COUNTS,
        )
        for part in parts
    ]


def _scores(tournament: Tournament, row: Standing, part: range) -> Iterator[str]:
    """The points of each round, then total and place once all rounds are entered."""
    for number in part:
        earned: Fraction | None = row.rounds[number - 1] if number <= len(row.rounds) else None
        yield decimal(earned) if earned is not None else ""
    over = len(tournament.seatings) == tournament.settings.rounds and tournament.open_round is None
    yield decimal(row.score) if over else ""
    yield f"{row.place}." if over else ""


def print_tournament(root: Path, tournament: Tournament, paper: str, folder: Path, problems: Problems) -> list[Path]:
    """Write charts, slips and the master sheet as PDFs to that folder, in the look of the game; return the files.

    There is no file for anything empty, such as charts before anything is seated.
    """
    look = _look(root, tournament.settings.game)
    subject = f"{tournament.settings.title}, {tournament.stream}"
    wide = tournament.settings.rounds > ROUNDS_ON_A_PAGE
    products = {
        "seating": (seating_charts(tournament), CHARTS, FROM_AFAR),
        "movement-slips": (movement_slips(tournament), PLAYER_SLIPS, (1.0,)),
        "table-slips": (table_slips(tournament), TABLE_SLIPS, (1.0,)),
        "master-sheet": (master_sheets(tournament), WIDE if wide else UPRIGHT, (1.0,)),
    }
    written = []
    for name, (grids, sizes, scales) in products.items():
        if not grids:
            continue
        title = name.replace("-", " ").capitalize()
        for scale in scales:
            found = Problems()
            data = print_grids(grids, paper, look, root, title, subject, found, sizes, scale)
            if not found:
                break
        problems.extend(found)
        written.append(folder / f"{name}-{paper}.pdf")
        write_file(written[-1], data)
    return written


def _look(root: Path, name: str) -> BookLook:
    """The look of the game, if the project is available, or else the default look."""
    try:
        project = load_project(root, Problems())
    except ProofdeckError:
        return ANY
    return look_of(project, project.games[name], Problems()) if name in project.games else ANY
