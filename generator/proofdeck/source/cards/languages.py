"""Cards in another language: the cells of `text@de` replace those of `text`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from proofdeck.ground.problems import Place
from proofdeck.source.cards.deck import Card, Deck


def languages_of(deck: Deck) -> list[str]:
    """The languages that any card of the deck has text in."""
    return sorted({name for card in deck for name, cells in card.translations.items() if any(cells.values())})


def translated(deck: Deck, language: str) -> Deck:
    """Return a copy of the deck in that language. Cells that are not translated stay as they are."""
    return replace(deck, cards=tuple(_translated(card, language) for card in deck))


def untranslated(deck: Deck, language: str) -> Iterator[tuple[str, Place]]:
    """The columns and places of cells that have a text but no translation into that language."""
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
