"""Where everything lies on a table, and how large it is: footprints in, boxes and one scale out. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.units import Box, Size

EDGE, GAP, LABEL, LETTER = 8.0, 9.0, 12.5, 5.2
"""From the edge, between footprints, for the line above each, and for each letter in it."""
SPREAD = 0.32
"""How much of each piece shows if they lie side by side, as a share of its width."""
BOARD_AREA = 15_000.0
"""mm²: a larger piece is a board or a mat."""
SMALLER = 0.9
SMALLEST = 0.25


class Footprint(NamedTuple):
    """Pieces in one place. size: of the largest; shown: how many lie side by side; label: what is written above.

    seat: from 1; 0 for the middle. is_board: whether it is below everything else, without a label.
    """

    size: Size
    shown: int = 1
    label: str = ""
    seat: int = 0
    is_hand: bool = False
    is_supply: bool = False
    is_board: bool = False


class Spot(NamedTuple):
    """Where a footprint is. step: from one piece to the next if they lie side by side."""

    box: Box
    step: float = 0.0


class Layout(NamedTuple):
    """A spot for each footprint, in their order. scale: of all sizes, to make them fit."""

    spots: tuple[Spot, ...]
    scale: float


def is_board(size: Size) -> bool:
    """Whether a piece is so large that it is below everything else."""
    return size.width * size.height > BOARD_AREA


def laid_out(things: Sequence[Footprint], surface: Size) -> Layout:
    """As large as fits: boards at the left, then the middle, hands, what players have before them, and the rest."""
    scale = 1.0
    spots = _flow(things, surface, scale)
    while scale > SMALLEST and not all(_is_inside(spot.box, surface) for spot in spots):
        scale *= SMALLER
        spots = _flow(things, surface, scale)
    return Layout(tuple(spots), scale)


def _is_inside(box: Box, surface: Size) -> bool:
    return box.right <= surface.width and box.bottom <= surface.height


def _row_of(thing: Footprint) -> int:
    return 0 if thing.is_board else 4 if thing.is_supply else 1 if not thing.seat else 2 if thing.is_hand else 3


def _flow(things: Sequence[Footprint], surface: Size, scale: float) -> list[Spot]:
    """Boards in a row, and rows beside them."""
    rows: list[list[int]] = [[], [], [], [], []]
    for number, thing in enumerate(things):
        rows[_row_of(thing)].append(number)
    found = dict[int, Spot]()
    left, y = EDGE, EDGE
    for number in rows[0]:
        size = things[number].size
        found[number] = Spot(Box(left, EDGE, size.width * scale, size.height * scale))
        left += size.width * scale + GAP
    for row in rows[1:]:
        x, lowest = left, y
        for number in row:
            thing = things[number]
            step = thing.size.width * SPREAD * scale
            width = thing.size.width * scale + step * (thing.shown - 1)
            room = max(width, len(thing.label) * LETTER)
            if x > left and x + room > surface.width - EDGE:
                x, y = left, lowest + GAP
            box = Box(x, y + LABEL, width, thing.size.height * scale)
            found[number] = Spot(box, step)
            x, lowest = x + room + GAP, max(lowest, box.bottom)
        y = lowest + (GAP if row else 0.0)
    return [found[number] for number in range(len(things))]
