"""Boards larger than the paper: in equal tiles, one on each sheet, which overlap to be glued. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import ceil
from typing import NamedTuple

from proofdeck.ground.paper import Duplex
from proofdeck.ground.transform import Transform, flip_across, move
from proofdeck.ground.units import Box, Size
from proofdeck.paper.sheets.imposition import ROUNDING, SheetPlan, Tiling, paper_flip
from proofdeck.paper.sheets.marks import Line, tile_marks
from proofdeck.paper.sheets.slots import Slot
from proofdeck.source.project.layouts import SheetLayout

BAND = 5.0
"""Kept free beside tiles that continue each other, for marks and a label."""
MOST = 6
"""Columns or rows; more are not worth the glue."""


class Tile(NamedTuple):
    """One sheet of a board. cuts: marks on the front; back_cuts: on the back; joints: where the next sheets begin."""

    row: int
    column: int
    front: Slot
    back: Slot
    cuts: tuple[Line, ...]
    back_cuts: tuple[Line, ...]
    joints: tuple[Line, ...]


def takes_tiles(layout: SheetLayout) -> bool:
    """Whether the layout leaves open where pieces are."""
    bound = layout.positions or layout.label or layout.registration or layout.fold
    return not bound and (layout.columns or 1, layout.rows or 1) == (1, 1)


def plan_tiles(layout: SheetLayout, paper: Size, board: Size, bleed: float) -> SheetPlan | None:
    """The fewest tiles, on portrait paper if equal; None if there would be too many of them. bleed: of the template."""
    bleed = bleed if layout.bleed is None else min(bleed, layout.bleed)
    ways = (False, True) if layout.landscape is None else (layout.landscape,)
    wholes = (SheetPlan(layout, paper, board, bleed, 1, 1, turned) for turned in ways)
    found = [(whole, tiling) for whole in wholes if (tiling := _tiling(whole))]
    if not found:
        return None
    whole, tiling = min(found, key=lambda one: one[1].columns * one[1].rows)
    width = (board.width + (tiling.columns - 1) * tiling.overlap) / tiling.columns
    height = (board.height + (tiling.rows - 1) * tiling.overlap) / tiling.rows
    return replace(whole, card=Size(width, height), tiling=tiling)


def _tiling(whole: SheetPlan) -> Tiling | None:
    (top, right, bottom, left), board, overlap = whole.layout.margin, whole.card, whole.layout.overlap
    columns = _count(board.width, whole.frame.width - left - right, whole)
    rows = _count(board.height, whole.frame.height - top - bottom, whole)
    return Tiling(board, columns, rows, overlap) if columns and rows else None


def _count(length: float, room: float, whole: SheetPlan) -> int:
    """How many tiles cover that length; 0 if too many would have to."""
    if length + 2 * whole.air <= room + ROUNDING:
        return 1
    overlap = whole.layout.overlap
    most = room - 2 * (BAND + whole.bleed) - overlap
    count = ceil((length - overlap) / most - ROUNDING) if most > 0 else MOST + 1
    return count if count <= MOST else 0


def tiles(plan: SheetPlan, duplex: Duplex, moved: Transform, *, marked: bool, two_sided: bool) -> Iterator[Tile]:
    """Row by row. moved: where the printer needs backs; marked: whether cuts are; two_sided: whether it has a back."""
    if (tiling := plan.tiling) is None:
        return
    flip = moved.after(paper_flip(plan.paper, duplex))
    mirrored = flip_across(tiling.board.width)
    for row, column in product(range(tiling.rows), range(tiling.columns)):
        front = _front(plan, tiling, row, column)
        back = Slot(flip.after(front.transform).after(mirrored), flip.box(front.trim), flip.box(front.clip))
        cuts, joints = tile_marks(plan, tiling, row, column, two_sided=two_sided) if marked else ((), ())
        back_cuts = tuple((*flip.apply(x1, y1), *flip.apply(x2, y2)) for x1, y1, x2, y2 in cuts)
        yield Tile(row, column, front, back, cuts, back_cuts, joints)


def _front(plan: SheetPlan, tiling: Tiling, row: int, column: int) -> Slot:
    """Bleed is shown where the board ends."""
    place, tile, bleed = plan.slot(0), plan.card, plan.bleed
    x, y = column * (tile.width - tiling.overlap), row * (tile.height - tiling.overlap)
    transform = plan.to_paper.after(move(place.x - x, place.y - y))
    left, top = bleed * (column == 0), bleed * (row == 0)
    right, bottom = bleed * (column == tiling.columns - 1), bleed * (row == tiling.rows - 1)
    shown = Box(x - left, y - top, tile.width + left + right, tile.height + top + bottom)
    return Slot(transform, transform.box(Box(x, y, tile.width, tile.height)), transform.box(shown))
