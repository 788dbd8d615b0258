"""Rummy Duel: two players lay runs and sets against each other at five community cards."""

from generator.engine.kit.game import game_in
from generator.engine.match_form import wins_are_counted
from generator.games.rummy_duel.rules import RummyDuel
from generator.games.rummy_duel.table import score

GAME = game_in(__name__, RummyDuel, score, wins_are_counted)
