"""The phases of a turn: the clause that says what is done in a phase forbids everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofdeck.play.engine.kit.actions import Action, Reason
from proofdeck.play.games.fantasy_contract_rummy.clauses import DISCARD_ONE, DRAW_DECK, EFFECTS, KEEP, PLAY, REPAIR
from proofdeck.play.games.fantasy_contract_rummy.motifs import (
    HELP,
    HOSTILE,
    PESTILENCE,
    REINFORCE,
    REWRITE,
    TAX,
    THIEVERY,
)

PHASES = (
    "drawing", "looking", "playing", "building", "flipping", "stealing", "paying",
    "aiming", "helping", "robbing", "burying", "discarding", "shedding",
)  # fmt: skip
"""The phases of a turn, one for each kind of choice."""
(
    DRAWING, LOOKING, PLAYING, BUILDING, FLIPPING, STEALING, PAYING,
    AIMING, HELPING, ROBBING, BURYING, DISCARDING, SHEDDING,
) = range(len(PHASES))  # fmt: skip
CLAUSES = {
    DRAWING: (DRAW_DECK, "a turn begins with a draw"),
    LOOKING: (KEEP, "the contracts are decided one by one, and one is kept"),
    PLAYING: (PLAY, "you play a set, a repair or an action card, or nothing"),
    FLIPPING: (EFFECTS[REWRITE], "one of the contracts on the table must be turned over"),
    STEALING: (EFFECTS[THIEVERY], "one of the cards in the discard pile must be chosen"),
    PAYING: (EFFECTS[TAX], "cards must be paid from the hand, the most valuable first, and no more than are asked for"),
    AIMING: (EFFECTS[REINFORCE], "a set must be chosen that cards of the hand can be added to"),
    HELPING: (
        EFFECTS[HELP],
        "cards of the hand that fit may be added to sets of the opponent, one set after the other",
    ),
    ROBBING: (EFFECTS[HOSTILE], "cards are taken from sets of the opponent, and what is left must be valid"),
    BURYING: (EFFECTS[PESTILENCE], "a character must now be removed from a set"),
    DISCARDING: (DISCARD_ONE, "a card must be discarded from the hand"),
    SHEDDING: (DISCARD_ONE, "a card must be discarded from the hand"),
}
"""For each phase except BUILDING, its clause, and the reason for refusing anything else."""
FROM_HAND = ("discard", "pay")
"""Actions with a card of the hand."""
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
            if table.rules.number_of(own, *parts) in table.legal_actions():
                return None
            clause, why = table.what_is_done()
            if own in FROM_HAND:
                (motif,) = parts
                paid = table.pending.count(motif) if table.phase == PAYING else 0
                if table.hand[table.player][motif] <= paid:
                    why = f"there is no {table.rules.names[motif]} in the hand"
            return clause, why

        kind.bar_by(*EVERY_CLAUSE)(is_not_listed)
        return only_at(*phases)(kind)

    return declare
