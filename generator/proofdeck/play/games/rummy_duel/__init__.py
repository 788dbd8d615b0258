"""Rummy Duel: two players lay runs and sets against each other at five community cards."""

from proofdeck.play.engine.kit.game import game_in
from proofdeck.play.engine.match_form import wins_are_counted
from proofdeck.play.games.rummy_duel.rules import RummyDuel
from proofdeck.play.games.rummy_duel.table import score

GAME = game_in(__name__, RummyDuel, score, wins_are_counted)
