"""Rummy Duel: two players lay runs and sets against each other at five community cards."""

from generator.engine.engine import Engine, in_package
from generator.games.rummy_duel.rules import RummyDuel
from generator.games.rummy_duel.table import match_form, score

GAME = Engine(
    RummyDuel.name, RummyDuel.parameters, RummyDuel.points, RummyDuel, score, match_form, in_package(__name__)
)
