"""The phases of a turn: the clause that says what is done in a phase forbids everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.engine.kit.actions import Action, Reason
from generator.games.fantasy_contract_rummy.clauses import DISCARD_ONE, DRAW_DECK, EFFECTS, KEEP, PLAY, REPAIR
from generator.games.fantasy_contract_rummy.motifs import HELP, HOSTILE, PESTILENCE, REINFORCE, REWRITE, TAX, THIEVERY

PHASES = (
    "drawing", "looking", "playing", "building", "flipping", "stealing", "paying",
    "aiming", "helping", "robbing", "burying", "discarding", "shedding",
)  # fmt: skip
"""The phases of a turn, one for each kind of choice."""
(
    DRAWING, LOOKING, PLAYING, BUILDING, FLIPPING, STEALING, PAYING,
    AIMING, HELPING, ROBBING, BURYING, DISCARDING, SHEDDING,
) = range(len(PHASES))  # fmt: skip
NOT_ALLOWED = "the action does not allow it"
CLAUSES = {
    DRAWING: (DRAW_DECK, "a turn begins with a draw"),
    LOOKING: (KEEP, "the contracts are decided one by one, and one is kept"),
    PLAYING: (PLAY, "you play a set, a repair or an action card, or nothing"),
    FLIPPING: (EFFECTS[REWRITE], NOT_ALLOWED),
    STEALING: (EFFECTS[THIEVERY], NOT_ALLOWED),
    PAYING: (EFFECTS[TAX], NOT_ALLOWED),
    AIMING: (EFFECTS[REINFORCE], NOT_ALLOWED),
    HELPING: (EFFECTS[HELP], NOT_ALLOWED),
    ROBBING: (EFFECTS[HOSTILE], NOT_ALLOWED),
    BURYING: (EFFECTS[PESTILENCE], NOT_ALLOWED),
    DISCARDING: (DISCARD_ONE, "a card must be discarded from the hand"),
    SHEDDING: (DISCARD_ONE, "a card must be discarded from the hand"),
}
"""For each phase except BUILDING, its clause, and the reason for refusing anything else."""
EVERY_CLAUSE = tuple(dict.fromkeys([*(clause for clause, _ in CLAUSES.values()), REPAIR]))


def only_at(*phases: int) -> Callable[[Action], Action]:
    """Declare the phase of an action; in any other phase, that phase's clause forbids it."""

    def declare(kind: Action) -> Action:
        kind.bar_by(*EVERY_CLAUSE)(lambda table: None if table.phase in phases else table.what_is_done())
        return kind

    return declare


def listed_at(*phases: int) -> Callable[[Action], Action]:
    """The same; the phase's clause also forbids whatever the table does not list in that phase."""

    def declare(kind: Action) -> Action:
        def is_not_listed(table: Any, *parts: int) -> Reason | None:
            own = kind.effect.__name__
            is_listed = table.phase in phases and table.rules.number_of(own, *parts) in table.legal_actions()
            return None if is_listed else table.what_is_done()

        kind.bar_by(*EVERY_CLAUSE)(is_not_listed)
        return kind

    return declare
