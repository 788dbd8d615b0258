"""For each clause tables on which it matters, drawn as text.

plays: what is done, in words. legal, refused: what can and cannot be done after it; a refusal names the clause. then:
what is true in the end. fires: whether the clause is one that this game has seen. Cards that lie nowhere in a picture
are in the stock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from proofdeck.play.games.toonerville_rook.rules import RookState
from proofdeck.source.rules.parameters import Value


class Scenario(NamedTuple):
    clause: str
    says: str
    picture: str
    plays: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    then: Callable[[RookState], bool] = lambda _: True
    changes: Mapping[str, Value] = {}
    fires: bool = True


RED_RUN = ("Open a run from Red 3", "Add Red 3", "Add Red 4", "Add Red 5", "Add Red 6", "Close the meld")
FIVES = ("Open a set of 5s", "Add Red 5", "Add Green 5", "Add Black 5", "Close the meld")
NINES = ("Open a set of 9s", "Add Red 9", "Add Green 9", "Add Black 9", "Close the meld")


def cards_of(state: RookState, player: int) -> int:
    return sum(state.hand[player - 1])


LAYING = (
    Scenario(
        "meld.run",
        "three cards are no run yet, and the fourth must be the next of the colour",
        "round 3\nhand 1: R3 R4 R5 R6 R7 Y3 Y4 Y5 Y6",
        RED_RUN[:4],
        legal=("Add Red 6",),
        refused=("Close the meld", "Add Red 7", "Add Yellow 6"),
    ),
    Scenario(
        "meld.run",
        "a run does not go on from 14 to 1, so none begins at 12",
        "round 3\nhand 1: R12 R13 R14 R1 Y3 Y4 Y5 Y6 G1 G2 G3 G4",
        legal=("Open a run from Yellow 3",),
        refused=("Open a run from Red 12",),
    ),
    Scenario(
        "meld.run",
        "no run of another colour follows the 14",
        "round 3\nhand 1: R11 R12 R13 R14 Y1 Y2 Y3 Y4 * G5 G6",
        ("Open a run from Red 11", "Add Red 11", "Add Red 12", "Add Red 13", "Add Red 14"),
        legal=("Close the meld",),
        refused=("Add Yellow 1",),
    ),
    Scenario(
        "meld.run",
        "a run is not begun when too many of its cards are missing",
        "round 3\nhand 1: R3 R4 R5 R6 Y3 Y4 Y5 Y6 G5 G6",
        legal=("Open a run from Red 3",),
        refused=("Open a run from Green 5", "Open a run from Black 1"),
    ),
    Scenario(
        "meld.rook",
        "in a run a Rook is the card of its place, and no card after the 14",
        "round 3\nhand 1: R11 R12 R13 R14 Y1 Y2 Y3 Y4 * B2",
        ("Open a run from Red 11", "Add Red 11", "Add Red 12", "Add Red 13", "Add Red 14"),
        legal=("Close the meld",),
        refused=("Add The Rook as Yellow 1", "Add The Rook as Red 10", "Add The Rook to the set"),
    ),
    Scenario(
        "meld.set",
        "a set is not begun with two cards",
        "round 1\nhand 1: R5 G5 R9 G9 B9 R7 G7 B7 B3",
        legal=("Open a set of 7s",),
        refused=("Open a set of 5s", "Open a set of 1s"),
    ),
    Scenario(
        "meld.natural",
        "three Rooks are no set of any number",
        "round 1\nhand 1: * * * R9 G9 B9 R7 G7 B7",
        legal=("Open a set of 7s",),
        refused=("Open a set of 5s",),
    ),
    Scenario(
        "meld.set",
        "two cards are no set yet, equal ones may be in it, another number may not",
        "round 1\nhand 1: R5 R5 B5 R9 G9 B9 B3",
        ("Open a set of 5s", "Add Red 5"),
        legal=("Add Red 5",),
        refused=("Close the meld", "Add Black 9"),
    ),
    Scenario(
        "meld.rook",
        "a Rook stands for the 5 that is missing in the run",
        "round 3\nhand 1: R3 R4 * R6 Y3 Y4 Y5 Y6",
        ("Open a run from Red 3", "Add Red 3", "Add Red 4", "Add The Rook as Red 5"),
        legal=("Add Red 6",),
    ),
    Scenario(
        "meld.rook",
        "in a set a Rook stands for nothing certain",
        "round 1\nhand 1: R5 G5 B5 R9 G9 *",
        (*FIVES, "Open a set of 9s", "Add Red 9", "Add Green 9"),
        legal=("Add The Rook to the set",),
        refused=("Add The Rook as Black 9",),
    ),
    Scenario(
        "meld.natural",
        "four Rooks need a natural card: the run cannot be closed before the 7",
        "round 3\nhand 1: * * * * R7 Y3 Y4 Y5 Y6",
        (
            "Open a run from Red 3",
            "Add The Rook as Red 3",
            "Add The Rook as Red 4",
            "Add The Rook as Red 5",
            "Add The Rook as Red 6",
        ),
        legal=("Add Red 7",),
        refused=("Close the meld",),
    ),
    Scenario(
        "meld.natural",
        "a set does not begin with a Rook",
        "round 1\nhand 1: R5 G5 B5 R9 G9 * *",
        ("Open a set of 5s",),
        legal=("Add Red 5",),
        refused=("Add The Rook to the set",),
    ),
    Scenario(
        "lay.contract",
        "no set is begun when there is no second one, and no run when the contract has none",
        "round 1\nhand 1: R5 G5 B5 R9 G9 Y3 Y4 Y6 Y7",
        legal=("Discard Red 5",),
        refused=("Open a set of 5s", "Open a run from Yellow 3"),
    ),
    Scenario(
        "lay.contract",
        "whoever has begun must lay all of it",
        "round 1\nhand 1: R5 G5 B5 R9 G9 B9 B3",
        FIVES,
        legal=("Open a set of 9s",),
        refused=("Discard Black 3", "Open a run from Red 5", "Keep the last card"),
    ),
    Scenario(
        "lay.contract",
        "a fourth card is added only if the other set can still be laid",
        "round 1\nhand 1: R5 R5 G5 B5 Y5 * B3",
        ("Open a set of 5s", "Add Red 5", "Add Red 5", "Add Yellow 5"),
        legal=("Close the meld",),
        refused=("Add Green 5", "Add Black 5"),
    ),
    Scenario(
        "lay.contract",
        "there are no further melds after it",
        "round 1\nhand 1: R5 G5 B5 R9 G9 B9 B3 R7 G7 B7",
        (*FIVES, *NINES),
        legal=("Discard Black 3",),
        refused=("Open a set of 7s",),
        then=lambda state: [len(meld.cards) for meld in state.melds.values()] == [3, 3],
    ),
    Scenario(
        "lay.order",
        "after the nines no fives",
        "round 1\nhand 1: R5 G5 B5 R9 G9 B9 R9 G9 B9 B3",
        NINES,
        legal=("Open a set of 9s",),
        refused=("Open a set of 5s",),
    ),
    Scenario(
        "lay.order",
        "not the nines first, if only the fives can lie beside them",
        "round 1\nhand 1: R5 G5 B5 R9 G9 B9 B3",
        legal=("Open a set of 5s",),
        refused=("Open a set of 9s",),
    ),
    Scenario(
        "lay.order",
        "the cards of a set in ascending order",
        "round 1\nhand 1: R5 G5 B5 R9 G9 B9 B3",
        ("Open a set of 5s",),
        legal=("Add Red 5",),
        refused=("Add Green 5", "Add Black 5"),
    ),
    Scenario(
        "lay.order",
        "runs before sets",
        "round 2\nhand 1: R3 R4 R5 R6 R9 G9 B9 B3",
        legal=("Open a run from Red 3",),
        refused=("Open a set of 9s",),
    ),
    Scenario(
        "lay.whole-hand",
        "with one card too many for two runs and two sets nothing can be laid",
        "round 11\nhand 1: R3 R4 R5 R6 Y3 Y4 Y5 Y6 R9 G9 B9 R12 G12 B12 B2",
        legal=("Discard Black 2",),
        refused=("Open a run from Red 3",),
    ),
    Scenario(
        "lay.whole-hand",
        "fifteen cards that fit end the round without a discard",
        "round 11\nhand 1: R3 R4 R5 R6 Y3 Y4 Y5 Y6 Y7 R9 G9 B9 R12 G12 B12\nhand 2: R1\nhand 3: *",
        (
            *RED_RUN,
            *("Open a run from Yellow 3", "Add Yellow 3", "Add Yellow 4", "Add Yellow 5", "Add Yellow 6"),
            *("Add Yellow 7", "Close the meld", *NINES),
            *("Open a set of 12s", "Add Red 12", "Add Green 12", "Add Black 12", "Close the meld"),
        ),
        then=lambda state: state.totals == [0, 5, 25] and state.is_terminal(),
    ),
)

TABLE = (
    Scenario(
        "layoff.contract",
        "nothing is laid off before the own contract",
        "hand 1: R7 R5 B2\nfield 2: R3 R4 R5 R6 | G9 B9 R9",
        legal=("Discard Red 7",),
        refused=("Lay off Red 7 on meld 1 of player 2",),
    ),
    Scenario(
        "layoff.contract",
        "and only to melds that lie on the table",
        "hand 1: R7 * B2\nfield 1: R3 R4 R5 R6 | G9 B9 R9",
        legal=("Lay off Red 7 on meld 1 of player 1",),
        refused=("Lay off Red 7 on meld 1 of player 2", "Lay off The Rook low on meld 3 of player 1"),
    ),
    Scenario(
        "layoff.contract",
        "and right after it in the same turn, on any field",
        "round 1\nhand 1: R5 G5 B5 R9 G9 B9 Y9 B3\nfield 2: B9 B9 Y9 | R1 G1 B1",
        (*FIVES, *NINES),
        legal=("Lay off Yellow 9 on meld 2 of player 1", "Lay off Yellow 9 on meld 1 of player 2"),
    ),
    Scenario(
        "layoff.run",
        "a run grows at both ends, and not by other cards",
        "hand 1: R2 R7 R8 Y7 B2\nfield 1: R3 R4 R5 R6 | G9 B9 R9",
        ("Lay off Red 7 on meld 1 of player 1", "Lay off Red 2 on meld 1 of player 1"),
        legal=("Lay off Red 8 on meld 1 of player 1",),
        refused=("Lay off Yellow 7 on meld 1 of player 1", "Lay off Red 2 on meld 1 of player 1"),
    ),
    Scenario(
        "layoff.run",
        "nothing follows the 14",
        "hand 1: R1 R10 B2\nfield 2: R11 R12 R13 R14\nfield 1: B3 B4 B5 B6",
        legal=("Lay off Red 10 on meld 1 of player 2",),
        refused=("Lay off Red 1 on meld 1 of player 2",),
    ),
    Scenario(
        "layoff.set",
        "a set takes its number in any colour",
        "hand 1: Y9 R8 B2\nfield 3: G9 B9 R9 | R1 G1 B1\nfield 1: R2 G2 Y2 | R4 G4 Y4",
        ("Lay off Yellow 9 on meld 1 of player 3",),
        legal=("Lay off Black 2 on meld 1 of player 1",),
        refused=("Lay off Red 8 on meld 1 of player 3",),
    ),
    Scenario(
        "layoff.rook",
        "a Rook goes to a set or to an end that can still grow, and is fixed there",
        "hand 1: * * R9 B2\nfield 1: R11 R12 R13 R14 | G9 B9 Y9",
        ("Lay off The Rook low on meld 1 of player 1",),
        legal=("Lay off The Rook low on meld 2 of player 1", "Lay off Red 9 on meld 1 of player 1"),
        refused=("Lay off The Rook high on meld 1 of player 1", "Lay off The Rook high on meld 2 of player 1"),
    ),
    Scenario(
        "swap.card",
        "only the very card for which it stands fetches the Rook, on any field",
        "hand 1: R5 Y5 R6 B2\nfield 2: R3 R4 * R6 | G9 B9 Y9\nfield 1: G1 G2 G3 G4",
        ("Swap Red 5 for The Rook in meld 1 of player 2",),
        legal=("Lay off The Rook high on meld 1 of player 2", "Lay off The Rook low on meld 2 of player 2"),
        refused=("Swap Yellow 5 for The Rook in meld 1 of player 2", "Swap Red 6 for The Rook in meld 1 of player 2"),
        then=lambda state: state.melds[5].cards == (2, 3, 4, 5) and state.hand[0][56] == 1,
    ),
    Scenario(
        "swap.contract",
        "no swap before the own contract",
        "hand 1: R5 Y5 R6 B2\nfield 2: R3 R4 * R6 | G9 B9 Y9",
        legal=("Discard Red 5",),
        refused=("Swap Red 5 for The Rook in meld 1 of player 2",),
    ),
    Scenario(
        "swap.set",
        "the Rook in the set of nines stays",
        "hand 1: R9 B2\nfield 2: G9 B9 *\nfield 1: G1 G2 G3 G4",
        legal=("Lay off Red 9 on meld 1 of player 2",),
        refused=("Swap Red 9 for The Rook in meld 1 of player 2",),
    ),
    Scenario(
        "swap.play",
        "no discard while the Rook is owed",
        "hand 1: R5 Y5 B2\nfield 2: R3 R4 * R6\nfield 1: G1 G2 G3 G4",
        ("Swap Red 5 for The Rook in meld 1 of player 2",),
        legal=("Lay off The Rook high on meld 1 of player 1",),
        refused=("Discard Black 2", "Keep the last card"),
    ),
    Scenario(
        "swap.play",
        "the Rook played, the turn can end",
        "hand 1: R5 Y5 B2\nfield 2: R3 R4 * R6\nfield 1: G1 G2 G3 G4",
        ("Swap Red 5 for The Rook in meld 1 of player 2", "Lay off The Rook high on meld 1 of player 1"),
        legal=("Discard Black 2", "Discard Yellow 5"),
        then=lambda state: state.melds[0].cards == (28, 29, 30, 31, 56),
    ),
    Scenario(
        "swap.play",
        "no swap when both runs are full",
        """
        hand 1: R5 B2
        field 2: R1 R2 R3 R4 * R6 R7 R8 R9 R10 R11 R12 R13 R14
        field 1: G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13 G14
        """,
        legal=("Discard Red 5",),
        refused=("Swap Red 5 for The Rook in meld 1 of player 2",),
    ),
    Scenario(
        "swap.play",
        "the last place is kept for the Rook",
        """
        hand 1: R5 G14 B2
        field 2: R1 R2 R3 R4 * R6 R7 R8 R9 R10 R11 R12 R13 R14
        field 1: G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13
        """,
        ("Swap Red 5 for The Rook in meld 1 of player 2",),
        legal=("Lay off The Rook high on meld 1 of player 1",),
        refused=("Lay off Green 14 on meld 1 of player 1",),
    ),
    Scenario(
        "discard.one",
        "a discard goes to the top of the pile and ends the turn",
        "hand 1: R5 B2\npile: G1\nfield 1: G5 G6 G7 G8",
        ("Discard Red 5",),
        legal=("Take the top discard",),
        then=lambda state: state.discard_pile == [28, 4] and state.player == 1 and state.turns == 11,
    ),
    Scenario(
        "discard.one",
        "a turn does not end without it",
        "hand 1: R5 B2\nfield 1: G5 G6 G7 G8",
        legal=("Discard Red 5", "Discard Black 2"),
        refused=("Keep the last card", "Discard Green 3"),
    ),
    Scenario(
        "discard.taken",
        "the card taken is not discarded in the same turn",
        "turn: 1 take\nhand 1: R5 B2\npile: G1 Y6",
        ("Take the top discard",),
        legal=("Discard Red 5", "Discard Black 2"),
        refused=("Discard Yellow 6",),
    ),
    Scenario(
        "discard.taken",
        "one that looks the same may be discarded",
        "turn: 1 take\nhand 1: R5 Y6\npile: G1 Y6",
        ("Take the top discard", "Discard Yellow 6"),
        then=lambda state: state.discard_pile[-1] == 19 and state.hand[0][19] == 1 and state.known[0][19] == 1,
        fires=False,
    ),
    Scenario(
        "discard.taken",
        "of two alike the one taken is laid first, so the other may be discarded",
        "turn: 1 take\nhand 1: Y6 B2\npile: G1 Y6\nfield 2: G6 B6 R6\nfield 1: G1 G2 G3 G4",
        ("Take the top discard", "Lay off Yellow 6 on meld 1 of player 2"),
        legal=("Discard Yellow 6",),
        fires=False,
    ),
    Scenario(
        "discard.none",
        "the card taken is the only one left and stays",
        "turn: 1 take\nhand 1: R7\npile: G1 Y6\nfield 1: R3 R4 R5 R6",
        ("Take the top discard", "Lay off Red 7 on meld 1 of player 1"),
        legal=("Keep the last card",),
        refused=("Discard Yellow 6",),
    ),
    Scenario(
        "discard.none",
        "then the turn is over",
        "turn: 1 take\nhand 1: R7\npile: G1 Y6\nfield 1: R3 R4 R5 R6",
        ("Take the top discard", "Lay off Red 7 on meld 1 of player 1", "Keep the last card"),
        then=lambda state: state.player == 1 and state.discard_pile == [28] and cards_of(state, 1) == 1,
    ),
)
