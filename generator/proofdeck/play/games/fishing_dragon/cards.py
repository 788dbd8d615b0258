"""The cards of Fishing Dragon as bits, with tables made from the spreadsheet.

A card is a number, suit by suit and in each suit rank by rank: Blank, the numbers upwards, then Flower and Dragon. A
set of cards is a whole number with one bit each.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, product

from proofdeck.ground.problems import for_each
from proofdeck.play.engine.kit import as_set, bits, refusal, whole_value
from proofdeck.source.cards import Card

BLANK, NUMBER, FLOWER, DRAGON = KINDS = ("blank", "number", "flower", "dragon")
PLAYED_WITH = "Fishing Dragon is played with every rank once in every suit."
MOST_CARDS = 60


class Cards:
    """What is printed on the cards. Suits and ranks are numbers too; `numbers` are the ranks from 1 upwards.

    ids, names: one per card. suits, ranks: their names. values: one per rank. blanks: the set of all Blanks.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        """cards: in the order of `in_order`. Raises ProofdeckError for invalid names and values."""
        self.ids = tuple(card.id for card in cards)
        self.names = _names(cards)
        self.suits = tuple(dict.fromkeys(card.fields["suit"] for card in cards))
        self.ranks = tuple(dict.fromkeys(card.fields.get("rank", "") for card in cards))
        self.values = _values(cards, len(self.ranks))
        self.numbers = _numbers(cards[: len(self.ranks)])
        self.blanks = as_set([place for place, card in enumerate(cards) if card.kind == BLANK])

    def suit_of(self, card: int) -> int:
        return card // len(self.ranks)

    def rank_of(self, card: int) -> int:
        return card % len(self.ranks)

    def card(self, suit: int, rank: int) -> int:
        return suit * len(self.ranks) + rank

    def of_suit(self, suit: int) -> int:
        """The set of all cards of a suit."""
        return (1 << len(self.ranks)) - 1 << suit * len(self.ranks)

    def of_rank(self, rank: int) -> int:
        """The set of all cards of a rank."""
        return sum(1 << self.card(suit, rank) for suit in range(len(self.suits)))

    def names_in(self, mask: int) -> tuple[str, ...]:
        return tuple(self.names[card] for card in bits(mask))


def in_order(cards: Sequence[Card]) -> list[Card]:
    """Suit by suit. Raises ProofdeckError, with the place of the card, unless there is each rank once in each suit."""
    found: dict[tuple[str, str], Card] = {}

    def read(card: Card) -> None:
        where = card.fields.get("suit", ""), card.fields.get("rank", "")
        _check(card, where in found)
        found[where] = card

    def there(where: tuple[str, str]) -> Card:
        if where not in found:
            message = "the suit {} has no card of the rank {}, and other suits have one".format(*where)
            raise refusal(None, "id", message, PLAYED_WITH)
        return found[where]

    for_each(cards, read)
    suits = tuple(dict.fromkeys(suit for suit, _ in found))
    ranks = tuple(dict.fromkeys(rank for _, rank in sorted(found, key=lambda where: _order(found[where]))))
    ordered = for_each(product(suits, ranks), there)
    if not 0 < len(ordered) <= MOST_CARDS:
        message = f"the engine plays with 1 to {MOST_CARDS} cards, not with {len(ordered)}"
        raise refusal(None, "id", message, PLAYED_WITH)
    return ordered


def _check(card: Card, already: bool) -> None:
    suit, rank = card.fields.get("suit", ""), card.fields.get("rank", "")
    if card.kind not in KINDS:
        raise refusal(card, "kind", f"the kind '{card.kind}' is none that the rules know", PLAYED_WITH)
    if not suit:
        raise refusal(card, "suit", "the card has no suit", PLAYED_WITH)
    if card.kind == NUMBER and not (rank.isascii() and rank.isdigit()):
        raise refusal(card, "rank", f"the rank '{rank}' of a number card is not a whole number", PLAYED_WITH)
    whole_value(card, "the value of a card is a whole number from 0 upwards", PLAYED_WITH)
    if already or card.copies() != 1:
        message = f"there is one card of each rank in a suit, and {suit} {rank} is there more often"
        raise refusal(card, "id", message, PLAYED_WITH)


def _order(card: Card) -> tuple[int, int]:
    kind = KINDS.index(card.kind)
    return kind, int(card.fields["rank"]) if card.kind == NUMBER else 0


def _names(cards: Sequence[Card]) -> tuple[str, ...]:
    seen: set[str] = set()

    def read(card: Card) -> str:
        if card.name.casefold() in seen:
            raise refusal(card, "name", f"two cards are called '{card.name}'", PLAYED_WITH)
        seen.add(card.name.casefold())
        return card.name

    return tuple(for_each(cards, read))


def _values(cards: Sequence[Card], ranks: int) -> tuple[int, ...]:
    def check(card: Card, first: Card) -> None:
        if card.value != first.value:
            raise refusal(card, "value", "all cards of a rank have the same value, and this one differs", PLAYED_WITH)

    for_each(zip(cards, cycle(cards[:ranks]), strict=False), lambda both: check(*both))
    return tuple(int(card.value or 0) for card in cards[:ranks])


def _numbers(suit: Sequence[Card]) -> range:
    places = [place for place, card in enumerate(suit) if card.kind == NUMBER]
    for number, place in enumerate(places, 1):
        if int(suit[place].fields["rank"]) != number:
            message = f"the numbers go up from 1 without a gap, and there is no {number}"
            raise refusal(suit[place], "rank", message, PLAYED_WITH)
    return range(places[0], places[-1] + 1) if places else range(0)
