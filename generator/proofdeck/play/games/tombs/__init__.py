"""Tombs: two to four players place fighters on nine tiles and bury what they threaten."""

from proofdeck.play.engine.kit.game import game_in
from proofdeck.play.engine.match_form import wins_are_counted
from proofdeck.play.games.tombs.rules import Tombs
from proofdeck.play.games.tombs.table import score

GAME = game_in(__name__, Tombs, score, wins_are_counted)
