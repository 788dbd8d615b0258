"""The pieces of a game as a book shows them: each kind in a row, with how many there are.

Suits with the same ranks share a row and are drawn as fans, as is a kind of more cards than a reader would compare.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from proofdeck.book.manuscript.figures import Parts, PartsRow
from proofdeck.ground.phrases import Phrases
from proofdeck.ground.typography import capital
from proofdeck.play.engine.pictures import Piece
from proofdeck.source.cards import Card, Deck
from proofdeck.source.cards.called import called

MARKUP = re.compile(r"([\\`*_{}\[\]<>#|])")
MOST_APART = 14
"""The most cards of a kind that are drawn side by side; more are two lines of a column, and become a fan."""
WIDEST_FAN = 16
"""The most cards of a fan that are drawn."""
WORTH_A_RANGE = 3
T = TypeVar("T")


def parts_in(deck: Deck, kinds: Sequence[str], say: Phrases) -> Parts:
    """Every piece of these kinds, of all if none is named, in the order of the spreadsheet."""
    cards = [card for card in deck if not kinds or card.kind in kinds]
    suits = _grouped(filter(_suit, cards), _suit)
    alike = _grouped(suits, lambda suit: str([(_rank(card), _copies(card, say)) for card in suits[suit]]))
    named = _grouped((card for card in cards if not _suit(card)), lambda card: card.fields.get("kind", ""))
    rows = [_of_suits(names, [suits[name] for name in names], say) for names in alike.values()]
    rows += [_of_kind(kind, found, say) for kind, found in named.items()]
    places = {card.id: place for place, card in enumerate(cards)}
    rows.sort(key=lambda row: places[row.cards[0]])
    apart = (card for found in named.values() if len(found) <= MOST_APART for card in found if card.quantities)
    notes = _grouped(apart, lambda card: _copies(card, say))
    said = (f"{say.listed(map(called, found))}: {words}{say('stop')}" for words, found in notes.items())
    return Parts(tuple(rows), tuple(said))


def _grouped(things: Iterable[T], key: Callable[[T], str]) -> dict[str, list[T]]:
    found: dict[str, list[T]] = {}
    for one in things:
        found.setdefault(key(one), []).append(one)
    return found


def _of_suits(names: Sequence[str], suits: Sequence[Sequence[Card]], say: Phrases) -> PartsRow:
    """Suits of the same ranks as fans: `2 to 10, Jack, Queen in clubs and hearts`."""
    ranks = [
        say("comma").join(_ranges([_rank(card) for card in group], say)) + (f": {copies}" if copies != "1" else "")
        for copies, group in groupby(suits[0], key=lambda card: _copies(card, say))
    ]
    words = say("in_suits", names="; ".join(ranks), suits=say.listed(names))
    return PartsRow("", fans=tuple(tuple(card.id for card in suit[:WIDEST_FAN]) for suit in suits), words=words)


def _of_kind(kind: str, cards: Sequence[Card], say: Phrases) -> PartsRow:
    if len(cards) <= MOST_APART:
        return PartsRow(capital(kind), tuple(_piece(card, say) for card in cards))
    names = (f"{called(card)}{'' if (copies := _copies(card, say)) == '1' else f' ({copies})'}" for card in cards)
    fan = tuple(card.id for card in cards[:WIDEST_FAN])
    return PartsRow(capital(kind), fans=(fan,), words=say("comma").join(names))


def _piece(card: Card, say: Phrases) -> Piece:
    """A card with its copies: `×5`, `×8–10` for numbers of players, or `(1 or more)`."""
    if card.fills:
        return Piece(card.id, says=f"({_copies(card, say)})")
    numbers = sorted({card.quantity, *card.quantities.values()})
    if len(numbers) > 1:
        return Piece(card.id, says=f"×{numbers[0]}–{numbers[-1]}")
    return Piece(card.id, numbers[0])


def _ranges(ranks: Sequence[str], say: Phrases) -> Iterator[str]:
    """Write `2 to 10` for numbers that go up one by one, and others as they are."""
    numbers = [int(rank) if rank.isascii() and rank.isdigit() else None for rank in ranks]
    steps = [None if number is None else number - place for place, number in enumerate(numbers)]
    for step, group in groupby(zip(steps, ranks, strict=True), key=lambda pair: pair[0]):
        run = [rank for _, rank in group]
        if step is not None and len(run) >= WORTH_A_RANGE:
            yield say("from_to", first=run[0], last=run[-1])
        else:
            yield from run


def _suit(card: Card) -> str:
    return card.fields.get("suit", "") if card.fields.get("rank") else ""


def _rank(card: Card) -> str:
    """Name a card by its rank: `Jack of Clubs` is a Jack and `Red 4` a 4."""
    name, of, _ = card.name.partition(" of ")
    return name if of else card.fields["rank"]


def _copies(card: Card, say: Phrases) -> str:
    """Write `10`, or `8 with 2 players, 9 with 3, otherwise 10`."""
    if card.fills:
        return say("copies_or_more", copies=card.quantity)
    if not card.quantities:
        return str(card.quantity)
    (fewest, first), *others = sorted(card.quantities.items())
    return say("comma").join(
        [
            say("copies_for_first", copies=first or say("copies_none"), players=fewest),
            *(
                say("copies_for_players", copies=copies or say("copies_none"), players=players)
                for players, copies in others
            ),
            say("copies_else", copies=card.quantity),
        ]
    )


def plain(value: float | None) -> int | float | str:
    """Write a whole number without its decimal point, and nothing for no value."""
    if value is None:
        return ""
    return int(value) if value == int(value) else value


def escaped(words: str) -> str:
    """Write the text of a card as plain words in Markdown."""
    return MARKUP.sub(r"\\\1", words.replace("\n", " "))
