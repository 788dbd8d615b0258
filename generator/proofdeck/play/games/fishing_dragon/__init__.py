"""Fishing Dragon: two to four players fish cards out of a river, for sets, suits and straights."""

from dataclasses import replace

from proofdeck.play.engine.kit.game import game_in
from proofdeck.play.games.fishing_dragon.rules import FishingDragon, make
from proofdeck.play.games.fishing_dragon.table import match_form, score

GAME = replace(game_in(__name__, FishingDragon, score, match_form), make=make)
