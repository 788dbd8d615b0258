"""Fishing Dragon: two to four players fish cards out of a river, for sets, suits and straights."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from generator.engine.engine import Engine
from generator.games.fishing_dragon.clauses import PARAMETERS, POINTS
from generator.games.fishing_dragon.rules import make
from generator.games.fishing_dragon.table import match_form, score

if TYPE_CHECKING:
    from generator.engine.beside import Beside


@cache
def beside() -> Beside:
    """What is needed for more than a score."""
    from generator.engine.beside import Beside
    from generator.games.fishing_dragon.asking import script
    from generator.games.fishing_dragon.bot import greedy
    from generator.games.fishing_dragon.categories import score_form
    from generator.games.fishing_dragon.claims import CHECKS
    from generator.games.fishing_dragon.pictures import PICTURES
    from generator.games.fishing_dragon.position import position

    return Beside(greedy, position, PICTURES, CHECKS, script, None, score_form)


GAME = Engine("fishing-dragon", PARAMETERS, POINTS, make, score, match_form, beside)
