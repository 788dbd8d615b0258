"""Tombs: two to four players place fighters on nine tiles and bury what they threaten."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from generator.engine.engine import Engine
from generator.games.tombs.clauses import PARAMETERS, POINTS
from generator.games.tombs.rules import Tombs
from generator.games.tombs.table import match_form, score

if TYPE_CHECKING:
    from generator.engine.beside import Beside


@cache
def beside() -> Beside:
    """What is needed for more than a score."""
    from generator.engine.beside import Beside
    from generator.games.tombs.asking import script
    from generator.games.tombs.bot import greedy
    from generator.games.tombs.categories import score_form
    from generator.games.tombs.claims import CHECKS
    from generator.games.tombs.pictures import PICTURES
    from generator.games.tombs.position import position

    return Beside(greedy, position, PICTURES, CHECKS, script, None, score_form)


GAME = Engine("tombs", PARAMETERS, POINTS, Tombs, score, match_form, beside)
