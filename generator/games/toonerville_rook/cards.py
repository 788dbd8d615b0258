"""The cards of Toonerville Rook as numbers, and the numbers of its actions.

A natural card is `14 * colour + number - 1`, and the Rook comes last; a hand is a list of counts. A contract is laid in
steps: CLOSE ends a meld, OPEN_RUN and OPEN_SET give its kind and where it begins, CARD and the two after it add to it.
A lay-off or a swap names the place of the meld, of which each seat has five.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.cards import Card
from generator.engine.kit import refusal, whole_value
from generator.games.toonerville_rook.clauses import MELDS

Hand = list[int]

COLOURS = ("red", "yellow", "green", "black")
NUMBERS = 14
ROOK = len(COLOURS) * NUMBERS
KINDS = ROOK + 1
PLACES = tuple(f"meld {meld} of player {seat}" for seat in range(1, 6) for meld in range(1, MELDS + 1))
"""The places of melds at a table of five, the largest number of players."""
CARD_IDS = (*(f"{colour}-{number}" for colour in COLOURS for number in range(1, NUMBERS + 1)), "rook")

CLOSE, OPEN_RUN = range(2)
OPEN_SET = OPEN_RUN + ROOK
CARD = OPEN_SET + NUMBERS
ROOK_AS = CARD + ROOK
ROOK_IN_SET = ROOK_AS + ROOK

TAKE_TOP, DECLINE, BUY, LEAVE, KEEP, STEP = range(6)
DISCARD = STEP + ROOK_IN_SET + 1
LAY_OFF = DISCARD + KINDS
SPOTS = ROOK + 2
"""What can be laid off on one meld: a natural card, a Rook before it (or in a set), a Rook after it."""
ROOK_BEFORE, ROOK_BEHIND = ROOK, ROOK + 1
SWAP_FOR = LAY_OFF + len(PLACES) * SPOTS


def in_order(cards: Sequence[Card]) -> list[Card]:
    """The cards in play, by number. Raises ProofdeckError for an unknown or missing card."""
    played = {card.id: card for card in cards if card.kind in {"number", "rook"}}
    strange = next((card for name, card in played.items() if name not in CARD_IDS), None)
    message = f"the engine of Toonerville Rook needs the cards {CARD_IDS[0]} to {CARD_IDS[-2]} and rook"
    if strange:
        raise refusal(strange, "id", f"{message}, not {strange.id}", "Use one of these ids.")
    if missing := [name for name in CARD_IDS if name not in played]:
        raise refusal(None, "id", f"{message}; {missing[0]} is missing", "Add a row for it.")
    return [played[name] for name in CARD_IDS]


def worth(card: Card) -> int:
    """What it costs to be left with the card. Raises ProofdeckError if that is not a whole number."""
    message = f"the value of {card.id} is what it costs in hand, so it must be a whole number"
    return whole_value(card, message, "Write its points.")
