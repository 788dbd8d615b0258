"""The nine tiles of Tombs, the zones on them, and its actions as numbers.

A tile is a bit of nine and a set of tiles a whole number below 512. Zones are symmetric (one unit reaches the tile of
another exactly when the other, being of the same class, would reach its own), so the reach of a set of tiles says both
what units on them reach and from where a new one would reach them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

from proofdeck.play.engine.kit import Tiles, as_set

CLASSES = ("blade", "magus", "ombra", "thorn")
BLADE, MAGUS, OMBRA, THORN = range(4)
TILES = tuple(f"{column}{row}" for row in "123" for column in "abc")
GROUND = Tiles("board", TILES, 3, {"tombstone": "X"} | {name: name[0].upper() for name in CLASSES})
BOARD = 0b111_111_111
CENTRE = 1 << 4
TILES_OF = tuple(tuple(tile for tile in range(9) if mask >> tile & 1) for mask in range(512))
"""For each set of tiles, its members."""

# Actions: class * 9 + tile places a card; ACTIVATE + tile * 9 + target plays a Thorn on a tombstone; DISCARD + class.
ACTIVATE = 36
DISCARD = ACTIVATE + 81


def zones_where(near: Callable[[int, int], bool]) -> list[int]:
    """For each tile, the other tiles at one of the given distances in (columns, rows)."""

    def distance(a: int, b: int) -> tuple[int, int]:
        return abs(a % 3 - b % 3), abs(a // 3 - b // 3)

    return [as_set([b for b in range(9) if b != a and near(*distance(a, b))]) for a in range(9)]


def reach_of(zones: Sequence[int]) -> list[int]:
    """For each set of tiles, the union of their zones."""
    return [reduce(or_, (zones[tile] for tile in tiles), 0) for tiles in TILES_OF]


AROUND = zones_where(lambda columns, rows: max(columns, rows) == 1)
BESIDE = zones_where(lambda columns, rows: columns + rows == 1)
DIAGONALS = zones_where(lambda columns, rows: columns == rows)
NEXT_DIAGONALS = zones_where(lambda columns, rows: columns == rows == 1)
NOWHERE = [0] * 9
AROUND_ANY = reach_of(AROUND)


def picture_of(zones: Sequence[int], sign: str) -> str:
    """What a card shows of its zone, row by row with the unit in the middle: `. x . / x @ x / . x .`."""
    marks = ["@" if 1 << tile == CENTRE else sign if zones[4] >> tile & 1 else "." for tile in range(9)]
    return " / ".join(" ".join(marks[at : at + 3]) for at in (0, 3, 6))


PICTURES_OF_ZONES = {
    "blade": picture_of(BESIDE, "x"),
    "magus": picture_of(DIAGONALS, "x"),
    "ombra": picture_of(NOWHERE, "x"),
    "thorn": picture_of(AROUND, "o"),
}
"""What cards show in their column `threat`: what they threaten, or for a Thorn from where it may remove a unit."""
PLACING = [[[kind * 9 + tile for tile in tiles] for tiles in TILES_OF] for kind in range(4)]
"""PLACING[class][tiles]: the actions that place that class on one of those tiles."""
