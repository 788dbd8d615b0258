"""A game at one moment, as plain data to store and compare: its cards, faces and rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


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
