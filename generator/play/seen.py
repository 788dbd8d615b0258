"""A table in words, as one player sees it, and what that player learns of the moves of others.

Everything is told from observations, so nothing that is hidden from a player can be in the words for that player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any

from generator.engine.pictures import PLAYERS, Board, Pictures, Tile
from generator.engine.state import Action, IllegalAction, Macro, State
from generator.problems import counted

HEAD = frozenset({"player", "players", "turn", "to move"})
"""What the line above the table says already."""
NO_CARDS = counted(0, "card")
"""What an observation says of a place that nobody can look into and that is empty."""
UNSEEN = "something that you cannot see"
IMAGINED = 6
"""Tables that are imagined to find out whether a player can tell which move was made."""


class View:
    """Tells the table of one game. `names`: of cards, by id; `players`: by seat."""

    def __init__(self, pictures: Pictures, names: Mapping[str, str], players: Sequence[str]) -> None:
        self.pictures, self._names, self._players = pictures, names, players

    def table(self, state: State, viewer: int) -> Iterator[str]:
        """What the viewer sees, a line for each part of the table that is not empty."""
        observed = state.observation(viewer)
        board = self.pictures.board(state) if self.pictures.board else ()
        pieces = state.counted_pieces()
        for key, value in observed.items():
            if key in HEAD or key in self.pictures.unsaid:
                continue
            label = self.pictures.called(key, self._players)
            if board and key == "board":
                yield from self._board(board)
            elif label and (words := self._of_pieces(key, pieces) or self.in_words(value)):
                yield f"{label[:1].upper()}{label[1:]}: {words}"

    def _of_pieces(self, key: str, pieces: Mapping[str, str]) -> str:
        """`Ana 0; Ben 3`: the numbers of pieces of each player, even if they are 0; "" for anything else."""
        told = [(name, pieces.get(f"{key} {seat}", "")) for seat, name in enumerate(self._players, 1)]
        return "; ".join(map(" ".join, told)) if all(said for _, said in told) else ""

    def commitment(self, before: State, actions: Sequence[str], last: Action, after: State, viewer: int) -> list[str]:
        """What the viewer learns of a commitment of another player: its words, or else what it has changed.

        `before`: the table before it; `actions`: its words; `last`: its last action.
        """
        if len(actions) == 1 and not before.is_open() and is_open_to(before, last, after, viewer):
            return [self.called(actions[0])]
        known = set(self.table(before, viewer))
        return [line for line in self.table(after, viewer) if line not in known] or [UNSEEN]

    def called(self, words: str) -> str:
        """The words with `player 2` and such replaced by names."""
        for seat, name in enumerate(self._players, 1):
            words = words.replace(f"player {seat}", name)
        return words

    def in_words(self, value: object) -> str:
        """A value of an observation; "" if it says nothing."""
        if value is True:
            return "yes"
        if value in (None, "", NO_CARDS) or (isinstance(value, int) and value <= 0):
            return ""
        if isinstance(value, Mapping):
            return self._parts(value)
        if isinstance(value, list):
            return self._listed(value)
        return self._names.get(str(value), str(value))

    def _parts(self, parts: Mapping[str, object]) -> str:
        """`Armory: Sword, Shield` for a part that is named by its type or its place, else `runs 1, sets 2`."""
        told = {
            key: words
            for key, one in parts.items()
            if key not in self.pictures.unsaid and (words := self.in_words(one))
        }
        heading = self.called(told.pop("type", "") or told.pop("place", ""))
        return f"{heading}: {', '.join(told.values())}" if heading else ", ".join(map(" ".join, told.items()))

    def _listed(self, values: list[Any]) -> str:
        """Cards by name; anything else with the name of its player or with its number, as far as there is any."""
        if all(isinstance(one, str) for one in values):
            return self._cards(values)
        of_players = len(values) == len(self._players) and not any(isinstance(one, Mapping) for one in values)
        heads = self._players if of_players else [f"({place})" for place in range(1, len(values) + 1)]
        told = zip(heads, map(self.in_words, values), strict=True)
        return "; ".join(f"{head} {words}" for head, words in told if words)

    def _cards(self, ids: Iterable[str]) -> str:
        runs = [(self._names.get(card, card), len(list(same))) for card, same in groupby(ids)]
        return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in runs)

    def _board(self, board: Board) -> Iterator[str]:
        """The rows of a board as boxes, each tile with its name, its card and its owner."""
        width = max(len(words) for row in board for tile in row for words in self._tile(tile)) + 2
        rule = f"+{'+'.join('-' * width for _ in board[0])}+"
        yield rule
        for row in board:
            for line in zip(*map(self._tile, row), strict=True):
                yield f"|{'|'.join(words.center(width) for words in line)}|"
            yield rule

    def _tile(self, tile: Tile) -> tuple[str, str, str]:
        return tile.name, self._names.get(tile.card, tile.card), self.whose(tile)

    def whose(self, tile: Tile) -> str:
        """What a tile of a board says, with the name of its owner."""
        return self._players[PLAYERS.index(tile.says)] if tile.says in PLAYERS else tile.says


def is_open_to(before: State, action: Action, after: State, viewer: int) -> bool:
    """Whether the viewer can tell which action was played on a table where no commitment was under way.

    Tables that the viewer could be looking at are imagined. If a different action on one of them would have looked the
    same to the viewer, this one stays hidden.
    """
    looks = after.observation(viewer)
    for number in range(IMAGINED):
        imagined = before.resample(viewer, Random(number))
        for other in imagined.legal_actions():
            if other != action:
                played = imagined.clone()
                played.apply_action(other)
                if played.observation(viewer) == looks:
                    return False
    return True


def clauses_seen(before: State, actions: Macro, after: State, viewer: int) -> int:
    """The bits of the clauses that acted in a commitment, as far as the viewer can know.

    A clause that did not act in a commitment which would have looked the same to the viewer, on a table that the viewer
    could be looking at, is left out.
    """
    looks = after.observation(viewer)
    mover = before.current_player()
    found = _acted(before.clone(), actions)
    for number in range(IMAGINED):
        imagined = before.resample(viewer, Random(number))
        choice = len(actions) == 1 and viewer != mover and not before.is_open()
        for macro in [(one,) for one in imagined.legal_actions()] if choice else [actions]:
            played = imagined.clone()
            try:
                acted = _acted(played, macro)
            except IllegalAction:
                continue
            if played.observation(viewer) == looks:
                found &= acted
    return found


def _acted(table: State, actions: Macro) -> int:
    """Play a commitment, and return the bits of the clauses that act in it. Raises IllegalAction."""
    acted = 0
    for action in actions:
        table.legal_actions()
        table.fired = 0
        table.apply_action(action)
        acted |= table.fired
    return acted
