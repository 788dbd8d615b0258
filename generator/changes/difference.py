"""Two snapshots -> what is different. Two faces are equal when their marks are; no pixel is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from generator.changes.snapshot import KINDS, CardSnapshot, GameSnapshot, Snapshot

Change = Literal["added", "removed", "renamed", "changed"]
NAMES = ("game", "id", "name")
"""Columns that say what a card is called, and not what it is."""
ALIKE = 0.5
"""Share of the other cells that two cards have in common when one is the other under a new name."""


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card before and after; None where it is not there."""

    old: CardSnapshot | None
    new: CardSnapshot | None

    @property
    def change(self) -> Change:
        if self.old is None or self.new is None:
            return "added" if self.old is None else "removed"
        return "changed" if self.old.id == self.new.id else "renamed"

    @property
    def card(self) -> CardSnapshot:
        """As it is now, or as it was last."""
        card = self.new or self.old
        assert card is not None
        return card

    @property
    def fields(self) -> dict[str, tuple[str, str]]:
        """Cells that differ: column -> (before, after). Of a card that comes or goes, none."""
        if self.old is None or self.new is None:
            return {}
        columns = [*self.old.fields, *(name for name in self.new.fields if name not in self.old.fields)]
        cells = {name: (self.old.fields.get(name, ""), self.new.fields.get(name, "")) for name in columns}
        return {name: (before, after) for name, (before, after) in cells.items() if before != after}

    @property
    def copies(self) -> tuple[int, int]:
        """Before and after."""
        return self.old.copies if self.old else 0, self.new.copies if self.new else 0

    @property
    def looks_different(self) -> bool:
        """Whether a face is not what it was; so it is for a card that comes or goes."""
        before, after = self.old.faces if self.old else (), self.new.faces if self.new else ()
        return set(before) != set(after)


@dataclass(frozen=True, slots=True)
class TextChange:
    """A text of the rules before and after; "" where it is not there. kind: one of KINDS."""

    kind: str
    id: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class GameChange:
    """What is different in one game."""

    name: str
    title: str
    cards: tuple[CardChange, ...]
    texts: tuple[TextChange, ...]


def compare(old: Snapshot, new: Snapshot) -> list[GameChange]:
    """The games in which something is different, in the order in which they stand now; nothing for equal projects."""
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
    """In the order in which they stand now; those that are gone at the end."""
    earlier = _renamed(old, new)
    for card in new.values():
        change = CardChange(old.get(card.id) or earlier.get(card.id), card)
        before, after = change.copies
        if change.change != "changed" or change.fields or change.looks_different or before != after:
            yield change
    still = {card.id for card in earlier.values()}
    yield from (CardChange(card, None) for card in old.values() if card.id not in new and card.id not in still)


def _renamed(old: Mapping[str, CardSnapshot], new: Mapping[str, CardSnapshot]) -> dict[str, CardSnapshot]:
    """The new id of a card -> the card that it was: the most alike of those that came and those that went."""
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
    """From 0 to 1: the share of cells that are equal, but for what they are called; the same name is enough."""
    if one.name == other.name:
        return 1.0
    columns = [
        name
        for name in one.fields.keys() | other.fields.keys()
        if name not in NAMES and (one.fields.get(name) or other.fields.get(name))
    ]
    equal = sum(one.fields.get(name) == other.fields.get(name) for name in columns)
    return equal / len(columns) if columns else 0.0
