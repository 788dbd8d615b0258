"""How the rounds of a game add up to a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Wins = Literal["highest", "lowest"]
Counts = Literal["points", "wins"]


@dataclass(frozen=True, slots=True)
class MatchForm:
    """Who wins a match, and when it is over.

    wins: which total is best. counts: what is added up, the points of each round, or 1 for a won round, of which those
    who share it get a part. rounds: what each round is called, in their order; empty where any number may be played.
    target: the match is over after the first round in which somebody has that total. play_on: but not while several
    share the first place. last: it is over after so many rounds in any case.
    """

    wins: Wins = "highest"
    counts: Counts = "points"
    rounds: tuple[str, ...] = ()
    target: int | None = None
    play_on: bool = False
    last: int | None = None


def points_are_added(_: object) -> MatchForm:
    """For games that say nothing else."""
    return MatchForm()


def wins_are_counted(_: object) -> MatchForm:
    """For games that may be won without the most points."""
    return MatchForm(counts="wins")
