"""Reads what people write down: the players of a tournament, and the results of tables.

A table is read like a round of a match: points in the order of the seats, points with names, or the table in the game's
notation. The notation also gives the places, which in some games do not depend on points alone.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from proofdeck.ground.problems import Place, Problems, counted
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.play.engine.notation import folded
from proofdeck.play.seats.players import why_no_player
from proofdeck.score.calculator import calculate
from proofdeck.score.matches.match import Match
from proofdeck.score.matches.rounds import RoundRequest, read_round, seats_in
from proofdeck.score.tournaments.tournament import TableResult, Tournament, places_of

if TYPE_CHECKING:
    from proofdeck.play.engine.loading import Playable

HEADER = "name"


def read_players(text: str, shown: str, problems: Problems) -> tuple[str, ...]:
    """One name per line, or CSV with a column `name`; a single line may contain all names, separated by commas.

    Lines that begin with `#` are ignored. Problems name their lines.
    """
    found: list[str] = []
    known: dict[str, str] = {}
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    column = _column(lines, shown, problems)
    rows = [row for row in lines if not row[1].lstrip().startswith("#")] if column is None else column
    if column is None and len(rows) == 1:
        rows = [(rows[0][0], name) for name in rows[0][1].split(",") if name.strip()]
    for number, written in rows:
        name = " ".join(written.split())
        if wrong := why_no_player(name, known):
            problems.report("E720", wrong, Place(shown, number), hint="Give each player a different name.")
        else:
            found.append(name)
            known[folded(name)] = f"'{name}' in line {number}"
    if not rows:
        problems.report("E720", "there are no players", Place(shown), hint="Write one name per line.")
    return tuple(found)


def _column(lines: Sequence[tuple[int, str]], shown: str, problems: Problems) -> list[tuple[int, str]] | None:
    """The cells below `name`; None if the first line has no such cell among others."""
    if not lines:
        return None
    first = lines[0][1]
    separator = max(",;\t", key=first.count)
    header = [cell.strip().strip('"').casefold() for cell in first.split(separator)]
    if HEADER not in header:
        return None
    column = header.index(HEADER)
    rows = csv.reader((line for _, line in lines[1:]), delimiter=separator, strict=True)
    found: list[tuple[int, str]] = []
    try:
        found.extend((lines[rows.line_num][0], row[column] if column < len(row) else "") for row in rows)
    except csv.Error as error:
        number = lines[min(rows.line_num, len(lines) - 1)][0]
        hint = "A cell that begins with a quotation mark must end with one."
        problems.report("E720", f"this is not valid CSV: {error}", Place(shown, number), hint=hint)
    return found


def read_result(
    text: str,
    shown: str,
    tournament: Tournament,
    at: tuple[int, int],
    opened: Callable[[], Playable],
    problems: Problems,
) -> TableResult | None:
    """The result of the table (round, table); None after problems. opened: opens the game if it must be scored."""
    names = tuple(tournament.names(tournament.table(*at)))
    settings, stream = tournament.settings, tournament.stream
    game = cache(opened)
    form = MatchForm(settings.wins).among(settings.sides_of(len(names)))
    table = Match(stream, "", settings.game, settings.title, names, form, 0, "", (), deleted=False)
    played = read_round(text, RoundRequest(table, at[0], shown, game), problems)
    if played is None:
        return None
    places = _places(played.table, names, game()) if played.table else None
    of_sides = [int(one) for one in table.counted(played)]
    return TableResult(played.points, places or places_of(of_sides, settings.wins, played.won))


def _places(table: str, names: Sequence[str], playable: Playable) -> tuple[int, ...]:
    """The places by the game's ranking, for each seat; partners share the places that they take up. The table has
    already been read without problems.
    """
    scored = calculate(playable, table, "", Problems())
    assert scored is not None
    found = scored.ranking.places
    ahead = [1 + sum(other < place for other in found) for place in found]
    places = dict(zip(seats_in(scored, names, "", Problems()), ahead, strict=True))
    return tuple(places[seat] for seat in range(len(names)))


def tables_range(text: str) -> tuple[int, int]:
    """`3-5` -> (3, 5), `4` -> (4, 4). Raises ValueError with a sentence."""
    fewest, dash, most = text.replace("–", "-").partition("-")
    try:
        low, high = int(fewest), int(most if dash else fewest)
    except ValueError:
        raise ValueError(f"'{text}' is not a table size") from None
    if not 2 <= low <= high <= LARGEST_TABLE:
        raise ValueError(f"tables have 2 to {counted(LARGEST_TABLE, 'player')}, with the smaller number first")
    return low, high


LARGEST_TABLE = 20
