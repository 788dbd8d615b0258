"""The record through which the rest of the program uses a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.bots import Bot, RandomBot
from proofdeck.play.engine.match_form import MatchForm, points_are_added
from proofdeck.play.engine.notation import Notation
from proofdeck.play.engine.pictures import Pictures
from proofdeck.play.engine.score_sheet import Ranking, ScoreSheet
from proofdeck.play.engine.state import Game, State
from proofdeck.source.cards import Deck
from proofdeck.source.rules.parameters import Parameter, Values
from proofdeck.source.rules.points import RulePoints

if TYPE_CHECKING:
    from random import Random

    from proofdeck.play.engine.asking import MakeScript, Suggest
    from proofdeck.play.engine.categories import ScoreForm
    from proofdeck.play.engine.claims import Computation

Rules = TypeVar("Rules", bound=Game)


@dataclass(frozen=True, slots=True)
class Scored:
    """A table that has been scored: names of players, their sheets and places.

    fired: clauses that played a part without giving points. notes: how anything left unsaid was interpreted, one
    sentence each.
    """

    names: tuple[str, ...]
    sheets: tuple[ScoreSheet, ...]
    ranking: Ranking
    fired: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


PLACES = {
    "greedy": ("bot", "greedy"),
    "bots": ("bot", "BOTS"),
    "position": ("position", "position"),
    "written": ("position", "written"),
    "pictures": ("position", "PICTURES"),
    "checks": ("claims", "CHECKS"),
    "script": ("table", "script"),
    "suggest": ("table", "suggest"),
    "score_form": ("table", "score_form"),
    "sums": ("table", "sums"),
}
"""The parts of a game in a package, each with its module and its name there."""


def in_package(package: str) -> Callable[[str], object]:
    """The parts of the game in that package, each loaded when needed, so that scoring starts quickly."""

    def part(called: str) -> object:
        module, name = PLACES[called]
        return getattr(import_module(f"{package}.{module}"), name, None)

    return part


@dataclass(frozen=True, slots=True)
class Engine(Generic[Rules]):
    """One game: its name in the spreadsheet, its parameters, and how it is played and scored.

    make: rules from a deck, parameters and a mask of clauses; raises ProofdeckError for a deck it cannot play. score: a
    table in the calculator's notation; None if there were problems. match: how rounds add up; by default points are
    added and the highest total wins. parts: other abilities, by the names of the properties below; None for missing
    ones.
    """

    name: str
    parameters: tuple[Parameter, ...]
    points: RulePoints
    make: Callable[[Deck, Values, int], Rules]
    score: Callable[[Rules, Notation, Problems], Scored | None]
    match: Callable[[Rules], MatchForm] = points_are_added
    parts: Callable[[str], Any | None] = field(default=lambda _: None)

    @property
    def greedy(self) -> Callable[[Random], Bot]:
        """One sensible way to play; without it, moves are random."""
        return self.parts("greedy") or RandomBot

    @property
    def bots(self) -> Mapping[str, Callable[[Random], Bot]]:
        """Other ways to play it, by name, such as players who take risks."""
        return self.parts("bots") or {}

    @property
    def position(self) -> Callable[[Rules, Notation, Problems], State | None] | None:
        """A table in the middle of a game for examples, with nothing fired yet; None if there were problems."""
        return self.parts("position")

    @property
    def written(self) -> Callable[[Any], str] | None:
        """The lines from which `position` reads a table again; None if the game does not write any."""
        return self.parts("written")

    @property
    def pictures(self) -> Pictures:
        """How books show a table."""
        return self.parts("pictures") or Pictures()

    @property
    def checks(self) -> Mapping[str, Computation]:
        """The computations it offers for claims, by name."""
        return self.parts("checks") or {}

    @property
    def script(self) -> MakeScript[Rules] | None:
        """The questions about a table; None if people write it down themselves."""
        return self.parts("script")

    @property
    def suggest(self) -> Suggest[Rules] | None:
        """Finds the best reading of piles of cards; None if there is only one."""
        return self.parts("suggest")

    @property
    def score_form(self) -> Callable[[Rules], ScoreForm] | None:
        """How points are written down on paper; None if the game does not define it."""
        return self.parts("score_form")

    @property
    def sums(self) -> Callable[[Rules], Sequence[int]] | None:
        """The numbers of which all points of a round are sums, such as the values of cards; None if they may be any."""
        return self.parts("sums")
