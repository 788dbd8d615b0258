"""The cards of Toonerville Rook as numbers.

A natural card is `14 * colour + number - 1`, and the Rook comes last; a hand is a list of counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofdeck.play.engine.kit import refusal
from proofdeck.source.cards import Card

Hand = list[int]

COLOURS = ("red", "yellow", "green", "black")
NUMBERS = 14
ROOK = len(COLOURS) * NUMBERS
KINDS = ROOK + 1
CARD_IDS = (*(f"{colour}-{number}" for colour in COLOURS for number in range(1, NUMBERS + 1)), "rook")


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
