"""The record that a game hands to the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.cards import Deck
from generator.engine.match_form import MatchForm
from generator.engine.notation import Notation
from generator.engine.score_sheet import Ranking, ScoreSheet
from generator.engine.state import Game
from generator.problems import Problem
from generator.rules.parameters import Parameter, Values
from generator.rules.points import RulePoints

if TYPE_CHECKING:
    from random import Random

    from generator.engine.asking import MakeScript, Suggest
    from generator.engine.beside import Beside
    from generator.engine.bots import Bot
    from generator.engine.categories import ScoreForm
    from generator.engine.claims import Computation
    from generator.engine.pictures import Pictures
    from generator.engine.state import State


@dataclass(frozen=True, slots=True)
class Scored:
    """A table that has been scored: names of the players, what each has, who stands where.

    fired: clauses that had a part in it and give no points by themselves. notes: how what was not said was read, one
    sentence each.
    """

    names: tuple[str, ...]
    sheets: tuple[ScoreSheet, ...]
    ranking: Ranking
    fired: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def _nothing_beside() -> Beside:
    from generator.engine.beside import Beside

    return Beside()


@dataclass(frozen=True, slots=True)
class Engine:
    """One game: what it is called in the spreadsheet, what its rules can be told, and how it is played and scored.

    make: rules from a deck, parameters and a mask of clauses; raises ProofdeckError for a deck that it cannot play.
    score: what lies on the table, in the notation of the calculator; None when problems were found. match: how rounds
    add up; where nothing is said points are added, and the most win. beside: loads what else it can do, as told there.
    """

    name: str
    parameters: tuple[Parameter, ...]
    points: RulePoints
    make: Callable[[Deck, Values, int], Game]
    score: Callable[[Game, Notation, list[Problem]], Scored | None]
    match: Callable[[Game], MatchForm] = field(default=lambda _: MatchForm())
    beside: Callable[[], Beside] = _nothing_beside

    @property
    def greedy(self) -> Callable[[Random], Bot]:
        return self.beside().greedy

    @property
    def position(self) -> Callable[[Game, Notation, list[Problem]], State | None] | None:
        return self.beside().position

    @property
    def pictures(self) -> Pictures:
        return self.beside().pictures

    @property
    def checks(self) -> Mapping[str, Computation]:
        return self.beside().checks

    @property
    def script(self) -> MakeScript | None:
        return self.beside().script

    @property
    def suggest(self) -> Suggest | None:
        return self.beside().suggest

    @property
    def score_form(self) -> Callable[[Game], ScoreForm] | None:
        return self.beside().score_form
