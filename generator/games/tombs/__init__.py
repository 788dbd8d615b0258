"""Tombs: two to four players place fighters on nine tiles and bury what they threaten."""

from generator.engine.engine import Engine, in_package
from generator.games.tombs.rules import Tombs
from generator.games.tombs.table import match_form, score

GAME = Engine(Tombs.name, Tombs.parameters, Tombs.points, Tombs, score, match_form, in_package(__name__))
