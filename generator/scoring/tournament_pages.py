"""What is printed for a tournament, as words: a chart of each round, a slip a player, a slip a table, the master sheet.

Nothing here knows of paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from generator.problems import counted
from generator.scoring.standings import Row, standings
from generator.scoring.tournament import Tournament
from generator.scoring.tournament_report import decimal

ROUNDS_ON_SHEET = 10
"""Columns of rounds that a master sheet has room for."""
BYE = "bye"
HOW_IT_COUNTS = "A table of n gives (n - place) / (n - 1); shared places share the mean."


class Chart(NamedTuple):
    """Words in rows and columns. heads: of the columns, `words` of which hold words, while the others are for writing.

    about: a line below the title; foot: the smallest, last line.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int
    about: str = ""
    foot: str = ""


def seating_charts(tournament: Tournament) -> list[Chart]:
    """For the wall: who sits where in each seated round. Who sits in the first seat begins."""
    return [_seating_chart(tournament, number) for number in range(1, len(tournament.seatings) + 1)]


def _seating_chart(tournament: Tournament, number: int) -> Chart:
    seating = tournament.seatings[number - 1]
    seats = max(map(len, seating.tables))
    rows = []
    for table, players in enumerate(seating.tables, 1):
        names = tournament.names(players)
        rows.append((str(table), *names, *["–"] * (seats - len(names))))
    rows += [(BYE, name, *["–"] * (seats - 1)) for name in tournament.names(seating.byes)]
    heads = ("Table", "Begins", *(f"Seat {seat}" for seat in range(2, seats + 1)))
    return Chart(f"Round {number}", heads, tuple(rows), len(heads), tournament.settings.title)


def movement_slips(tournament: Tournament) -> list[Chart]:
    """One for each player who is there: where they sit in each round, and room for what they score."""
    return [_movement_slip(tournament, player) for player in tournament.present]


def _movement_slip(tournament: Tournament, player: int) -> Chart:
    rows = tuple(
        (str(number), *_place_of(tournament, number, player), "") for number in range(1, tournament.settings.rounds + 1)
    )
    words = 3 if len(tournament.seatings) == tournament.settings.rounds else 1
    return Chart(
        tournament.players[player], ("Round", "Table", "Seat", "Score"), rows, words, tournament.settings.title
    )


def _place_of(tournament: Tournament, number: int, player: int) -> tuple[str, str]:
    """Table and seat; empty before the round is seated, and for who was not there."""
    if number > len(tournament.seatings):
        return "", ""
    seating = tournament.seatings[number - 1]
    for table, players in enumerate(seating.tables, 1):
        if player in players:
            return str(table), str(players.index(player) + 1)
    return (BYE, "") if player in seating.byes else ("–", "–")


def table_slips(tournament: Tournament) -> list[Chart]:
    """One for each table of each seated round without a result: who sits there, with room for points and places."""
    return [
        Chart(
            f"Round {number}, table {table}",
            ("Seat", "Player", "Points", "Place"),
            tuple((str(seat), name, "", "") for seat, name in enumerate(tournament.names(players), 1)),
            2,
            tournament.settings.title,
        )
        for number, seating in enumerate(tournament.seatings, 1)
        for table, players in enumerate(seating.tables, 1)
        if (number, table) not in tournament.results
    ]


def master_sheets(tournament: Tournament) -> list[Chart]:
    """All players and rounds, filled in as far as results are entered; one for as many rounds as have room."""
    rounds = range(1, tournament.settings.rounds + 1)
    rows = sorted(standings(tournament), key=lambda row: row.player)
    parts = [rounds[start : start + ROUNDS_ON_SHEET] for start in range(0, len(rounds), ROUNDS_ON_SHEET)]
    about = (
        f"Master sheet of {tournament.stream}: {counted(len(rounds), 'round')}, {tournament.settings.wins} points win"
    )
    return [
        Chart(
            tournament.settings.title,
            ("", "Player", *map(str, part), "Total", "Place"),
            tuple(
                (str(row.player + 1), tournament.players[row.player], *_scores(tournament, row, part)) for row in rows
            ),
            2,
            about,
            HOW_IT_COUNTS,
        )
        for part in parts
    ]


def _scores(tournament: Tournament, row: Row, part: range) -> Iterator[str]:
    """What each round gave, then total and place once all rounds are entered."""
    for number in part:
        earned: Fraction | None = row.rounds[number - 1] if number <= len(row.rounds) else None
        yield decimal(earned) if earned is not None else ""
    over = len(tournament.seatings) == tournament.settings.rounds and tournament.open_round is None
    yield decimal(row.score) if over else ""
    yield f"{row.place}." if over else ""
