"""Toonerville Rook: eleven contracts of runs and sets for three to five players, each bringing a deck."""

from generator.engine.engine import Engine, in_package
from generator.games.toonerville_rook.rules import ToonervilleRook
from generator.games.toonerville_rook.table import match_form, score

GAME = Engine(
    ToonervilleRook.name,
    ToonervilleRook.parameters,
    ToonervilleRook.points,
    ToonervilleRook,
    score,
    match_form,
    in_package(__name__),
)
