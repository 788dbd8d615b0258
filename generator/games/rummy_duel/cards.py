"""The cards of Rummy Duel in the order of their numbers.

A card is four times its rank plus its suit; rank 0 is the 2 and rank 12 the ace. A set of cards is a whole number with
one bit each, so that four bits in a row are the cards of a rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from generator.cards import Card
from generator.problems import Problem, ProofdeckError

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("clubs", "diamonds", "hearts", "spades")
ACE = len(RANKS) - 1
DECK_SIZE = len(RANKS) * len(SUITS)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """The cards by their numbers. Raises ProofdeckError, with the place of the card, unless these are the 52 cards."""
    found: dict[int, Card] = {}
    for card in cards:
        number = _number(card)
        if number in found or card.copies() != 1:
            _refuse(f"there is one card of each rank in a suit, and {card.name} is there more often", card)
        found[number] = card
    for number in range(DECK_SIZE):
        if number not in found:
            rank, suit = divmod(number, len(SUITS))
            _refuse(f"the {RANKS[rank]} of {SUITS[suit]} is missing", None)
    ordered = [found[number] for number in range(DECK_SIZE)]
    names = [card.id.casefold() for card in ordered]
    for card in ordered:
        if names.count(card.id.casefold()) > 1:
            _refuse(f"two cards are called '{card.id}'", card)
    return ordered


def _number(card: Card) -> int:
    rank, suit = card.fields.get("rank", ""), card.fields.get("suit", "")
    if rank not in RANKS:
        _refuse(f"'{rank}' is no rank of the 52 cards", card, "rank")
    if suit not in SUITS:
        _refuse(f"'{suit}' is no suit of the 52 cards", card, "suit")
    if card.value is None or card.value != int(card.value) or card.value < 0:
        _refuse("the value of a card is a whole number from 0 upwards", card, "value")
    return RANKS.index(rank) * len(SUITS) + SUITS.index(suit)


def _refuse(message: str, card: Card | None, field: str = "id") -> NoReturn:
    hint = "Rummy Duel is played with 2 to 10, J, Q, K and A in clubs, diamonds, hearts and spades."
    if card is None:
        raise ProofdeckError(Problem("E610", message, hint=hint))
    place = card.place(field)
    raise ProofdeckError(Problem("E610", message, place.file, place.line, place.column, field, hint))
