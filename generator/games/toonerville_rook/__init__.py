"""Toonerville Rook: eleven contracts of runs and sets for three to five players, each bringing a deck."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from generator.engine.engine import Engine
from generator.games.toonerville_rook.clauses import PARAMETERS, POINTS
from generator.games.toonerville_rook.rules import ToonervilleRook
from generator.games.toonerville_rook.table import match_form, score

if TYPE_CHECKING:
    from generator.engine.beside import Beside


@cache
def beside() -> Beside:
    """What is needed for more than a score."""
    from generator.engine.beside import Beside
    from generator.games.toonerville_rook.asking import script
    from generator.games.toonerville_rook.bot import greedy
    from generator.games.toonerville_rook.categories import score_form
    from generator.games.toonerville_rook.claims import CHECKS
    from generator.games.toonerville_rook.pictures import PICTURES
    from generator.games.toonerville_rook.position import position

    return Beside(greedy, position, PICTURES, CHECKS, script, None, score_form)


GAME = Engine("toonerville-rook", PARAMETERS, POINTS, ToonervilleRook, score, match_form, beside)
