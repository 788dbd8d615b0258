"""The standings of a tournament and its tie-breakers.

A table of n scores (n - place) / (n - 1): 1 for the first, 0 for the last and evenly in between, so tables of different
sizes count the same. Players who tie for a place share the average of the places they take up. A bye scores the average
of the player's other rounds, or a half before they have played. A round that a player missed scores nothing.

Ties are broken by first places (a shared one counts as a fraction), then by the strength of opponents (each one's
average score per round, over all meetings), then by points at the table: the distance from the table's average, as a
fraction of the distance between best and worst. Raw points of different tables are never added. Players who are equal
in all of these share the place. All numbers are exact, so the order of entry does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from proofdeck.score.tournaments.tournament import TableResult, Tournament

TIE_BREAKERS = ("score", "first places", "strength of opponents", "points at the table")
HALF = Fraction(1, 2)


class StandingsRow(NamedTuple):
    """One player. rounds: the score of each round, None if they did not play or nothing is entered.

    values: score and tie-breakers in the order of TIE_BREAKERS; more is better. decided_by: what separates them from
    the place before; None for the first place.
    """

    place: int
    player: int
    rounds: tuple[Fraction | None, ...]
    values: tuple[Fraction, ...]
    byes: int
    gone: bool
    decided_by: str | None

    @property
    def score(self) -> Fraction:
        return self.values[0]


class _Sat(NamedTuple):
    """What one player scores at one table."""

    number: int
    earned: Fraction
    first: Fraction
    at_table: Fraction
    met: tuple[int, ...]


def standings(tournament: Tournament) -> list[StandingsRow]:
    """All players who ever came, best first; players who share a place in the order in which they came."""
    sat: dict[int, list[_Sat]] = {player: [] for player in range(len(tournament.players))}
    for (number, table), result in sorted(tournament.results.items()):
        for player, row in _table(number, tournament.table(number, table), result, tournament.settings.wins):
            sat[player].append(row)
    done = [number for number in range(1, len(tournament.seatings) + 1) if not tournament.open_tables(number)]
    average = {player: _mean([row.earned for row in rows]) for player, rows in sat.items()}
    found = []
    for player, rows in sat.items():
        earned = {row.number: row.earned for row in rows}
        byes = [number for number in done if player in tournament.seatings[number - 1].byes]
        earned |= dict.fromkeys(byes, average[player])
        strength = _mean([average[other] for row in rows for other in row.met])
        firsts, at_table = _sum(row.first for row in rows), _sum(row.at_table for row in rows)
        values = (_sum(earned.values()), firsts, strength, at_table)
        by_round = tuple(earned.get(number) for number in range(1, len(tournament.seatings) + 1))
        found.append(StandingsRow(0, player, by_round, values, len(byes), player in tournament.gone, None))
    return list(_placed(found))


def _placed(found: Sequence[StandingsRow]) -> Iterable[StandingsRow]:
    ordered = sorted(found, key=lambda row: [-value for value in row.values])
    place, before = 1, None
    for values, rows in groupby(ordered, key=lambda row: row.values):
        group = list(rows)
        parted = None if before is None else _parted(before, values)
        yield from (row._replace(place=place, decided_by=parted) for row in group)
        place, before = place + len(group), values


def _parted(better: Sequence[Fraction], worse: Sequence[Fraction]) -> str:
    return next(name for name, a, b in zip(TIE_BREAKERS, better, worse, strict=True) if a != b)


def _table(number: int, players: Sequence[int], result: TableResult, wins: str) -> Iterable[tuple[int, _Sat]]:
    size = len(players)
    sharing = {place: result.places.count(place) for place in result.places}
    mean, spread = Fraction(sum(result.points), size), max(result.points) - min(result.points)
    for player, place, points in zip(players, result.places, result.points, strict=True):
        middle = place + Fraction(sharing[place] - 1, 2)
        ahead = points - mean if wins == "highest" else mean - points
        yield (
            player,
            _Sat(
                number,
                (size - middle) / (size - 1),
                Fraction(1, sharing[place]) if place == 1 else Fraction(),
                ahead / spread if spread else Fraction(),
                tuple(other for other in players if other != player),
            ),
        )


def _sum(numbers: Iterable[Fraction]) -> Fraction:
    return sum(numbers, Fraction())


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    """The average, or a half if there are no numbers."""
    return sum(numbers, Fraction()) / len(numbers) if numbers else HALF
