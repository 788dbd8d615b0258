"""A tournament as its entries in the ledger tell it: who plays, who sits where in each round, what each table gave.

Entries say `begun`, `seated` (rounds from a certain one on), `arrived` and `dropped` (with the rounds that are seated
anew), `entered` (what a table gave; the last word counts) and `undone`. They name players, and hold every seating that
was ever made: how plans are made may change, what was played stays. A tournament is what its entries add up to; it is
never stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from generator.problems import Problem, ProofdeckError, listed
from generator.scoring.ledger import Entry, Stream, standing
from generator.scoring.tournaments.seating import Seating

KIND = "tournament"
SEATED, ARRIVED, DROPPED, ENTERED = "seated", "arrived", "dropped", "entered"


class Result(NamedTuple):
    """What a table gave, in the order of its seats. places: counted from 1; who share one leave the next free."""

    points: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is said at the beginning and never changes.

    game: its name in the spreadsheet, or "" for one that no project has; rounds: how many will be played; fewest, most:
    players at a table; wins: which points are best; seed: the number from which all chance of the seating follows.
    """

    game: str
    title: str
    rounds: int
    movement: Literal["fixed", "swiss", "progressive"]
    fewest: int
    most: int
    wins: Literal["highest", "lowest"]
    seed: int = 1


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands. Rounds and tables are counted from 1, players by their places in `players`.

    players: all who ever came, in that order; gone: those who have left; seatings: the rounds that are seated, played
    or not. results: (round, table) -> what was entered.
    """

    stream: Stream
    settings: Settings
    begun: str
    players: tuple[str, ...]
    gone: frozenset[int] = frozenset()
    seatings: tuple[Seating, ...] = ()
    results: Mapping[tuple[int, int], Result] = field(default_factory=dict)

    @property
    def present(self) -> tuple[int, ...]:
        return tuple(player for player in range(len(self.players)) if player not in self.gone)

    @property
    def started(self) -> int:
        """The last round of which something is entered; 0 when there is none."""
        return max((number for number, _ in self.results), default=0)

    def open_tables(self, number: int) -> list[int]:
        """The tables of a round that is seated, of which nothing is entered yet."""
        tables = range(1, len(self.seatings[number - 1].tables) + 1)
        return [table for table in tables if (number, table) not in self.results]

    @property
    def open_round(self) -> int | None:
        """The first seated round that lacks results."""
        return next((number for number in range(1, len(self.seatings) + 1) if self.open_tables(number)), None)

    def table(self, number: int, table: int) -> tuple[int, ...]:
        """Who sits there. Raises ProofdeckError when there is no such table."""
        if not 1 <= number <= len(self.seatings):
            seated = len(self.seatings)
            hint = f"Rounds 1 to {seated} are seated." if seated > 1 else "`proofdeck tournament seat` seats a round."
            raise ProofdeckError(Problem("E722", f"{self.stream} has no seated round {number}", hint=hint))
        tables = self.seatings[number - 1].tables
        if not 1 <= table <= len(tables):
            hint = f"Its tables are 1 to {len(tables)}." if len(tables) > 1 else "It has one table."
            raise ProofdeckError(Problem("E722", f"round {number} has no table {table}", hint=hint))
        return tables[table - 1]

    def names(self, players: Iterable[int]) -> list[str]:
        return [self.players[player] for player in players]


def folded_tournament(stream: Stream, entries: Sequence[Entry]) -> Tournament:
    """What the entries add up to. Raises ProofdeckError for entries that no tournament has."""
    try:
        return _folded(stream, entries)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        raise ProofdeckError(Problem("E714", f"the entries of {stream} cannot be understood: {error!r}")) from None


def _folded(stream: Stream, entries: Iterable[Entry]) -> Tournament:
    first, *changes = standing(entries)
    players = list(first.data["players"])
    gone: set[str] = set()
    seatings: list[Seating] = []
    results: dict[tuple[int, int], Result] = {}
    for change in changes:
        data = change.data
        if change.what == ARRIVED:
            gone.discard(data["player"])
            players += [data["player"]] if data["player"] not in players else []
        elif change.what == DROPPED:
            gone.add(data["player"])
        elif change.what == ENTERED:
            results[data["round"], data["table"]] = Result(tuple(data["points"]), tuple(data["places"]))
        if "rounds" in data:
            seatings[data["from"] - 1 :] = [seating_of(row, players) for row in data["rounds"]]
    return Tournament(
        stream,
        Settings(**first.data["settings"]),
        first.at,
        tuple(players),
        frozenset(players.index(name) for name in gone),
        tuple(seatings),
        results,
    )


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
