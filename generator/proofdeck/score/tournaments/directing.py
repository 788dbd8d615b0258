"""The actions of a tournament director, each one entry in the ledger: begin, seat, arrive, drop, enter.

Plans are made before writing to the ledger, because they can take seconds; if the tournament has changed in another
terminal in the meantime, nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

from proofdeck.ground.problems import Problem, ProofdeckError, counted
from proofdeck.play.engine.notation import folded
from proofdeck.play.seats.players import seat_of, why_no_name
from proofdeck.score.ledger import Ledger
from proofdeck.score.tournaments.movements import SeatingRequest, fixed, progressive, swiss
from proofdeck.score.tournaments.seating import Seating, table_sizes
from proofdeck.score.tournaments.standings import standings
from proofdeck.score.tournaments.tournament import (
    ARRIVED,
    DROPPED,
    ENTERED,
    SEATED,
    TOURNAMENTS,
    TableResult,
    Tournament,
    TournamentSettings,
    seating_as_data,
    still_open,
)

MOST_PLAYERS = 240
load, find = TOURNAMENTS.load, TOURNAMENTS.find


def begin(ledger: Ledger, settings: TournamentSettings, players: Sequence[str]) -> Tournament:
    """Begin a tournament. Raises ProofdeckError if there are too few players for a table."""
    _check_enough(settings, len(players))
    return TOURNAMENTS.begin(ledger, settings.game, {"settings": asdict(settings), "players": list(players)})


def seat(ledger: Ledger, tournament: Tournament, seed: int | None = None) -> Tournament:
    """Seat all remaining rounds if the movement is fixed, or else the next one. seed: for a different seating.

    Raises ProofdeckError if a round lacks results, or if all are seated.
    """
    settings, number = tournament.settings, len(tournament.seatings) + 1
    if number > settings.rounds:
        message = f"all {counted(settings.rounds, 'round')} of {tournament.stream} are already seated"
        hint = "You can take the seating back with `undo` as long as no results are entered."
        raise ProofdeckError(Problem("E723", message, hint=hint))
    if settings.movement != "fixed":
        _check_entered(tournament, number - 1)
    plan = _planned(tournament, number, settings.rounds if settings.movement == "fixed" else number, seed)
    return _write(ledger, tournament, SEATED, {"from": number, "rounds": plan})


def arrive(ledger: Ledger, tournament: Tournament, name: str, since: int | None = None) -> Tournament:
    """Add a new or returning player. since: the first round to seat again; by default the first without results.

    Raises ProofdeckError for a name that is taken or invalid, and for a round that has results.
    """
    known = {folded(player): number for number, player in enumerate(tournament.players)}
    number = known.get(folded(name))
    if wrong := why_no_name(name):
        raise ProofdeckError(Problem("E724", wrong, hint="Use a short name that contains letters."))
    if number is None and len(tournament.players) == MOST_PLAYERS:
        raise ProofdeckError(Problem("E724", f"a tournament has at most {MOST_PLAYERS} players"))
    if number is not None and number not in tournament.gone:
        message = f"{tournament.players[number]} is already in the tournament"
        hint = "Use a different name, for example with an initial of the surname."
        raise ProofdeckError(Problem("E724", message, hint=hint))
    if number is None:
        after = replace(tournament, players=(*tournament.players, name))
    else:
        name = tournament.players[number]
        after = replace(tournament, gone=tournament.gone - {number})
    return _write(ledger, tournament, ARRIVED, {"player": name, **_seated_anew(after, since)})


def drop(ledger: Ledger, tournament: Tournament, name: str, since: int | None = None) -> Tournament:
    """Remove a player; their results stay. since: as in `arrive`.

    Raises ProofdeckError if they are not playing, if too few players are left, and for a round that has results.
    """
    number = seat_of(tournament.players, name, "E724")
    if number in tournament.gone:
        raise ProofdeckError(Problem("E724", f"{tournament.players[number]} has already left"))
    after = replace(tournament, gone=tournament.gone | {number})
    _check_enough(tournament.settings, len(after.present))
    data = {"player": tournament.players[number], **_seated_anew(after, since)}
    return _write(ledger, tournament, DROPPED, data)


def enter(ledger: Ledger, tournament: Tournament, at: tuple[int, int], result: TableResult) -> Tournament:
    """Enter or correct the result of a table. at: (round, table)."""
    players = tournament.table(*at)
    with ledger.writing():
        now = load(ledger, tournament.stream)
        if now.table(*at) != players:
            raise ProofdeckError(_changed_meanwhile(tournament))
        data = {"round": at[0], "table": at[1], "players": tournament.names(players), **result._asdict()}
        ledger.append(tournament.stream, ENTERED, data)
    return load(ledger, tournament.stream)


# -- plans -------------------------------------------------------------------------------------------------------------


def _seated_anew(after: Tournament, since: int | None) -> dict[str, object]:
    """The rounds seated but not played, replanned for the present players; empty if there are none."""
    first = after.started + 1 if since is None else since
    if first <= after.started:
        message = f"round {after.started} has results, so its seating cannot change"
        raise ProofdeckError(Problem("E723", message, hint=f"Use --from {after.started + 1} or a later round."))
    if first > len(after.seatings):
        return {}
    return {"from": first, "rounds": _planned(after, first, len(after.seatings), None)}


def _planned(tournament: Tournament, first: int, last: int, seed: int | None) -> list[dict[str, list[object]]]:
    """The rounds from first to last as data."""
    settings, earlier = tournament.settings, tournament.seatings[: first - 1]
    _check_enough(settings, len(tournament.present))
    asked = SeatingRequest(
        tournament.present, settings.fewest, settings.most, earlier, settings.seed if seed is None else seed
    )
    here = set(asked.players)
    order = [row.player for row in standings(tournament) if row.player in here]
    made: Sequence[Seating]
    if settings.movement == "fixed":
        made = fixed(asked, last - first + 1, tournament.seatings[first - 1 :])
    elif settings.movement == "swiss":
        made = [swiss(asked, order)]
    else:
        made = [progressive(asked, _places(tournament, first - 1), order)]
    return [seating_as_data(seating, tournament.players) for seating in made]


def _places(tournament: Tournament, number: int) -> dict[int, int]:
    """The place of each player in a completed round."""
    places: dict[int, int] = {}
    for table, players in enumerate(tournament.seatings[number - 1].tables if number else (), 1):
        places |= zip(players, tournament.results[number, table].places, strict=True)
    return places


# -- what forbids it ---------------------------------------------------------------------------------------------------


def _write(ledger: Ledger, tournament: Tournament, what: str, data: Mapping[str, object]) -> Tournament:
    with ledger.writing():
        if load(ledger, tournament.stream) != tournament:
            raise ProofdeckError(_changed_meanwhile(tournament))
        ledger.append(tournament.stream, what, data)
    return load(ledger, tournament.stream)


def _check_enough(settings: TournamentSettings, players: int) -> None:
    if not table_sizes(players, settings.fewest, settings.most):
        message = f"{counted(players, 'player')} cannot fill a table of {settings.fewest}"
        raise ProofdeckError(Problem("E720", message, hint="Add players, or use --tables with smaller tables."))


def _check_entered(tournament: Tournament, number: int) -> None:
    if number and tournament.open_tables(number):
        message = f"round {number} still lacks results, and the next round is seated by them"
        raise ProofdeckError(Problem("E723", message, hint=still_open(tournament, number)))


def _changed_meanwhile(tournament: Tournament) -> Problem:
    message = f"{tournament.stream} was changed in another terminal, so nothing was added"
    return Problem("E725", message, hint="`proofdeck tournament show` shows its present state.")
