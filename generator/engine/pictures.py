"""How to show a table to people: the cards that a line of notation names, and names for its lines and zones.

A picture is made from the same words that the engine reads, so it cannot show a different table from the one played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.cards import Deck
from generator.engine.notation import Line, Names, Notation, Word
from generator.engine.state import Game
from generator.phrases import ENGLISH, Phrases
from generator.problems import Problems

PLAYERS = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""The names of the players in a book, by seat."""
SEATED = re.compile(r"(?P<what>.*?)\s*\b(?P<seat>[1-6])")
NUMBERED = re.compile(r"\bplayer (?P<seat>[1-6])\b", re.IGNORECASE)
HEAPS = re.compile(r"[|;]")
LEFT_OUT = ""
"""Marks a line that readers do not need to see."""


class Piece(NamedTuple):
    """Copies of one card, by id. says: the text below it, such as `as Ranger`; "" for its name."""

    card: str
    copies: int = 1
    says: str = ""


class Heap(NamedTuple):
    """Cards that are together. says: where, or ""."""

    pieces: tuple[Piece, ...]
    says: str = ""


class Row(NamedTuple):
    """One line of a table. words: its text if it names no cards."""

    label: str
    heaps: tuple[Heap, ...] = ()
    words: str = ""


class Tile(NamedTuple):
    """One tile of a board. card: the id of the card there, or ""; says: a note, such as its owner."""

    name: str
    card: str = ""
    says: str = ""


Board = tuple[tuple[Tile, ...], ...]
"""Rows of tiles, from the top."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """How to show one game.

    words: keys of its notation and zones of its state -> names for readers, or LEFT_OUT. heaps: the cards of a line; by
    default, cards are listed one by one, separated by commas. board: the board of a table. open_zones: zones whose
    cards everybody sees, by name without a seat. piles: keys of lines that list cards from the top of a pile. unit:
    what is counted at the end. at_once: clauses that act without a choice, such as a draw at the beginning of a turn; a
    picture of the setup is drawn as if they had not acted yet. phrases: those of the language used. unsaid: parts of an
    observation that say nothing to a player at the table.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    heaps: Callable[[Any, Line], Sequence[Heap]] | None = None
    board: Callable[[Any], Board] | None = None
    open_zones: frozenset[str] = frozenset()
    piles: frozenset[str] = frozenset()
    unit: str = "point"
    at_once: tuple[str, ...] = ()
    phrases: Phrases = ENGLISH
    unsaid: frozenset[str] = frozenset()

    def called(self, key: str, players: Sequence[str] = PLAYERS) -> str:
        """The name of a zone or line in lower case (`hand 1` is Ana's hand, `stock` is up to the game), or LEFT_OUT.

        `players`: their names by seat.
        """
        seated = SEATED.fullmatch(key)
        what = seated["what"] if seated else key
        word = self.phrases.term(self.words.get(what.casefold(), what.replace("-", " ")))
        if not seated or not word:
            return word
        seat = int(seated["seat"])
        whose = players[seat - 1] if seat <= len(players) else player(seat)
        return whose if what.casefold() == "player" else self.phrases("of", what=word, whose=whose)

    def labelled(self, key: str, label: str, count: int) -> str:
        """The label of that many cards, which says so if they are listed from the top of a pile."""
        return self.phrases("from_the_top", what=label) if count > 1 and self._is_pile(key) else label

    def from_the_top(self, zone: str, cards: Sequence[str]) -> Sequence[str]:
        """The cards of a zone in the order in which they are listed. A zone holds a pile from the bottom up."""
        return cards[::-1] if self._is_pile(zone) else cards

    def _is_pile(self, key: str) -> bool:
        """Whether a line or a zone, whose key may be different, is called what a pile is called."""
        return self.called(key) in {self.called(pile) for pile in self.piles}


def player(seat: int) -> str:
    """The name of a player. seat: counted from 1; players without a name keep their number."""
    return PLAYERS[seat - 1] if seat <= len(PLAYERS) else f"player {seat}"


def with_names(words: str) -> str:
    """The text with `player 2` replaced by a name."""
    return NUMBERED.sub(lambda found: player(int(found["seat"])), words)


def rows_of(text: Notation, game: Game | None, names: Names[str], pictures: Pictures) -> Iterator[Row]:
    """The lines of a table as a reader sees them. game: None if it cannot be played; names: of cards.

    A line without a colon, such as `round 3`, is a heading for those that follow.
    """
    heading = ""
    for head, below in text.blocks():
        if not head.colon and not below:
            heading = f"{head.key.text} {head.value.text}".strip()
            continue
        for row in _block(head, below, game, names, pictures):
            yield row._replace(label=f"{row.label}, {heading}") if heading else row


def _block(
    head: Line, below: Sequence[Line], game: Game | None, names: Names[str], pictures: Pictures
) -> Iterator[Row]:
    """A line and those indented below it."""
    if head.value.text or not below:
        yield from _row(head, pictures.called(head.key.text), game, names, pictures)
    for line in below:
        label = pictures.called(line.key.text)
        if label:
            whose = pictures.called(head.key.text)
            yield from _row(line, pictures.phrases("of", what=label, whose=whose), game, names, pictures)


def _row(line: Line, label: str, game: Game | None, names: Names[str], pictures: Pictures) -> Iterator[Row]:
    if not label:
        return
    own = pictures.heaps
    heaps = tuple(own(game, line)) if own is not None and game is not None else tuple(_named(line, names))
    if any(heap.pieces for heap in heaps):
        yield Row(pictures.labelled(line.key.text, label, sum(len(heap.pieces) for heap in heaps)), heaps)
    else:
        yield Row(label, words=with_names(line.value.text) or pictures.phrases("nothing"))


def card_names(deck: Deck) -> Names[str]:
    """Cards by printed name and by id; `The Rook` also as `Rook`."""
    pairs = [(card.name.removeprefix("The "), card.id) for card in deck if card.kind != "reference"]
    return Names("card", [*pairs, *((card.id, card.id) for card in deck if card.kind != "reference")])


def _named(line: Line, names: Names[str]) -> Iterator[Heap]:
    """Heaps separated by bars; none if any word is not a card."""
    start = 0
    for end in [*(found.start() for found in HEAPS.finditer(line.value.text)), len(line.value.text)]:
        piece = line.value.part(start, end)
        start = end + 1
        pieces = tuple(_pieces(Line(line.key, piece, line.indented), names))
        if not pieces:
            return
        yield Heap(pieces)


def _pieces(line: Line, names: Names[str]) -> Iterator[Piece]:
    for entry in line.entries(Problems()):
        card = _found(entry.name, names)
        if not card:
            return
        yield Piece(card, entry.count, f"as {entry.stands_for.text}" if entry.stands_for else "")


def _found(word: Word, names: Names[str]) -> str:
    if not re.search(r"[^\W\d_]", word.text):
        return ""
    try:
        return names.find(word.text)
    except ValueError:
        return ""
