"""Tombs: two to four players place fighters on nine tiles and bury what they threaten."""

from __future__ import annotations

from generator.engine.engine import Engine
from generator.games.tombs.asking import script
from generator.games.tombs.bot import greedy
from generator.games.tombs.categories import score_form
from generator.games.tombs.claims import CHECKS
from generator.games.tombs.clauses import PARAMETERS, POINTS
from generator.games.tombs.pictures import PICTURES
from generator.games.tombs.position import position
from generator.games.tombs.rules import Tombs
from generator.games.tombs.table import match_form, score

GAME = Engine(
    "tombs",
    PARAMETERS,
    POINTS,
    Tombs,
    score,
    greedy,
    position,
    PICTURES,
    CHECKS,
    match=match_form,
    script=script,
    score_form=score_form,
)
