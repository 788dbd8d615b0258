"""Computations that decide claims: those that work for any deck, and the record for those that a game adds.

A computation returns a value in the form a claim uses, and a sentence of evidence: what was counted, and how.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from proofdeck.ground.problems import counted, did_you_mean, hint_from, listed
from proofdeck.source.cards import Card, Deck

COUNTED = re.compile(
    r"(?P<what>count|sum of values) of (?P<kinds>.*?)\s*\bcards(?: with (?P<players>\d{1,2}) players)?", re.IGNORECASE
)
GENERAL = "count of cards", "count of KIND cards with N players", "sum of values of KIND and KIND cards"
NO_PLAYING_CARD = "reference"


class Finding(NamedTuple):
    """value: in the form a claim uses; evidence: sentences on how it was found."""

    value: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Computation:
    """A computation that a game offers for claims.

    find: raises ValueError with a sentence if it cannot decide. heavy: whether it takes long; if so, only `proofdeck
    check --claims` runs it, and the result is stored.
    """

    find: Callable[[Any], Finding]
    heavy: bool = False


def of_cards(check: str, deck: Deck) -> Finding | None:
    """The result of a general check; None if it is not one. Raises ValueError(sentence, hint) for an unknown kind.

    Without kinds, all cards are counted except reference cards, which do not belong to the deck.
    """
    asked = COUNTED.fullmatch(" ".join(check.split()))
    if asked is None:
        return None
    players = int(asked["players"]) if asked["players"] else None
    known = list(dict.fromkeys(card.kind for card in deck))
    kinds = [kind for kind in re.split(r",\s*|\s+and\s+", asked["kinds"]) if kind]
    for kind in kinds:
        if kind not in known:
            hint = hint_from(did_you_mean(kind, known), f"The kinds of cards are {listed(known)}.")
            raise ValueError(f"there is no kind of card '{kind}'", hint)
    kinds = kinds or [kind for kind in known if kind != NO_PLAYING_CARD]
    values = asked["what"].casefold() != "count"
    parts = [_total([card for card in deck if card.kind == kind], players, values=values) for kind in kinds]
    rows = sum(card.kind in kinds for card in deck)
    how = f"Added up over {counted(rows, 'row')} of the list of cards"
    by_kind = listed(f"{part} of kind {kind}" for kind, part in zip(kinds, parts, strict=True))
    return Finding(str(sum(parts)), f"{how}: {by_kind}." if len(kinds) > 1 else f"{how}.")


def _total(cards: list[Card], players: int | None, *, values: bool) -> int:
    """The number of copies, or the sum of their values."""
    return sum(card.copies(players) * (int(card.value or 0) if values else 1) for card in cards)
