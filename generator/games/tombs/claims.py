"""What Tombs can compute for claims: whether a unit ever kills one of its own class.

Two searches, both by the rules of the engine. The first goes through all tables that can come about in the first turns
of a game of two. The second asks about every board there can be: for whoever is to move a tile is empty, holds an enemy
Blade or Magus, or is taken by something that threatens nobody; no other difference decides where a Blade or a Magus
may be placed and which Blades and Magi it kills.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from generator.engine.claims import Computation, Finding
from generator.engine.state import Action, Game
from generator.games.tombs.board import ACTIVATE, BLADE, MAGUS
from generator.games.tombs.rules import Tombs, TombsState

PLAYERS = 2
TURNS = 6
"""Turns that are searched. Killings of the last are looked for, and its tables are not."""
EVERY_CLASS = [1, 1, 1, 1]
EMPTY, ENEMY_BLADE, ENEMY_MAGUS, TAKEN = range(4)

Board = tuple[int, ...]
"""Sets of tiles: units of the player to move, units of the other, tombstones, and the four classes."""


def _turned(symmetry: int, mask: int) -> int:
    """A set of tiles on the board seen from another side. symmetry: of eight, three bits."""
    found = 0
    for tile in range(9):
        if mask >> tile & 1:
            row, column = divmod(tile, 3)
            row = 2 - row if symmetry & 1 else row
            column = 2 - column if symmetry & 2 else column
            found |= 1 << (3 * column + row if symmetry & 4 else 3 * row + column)
    return found


SYMMETRIES = [[_turned(symmetry, mask) for mask in range(512)] for symmetry in range(8)]
"""SYMMETRIES[side][tiles]: those tiles, seen from that side."""


def killings_of_own_class(game: Game) -> Finding:
    """How many moves kill a unit of the class of whoever makes them."""
    assert isinstance(game, Tombs)
    tables, killings = 0, 0
    boards: Iterable[Board] = [(0,) * 7]
    for turn in range(1, TURNS + 1):
        following: set[Board] = set()
        for board in boards:
            tables += 1
            for before, after, action in _moves(game, board, turn, only_killers=turn == TURNS):
                killings += _kills_its_like(before, after, action)
                if turn < TURNS:
                    following.add(_seen_alike(after, before.player))
        boards = following
    after_peace = game.values.number(f"peace.{PLAYERS}") + 1
    everywhere = sum(
        _kills_its_like(before, after, action)
        for tiles in product((EMPTY, ENEMY_BLADE, ENEMY_MAGUS, TAKEN), repeat=9)
        if _is_first_of_its_like(tiles)
        for before, after, action in _moves(game, _board(tiles), after_peace, only_killers=True)
    )
    return Finding(
        str(killings + everywhere),
        f"The engine made every move in all {tables} tables of the first {TURNS} turns of two players. Every class was "
        "in every hand, so these are more tables than can come about; what is turned or mirrored counts once. Then it "
        f"placed each Blade and each Magus wherever the rules allow it, on all {4**9} boards (4 to the power of 9) "
        "whose tiles are empty, hold an enemy Blade or an enemy Magus, or are taken by anything else.",
    )


def _moves(
    game: Tombs, board: Board, turn: int, *, only_killers: bool
) -> Iterator[tuple[TombsState, TombsState, Action]]:
    """The table, the table after a move, and the move. only_killers: whether only Blades and Magi are placed."""
    table = game.new_initial_state(PLAYERS, 0)
    table.turns = turn
    table.units = [board[0], board[1]]
    table.tombs, table.kinds, table.everyone = board[2], list(board[3:]), board[0] | board[1]
    table.hands = EVERY_CLASS * PLAYERS
    for action in table.legal_actions():
        if action < 9 * (MAGUS + 1) or (not only_killers and action < ACTIVATE + 81):
            after = table.clone()
            after.apply_action(action)
            yield table, after, action


def _kills_its_like(before: TombsState, after: TombsState, action: Action) -> int:
    kind = action // 9
    return int(kind in {BLADE, MAGUS} and bool(before.kinds[kind] & after.tombs & ~before.tombs))


def _seen_alike(after: TombsState, mover: int) -> Board:
    """The board as the next player sees it, from that of eight sides from which its numbers are smallest."""
    masks = (after.units[1 - mover], after.units[mover], after.tombs, *after.kinds)
    return min(tuple([side[mask] for mask in masks]) for side in SYMMETRIES)


def _board(tiles: tuple[int, ...]) -> Board:
    blades, magi, taken = (
        sum(1 << tile for tile, what in enumerate(tiles) if what == wanted)
        for wanted in (ENEMY_BLADE, ENEMY_MAGUS, TAKEN)
    )
    return (0, blades | magi, taken, blades, magi, 0, 0)


def _is_first_of_its_like(tiles: tuple[int, ...]) -> bool:
    """Whether no side shows the same board with smaller numbers."""
    board = _board(tiles)
    return all(tuple([side[mask] for mask in board]) >= board for side in SYMMETRIES)


CHECKS = {"killings of one's own class": Computation(killings_of_own_class, heavy=True)}
