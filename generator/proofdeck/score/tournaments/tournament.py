"""A tournament, computed from its entries in the ledger: players, seating of each round, results of each table.

Entries are `begun`, `seated` (rounds from a certain one on), `arrived` and `dropped` (with the rounds seated again),
`entered` (the result of a table; the last one counts) and `undone`. They contain every seating ever made, with names of
players: the way plans are made may change, but what was played stays. A tournament is computed from its entries and
never stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from proofdeck.ground.problems import Problem, ProofdeckError, listed
from proofdeck.score.entries import Entry, Stream
from proofdeck.score.streams import Kind
from proofdeck.score.tournaments.seating import Seating
from proofdeck.source.rules.sides import Sides

KIND = "tournament"
SEATED, ARRIVED, DROPPED, ENTERED = "seated", "arrived", "dropped", "entered"


EachSides = Sequence[Sequence[Sequence[int]]]
"""Of several tables, the seats of each side."""


class TableResult(NamedTuple):
    """The result of a table in seat order. places: counted from 1; after a shared place, the next ones are skipped."""

    points: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """Settings made at the beginning, which never change.

    game: its name in the spreadsheet, or "" if it is in no project; rounds: how many will be played; fewest, most:
    players at a table; wins: which points are best; seed: determines all random choices of the seating. sides: of each
    size of table at which not everybody is a side, the seats of those who play together.
    """

    game: str
    title: str
    rounds: int
    movement: Literal["fixed", "swiss", "progressive"]
    fewest: int
    most: int
    wins: Literal["highest", "lowest"]
    seed: int = 1
    sides: EachSides = ()

    def sides_of(self, players: int) -> Sides:
        """Who plays with whom at a table for so many."""
        found = (Sides(tuple(map(tuple, seats))) for seats in self.sides)
        return next((sides for sides in found if sides.players == players), Sides.each_alone(players))


@dataclass(frozen=True)
class Tournament:
    """The current state of a tournament. Rounds and tables are counted from 1, players by their index in `players`.

    players: everyone who ever came, in order; gone: those who have left; seatings: the seated rounds, played or not.
    results: (round, table) -> what was entered.
    """

    stream: Stream
    settings: TournamentSettings
    begun: str
    players: tuple[str, ...]
    gone: frozenset[int] = frozenset()
    seatings: tuple[Seating, ...] = ()
    results: Mapping[tuple[int, int], TableResult] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.settings.title

    @property
    def present(self) -> tuple[int, ...]:
        return tuple(player for player in range(len(self.players)) if player not in self.gone)

    @property
    def started(self) -> int:
        """The last round with any result; 0 if there is none."""
        return max((number for number, _ in self.results), default=0)

    def open_tables(self, number: int) -> list[int]:
        """The tables of a seated round without a result."""
        tables = range(1, len(self.seatings[number - 1].tables) + 1)
        return [table for table in tables if (number, table) not in self.results]

    @property
    def open_round(self) -> int | None:
        """The first seated round that lacks results."""
        return next((number for number in range(1, len(self.seatings) + 1) if self.open_tables(number)), None)

    def table(self, number: int, table: int) -> tuple[int, ...]:
        """Who sits there. Raises ProofdeckError if there is no such table."""
        if not 1 <= number <= len(self.seatings):
            seated = len(self.seatings)
            hint = (
                f"Rounds 1 to {seated} are seated." if seated > 1 else "Seat a round with `proofdeck tournament seat`."
            )
            raise ProofdeckError(Problem("E722", f"{self.stream} has no seated round {number}", hint=hint))
        tables = self.seatings[number - 1].tables
        if not 1 <= table <= len(tables):
            hint = f"Its tables are 1 to {len(tables)}." if len(tables) > 1 else "It has one table."
            raise ProofdeckError(Problem("E722", f"round {number} has no table {table}", hint=hint))
        return tables[table - 1]

    def names(self, players: Iterable[int]) -> list[str]:
        return [self.players[player] for player in players]


def _folded(stream: Stream, entries: Sequence[Entry]) -> Tournament:
    first, *changes = entries
    players = list(first.data["players"])
    gone: set[str] = set()
    seatings: list[Seating] = []
    results: dict[tuple[int, int], TableResult] = {}
    for change in changes:
        data = change.data
        if change.what == ARRIVED:
            gone.discard(data["player"])
            players += [data["player"]] if data["player"] not in players else []
        elif change.what == DROPPED:
            gone.add(data["player"])
        elif change.what == ENTERED:
            results[data["round"], data["table"]] = TableResult(tuple(data["points"]), tuple(data["places"]))
        if "rounds" in data:
            seatings[data["from"] - 1 :] = [seating_of(row, players) for row in data["rounds"]]
    return Tournament(
        stream,
        TournamentSettings(**first.data["settings"]),
        first.at,
        tuple(players),
        frozenset(players.index(name) for name in gone),
        tuple(seatings),
        results,
    )


SHOWN = "`proofdeck tournament list` shows them."
NEW = "Start one with `proofdeck tournament new GAME --players FILE --rounds N`."
TOURNAMENTS = Kind(KIND, "tournaments", "E721", SHOWN, NEW, _folded)
folded_tournament = TOURNAMENTS.folded


def seating_of(row: Mapping[str, Any], players: Sequence[str]) -> Seating:
    number = {name: index for index, name in enumerate(players)}
    tables = tuple(tuple(number[name] for name in table) for table in row["tables"])
    return Seating(tables, tuple(number[name] for name in row["byes"]))


def seating_as_data(seating: Seating, players: Sequence[str]) -> dict[str, list[Any]]:
    return {
        "tables": [[players[player] for player in table] for table in seating.tables],
        "byes": [players[player] for player in seating.byes],
    }


def places_of(points: Sequence[int], wins: str, won: Iterable[int] = ()) -> tuple[int, ...]:
    """The place of each seat by its points. won: seats that share the first place, whatever their points are."""
    first = set(won)
    keys = [(seat not in first, number if wins == "lowest" else -number) for seat, number in enumerate(points)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def still_open(tournament: Tournament, number: int) -> str:
    """`Table 3 is missing.`"""
    tables = [str(table) for table in tournament.open_tables(number)]
    return f"Table{'s' if len(tables) > 1 else ''} {listed(tables)} {'are' if len(tables) > 1 else 'is'} missing."
