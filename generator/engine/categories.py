"""The kinds of points of a game, as a score sheet on paper has them.

A game tells them from its deck and its parameters, so that what a pad prints is what the calculator counts. Each clause
that gives points belongs to one category, and the words behind it say what it pays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from generator.problems import listed

TOLD_APART = 2
"""Names that are written one by one; more become a span."""


class Place(NamedTuple):
    """Where one number is written. note: what it pays, or what is asked for."""

    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Category:
    """One kind of points. clauses: the ids of those that give them. note: how they are counted.

    lines: what is written apart; with none, the category is one line. tally: the count beside points that is written
    here instead of points. earlier: whether these are the points of rounds that are over. often: whether a line may
    score more than once in a game.
    """

    label: str
    clauses: frozenset[str] = frozenset()
    note: str = ""
    lines: tuple[Place, ...] = ()
    tally: str = ""
    earlier: bool = False
    often: bool = False


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """How the points of a game are written down.

    players: the fewest and the most. play: what a sheet is made of again and again, such as a round or a duel. rounds:
    these by name, where they are fixed. adds_up: whether their points are added up. notes: what is good to know.
    """

    categories: tuple[Category, ...]
    players: tuple[int, int]
    play: str = "Game"
    rounds: tuple[Place, ...] = ()
    adds_up: bool = False
    notes: tuple[str, ...] = ()


def spans(values: Iterable[tuple[str, int]]) -> str:
    """`2 to 10: their number, J to K: 10, A: 11`: names that follow each other and have one value stand together."""
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
