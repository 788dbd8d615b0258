"""Crop marks and fold lines, which are printed outside the cards. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from proofdeck.ground.paper import MARGIN
from proofdeck.ground.transform import Transform
from proofdeck.ground.units import Box, Size
from proofdeck.paper.sheets.imposition import SheetPlan, Tiling

FOLD_DASH = (2.0, 1.5)
JOINT_DASH = (0.7, 0.45)
"""Of marks that say up to where the next tile of a board goes."""
SHORTEST = 2.0
"""How much of a crop mark should be where a home printer prints."""

Line = tuple[float, float, float, float]
"""x1, y1, x2, y2."""


def crop_marks(plan: SheetPlan, used: int) -> list[Line]:
    """Marks for the first `used` slots in the style of the layout, on portrait paper.

    By default, one at both ends of each cut, outside all bleed. Where it would begin too near the edge of the paper for
    a home printer, it begins within the bleed, but never on a card. No straight cut sets nested hexagons free.
    """
    slots = [plan.slot(index) for index in range(used)]
    style = plan.layout.marks
    if style.style == "none" or plan.nested:
        marks = []
    elif style.style == "crosses":
        marks = _crosses({corner for slot in slots for corner in slot.corners}, style.length)
    elif style.style == "lines":
        marks = _lines(_cuts(slots), plan.frame)
    else:
        marks = _corners(slots, _printable(plan), plan.bleed + style.offset, style.length)
    if plan.layout.fold:
        height = plan.frame.height
        mirrored = [(x1, height - y1, x2, height - y2) for x1, y1, x2, y2 in marks]
        marks = sorted({line for line in [*marks, *mirrored] if not _in_fold(line, plan)})
    return [_moved(line, plan.to_paper) for line in marks]


def tile_marks(
    plan: SheetPlan, tiling: Tiling, row: int, column: int, *, two_sided: bool
) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Marks beside a tile, on portrait paper: where to cut it, and up to where the next sheets are glued over it.

    Nothing is cut where only paper goes below the next sheet; from behind, that would hide a back.
    """
    style, tile, none = plan.layout.marks, plan.slot(0), tuple[Line, ...]()
    if style.style == "none":
        return none, none
    is_last, is_lowest = column == tiling.columns - 1, row == tiling.rows - 1
    downs = [tile.x, *([tile.right] if is_last or two_sided else [])]
    acrosses = [tile.y, *([tile.bottom] if is_lowest or two_sided else [])]
    ends = [] if is_last else [tile.right - tiling.overlap], [] if is_lowest else [tile.bottom - tiling.overlap]
    outside = plan.bleed + style.offset, style.length
    cuts, joints = (_around(tile, found, _printable(plan), *outside) for found in ((downs, acrosses), ends))
    if style.style == "crosses":
        cuts = _crosses(product(downs, acrosses), style.length)
    elif style.style == "lines":
        cuts = _lines((downs, acrosses), plan.frame)
    return tuple(_moved(line, plan.to_paper) for line in cuts), tuple(_moved(line, plan.to_paper) for line in joints)


def fold_line(plan: SheetPlan) -> Line:
    """The line across the paper where a gutterfold sheet is folded."""
    middle = plan.frame.height / 2
    return _moved((0.0, middle, plan.frame.width, middle), plan.to_paper)


def straight_cuts(plan: SheetPlan, used: int) -> int:
    """How many cuts from edge to edge set the first `used` cards free."""
    return 0 if plan.nested else sum(map(len, _cuts([plan.slot(index) for index in range(used)])))


def _printable(plan: SheetPlan) -> Box:
    """The part of the frame that a home printer reaches, or that the layout uses if it goes beyond that."""
    top, right, bottom, left = (min(side, MARGIN) for side in plan.layout.margin)
    return Box(left, top, plan.frame.width - left - right, plan.frame.height - top - bottom)


def _cuts(slots: list[Box]) -> tuple[list[float], list[float]]:
    """Where cuts go down, and where they go across."""
    downs = sorted({round(x, 6) for slot in slots for x in (slot.x, slot.right)})
    return downs, sorted({round(y, 6) for slot in slots for y in (slot.y, slot.bottom)})


def _corners(slots: list[Box], printable: Box, away: float, length: float) -> list[Line]:
    """A mark at both ends of each cut. away: how far from the cards marks begin if there is room; length: of each."""
    return _around(Box.around(slots), _cuts(slots), printable, away, length)


def _around(
    block: Box, cuts: tuple[list[float], list[float]], printable: Box, away: float, length: float
) -> list[Line]:
    """As above, outside a block. cuts: where they go down, and where they go across."""
    downs, acrosses = cuts

    def ends(room: float) -> tuple[float, float]:
        return min(away, max(0.0, room - SHORTEST)), away + length

    above, below = ends(block.y - printable.y), ends(printable.bottom - block.bottom)
    left, right = ends(block.x - printable.x), ends(printable.right - block.right)
    return [
        *((x, block.y - above[0], x, block.y - above[1]) for x in downs),
        *((x, block.bottom + below[0], x, block.bottom + below[1]) for x in downs),
        *((block.x - left[0], y, block.x - left[1], y) for y in acrosses),
        *((block.right + right[0], y, block.right + right[1], y) for y in acrosses),
    ]


def _crosses(corners: Iterable[tuple[float, float]], length: float) -> list[Line]:
    """A cross at each corner."""
    arms = length / 2
    found = sorted({(round(x, 6), round(y, 6)) for x, y in corners})
    return [line for x, y in found for line in ((x - arms, y, x + arms, y), (x, y - arms, x, y + arms))]


def _lines(cuts: tuple[list[float], list[float]], frame: Size) -> list[Line]:
    """Each cut from edge to edge of the paper."""
    downs, acrosses = cuts
    return [*((x, 0.0, x, frame.height) for x in downs), *((0.0, y, frame.width, y) for y in acrosses)]


def _in_fold(line: Line, plan: SheetPlan) -> bool:
    """Drop marks in the strip around the fold; those cuts are already marked outside."""
    middle = plan.frame.height / 2
    return line[0] == line[2] and abs((line[1] + line[3]) / 2 - middle) < plan.layout.marks.length + 2


def _moved(line: Line, by: Transform) -> Line:
    return (*by.apply(line[0], line[1]), *by.apply(line[2], line[3]))
