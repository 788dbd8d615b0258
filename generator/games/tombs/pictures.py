"""How to show a table of Tombs: the board with the card of each unit and its owner."""

from __future__ import annotations

from generator.engine.pictures import LEFT_OUT, Board, Pictures, Tile, player
from generator.games.tombs.board import CLASSES, LETTERS, TILES
from generator.games.tombs.rules import TombsState

TOMBSTONE = "tombstone"
WIDTH = 3


def board(state: TombsState) -> Board:
    """Three rows of three tiles."""
    tiles = [_tile(state, number) for number in range(len(TILES))]
    return tuple(tuple(tiles[start : start + WIDTH]) for start in range(0, len(tiles), WIDTH))


def _tile(state: TombsState, number: int) -> Tile:
    name, what = TILES[number], state.tile(number)
    if what in {"X", "."}:
        return Tile(name, TOMBSTONE if what == "X" else "")
    return Tile(name, CLASSES[LETTERS[what[0]]], player(int(what[1:])))


PICTURES = Pictures(
    words={
        "board": LEFT_OUT,
        "deck": "deck",
        "stock": "deck",
        "gone": "out of the game",
        "magus-adjacent": "near-sighted Magi",
    },
    board=board,
    unit="unit",
    piles=frozenset({"deck"}),
    at_once=("turn.draw",),
    unsaid=frozenset({"stuck"}),
)
