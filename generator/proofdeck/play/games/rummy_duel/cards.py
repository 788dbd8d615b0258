"""The cards of Rummy Duel in the order of their numbers.

A card is four times its rank plus its suit; rank 0 is the 2 and rank 12 the ace. A set of cards is a whole number with
one bit each, so that four bits in a row are the cards of a rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from proofdeck.ground.problems import for_each
from proofdeck.play.engine.kit import refusal, whole_value
from proofdeck.source.cards import Card

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("clubs", "diamonds", "hearts", "spades")
ACE = len(RANKS) - 1
DECK_SIZE = len(RANKS) * len(SUITS)
PLAYED_WITH = "Rummy Duel is played with 2 to 10, J, Q, K and A in clubs, diamonds, hearts and spades."


def in_order(cards: Iterable[Card]) -> list[Card]:
    """The cards by number. Raises ProofdeckError, with the place of the card, unless these are the 52 cards."""
    found: dict[int, Card] = {}

    def read(card: Card) -> None:
        number = _number(card)
        if number in found or card.copies() != 1:
            message = f"each suit has one card of each rank, but there are several of {card.name}"
            raise refusal(card, "id", message, PLAYED_WITH)
        found[number] = card

    def there(number: int) -> Card:
        if number not in found:
            rank, suit = divmod(number, len(SUITS))
            raise refusal(None, "id", f"the {RANKS[rank]} of {SUITS[suit]} is missing", PLAYED_WITH)
        return found[number]

    for_each(cards, read)
    ordered = for_each(range(DECK_SIZE), there)
    names = Counter(card.id.casefold() for card in ordered)

    def check(card: Card) -> None:
        if names[card.id.casefold()] > 1:
            raise refusal(card, "id", f"two cards have the id '{card.id}'", PLAYED_WITH)

    for_each(ordered, check)
    return ordered


def _number(card: Card) -> int:
    rank, suit = card.fields.get("rank", ""), card.fields.get("suit", "")
    if rank not in RANKS:
        raise refusal(card, "rank", f"'{rank}' is not a rank of the 52 cards", PLAYED_WITH)
    if suit not in SUITS:
        raise refusal(card, "suit", f"'{suit}' is not a suit of the 52 cards", PLAYED_WITH)
    whole_value(card, "the value of a card must be a whole number, 0 or more", PLAYED_WITH)
    return RANKS.index(rank) * len(SUITS) + SUITS.index(suit)
