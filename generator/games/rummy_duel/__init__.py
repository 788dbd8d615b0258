"""Rummy Duel: two players lay runs and sets against each other at five community cards."""

from generator.engine.engine import Engine, in_package
from generator.engine.match_form import wins_are_counted
from generator.games.rummy_duel.rules import RummyDuel
from generator.games.rummy_duel.table import score

GAME = Engine(
    RummyDuel.name, RummyDuel.parameters, RummyDuel.points, RummyDuel, score, wins_are_counted, in_package(__name__)
)
