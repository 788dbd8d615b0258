"""The clauses of the page of Tombs that code applies, and the parameters of its head."""

from __future__ import annotations

from generator.games.tombs.scoring import FIELD_LOCK_WINS, KILL_GOAL_WINS, MOST_KILLS, MOST_UNITS
from generator.rules.parameters import Parameter, Whole, YesNo
from generator.rules.points import RulePoints

PARAMETERS: tuple[Parameter, ...] = (
    Whole("hand", 1, 6, "the number of cards dealt to each player"),
    *(Whole(f"goal.{n}", 1, 40, f"the number of kills that wins with {n} players") for n in (2, 3, 4)),
    *(Whole(f"peace.{n}", 0, 40, f"the number of first turns without kills with {n} players") for n in (2, 3, 4)),
    YesNo("magus-adjacent", "whether a Magus threatens only the next tile of each diagonal"),
    YesNo("friendly-teams", "whether partners of a four-player game spare each other"),
)

POINTS = RulePoints()
DECK = POINTS.bind("setup.deck")
DEAL = POINTS.bind("setup.deal")
DRAW = POINTS.bind("turn.draw")
PLAY = POINTS.bind("turn.play")
STUCK = POINTS.bind("turn.stuck")
EMPTY = POINTS.bind("place.empty")
THREAT = POINTS.bind("place.threat")
OWN = POINTS.bind("place.own")
FIRST = POINTS.bind("place.first")
PEACE = POINTS.bind("place.peace")
BLADE_ZONE = POINTS.bind("blade.zone")
BLADE_KILL = POINTS.bind("blade.kill")
MAGUS_ZONE = POINTS.bind("magus.zone")
MAGUS_KILL = POINTS.bind("magus.kill")
OMBRA_REPLACE = POINTS.bind("ombra.replace")
OMBRA_OMBRA = POINTS.bind("ombra.ombra")
THORN_ACTIVATE = POINTS.bind("thorn.activate")
THORN_THORN = POINTS.bind("thorn.thorn")
KILL_GOAL = POINTS.bind(KILL_GOAL_WINS)
UNIT_COUNT = POINTS.bind(MOST_UNITS)
UNIT_TIE = POINTS.bind(MOST_KILLS)
FIELD_LOCK = POINTS.bind(FIELD_LOCK_WINS)
TEAMS = POINTS.bind("teams.friendly")
