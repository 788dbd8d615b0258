"""Rummy Duel: two players lay runs and sets against each other at five community cards."""

from __future__ import annotations

from generator.engine.engine import Engine
from generator.games.rummy_duel.asking import script
from generator.games.rummy_duel.bot import greedy
from generator.games.rummy_duel.categories import score_form
from generator.games.rummy_duel.claims import CHECKS
from generator.games.rummy_duel.clauses import PARAMETERS, POINTS
from generator.games.rummy_duel.pictures import PICTURES
from generator.games.rummy_duel.position import position
from generator.games.rummy_duel.rules import RummyDuel
from generator.games.rummy_duel.table import match_form, score, suggest

GAME = Engine(
    "rummy-duel",
    PARAMETERS,
    POINTS,
    RummyDuel,
    score,
    greedy,
    position,
    PICTURES,
    CHECKS,
    match=match_form,
    script=script,
    suggest=suggest,
    score_form=score_form,
)
