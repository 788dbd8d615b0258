"""The kinds of points in a game, as on a printed score pad.

A game derives them from its deck and parameters, so that a pad prints what the calculator counts. Each clause that
gives points belongs to one category, whose note says what it pays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from proofdeck.ground.problems import listed
from proofdeck.source.rules.sides import Sides

TOLD_APART = 2
"""Names listed one by one; more become a range."""


class ScoreBox(NamedTuple):
    """A place for one number. note: what it pays, or what to write."""

    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Category:
    """One kind of points. clauses: the ids of those that give them. note: how they are counted.

    lines: what is written separately; without any, the category is one line. tally: a count to write here instead of
    points. earlier: whether these are the points of earlier rounds. often: whether a line may score more than once in a
    game.
    """

    label: str
    clauses: frozenset[str] = frozenset()
    note: str = ""
    lines: tuple[ScoreBox, ...] = ()
    tally: str = ""
    earlier: bool = False
    often: bool = False


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """How the points of a game are written down.

    players: the fewest and the most. play: the unit that repeats on a sheet, such as a round or a duel. rounds: their
    names, if they are fixed. adds_up: whether their points are added up. notes: useful reminders. sides: the
    seats that share a column when most players play, None if everybody has one.
    """

    categories: tuple[Category, ...]
    players: tuple[int, int]
    play: str = "Game"
    rounds: tuple[ScoreBox, ...] = ()
    adds_up: bool = False
    notes: tuple[str, ...] = ()
    sides: Sides | None = None

    @property
    def columns(self) -> int:
        """How many write down points of their own when most players play."""
        return len(self.sides.seats) if self.sides else self.players[1]

    @property
    def says_how(self) -> bool:
        """Whether anything on it says how points are counted."""
        lines = (place for row in self.categories for place in (ScoreBox(row.label, row.note), *row.lines))
        return bool(self.notes) or any(place.note for place in lines)


def spans(values: Iterable[tuple[str, int]]) -> str:
    """`2 to 10: their number, J to K: 10, A: 11`: consecutive names with the same value are combined."""
    pairs = list(values)
    own = [name == str(value) for name, value in pairs]
    numbered = any(one and next_one for one, next_one in pairwise(own))

    def worth(pair: tuple[str, int]) -> str:
        return "their number" if numbered and pair[0] == str(pair[1]) else str(pair[1])

    told = []
    for value, group in groupby(pairs, key=worth):
        names = [name for name, _ in group]
        told.append(f"{listed(names) if len(names) <= TOLD_APART else f'{names[0]} to {names[-1]}'}: {value}")
    return ", ".join(told)
