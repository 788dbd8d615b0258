"""Rummy Duel: two players lay runs and sets against each other at five community cards."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from generator.engine.engine import Engine
from generator.games.rummy_duel.clauses import PARAMETERS, POINTS
from generator.games.rummy_duel.rules import RummyDuel
from generator.games.rummy_duel.table import match_form, score

if TYPE_CHECKING:
    from generator.engine.beside import Beside


@cache
def beside() -> Beside:
    """What is needed for more than a score."""
    from generator.engine.beside import Beside
    from generator.games.rummy_duel.asking import script
    from generator.games.rummy_duel.bot import greedy
    from generator.games.rummy_duel.categories import score_form
    from generator.games.rummy_duel.claims import CHECKS
    from generator.games.rummy_duel.pictures import PICTURES
    from generator.games.rummy_duel.position import position
    from generator.games.rummy_duel.table import suggest

    return Beside(greedy, position, PICTURES, CHECKS, script, suggest, score_form)


GAME = Engine("rummy-duel", PARAMETERS, POINTS, RummyDuel, score, match_form, beside)
