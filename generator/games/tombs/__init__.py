"""Tombs: two to four players place fighters on nine tiles and bury what they threaten."""

from generator.engine.kit.game import game_in
from generator.engine.match_form import wins_are_counted
from generator.games.tombs.rules import Tombs
from generator.games.tombs.table import score

GAME = game_in(__name__, Tombs, score, wins_are_counted)
