"""The parts of a table as one player sees it, with the cards that are in them.

Everything comes from the observation of that player, and boards and backs from a table that the player could be looking
at. So nothing that is hidden from the player can be in the parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Any

from generator.engine.pictures import NUMBERED, SEATED, Board, Heap, Piece
from generator.engine.state import State
from generator.play.seen import HEAD, View

BACK = "/back"
"""What follows the id of a card that is face down."""
UNSEEN_CARDS = re.compile(r"(?P<count>\d+) cards?")
OWNERS = ("owner", "player")
"""Keys that name the seat of a player."""
BOARD = "board"
AS = " as "
"""Between a card and what it stands for."""


@dataclass(frozen=True, slots=True)
class TablePart:
    """A part of a table. key: in the observation; seat: whose it is, None for everybody; words: facts without cards."""

    key: str
    label: str
    seat: int | None = None
    heaps: tuple[Heap, ...] = ()
    words: str = ""
    board: Board = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All cards in it."""
        return tuple(piece for heap in self.heaps for piece in heap.pieces)


class Spread:
    """Finds the parts of tables of one game. names: of its cards, by id; players: by seat."""

    def __init__(self, view: View, names: Mapping[str, str], players: Sequence[str]) -> None:
        self._view, self._names, self._players = view, names, players
        self._ids = {words.casefold(): card for card, name in names.items() for words in (name, card)}

    def parts(self, state: State, viewer: int) -> list[TablePart]:
        """What the viewer sees that is not empty, in the order of the observation."""
        imagined = state.resample(viewer, Random(0))
        backs = {zone: f"{cards[0]}{BACK}" for zone, cards in imagined.zones().items() if cards}
        pictures, found = self._view.pictures, list[TablePart]()
        board = pictures.board(imagined) if pictures.board else ()
        for key, value in state.observation(viewer).items():
            if key in HEAD or key in pictures.unsaid:
                continue
            label = pictures.called(key, self._players)
            if board and key == BOARD:
                found.append(TablePart(key, "Board", board=board))
            elif label:
                found += self._parts(TablePart(key, f"{label[:1].upper()}{label[1:]}", self._seat(key)), value, backs)
        return found

    def _seat(self, key: str) -> int | None:
        seated = SEATED.fullmatch(key)
        return int(seated["seat"]) - 1 if seated else None

    def _parts(self, empty: TablePart, value: Any, backs: Mapping[str, str]) -> Iterator[TablePart]:
        def part(seat: int | None, heaps: Sequence[Heap]) -> TablePart:
            return TablePart(empty.key, empty.label, seat, tuple(heaps))

        if isinstance(value, str) and (unseen := UNSEEN_CARDS.fullmatch(value)):
            if empty.key in backs:
                yield part(empty.seat, [Heap((Piece(backs[empty.key], int(unseen["count"])),))])
        elif self._are_cards(value) and empty.key in backs:
            yield part(empty.seat, [Heap(tuple(map(self._piece, value)))])
        elif _all(value, Mapping):
            owned = [(self._owner(one), self._heap(one, backs.get(empty.key, ""))) for one in value]
            by_seat = sorted(owned, key=lambda pair: -1 if pair[0] is None else pair[0])
            for seat, same in groupby(by_seat, key=lambda pair: pair[0]):
                yield part(empty.seat if seat is None else seat, [heap for _, heap in same])
        elif _all(value, list) and len(value) == len(self._players) and all(_all(one, list) for one in value):
            for seat, rows in enumerate(value):
                heaps = [Heap(tuple(map(self._piece, row)), str(at)) for at, row in enumerate(rows, 1) if row]
                if heaps:
                    yield part(seat, heaps)
        elif words := self._view.in_words(value):
            yield TablePart(empty.key, empty.label, empty.seat, words=words)

    def _are_cards(self, value: Any) -> bool:
        return _all(value, str) and all(self._card(one) for one in value)

    def _card(self, words: str) -> str:
        return self._ids.get(words.partition(AS)[0].casefold(), "")

    def _piece(self, words: str) -> Piece:
        _, _, role = words.partition(AS)
        return Piece(self._card(words), says=f"as {role}" if role else "")

    def _owner(self, facts: Mapping[str, Any]) -> int | None:
        """The seat that the facts about some cards name."""
        for key in OWNERS:
            if isinstance(facts.get(key), int):
                return int(facts[key]) - 1
        named = NUMBERED.search(str(facts.get("place", "")))
        return int(named["seat"]) - 1 if named else None

    def _heap(self, facts: Mapping[str, Any], back: str) -> Heap:
        """The cards among some facts, and the others in words. A card that is not told is face down."""
        pieces, said = list[Piece](), list[str]()
        for key, value in facts.items():
            if key in OWNERS or key in self._view.pictures.unsaid:
                continue
            if self._are_cards(value):
                pieces += map(self._piece, value)
            elif isinstance(value, str) and self._card(value):
                pieces.append(self._piece(value))
            elif value is None and back:
                pieces.append(Piece(back))
            elif value is True:
                said.append(key)
            elif words := self._view.in_words(value):
                said.append(self._view.called(words) if key in {"type", "place"} else f"{key} {words}")
        return Heap(tuple(pieces), ", ".join(said))


def _all(value: Any, kind: type) -> bool:
    """Whether it is a list of things of one kind, and not empty."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, kind) for one in value)
