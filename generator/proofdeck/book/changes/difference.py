"""Compares two snapshots. Two faces are equal if their marks are; pixels are not compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from proofdeck.book.changes.snapshot import KINDS, CardSnapshot, GameSnapshot, Snapshot

Change = Literal["added", "removed", "renamed", "changed"]
NAMES = ("game", "id", "name")
"""Columns that name a card and do not describe it."""
ALIKE = 0.5
"""Share of equal cells, names aside, at which two cards count as one that was renamed."""


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card before and after; None if it does not exist."""

    old: CardSnapshot | None
    new: CardSnapshot | None

    @property
    def change(self) -> Change:
        if self.old is None or self.new is None:
            return "added" if self.old is None else "removed"
        return "changed" if self.old.id == self.new.id else "renamed"

    @property
    def card(self) -> CardSnapshot:
        """The card as it is now, or as it last was."""
        card = self.new or self.old
        assert card is not None
        return card

    @property
    def fields(self) -> dict[str, tuple[str, str]]:
        """Cells that differ: column -> (before, after); empty for a card that is added or removed."""
        if self.old is None or self.new is None:
            return {}
        columns = [*self.old.fields, *(name for name in self.new.fields if name not in self.old.fields)]
        cells = {name: (self.old.fields.get(name, ""), self.new.fields.get(name, "")) for name in columns}
        return {name: (before, after) for name, (before, after) in cells.items() if before != after}

    @property
    def copies(self) -> tuple[int, int]:
        """The number of copies before and after."""
        return self.old.copies if self.old else 0, self.new.copies if self.new else 0

    @property
    def looks_different(self) -> bool:
        """Whether a face has changed; always true for a card that is added or removed."""
        before, after = self.old.faces if self.old else (), self.new.faces if self.new else ()
        return set(before) != set(after)


@dataclass(frozen=True, slots=True)
class TextChange:
    """A text of the rules before and after, "" if it does not exist. kind: one of KINDS."""

    kind: str
    id: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class GameChange:
    """The differences in one game."""

    name: str
    title: str
    cards: tuple[CardChange, ...]
    texts: tuple[TextChange, ...]


def compare(old: Snapshot, new: Snapshot) -> list[GameChange]:
    """The games that differ, in their present order; empty for equal projects."""
    names = [*new, *(name for name in old if name not in new)]
    changes = [_game(old.get(name), new.get(name)) for name in names]
    return [change for change in changes if change.cards or change.texts]


def _game(old: GameSnapshot | None, new: GameSnapshot | None) -> GameChange:
    game = new or old
    assert game is not None
    before, after = old.cards if old else {}, new.cards if new else {}
    texts = [
        change
        for kind in KINDS
        for change in _texts(kind, old.texts.get(kind, {}) if old else {}, new.texts.get(kind, {}) if new else {})
    ]
    return GameChange(game.name, game.title, tuple(_cards(before, after)), tuple(texts))


def _texts(kind: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[TextChange]:
    for name in (*new, *(name for name in old if name not in new)):
        if old.get(name) != new.get(name):
            yield TextChange(kind, name, old.get(name, ""), new.get(name, ""))


def _cards(old: Mapping[str, CardSnapshot], new: Mapping[str, CardSnapshot]) -> Iterator[CardChange]:
    """Items in their present order, with removed ones at the end."""
    earlier = _renamed(old, new)
    for card in new.values():
        change = CardChange(old.get(card.id) or earlier.get(card.id), card)
        before, after = change.copies
        if change.change != "changed" or change.fields or change.looks_different or before != after:
            yield change
    still = {card.id for card in earlier.values()}
    yield from (CardChange(card, None) for card in old.values() if card.id not in new and card.id not in still)


def _renamed(old: Mapping[str, CardSnapshot], new: Mapping[str, CardSnapshot]) -> dict[str, CardSnapshot]:
    """New id of a renamed card -> the old card: the most similar pairs of added and removed cards."""
    gone = [card for card in old.values() if card.id not in new]
    come = [card for card in new.values() if card.id not in old]
    pairs = sorted(((_likeness(one, other), one, other) for one in gone for other in come), key=lambda pair: -pair[0])
    found: dict[str, CardSnapshot] = {}
    taken: set[str] = set()
    for likeness, one, other in pairs:
        if likeness >= ALIKE and one.id not in taken and other.id not in found:
            found[other.id] = one
            taken.add(one.id)
    return found


def _likeness(one: CardSnapshot, other: CardSnapshot) -> float:
    """The share of equal cells from 0 to 1, ignoring names and ids; cards of the same name are always alike."""
    if one.name == other.name:
        return 1.0
    columns = [
        name
        for name in one.fields.keys() | other.fields.keys()
        if name not in NAMES and (one.fields.get(name) or other.fields.get(name))
    ]
    equal = sum(one.fields.get(name) == other.fields.get(name) for name in columns)
    return equal / len(columns) if columns else 0.0
