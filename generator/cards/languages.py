"""Cards in another language: the cells of `text@de` take the place of those of `text`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.cards.deck import Card, Deck, Place


def languages_of(deck: Deck) -> list[str]:
    """The languages in which any of its cards says something."""
    return sorted({name for card in deck for name, cells in card.translations.items() if any(cells.values())})


def translated(deck: Deck, language: str) -> Deck:
    """Return a copy in that language. A cell that nobody translated stays as it is."""
    return replace(deck, cards=tuple(_translated(card, language) for card in deck))


def untranslated(deck: Deck, language: str) -> Iterator[tuple[str, Place]]:
    """The empty cells of columns in that language whose plain cell says something: the column, and where it is."""
    for card in deck:
        for column, words in card.translations.get(language, {}).items():
            if not words and card.fields[column]:
                name = f"{column}@{language}"
                yield name, card.place(name)


def _translated(card: Card, language: str) -> Card:
    words = {column: text for column, text in card.translations.get(language, {}).items() if text}
    if not words:
        return card
    fields = {**card.fields, **words}
    places = {**card.places, **{column: card.place(f"{column}@{language}") for column in words}}
    return replace(card, name=fields["name"], fields=fields, places=places)
