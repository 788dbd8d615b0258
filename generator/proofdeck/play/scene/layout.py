"""Where everything lies on a table, and how large it is: footprints in, boxes and one scale out. Lengths in mm.

What a player has is before that player's seat. Players sit along the near and the far edge, so that all cards are
upright. What belongs to everybody is in the middle, and what is beside the game is at the left edge, unless pieces can
be larger if it is elsewhere.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from proofdeck.ground.units import Box, Size

EDGE, GAP, LABEL, LETTER = 8.0, 9.0, 12.5, 5.2
"""From the edge, between footprints, for the line above each, and for each letter in it."""
SPREAD, CLOSE = 0.32, 0.16
"""How much of each piece shows if they lie side by side, and at least, as a share of its width."""
LARGEST, SMALLER, SMALLEST = 1.6, 0.99, 0.25
"""The largest scale, the factor to the next one, and the scale below which distances shrink as well."""
STEPS, ROUNDING = 2000, 1e-6
"""How many scales there are to choose from, and by how much sums of lengths may be wrong."""


class Footprint(NamedTuple):
    """Pieces in one place. size: of the largest; shown: how many lie side by side; label: what is written above.

    seat: from 1; 0 for the middle. is_board: whether it is below everything else, without a label.
    """

    size: Size
    shown: int = 1
    label: str = ""
    seat: int = 0
    is_supply: bool = False
    is_board: bool = False


class TableSpot(NamedTuple):
    """Where a footprint is. step: from one piece to the next if they lie side by side."""

    box: Box
    step: float = 0.0


class TableLayout(NamedTuple):
    """A spot for each footprint, in their order. scale: of all sizes; seats: the area before each player."""

    spots: tuple[TableSpot, ...]
    scale: float
    seats: tuple[Box, ...]


def laid_out(things: Sequence[Footprint], surface: Size, players: int = 0) -> TableLayout:
    """Lay out a table for so many players in the arrangement in which everything is largest.

    The first footprints of a player are nearest to the seat.
    """
    players = max([players, *(thing.seat for thing in things)])
    area = sum(thing.size.width * (1 + CLOSE * (thing.shown - 1)) * thing.size.height for thing in things)
    scale = min(LARGEST, math.sqrt(surface.width * surface.height / area) if area else LARGEST)
    boards = sum(thing.is_board for thing in things)
    at_left = (False, True) if boards else (False,)
    in_column = (False, True) if boards > 1 else (False,)
    has_edge = (True, False) if players and any(thing.is_supply for thing in things) else (False,)
    arrangements = [*product(at_left, in_column, has_edge)]

    def at(step: int) -> TableLayout | None:
        of_step = scale * SMALLER**step
        air = min(1.0, of_step / SMALLEST)
        table = _Table(things, players, of_step, air, Box(0, 0, surface.width, surface.height).inset(EDGE * air))
        return next(filter(None, (table.arranged(*arrangement) for arrangement in arrangements)), None)

    found = at(bisect_left(range(STEPS), True, key=lambda step: at(step) is not None))
    if found is None:
        raise ValueError("there are too many pieces for one table")
    return found


class _Block(NamedTuple):
    """Footprints by their numbers, with their spots from the top left corner of the block."""

    spots: dict[int, TableSpot]
    width: float = 0.0
    height: float = 0.0

    def at(self, x: float, y: float) -> Iterator[tuple[int, TableSpot]]:
        for number, (box, step) in self.spots.items():
            yield number, TableSpot(Box(x + box.x, y + box.y, box.width, box.height), step)

    def within(self, area: Box, down: float = 0.5) -> Iterator[tuple[int, TableSpot]]:
        """In the middle of an area, or at its top (0) or bottom (1)."""
        return self.at(area.x + (area.width - self.width) / 2, area.y + (area.height - self.height) * down)

    def fits(self, area: Box) -> bool:
        return self.width <= area.width + ROUNDING and self.height <= area.height + ROUNDING


NOTHING = _Block({})


class _Table(NamedTuple):
    """A table at one scale. air: by how much distances are smaller than usual; whole: without the edges."""

    things: Sequence[Footprint]
    players: int
    scale: float
    air: float
    whole: Box

    @property
    def gap(self) -> float:
        return GAP * self.air

    @property
    def near(self) -> int:
        """How many players sit along the near edge."""
        return (self.players + 1) // 2

    def arranged(self, at_left: bool, in_column: bool, has_edge: bool) -> TableLayout | None:
        """Everything, or None if it does not fit.

        at_left: whether boards are left of all seats, and not in the middle; in_column: whether they are below each
        other; has_edge: whether what is beside the game is at the left edge, and not in the middle.
        """
        whole = self.whole
        kinds: list[list[int]] = [[] for _ in range(self.players + 3)]
        for number, thing in enumerate(self.things):
            kinds[-1 if thing.is_board else -2 if thing.is_supply and has_edge else thing.seat].append(number)
        boards = self.joined((self.alone(number, whole) for number in kinds[-1]), is_down=in_column)
        left = self.joined([self.flow(kinds[-2], whole, is_down=True), boards if at_left else NOTHING])
        taken = left.width + self.gap if left.spots else 0.0
        free = Box(whole.x + taken, whole.y, whole.width - taken, whole.height)
        seats = [*self.seats(free)]
        before = [self.flow(kinds[seat], area) for seat, area in enumerate(seats, 1)]
        low, high = (
            max([0.0, *(block.height + self.gap for block in side)])
            for side in (before[: self.near], before[self.near :])
        )
        between = Box(free.x, free.y + high, free.width, free.height - high - low)
        shared = NOTHING if at_left else boards
        beside = shared.width + self.gap if shared.spots else 0.0
        middle = self.joined([shared, self.flow(kinds[0], Box(0, 0, between.width - beside, between.height))])
        areas = [(left, whole), (middle, between), *zip(before, seats, strict=True)]
        if not all(block.fits(area) for block, area in areas):
            return None
        spots = dict(left.within(Box(whole.x, whole.y, left.width, whole.height))) | dict(middle.within(between))
        for number, (block, area) in enumerate(areas[2:]):
            spots.update(block.within(area, down=float(number < self.near)))
        return TableLayout(tuple(spots[number] for number in range(len(self.things))), self.scale, tuple(seats))

    def seats(self, free: Box) -> Iterator[Box]:
        """The area before each player: half as high as the table, and clockwise from the near left corner."""
        height = (free.height - self.gap) / 2
        for seat in range(self.players):
            is_near = seat < self.near
            count = self.near if is_near else self.players - self.near
            place = seat if is_near else self.players - 1 - seat
            width = (free.width - self.gap * (count - 1)) / count
            yield Box(free.x + place * (width + self.gap), free.bottom - height if is_near else free.y, width, height)

    def alone(self, number: int, area: Box) -> _Block:
        """One footprint, with room for its label. Its pieces move together if the area is narrow."""
        thing = self.things[number]
        width, height = thing.size.width * self.scale, thing.size.height * self.scale
        if thing.is_board:
            return _Block({number: TableSpot(Box(0, 0, width, height))}, width, height)
        more = max(1, thing.shown - 1)
        step = max(CLOSE * width, min(SPREAD * width, (area.width - width) / more))
        box = Box(0, LABEL * self.air, width + step * (thing.shown - 1), height)
        room = max(box.width, min(area.width, len(thing.label) * LETTER * self.air))
        return _Block({number: TableSpot(box, step)}, room, box.bottom)

    def flow(self, numbers: Iterable[int], area: Box, *, is_down: bool = False) -> _Block:
        """Footprints in rows, or in columns, each as long as the area allows. The first is nearest to its owner."""
        lines: list[list[_Block]] = []
        left = 0.0
        for number in numbers:
            block = self.alone(number, area)
            length = (block.height if is_down else block.width) + self.gap
            if not lines or length > left + self.gap + ROUNDING:
                lines.append([])
                left = area.height if is_down else area.width
            lines[-1].append(block)
            left -= length
        if any(0 < self.things[number].seat <= self.near for number in numbers):
            lines.reverse()
        return self.joined((self.joined(line, is_down=is_down) for line in lines), is_down=not is_down)

    def joined(self, blocks: Iterable[_Block], *, is_down: bool = False) -> _Block:
        """Blocks from left to right, or from the top down, with their middles in line."""
        found = [block for block in blocks if block.spots]
        across = max([0.0, *(block.width if is_down else block.height for block in found)])
        spots, at = dict[int, TableSpot](), 0.0
        for block in found:
            aside = (across - (block.width if is_down else block.height)) / 2
            spots.update(block.at(aside, at) if is_down else block.at(at, aside))
            at += (block.height if is_down else block.width) + self.gap
        along = max(0.0, at - self.gap)
        return _Block(spots, *((across, along) if is_down else (along, across)))
