"""The record that a game hands to the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from generator.cards import Deck
from generator.engine.match_form import MatchForm, points_are_added
from generator.engine.notation import Notation
from generator.engine.score_sheet import Ranking, ScoreSheet
from generator.engine.state import Game
from generator.problems import Problem
from generator.rules.parameters import Parameter, Values
from generator.rules.points import RulePoints

if TYPE_CHECKING:
    from random import Random

    from generator.engine.asking import MakeScript, Suggest
    from generator.engine.bots import Bot
    from generator.engine.categories import ScoreForm
    from generator.engine.claims import Computation
    from generator.engine.pictures import Pictures
    from generator.engine.state import State

Rules = TypeVar("Rules", bound=Game)


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


PLACES = {
    "greedy": ("bot", "greedy"),
    "position": ("position", "position"),
    "pictures": ("pictures", "PICTURES"),
    "checks": ("claims", "CHECKS"),
    "script": ("asking", "script"),
    "suggest": ("table", "suggest"),
    "score_form": ("categories", "score_form"),
}
"""The parts of a game that lies in a package: each with its module and its name there."""


def in_package(package: str) -> Callable[[str], Any | None]:
    """The parts of the game in that package, each loaded when somebody asks for it, so that a score is quick."""

    def part(called: str) -> Any | None:
        module, name = PLACES[called]
        return getattr(import_module(f"{package}.{module}"), name, None)

    return part


@dataclass(frozen=True, slots=True)
class Engine(Generic[Rules]):
    """One game: what it is called in the spreadsheet, what its rules can be told, and how it is played and scored.

    make: rules from a deck, parameters and a mask of clauses; raises ProofdeckError for a deck that it cannot play.
    score: what lies on the table, in the notation of the calculator; None when problems were found. match: how rounds
    add up; where nothing is said points are added, and the most win. parts: what else it can do, by the names of the
    properties below; None for what it cannot.
    """

    name: str
    parameters: tuple[Parameter, ...]
    points: RulePoints
    make: Callable[[Deck, Values, int], Rules]
    score: Callable[[Rules, Notation, list[Problem]], Scored | None]
    match: Callable[[Rules], MatchForm] = points_are_added
    parts: Callable[[str], Any | None] = field(default=lambda _: None)

    @property
    def greedy(self) -> Callable[[Random], Bot]:
        """One sensible way to play; without it a game is played by chance."""
        from generator.engine.bots import RandomBot

        return self.parts("greedy") or RandomBot

    @property
    def position(self) -> Callable[[Rules, Notation, list[Problem]], State | None] | None:
        """A table in the middle of a game for examples, nothing fired yet; it gives None when problems were found."""
        return self.parts("position")

    @property
    def pictures(self) -> Pictures:
        """How books show a table."""
        from generator.engine.pictures import Pictures

        return self.parts("pictures") or Pictures()

    @property
    def checks(self) -> Mapping[str, Computation]:
        """What it can compute for claims, by the words that a claim writes."""
        return self.parts("checks") or {}

    @property
    def script(self) -> MakeScript | None:
        """What people are asked about a table; None where they write it down themselves."""
        return self.parts("script")

    @property
    def suggest(self) -> Suggest | None:
        """How piles of cards are best read; None where a pile can be read in one way only."""
        return self.parts("suggest")

    @property
    def score_form(self) -> Callable[[Rules], ScoreForm] | None:
        """How points are written down on paper; None for a game that does not say."""
        return self.parts("score_form")
