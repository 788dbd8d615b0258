"""The cards and actions of Toonerville Rook as numbers, and in words.

A natural card is `14 * colour + number - 1`, the Rook comes last. The contract is laid in stages: OPEN says what a
meld is and where it begins, CARD and ROOK_AS add to it in ascending order, CLOSE ends it. A lay-off or a swap names the
place of the meld: five places for each seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.state import Action
from generator.games.toonerville_rook.clauses import MELDS

COLOURS = ("red", "yellow", "green", "black")
NUMBERS = 14
ROOK = len(COLOURS) * NUMBERS
KINDS = ROOK + 1
PLACES = 5 * MELDS
"""Places for melds at a table of five, the most players there are."""
CARD_IDS = (*(f"{colour}-{number}" for colour in COLOURS for number in range(1, NUMBERS + 1)), "rook")

TAKE_TOP, DECLINE, BUY, LEAVE, KEEP, CLOSE = range(6)
OPEN_RUN = 6
OPEN_SET = OPEN_RUN + ROOK
CARD = OPEN_SET + NUMBERS
ROOK_AS = CARD + ROOK
ROOK_IN_SET = ROOK_AS + ROOK
DISCARD = ROOK_IN_SET + 1
LAY_OFF = DISCARD + KINDS
SPOTS = ROOK + 2
"""What can be laid off on one meld: a natural card, a Rook before it (or into a set), a Rook behind it."""
ROOK_BEFORE, ROOK_BEHIND = ROOK, ROOK + 1
SWAP_FOR = LAY_OFF + PLACES * SPOTS
END_OF_ACTIONS = SWAP_FOR + PLACES * ROOK

DISCARDS = tuple(range(DISCARD, DISCARD + KINDS))
PLAIN = (
    "Take the top discard",
    "Decline the top discard",
    "Buy the discard",
    "Do not buy",
    "Keep the last card",
    "Close the meld",
)


def in_words(action: Action, names: Sequence[str]) -> str:
    """names: of the cards, the Rook last."""
    if action < OPEN_RUN:
        return PLAIN[action]
    if action < OPEN_SET:
        return f"Open a run from {names[action - OPEN_RUN]}"
    if action < CARD:
        return f"Open a set of {action - OPEN_SET + 1}s"
    if action < ROOK_AS:
        return f"Add {names[action - CARD]}"
    if action < ROOK_IN_SET:
        return f"Add {names[ROOK]} as {names[action - ROOK_AS]}"
    if action < DISCARD:
        return f"Add {names[ROOK]} to the set"
    if action < LAY_OFF:
        return f"Discard {names[action - DISCARD]}"
    if action < SWAP_FOR:
        place, spot = divmod(action - LAY_OFF, SPOTS)
        if spot < ROOK:
            return f"Lay off {names[spot]} on {place_in_words(place)}"
        return f"Lay off {names[ROOK]} {'low' if spot == ROOK_BEFORE else 'high'} on {place_in_words(place)}"
    place, card = divmod(action - SWAP_FOR, ROOK)
    return f"Swap {names[card]} for {names[ROOK]} in {place_in_words(place)}"


def place_in_words(place: int) -> str:
    seat, meld = divmod(place, MELDS)
    return f"meld {meld + 1} of player {seat + 1}"
