"""The clauses of the page of Tombs that code applies, and the parameters of its head."""

from __future__ import annotations

from proofdeck.source.rules.parameters import OneOf, Parameter, Whole, YesNo
from proofdeck.source.rules.points import RulePoints

PARAMETERS: tuple[Parameter, ...] = (
    Whole("hand", 1, 6, "the number of cards dealt to each player"),
    *(Whole(f"goal.{n}", 1, 40, f"the number of kills that wins with {n} players") for n in (2, 3, 4)),
    *(Whole(f"peace.{n}", 0, 40, f"the number of first turns without kills with {n} players") for n in (2, 3, 4)),
    YesNo("magus-adjacent", "whether a Magus threatens only the next tile of each diagonal"),
    OneOf(
        "teams",
        ("no", "friendly", "rival"),
        "whether four players are two teams, which spare their own or not",
    ),
)

POINTS = RulePoints()
DECK, DEAL = POINTS.bind_all("setup.deck", "setup.deal")
DRAW, PLAY, STUCK = POINTS.bind_all("turn.draw", "turn.play", "turn.stuck")
EMPTY, THREAT, OWN, FIRST, PEACE = POINTS.bind_all(
    "place.empty", "place.threat", "place.own", "place.first", "place.peace"
)
BLADE_ZONE, BLADE_KILL, MAGUS_ZONE, MAGUS_KILL = POINTS.bind_all("blade.zone", "blade.kill", "magus.zone", "magus.kill")
OMBRA_REPLACE, OMBRA_OMBRA, THORN_ACTIVATE, THORN_THORN = POINTS.bind_all(
    "ombra.replace", "ombra.ombra", "thorn.activate", "thorn.thorn"
)
KILL_GOAL, UNIT_COUNT, UNIT_TIE, FIELD_LOCK = POINTS.bind_all(
    "end.kill-goal", "end.unit-count", "end.unit-tie", "end.field-lock"
)
FRIENDLY, RIVALS = POINTS.bind_all("teams.friendly", "teams.rivals")
