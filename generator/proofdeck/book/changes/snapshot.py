"""A game at one moment, as plain data to store and compare: its cards, faces and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from proofdeck.ground.cache import digest
from proofdeck.paper.deck.prints import Print


@dataclass(frozen=True, slots=True)
class CardSnapshot:
    """One card design.

    faces: for each copy a digest of both sides, in printing order; fields: its non-empty cells.
    """

    id: str
    name: str
    faces: tuple[str, ...]
    fields: Mapping[str, str]

    @property
    def copies(self) -> int:
        """The number of printed copies."""
        return len(self.faces)

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> CardSnapshot:
        """Create it from its JSON fields."""
        fields = {str(key): str(value) for key, value in facts["fields"].items()}
        return cls(str(facts["id"]), str(facts["name"]), tuple(map(str, facts["faces"])), fields)


KINDS = ("setting", "clause", "example", "claim")
"""Kinds of texts on a rules page."""


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """One game. cards: by id; texts: kind of text -> id -> text."""

    name: str
    title: str
    cards: Mapping[str, CardSnapshot]
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> GameSnapshot:
        """Create it from its JSON fields. Raises KeyError, TypeError, AttributeError for anything else."""
        cards = [CardSnapshot.of(card) for card in facts["cards"].values()]
        texts = {kind: {str(key): str(words) for key, words in facts["texts"].get(kind, {}).items()} for kind in KINDS}
        return cls(str(facts["name"]), str(facts["title"]), {card.id: card for card in cards}, texts)

    def as_facts(self) -> dict[str, Any]:
        """The fields for JSON."""
        return asdict(self)


Snapshot = Mapping[str, GameSnapshot]
"""The games of a project by name."""


def faces_of_copies(made: Print) -> list[str]:
    """For each copy a digest of both sides, in printing order."""
    key = made.keys.face
    return [digest(key(item.front), key(item.back) if item.back else "")[:16] for item in made.items]


def cards_of(made: Print, faces: Sequence[str]) -> dict[str, CardSnapshot]:
    """The cards of the game by id. faces: of its copies."""
    of_card: dict[str, list[str]] = {card.id: [] for card in made.game.deck}
    for item, face in zip(made.items, faces, strict=True):
        of_card[item.label].append(face)
    return {
        card.id: CardSnapshot(card.id, card.name, tuple(of_card[card.id]), {k: v for k, v in card.fields.items() if v})
        for card in made.game.printed
    }
