"""The engine kit: a game in one file. Declared games can be played, scored, shown, proved and simulated.

`docs/tutorial-engines.md` builds a game with it, line by line.
"""

from generator.engine.claims import Computation, Finding
from generator.engine.kit.actions import Action, action, any_card, bar, bar_while, held, numbers, one_of
from generator.engine.kit.game import game_of
from generator.engine.kit.pieces import choice, die, grid, pool, spots, track
from generator.engine.kit.position import written
from generator.engine.kit.reading import column, whole, wholes
from generator.engine.kit.rules import Rules, refusal, whole_value
from generator.engine.kit.table import Objection, Table
from generator.engine.kit.zones import (
    ALL,
    COUNTS,
    MOVER,
    NOBODY,
    OWNER,
    PILE,
    SET,
    Form,
    Tiles,
    as_set,
    bits,
    fact,
    internal,
    one_by_one,
    pile,
    secret,
    zone,
)
from generator.engine.match_form import MatchForm
from generator.engine.score_sheet import Criterion, Item
from generator.rules.parameters import OneOf, Whole, YesNo
from generator.rules.points import RulePoints

__all__ = [
    "ALL",
    "COUNTS",
    "MOVER",
    "NOBODY",
    "OWNER",
    "PILE",
    "SET",
    "Action",
    "Computation",
    "Criterion",
    "Finding",
    "Form",
    "Item",
    "MatchForm",
    "Objection",
    "OneOf",
    "RulePoints",
    "Rules",
    "Table",
    "Tiles",
    "Whole",
    "YesNo",
    "action",
    "any_card",
    "as_set",
    "bar",
    "bar_while",
    "bits",
    "choice",
    "column",
    "die",
    "fact",
    "game_of",
    "grid",
    "held",
    "internal",
    "numbers",
    "one_by_one",
    "one_of",
    "pile",
    "pool",
    "refusal",
    "secret",
    "spots",
    "track",
    "whole",
    "whole_value",
    "wholes",
    "written",
    "zone",
]
