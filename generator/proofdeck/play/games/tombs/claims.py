"""Computations for claims about Tombs: whether a unit ever kills one of its own class, and what protects a unit.

Kills take two searches, both by the rules of the engine. The first goes through all tables that can arise in the first
turns of a two-player game. The second goes through every possible board: for the player to move, a tile is empty, has
an enemy Blade or Magus, or is taken by something that threatens nobody. No other difference affects where a Blade or a
Magus may be placed and which Blades and Magi it kills.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product

from proofdeck.play.engine.claims import Computation, Finding
from proofdeck.play.engine.kit import as_set
from proofdeck.play.engine.state import Action
from proofdeck.play.games.tombs.board import BLADE, CLASSES, DISCARD, MAGUS, OMBRA, THORN, TILES_OF
from proofdeck.play.games.tombs.rules import Tombs, TombsState

PLAYERS = 2
TURNS = 6
"""Turns to search. The last turn is searched for kills, but its tables are not followed further."""
EVERY_CLASS = [1, 1, 1, 1]
KILLERS = range(9 * (MAGUS + 1))
"""Actions that place a Blade or a Magus."""
EVERYTHING = range(DISCARD)
"""Actions that play a card."""

Board = tuple[int, ...]
"""Sets of tiles: units of the player to move, units of the other, tombstones, and the four classes."""


def _seen_from(side: int, tile: int) -> int:
    """Where a tile is on the board seen from one of eight sides. side: three bits."""
    row, column = divmod(tile, 3)
    row, column = 2 - row if side & 1 else row, 2 - column if side & 2 else column
    return 3 * column + row if side & 4 else 3 * row + column


SYMMETRIES = [[as_set([_seen_from(side, tile) for tile in tiles]) for tiles in TILES_OF] for side in range(8)]
"""SYMMETRIES[side][tiles]: those tiles, seen from that side."""


def killings_of_own_class(game: Tombs, turns: int = TURNS) -> Finding:
    """How many moves kill a unit of the class of the card played."""
    tables, killings = 0, 0
    for turn, boards in enumerate(boards_by_turn(game, turns), 1):
        tables += len(boards)
        killings += _killings(game, boards, turn)
    killings += _killings(game, every_board(), game.values.number(f"peace.{PLAYERS}") + 1)
    return Finding(
        str(killings),
        f"The engine made every move in all {tables} tables of the first {turns} turns of two players, whatever is in "
        "the hands; every table that can come about is among them, and what is turned or mirrored counts once. Then it "
        f"placed each Blade and each Magus wherever the rules allow it, on all {4**9} boards (4 to the power of 9) "
        "whose tiles are empty, hold an enemy Blade or an enemy Magus, or are taken by anything else.",
    )


def _killings(game: Tombs, boards: Iterable[Board], turn: int) -> int:
    moves = (move for board in boards for move in _moves(game, board, turn, KILLERS))
    return sum(bool(before.board[action // 9] & after.tombs & ~before.tombs) for before, after, action in moves)


def breaches_of_protection(game: Tombs) -> Finding:
    """Cards that a player may not place in the zone of their own unit, and units there that an Ombra may replace."""
    turn = game.values.number(f"peace.{PLAYERS}") + 1
    placed, breaches, unprotected = 0, 0, 0
    for guard, (tile, kind) in product((BLADE, MAGUS), product(range(9), range(len(CLASSES)))):
        for spot in TILES_OF[game.zones[guard][tile]]:
            placed += 1
            alone = _units(1 << tile, {guard: 1 << tile})
            breaches += not _is_placed(game, alone, turn, 9 * kind + spot)
            breaches += _can_be_taken(game, guard, tile, kind, spot, turn)
            unprotected += _can_be_taken(game, THORN, tile, kind, spot, turn)
    return Finding(
        str(breaches),
        f"The engine placed a card of each class on each tile of the zone of a Blade or Magus of the same player, "
        f"{placed} times, and let the other player put an Ombra on it. Beside a Thorn, which threatens nothing, the "
        f"Ombra could take {unprotected} of them; the others are Ombras.",
    )


def _can_be_taken(game: Tombs, guard: int, tile: int, kind: int, spot: int, turn: int) -> bool:
    """Whether an enemy Ombra may replace the unit on that spot, when its owner has another unit on the tile."""
    kinds = {guard: 1 << tile}
    kinds[kind] = kinds.get(kind, 0) | 1 << spot
    mine, theirs, *rest = _units(1 << tile | 1 << spot, kinds)
    return _is_placed(game, (theirs, mine, *rest), turn, 9 * OMBRA + spot)


def _units(mine: int, kinds: Mapping[int, int]) -> Board:
    """A board with nothing but units of the player to move."""
    return (mine, 0, 0, *(kinds.get(kind, 0) for kind in range(len(CLASSES))))


def _is_placed(game: Tombs, board: Board, turn: int, action: Action) -> bool:
    """Whether the player to move, who may hold any card, can make that move."""
    return any(_moves(game, board, turn, range(action, action + 1)))


def boards_by_turn(game: Tombs, turns: int) -> Iterator[set[Board]]:
    """All boards before turn 1, before turn 2 and so on, each as the player to move sees it and from one side only."""
    boards: set[Board] = {(0,) * 7}
    for turn in range(1, turns + 1):
        yield boards
        if turn < turns:
            boards = {seen_alike(after) for board in boards for after in _after(game, board, turn)}


def _after(game: Tombs, board: Board, turn: int) -> Iterator[Board]:
    """The boards that the next player may see. A player with only unplayable classes in hand changes nothing."""
    mine, theirs, *rest = board
    played: set[int] = set()
    for table, after, action in _moves(game, board, turn, EVERYTHING):
        played.add(min(action // 9, THORN))
        yield (after.units[1 - table.player], after.units[table.player], after.tombs, *after.board)
    if len(played) < len(CLASSES):
        yield (theirs, mine, *rest)


def _moves(game: Tombs, board: Board, turn: int, actions: range) -> Iterator[tuple[TombsState, TombsState, Action]]:
    """The table, the table after a move, and the move, for those actions that are legal."""
    mine, theirs, tombs, *kinds = board
    table = _start(game).clone()
    table.units, table.everyone, table.tombs, table.board = [mine, theirs], mine | theirs, tombs, kinds
    table.hand = [EVERY_CLASS[:] for _ in range(PLAYERS)]
    table.turns = turn
    for action in table.legal_actions():
        if action in actions:
            after = table.clone()
            after.apply_action(action)
            yield table, after, action


@cache
def _start(game: Tombs) -> TombsState:
    return game.new_initial_state(PLAYERS, 0)


def seen_alike(board: Board) -> Board:
    """The same board from the side, of eight, that gives the smallest numbers."""
    return min(tuple([side[mask] for mask in board]) for side in SYMMETRIES)


def every_board() -> Iterator[Board]:
    """All boards whose tiles are empty, have an enemy Blade or Magus, or are taken by something else, from one side."""
    for theirs in (mask for mask in range(512) if all(side[mask] >= mask for side in SYMMETRIES)):
        for taken in _parts(511 & ~theirs):
            for blades in _parts(theirs):
                board = (0, theirs, taken, blades, theirs & ~blades, 0, 0)
                if seen_alike(board) == board:
                    yield board


@cache
def _parts(tiles: int) -> list[int]:
    """Every subset of those tiles, including all and none."""
    return [part for part in range(512) if part & tiles == part]


CHECKS = {
    "killings of one's own class": Computation(killings_of_own_class, heavy=True),
    "breaches of the protection by one's own units": Computation(breaches_of_protection),
}
