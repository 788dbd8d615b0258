"""Fishing Dragon: two to four players fish cards out of a river, for sets, suits and straights."""

from __future__ import annotations

from generator.engine.engine import Engine
from generator.games.fishing_dragon.asking import script
from generator.games.fishing_dragon.bot import greedy
from generator.games.fishing_dragon.categories import score_form
from generator.games.fishing_dragon.claims import CHECKS
from generator.games.fishing_dragon.clauses import PARAMETERS, POINTS
from generator.games.fishing_dragon.pictures import PICTURES
from generator.games.fishing_dragon.position import position
from generator.games.fishing_dragon.rules import make
from generator.games.fishing_dragon.table import match_form, score

GAME = Engine(
    "fishing-dragon",
    PARAMETERS,
    POINTS,
    make,
    score,
    greedy,
    position,
    PICTURES,
    CHECKS,
    match=match_form,
    script=script,
    score_form=score_form,
)
