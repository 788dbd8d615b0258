"""What people call a card that has no name."""

from __future__ import annotations

import re
from textwrap import shorten

from proofdeck.ground.typography import capital
from proofdeck.source.cards.deck import Card
from proofdeck.source.cards.values import slug

LONGEST_CALLED = 32
COUNTED = re.compile(r"-\d+\Z")
"""How ids end that would be those of other cards."""
NUMBERED = re.compile(r"card-(\d+)")


def called(card: Card) -> str:
    """Its name, or else the first words of the text that its id is made of, or its kind and number, or its id."""
    if card.name:
        return card.name
    begin = COUNTED.sub("", card.id)
    for text in card.fields.values():
        if text != card.id and slug(text).startswith((card.id, begin)) and " " in text:
            return shorten(text, LONGEST_CALLED, placeholder="…")
    number = NUMBERED.fullmatch(card.id)
    return f"{capital(card.kind)} {number[1]}" if card.kind and number else card.id
