"""Toonerville Rook: eleven contracts of runs and sets for three to five players, each bringing a deck."""

from __future__ import annotations

from generator.engine.engine import Engine
from generator.games.toonerville_rook.asking import script
from generator.games.toonerville_rook.bot import greedy
from generator.games.toonerville_rook.categories import score_form
from generator.games.toonerville_rook.claims import CHECKS
from generator.games.toonerville_rook.pictures import PICTURES
from generator.games.toonerville_rook.position import position
from generator.games.toonerville_rook.rules import PARAMETERS, POINTS, ToonervilleRook
from generator.games.toonerville_rook.table import match_form, score

GAME = Engine(
    "toonerville-rook",
    PARAMETERS,
    POINTS,
    ToonervilleRook,
    score,
    greedy,
    position,
    PICTURES,
    CHECKS,
    match=match_form,
    script=script,
    score_form=score_form,
)
