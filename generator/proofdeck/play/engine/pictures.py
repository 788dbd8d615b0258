"""How to show a table to people: the cards that a line of notation names, and names for its lines and zones.

A picture is made from the same words that the engine reads, so it cannot show a different table from the one played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.play.engine.notation import NotationLine
from proofdeck.play.engine.state import Rolled

PLAYERS = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""The names of the players in a book, by seat."""
SEATED = re.compile(r"(?P<what>.*?)\s*\b(?P<seat>1[0-2]|[1-9])")
NUMBERED = re.compile(r"\bplayer (?P<seat>[1-6])\b", re.IGNORECASE)
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

    words: keys of its notation, zones of its state and choices, as `teams=rival` -> names for readers, or LEFT_OUT.
    heaps: the cards of a line; by default, cards are listed one by one, separated by commas. board: the board of a
    table. open_zones: zones whose cards everybody sees, by name without a seat. piles: keys of lines that list
    cards from the top of a pile. unit: what is counted at the end. at_once: clauses that act without a choice, such
    as a draw at the beginning of a turn; a picture of the setup is drawn as if they had not acted yet. phrases:
    those of the language used. unsaid: parts of an observation that say nothing to a player at the table. told:
    what somebody does who makes a move or whom a clause helps, `plays {unit} on {tile}` by `{unit} on {tile}`,
    `kills {gone}` by the id of a clause.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    heaps: Callable[[Any, NotationLine], Sequence[Heap]] | None = None
    board: Callable[[Any], Board] | None = None
    open_zones: frozenset[str] = frozenset()
    piles: frozenset[str] = frozenset()
    unit: str = "point"
    at_once: tuple[str, ...] = ()
    phrases: Phrases = ENGLISH
    unsaid: frozenset[str] = frozenset()
    told: Mapping[str, str] = field(default_factory=dict)

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

    def faces(self, rolled: Sequence[Rolled], players: Sequence[str] = PLAYERS) -> str:
        """A sentence that says what dice show after a roll, with their names if they have several."""
        same = len({one.die for one in rolled}) == 1
        told = [str(one.face) if same else f"{one.face} ({self.called(one.die, players)})" for one in rolled]
        return self.phrases("dice_show", count=len(told), faces=self.phrases.listed(told))

    def labelled(self, key: str, label: str, count: int) -> str:
        """The label of that many cards, which says so if they are listed from the top of a pile."""
        return self.phrases("from_the_top", what=label) if count > 1 and self._is_pile(key) else label

    def from_the_top(self, zone: str, cards: Sequence[str]) -> Sequence[str]:
        """The cards of a zone in the order in which they are listed. A zone holds a pile from the bottom up."""
        return cards[::-1] if self._is_pile(zone) else cards

    def _is_pile(self, key: str) -> bool:
        """Whether a line or a zone, whose key may be different, is called what a pile is called."""
        return self.called(key) in {self.called(pile) for pile in self.piles}


def seat_of(key: str) -> int | None:
    """Whose a zone or a line is, by its key; None for everybody's."""
    seated = SEATED.fullmatch(key)
    return int(seated["seat"]) - 1 if seated else None


def kind_of(key: str) -> str:
    """The key without a seat."""
    seated = SEATED.fullmatch(key)
    return seated["what"] if seated else key


def player(seat: int) -> str:
    """The name of a player. seat: counted from 1; players without a name keep their number."""
    return PLAYERS[seat - 1] if seat <= len(PLAYERS) else f"player {seat}"


def with_names(words: str) -> str:
    """The text with `player 2` replaced by a name."""
    return NUMBERED.sub(lambda found: player(int(found["seat"])), words)
