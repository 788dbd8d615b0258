"""A table as one player sees it, as places and in words.

Everything comes from the observation of that player, and boards and backs from a table that the player could be looking
at. So nothing that is hidden from the player can be in a scene.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import TypeGuard, TypeVar

from proofdeck.ground.problems import counted
from proofdeck.ground.typography import capital
from proofdeck.play.engine.pictures import NUMBERED, PLAYERS, Board, Heap, Pictures, Piece, Tile, seat_of
from proofdeck.play.engine.state import State
from proofdeck.play.scene.place import BACK, PiecePlace

Kind = TypeVar("Kind")
HEAD = frozenset({"player", "players", "turn", "to move"})
"""What the line above the table says already."""
NO_CARDS = counted(0, "card")
"""What an observation says of a place that nobody can look into and that is empty."""
UNSEEN_CARDS = re.compile(r"(?P<count>\d+) cards?")
OWNERS = ("owner", "player")
"""Keys that name the seat of a player."""
BOARD = "board"
AS = " as "
"""Between a card and what it stands for."""


class View:
    """Shows the tables of one game. `names`: of its cards, by id; `players`: by seat."""

    def __init__(self, pictures: Pictures, names: Mapping[str, str], players: Sequence[str]) -> None:
        self.pictures, self._names, self.players = pictures, names, players
        said, self._said = pictures.phrases.term, pictures.phrases.rewritten
        self._ids = {words.casefold(): card for card, name in names.items() for words in (said(name), name, card)}
        longest_first = sorted(map(re.escape, self._ids), key=len, reverse=True)
        self._any_card = re.compile(rf"(?<![\w-])(?:{'|'.join(longest_first) or '(?!)'})(?![\w-])", re.IGNORECASE)

    def places(self, state: State, viewer: int) -> list[PiecePlace]:
        """What the viewer sees that is not empty, in the order of the observation."""
        imagined = state.resample(viewer, Random(0))
        backs = {zone: f"{cards[0]}{BACK}" for zone, cards in imagined.zones().items() if cards}
        found, board = list[PiecePlace](), self._board_of(imagined)
        for empty, value in self._observed(state, viewer):
            if board and empty.key == BOARD:
                found.append(empty._replace(label=capital(BOARD), board=board))
            elif empty.label:
                found += self._filled(empty, value, backs.get(empty.key, ""))
        return found

    def table(self, state: State, viewer: int) -> Iterator[str]:
        """The same in words, a line for each part of the observation."""
        board = self._board_of(state)
        for empty, value in self._observed(state, viewer):
            if board and empty.key == BOARD:
                yield from self._drawn(board)
            elif empty.label and (words := self.in_words(value)):
                yield f"{empty.label}: {self._said(words)}"

    def _board_of(self, state: State) -> Board:
        return self.pictures.board(state) if self.pictures.board else ()

    def _observed(self, state: State, viewer: int) -> Iterator[tuple[PiecePlace, object]]:
        """The empty place for each part of an observation, and what is to be seen there."""
        pieces = state.counted_pieces()
        for key, value in state.observation(viewer).items():
            if key not in HEAD and key not in self.pictures.unsaid:
                label = capital(self.pictures.called(key, self.players))
                yield PiecePlace(label, key=key, seat=seat_of(key)), self._of_pieces(key, pieces) or value

    def _of_pieces(self, key: str, pieces: Mapping[str, str]) -> str:
        """`Ana 0; Ben 3`: the numbers of pieces of each player, even if they are 0; "" for anything else."""
        told = [(name, pieces.get(f"{key} {seat}", "")) for seat, name in enumerate(self.players, 1)]
        return "; ".join(map(" ".join, told)) if all(said for _, said in told) else ""

    # -- as places -----------------------------------------------------------------------------------------------------

    def _filled(self, empty: PiecePlace, value: object, back: str) -> Iterator[PiecePlace]:
        if isinstance(value, str) and (unseen := UNSEEN_CARDS.fullmatch(value)):
            if back:
                yield empty._replace(heaps=(Heap((Piece(back, int(unseen["count"])),)),))
        elif back and self._are_cards(value):
            yield empty._replace(heaps=(Heap(tuple(map(self._piece, value))),))
        elif _all(value, dict):
            owned = [(self._owner(one), self._heap(one, back)) for one in value]
            by_seat = sorted(owned, key=lambda pair: -1 if pair[0] is None else pair[0])
            for seat, same in groupby(by_seat, key=lambda pair: pair[0]):
                whose = empty.seat if seat is None else seat
                yield empty._replace(seat=whose, heaps=tuple(heap for _, heap in same))
        elif _all(value, list) and len(value) == len(self.players) and all(_all(one, list) for one in value):
            for seat, rows in enumerate(value):
                heaps = (Heap(tuple(map(self._piece, row)), str(at)) for at, row in enumerate(rows, 1) if row)
                if shown := tuple(heaps):
                    yield empty._replace(seat=seat, heaps=shown)
        elif words := self.in_words(value):
            yield empty._replace(words=self._said(words))

    def _are_cards(self, value: object) -> TypeGuard[list[str]]:
        return _all(value, str) and all(map(self._card, value))

    def _card(self, words: str) -> str:
        return self._ids.get(words.partition(AS)[0].casefold(), "")

    def _piece(self, words: str) -> Piece:
        _, _, role = words.partition(AS)
        return Piece(self._card(words), says=self._said(f"as {role}") if role else "")

    def _owner(self, facts: Mapping[str, object]) -> int | None:
        """The seat that the facts about some cards name."""
        for key in OWNERS:
            if isinstance(seat := facts.get(key), int):
                return seat - 1
        named = NUMBERED.search(str(facts.get("place", "")))
        return int(named["seat"]) - 1 if named else None

    def _heap(self, facts: Mapping[str, object], back: str) -> Heap:
        """The cards among some facts, and the others in words. A card that is not told is face down."""
        pieces, said = list[Piece](), list[str]()
        for key, value in facts.items():
            if key in OWNERS or key in self.pictures.unsaid:
                continue
            if self._are_cards(value):
                pieces += map(self._piece, value)
            elif isinstance(value, str) and self._card(value):
                pieces.append(self._piece(value))
            elif value is None and back:
                pieces.append(Piece(back))
            elif value is True:
                said.append(self._said(key))
            elif words := self.in_words(value):
                said.append(self.called(words if key in {"type", "place"} else f"{key} {words}"))
        return Heap(tuple(pieces), ", ".join(said))

    # -- in words ------------------------------------------------------------------------------------------------------

    def called(self, words: str) -> str:
        """The words in the language of the pictures, with `player 2` and such replaced by names."""
        return self.named(self.pictures.phrases.rewritten(words))

    def named(self, words: str) -> str:
        """The words with `player 2` and such replaced by names."""
        for seat, name in enumerate(self.players, 1):
            words = words.replace(f"player {seat}", name)
        return words

    def name_of(self, card: str) -> str:
        """The name of a card by its id."""
        return self.pictures.phrases.term(self._names.get(card, card))

    def cards_in(self, words: str) -> set[str]:
        """The names of the cards that the words name, or of which they hold the id."""
        return {self.name_of(self._ids[found.casefold()]) for found in self._any_card.findall(words)}

    def in_words(self, value: object) -> str:
        """A value of an observation; "" if it says nothing."""
        if value is True:
            return "yes"
        if value in (None, "", NO_CARDS) or (isinstance(value, int) and value <= 0):
            return ""
        if isinstance(value, Mapping):
            return self._facts(value)
        if isinstance(value, list):
            return self._listed(value)
        return self._names.get(str(value), str(value))

    def _facts(self, facts: Mapping[str, object]) -> str:
        """`Armory: Sword, Shield` for facts with a type or a place, else `runs 1, sets 2`."""
        told = {
            key: words
            for key, one in facts.items()
            if key not in self.pictures.unsaid and (words := self.in_words(one))
        }
        heading = self.called(told.pop("type", "") or told.pop("place", ""))
        return f"{heading}: {', '.join(told.values())}" if heading else ", ".join(map(" ".join, told.items()))

    def _listed(self, values: list[object]) -> str:
        """Cards by name; anything else with the name of its player or with its number, as far as there is any."""
        if _all(values, str):
            return self._cards(values)
        of_players = len(values) == len(self.players) and not any(isinstance(one, Mapping) for one in values)
        heads = self.players if of_players else [f"({place})" for place in range(1, len(values) + 1)]
        told = zip(heads, map(self.in_words, values), strict=True)
        return "; ".join(f"{head} {words}" for head, words in told if words)

    def _cards(self, ids: Iterable[str]) -> str:
        runs = [(self._names.get(card, card), len(list(same))) for card, same in groupby(ids)]
        return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in runs)

    def _drawn(self, board: Board) -> Iterator[str]:
        """The rows of a board as boxes, each tile with its name, its card and its owner."""
        width = max(len(words) for row in board for tile in row for words in self._tile(tile)) + 2
        rule = f"+{'+'.join('-' * width for _ in board[0])}+"
        yield rule
        for row in board:
            for line in zip(*map(self._tile, row), strict=True):
                yield f"|{'|'.join(words.center(width) for words in line)}|"
            yield rule

    def _tile(self, tile: Tile) -> tuple[str, str, str]:
        return tile.name, self.name_of(tile.card), self.whose(tile)

    def whose(self, tile: Tile) -> str:
        """What a tile of a board says, with the name of its owner."""
        return self.players[PLAYERS.index(tile.says)] if tile.says in PLAYERS else tile.says


def _all(value: object, kind: type[Kind]) -> TypeGuard[list[Kind]]:
    """Whether it is a list of things of one kind, and not empty."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, kind) for one in value)
