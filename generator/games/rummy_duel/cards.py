"""The cards of Rummy Duel as bits: a spreadsheet goes in, names and values come out.

A card is four times its rank plus its suit; rank 0 is the 2 and rank 12 the ace. A set of cards is a whole number with
one bit each, so that four bits in a row are the cards of a rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from generator.cards import Card, Deck
from generator.problems import Problem, ProofdeckError

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("clubs", "diamonds", "hearts", "spades")
ACE = len(RANKS) - 1
DECK_SIZE = len(RANKS) * len(SUITS)
NO_PLAYING_CARD = "reference"


def cards_of(mask: int) -> list[int]:
    """The cards of a set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@dataclass(frozen=True, slots=True)
class Cards:
    """What is printed on the cards, one entry a card. values: what a card is worth in the row."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    values: tuple[int, ...]

    def ids_in(self, mask: int) -> list[str]:
        return [self.ids[card] for card in cards_of(mask)]


def read_deck(deck: Deck) -> Cards:
    """Raises ProofdeckError, with the place of the card, unless these are the 52 cards."""
    found: dict[int, Card] = {}
    for card in deck:
        if card.kind != NO_PLAYING_CARD:
            number = _number(card)
            if number in found or card.copies() != 1:
                _refuse(f"there is one card of each rank in a suit, and {card.name} is there more often", card)
            found[number] = card
    for number in range(DECK_SIZE):
        if number not in found:
            rank, suit = divmod(number, len(SUITS))
            _refuse(f"the {RANKS[rank]} of {SUITS[suit]} is missing", None)
    cards = [found[number] for number in range(DECK_SIZE)]
    names = [card.id.casefold() for card in cards]
    for card in cards:
        if names.count(card.id.casefold()) > 1:
            _refuse(f"two cards are called '{card.id}'", card)
    return Cards(
        tuple(card.id for card in cards),
        tuple(card.name for card in cards),
        tuple(int(card.value or 0) for card in cards),
    )


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
