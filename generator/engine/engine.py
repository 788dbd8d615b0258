"""The record that a game hands to the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from generator.cards import Deck
from generator.engine.asking import MakeScript, Suggest
from generator.engine.bots import Bot
from generator.engine.categories import ScoreForm
from generator.engine.claims import Computation
from generator.engine.match_form import MatchForm
from generator.engine.notation import Notation
from generator.engine.pictures import Pictures
from generator.engine.score_sheet import Ranking, ScoreSheet
from generator.engine.state import Game, State
from generator.problems import Problem
from generator.rules.parameters import Parameter, Values
from generator.rules.points import RulePoints


@dataclass(frozen=True, slots=True)
class Scored:
    """A table that has been scored: names of the players, what each has, who stands where.

    fired: clauses that had a part in it and give no points by themselves.
    """

    names: tuple[str, ...]
    sheets: tuple[ScoreSheet, ...]
    ranking: Ranking
    fired: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Engine:
    """One game: what it is called in the spreadsheet, what its rules can be told, and how it is played and scored.

    make: rules from a deck, parameters and a mask of clauses; raises ProofdeckError for a deck that it cannot play.
    score: what lies on the table, in the notation of the calculator; None when problems were found.
    greedy: one sensible way to play. position: a table in the middle of a game for examples, nothing fired yet; gives
    None when problems were found, and is None for an engine that knows no positions. pictures: how books show a table.
    match: how rounds add up; those that are not asked for it add up points, and the most win.
    script: what people are asked about a table; None where they write it down themselves.
    suggest: how piles of cards are best read; None where a pile can be read in one way only.
    checks: what it can compute for claims, by the words that a claim writes. score_form: how points are written down on
    paper; None for an engine that does not say.
    """

    name: str
    parameters: tuple[Parameter, ...]
    points: RulePoints
    make: Callable[[Deck, Values, int], Game]
    score: Callable[[Game, Notation, list[Problem]], Scored | None]
    greedy: Callable[[Random], Bot]
    position: Callable[[Game, Notation, list[Problem]], State | None] | None = None
    pictures: Pictures = field(default_factory=Pictures)
    checks: Mapping[str, Computation] = field(default_factory=dict)
    match: Callable[[Game], MatchForm] = field(default=lambda _: MatchForm())
    script: MakeScript | None = None
    suggest: Suggest | None = None
    score_form: Callable[[Game], ScoreForm] | None = None
