"""Tombs: two to four players place fighters on nine tiles and bury what they threaten."""

from generator.engine.engine import Engine, in_package
from generator.engine.match_form import wins_are_counted
from generator.games.tombs.rules import Tombs
from generator.games.tombs.table import score

GAME = Engine(Tombs.name, Tombs.parameters, Tombs.points, Tombs, score, wins_are_counted, in_package(__name__))
