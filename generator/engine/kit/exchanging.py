"""Exchanges a card of a hand for one of the draw pile, which shows what it is worth to have it."""

from __future__ import annotations

from random import Random
from typing import Any

from generator.engine.kit.zones import NOBODY, PILE

HAND = "hand"


def with_and_without(table: Any, card: int, seat: int, random: Random) -> tuple[Any, Any] | None:
    """The table with that card in the hand of that seat, and with another card of the draw pile in its place.

    One of the two is the table itself. None if the card is neither in the hand nor in the draw pile, if everybody saw
    cards go to the hand, or if the game has no zone called `hand` or no pile that nobody sees.
    """
    hand = table.ZONES.get(HAND)
    stock = next((name for name, zone in table.ZONES.items() if zone.form is PILE and zone.sees == NOBODY), None)
    if hand is None or not hand.each or stock is None or (hand.known and table.cards_in(hand.known, seat)):
        return None
    held, ahead = table.cards_in(HAND, seat), table.cards_in(stock)
    if card in held:
        others = [place for place, other in enumerate(ahead) if other != card]
        return (table, _exchanged(table, seat, held.index(card), stock, random.choice(others))) if others else None
    places = [place for place, other in enumerate(ahead) if other == card]
    if not places or not held:
        return None
    return _exchanged(table, seat, random.randrange(len(held)), stock, random.choice(places)), table


def _exchanged(table: Any, seat: int, place: int, stock: str, depth: int) -> Any:
    """A copy in which the cards at these places of the hand and of the draw pile have changed places."""
    copy = table.clone()
    held, ahead = copy.cards_in(HAND, seat), copy.cards_in(stock)
    held[place], ahead[depth] = ahead[depth], held[place]
    copy.put(HAND, held, seat)
    copy.put(stock, ahead)
    copy._legal = None
    return copy
