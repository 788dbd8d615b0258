"""A place on a table: pieces that lie together, whose they are, and what they are called.

A scene is a sequence of places. It comes from an observation (`seen.py`), from the zones of a state (`zones.py`) or
from lines of notation (`notated.py`).
"""

from __future__ import annotations

from typing import NamedTuple

from proofdeck.ground.units import Box
from proofdeck.play.engine.pictures import Board, Heap, Piece

BACK = "/back"
"""What follows the id of a card that is face down."""


class PiecePlace(NamedTuple):
    """Pieces that are together. label: for readers; words: facts without pieces.

    key: in an observation, a state or a notation; seat: whose it is, None for everybody's. mat: the id of the board
    that the place is, with the pieces `on` it and the boxes of the tiles of `board`, in shares of its width and height.
    """

    label: str
    heaps: tuple[Heap, ...] = ()
    words: str = ""
    key: str = ""
    seat: int | None = None
    board: Board = ()
    mat: str = ""
    on: tuple[tuple[Piece, Box], ...] = ()
    tiles: tuple[Box, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for heap in self.heaps for piece in heap.pieces)

    @property
    def is_face_down(self) -> bool:
        return any(piece.card.endswith(BACK) for piece in self.pieces)
