"""Fishing Dragon: two to four players fish cards out of a river, for sets, suits and straights."""

from generator.engine.engine import Engine, in_package
from generator.games.fishing_dragon.rules import FishingDragon, make
from generator.games.fishing_dragon.table import match_form, score

GAME = Engine(
    FishingDragon.name, FishingDragon.parameters, FishingDragon.points, make, score, match_form, in_package(__name__)
)
