"""The engine kit: a game in one file. Declared games can be played, scored, shown, proved and simulated.

`docs/tutorial-engines.md` builds a game with it, line by line.
"""

from proofdeck.play.engine.claims import Computation, Finding
from proofdeck.play.engine.kit.actions import Action, action, any_card, bar, bar_while, held, numbers, one_of
from proofdeck.play.engine.kit.game import game_of
from proofdeck.play.engine.kit.pieces import choice, die, grid, pool, spots, track
from proofdeck.play.engine.kit.position import written
from proofdeck.play.engine.kit.reading import column, whole, wholes
from proofdeck.play.engine.kit.rules import Rules, refusal, whole_value
from proofdeck.play.engine.kit.table import Objection, Table
from proofdeck.play.engine.kit.zones import (
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
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.play.engine.score_sheet import Criterion, Item
from proofdeck.source.rules.parameters import OneOf, Whole, YesNo
from proofdeck.source.rules.points import RulePoints

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
