"""Toonerville Rook: eleven contracts of runs and sets for three to five players, each bringing a deck."""

from proofdeck.play.engine.kit.game import game_in
from proofdeck.play.games.toonerville_rook.rules import ToonervilleRook
from proofdeck.play.games.toonerville_rook.table import match_form, score

GAME = game_in(__name__, ToonervilleRook, score, match_form)
