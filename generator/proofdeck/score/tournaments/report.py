"""Reports on a tournament, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from proofdeck.ground.problems import counted, listed
from proofdeck.score.tournaments.seating import in_words, quality
from proofdeck.score.tournaments.standings import TIE_BREAKERS, StandingsRow, standings
from proofdeck.score.tournaments.tournament import Tournament, still_open

GAP = "  "
HEADS = {"first places": "firsts", "strength of opponents": "opponents", "points at the table": "at table"}


def headline(tournament: Tournament) -> str:
    """`tournament 2: Tombs, fixed, 5 rounds of tables of 2 to 4, 17 players, round 3 of 5`."""
    settings = tournament.settings
    tables = f"{settings.fewest}" if settings.fewest == settings.most else f"{settings.fewest} to {settings.most}"
    gone = f" ({len(tournament.gone)} left)" if tournament.gone else ""
    players = f"{counted(len(tournament.players), 'player')}{gone}"
    return (
        f"{tournament.stream}: {settings.title}, {settings.movement}, {counted(settings.rounds, 'round')}, "
        f"tables of {tables}, {players}, {_where(tournament)}"
    )


def _where(tournament: Tournament) -> str:
    if not tournament.seatings:
        return "not seated yet"
    if number := tournament.open_round:
        return f"round {number} is open"
    if len(tournament.seatings) < tournament.settings.rounds:
        return f"round {len(tournament.seatings) + 1} not seated yet"
    return "over"


def seating_text(tournament: Tournament, first: int = 1) -> str:
    """Seated rounds from `first` on, table by table in the order of seats, with the points entered so far."""
    lines = [headline(tournament)]
    for number, seating in list(enumerate(tournament.seatings, 1))[first - 1 :]:
        lines += ["", f"Round {number}"]
        for table, players in enumerate(seating.tables, 1):
            result = tournament.results.get((number, table))
            names = tournament.names(players)
            cells = [f"{name} {points}" for name, points in zip(names, result.points, strict=True)] if result else names
            lines.append(f"  table {table:<2}  {', '.join(cells)}")
        if seating.byes:
            lines.append(f"  bye       {', '.join(tournament.names(seating.byes))}")
    if tournament.seatings:
        lines += ["", *quality_text(tournament)]
    return "\n".join(lines)


def quality_text(tournament: Tournament) -> list[str]:
    """The quality of the seating over all seated rounds."""
    return in_words(quality(tournament.seatings, tournament.settings.fewest, tournament.settings.most))


def standings_text(tournament: Tournament) -> str:
    """The places, the points of each round, the tie-breakers, and which of them decided."""
    rows = standings(tournament)
    rounds = range(1, len(tournament.seatings) + 1)
    table = [["", "", "score", *(str(number) for number in rounds), *HEADS.values(), ""]]
    for index, row in enumerate(rows):
        name = f"{tournament.players[row.player]}{' (left)' if row.gone else ''}"
        by_round = [decimal(earned) if earned is not None else "-" for earned in row.rounds]
        values = [decimal(row.score), *by_round, *map(decimal, row.values[1:])]
        table.append([f"{row.place}.", name, *values, _why(rows, index)])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [headline(tournament), ""]
    for cells in table:
        padded = [
            cell.ljust(width) if column in {1, len(widths) - 1} else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        lines.append(GAP.join(padded).rstrip())
    return "\n".join([*lines, "", *_notes(tournament, rows)])


def _why(rows: Sequence[StandingsRow], index: int) -> str:
    """The deciding tie-breaker, shown for the first player it separates from the place before."""
    row = rows[index]
    is_first = index == 0 or rows[index - 1].place != row.place
    parted = is_first and row.decided_by not in {None, TIE_BREAKERS[0]}
    shared = sum(other.place == row.place for other in rows) > 1
    return ", ".join([*([f"by {row.decided_by}"] if parted else []), *(["shared"] if shared else [])])


def _notes(tournament: Tournament, rows: Sequence[StandingsRow]) -> Iterator[str]:
    yield "A table of n gives (n - place) / (n - 1); shared places share the mean."
    if any(row.byes for row in rows):
        yield "A bye scores the average of the player's other rounds."
    yield f"Ties are broken by {listed(TIE_BREAKERS[1:])}, in this order."
    if number := tournament.open_round:
        yield f"Round {number} is open. {still_open(tournament, number)}"


def decimal(number: Fraction) -> str:
    """`1.5`, `0.667`: at most three decimals."""
    rounded = round(number, 3)
    return f"{float(rounded):.3f}".rstrip("0").rstrip(".") if rounded else "0"


# -- for programs ------------------------------------------------------------------------------------------------------


def as_object(tournament: Tournament) -> dict[str, Any]:
    """`{"version": 1, "tournament", settings, "players", "rounds", "quality"}`."""
    settings = tournament.settings
    return {
        **_head(tournament),
        "rounds_in_all": settings.rounds,
        "movement": settings.movement,
        "tables": [settings.fewest, settings.most],
        "wins": settings.wins,
        "seed": settings.seed,
        "players": [
            {"name": name, "gone": number in tournament.gone} for number, name in enumerate(tournament.players)
        ],
        "rounds": [_round_object(tournament, number) for number in range(1, len(tournament.seatings) + 1)],
        "quality": quality(tournament.seatings, settings.fewest, settings.most)._asdict(),
    }


def _head(tournament: Tournament) -> dict[str, Any]:
    settings = tournament.settings
    return {
        "version": 1,
        "tournament": tournament.stream.number,
        "begun": tournament.begun,
        "game": settings.game,
        "title": settings.title,
    }


def _round_object(tournament: Tournament, number: int) -> dict[str, Any]:
    seating = tournament.seatings[number - 1]
    tables = []
    for table, players in enumerate(seating.tables, 1):
        result = tournament.results.get((number, table))
        tables.append(
            {
                "table": table,
                "players": tournament.names(players),
                "points": list(result.points) if result else None,
                "places": list(result.places) if result else None,
            }
        )
    return {"round": number, "tables": tables, "byes": tournament.names(seating.byes)}


def standings_object(tournament: Tournament) -> dict[str, Any]:
    """`{"version": 1, "tournament", ..., "standings": [...]}`; numbers are rounded to six digits."""
    rows = [
        {
            "place": row.place,
            "player": tournament.players[row.player],
            "score": round(float(row.score), 6),
            "rounds": [None if earned is None else round(float(earned), 6) for earned in row.rounds],
            "tie_breakers": {
                name: round(float(value), 6) for name, value in zip(TIE_BREAKERS[1:], row.values[1:], strict=True)
            },
            "decided_by": row.decided_by,
            "byes": row.byes,
            "gone": row.gone,
        }
        for row in standings(tournament)
    ]
    return {**_head(tournament), "open_round": tournament.open_round, "standings": rows}
