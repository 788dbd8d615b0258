"""What a game says at one moment, as plain data that can be kept and compared: its cards, its faces, its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class CardSnapshot:
    """One design.

    faces: of each copy a digest of both sides, in the order of printing; fields: its cells, but for empty ones.
    """

    id: str
    name: str
    faces: tuple[str, ...]
    fields: Mapping[str, str]

    @property
    def copies(self) -> int:
        """How many are printed."""
        return len(self.faces)

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> CardSnapshot:
        """From its fields, as JSON gives them back."""
        fields = {str(key): str(value) for key, value in facts["fields"].items()}
        return cls(str(facts["id"]), str(facts["name"]), tuple(map(str, facts["faces"])), fields)


KINDS = ("setting", "clause", "example", "claim")
"""Of texts on a page of rules."""


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """One game. cards: by their ids; texts: kind of text -> its id -> its words."""

    name: str
    title: str
    cards: Mapping[str, CardSnapshot]
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> GameSnapshot:
        """From its fields, as JSON gives them back. Raises KeyError, TypeError, AttributeError for anything else."""
        cards = [CardSnapshot.of(card) for card in facts["cards"].values()]
        texts = {kind: {str(key): str(words) for key, words in facts["texts"].get(kind, {}).items()} for kind in KINDS}
        return cls(str(facts["name"]), str(facts["title"]), {card.id: card for card in cards}, texts)

    def as_facts(self) -> dict[str, Any]:
        """Its fields, for JSON."""
        return asdict(self)


Snapshot = Mapping[str, GameSnapshot]
"""The games of a project by their names."""
