"""How the rounds of a game add up to a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from proofdeck.source.rules.sides import Sides

Wins = Literal["highest", "lowest"]
Counts = Literal["points", "wins"]


@dataclass(frozen=True, slots=True)
class MatchForm:
    """Who wins a match, and when it is over.

    wins: which total is best. counts: what is added up: the points of each round, or 1 for a won round, which players
    who share it divide. rounds: the name of each round in order; empty if any number may be played. target: the match
    ends after the first round in which a player has that total. play_on: but not while several players share first
    place. last: it ends after this many rounds in any case. sides: the seats of those who play together, empty if
    everybody is a side.
    """

    wins: Wins = "highest"
    counts: Counts = "points"
    rounds: tuple[str, ...] = ()
    target: int | None = None
    play_on: bool = False
    last: int | None = None
    sides: tuple[tuple[int, ...], ...] = ()

    def among(self, sides: Sides) -> MatchForm:
        """The same match between these sides."""
        return self if sides.is_plain else replace(self, sides=sides.seats)


def points_are_added(_: object) -> MatchForm:
    """The default for games that define nothing else."""
    return MatchForm()


def wins_are_counted(_: object) -> MatchForm:
    """For games that can be won without the most points."""
    return MatchForm(counts="wins")
