"""What a game can do beside being played and scored: loaded when somebody asks for it, so that a score is quick."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from generator.engine.asking import MakeScript, Suggest
from generator.engine.bots import Bot, RandomBot
from generator.engine.categories import ScoreForm
from generator.engine.claims import Computation
from generator.engine.notation import Notation
from generator.engine.pictures import Pictures
from generator.engine.state import Game, State
from generator.problems import Problem


@dataclass(frozen=True, slots=True)
class Beside:
    """The rest of an engine; without it a game is played by chance, and shown and asked for in no way of its own.

    greedy: one sensible way to play. position: a table in the middle of a game for examples, nothing fired yet; gives
    None when problems were found, and is None for an engine that knows no positions. pictures: how books show a table.
    checks: what it can compute for claims, by the words that a claim writes. script: what people are asked about a
    table; None where they write it down themselves. suggest: how piles of cards are best read; None where a pile can be
    read in one way only. score_form: how points are written down on paper; None for an engine that does not say.
    """

    greedy: Callable[[Random], Bot] = RandomBot
    position: Callable[[Game, Notation, list[Problem]], State | None] | None = None
    pictures: Pictures = field(default_factory=Pictures)
    checks: Mapping[str, Computation] = field(default_factory=dict)
    script: MakeScript | None = None
    suggest: Suggest | None = None
    score_form: Callable[[Game], ScoreForm] | None = None
