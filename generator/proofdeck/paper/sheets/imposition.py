"""How many cards fit on a sheet, and where each slot is, computed from the sizes alone.

A plan is made in the frame of the paper as the cards see it (portrait or landscape). Slots are given on portrait paper,
because that is how paper goes through a printer; so "long edge" always means the same edge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from proofdeck.ground.paper import Duplex
from proofdeck.ground.transform import STAY, Transform, flip_across, flip_down, move, quarter_turn
from proofdeck.ground.units import Box, Size
from proofdeck.paper.sheets.registration import boxes
from proofdeck.source.project.layouts import Registration, SheetLayout

FOLD_GAP = 5.0
"""mm between the fold of a gutterfold sheet and the nearest bleed."""
ROUNDING = 1e-6


class Tiling(NamedTuple):
    """A board in equal tiles, one on each sheet, which overlap by so many mm."""

    board: Size
    columns: int
    rows: int
    overlap: float


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """A grid of slots on one paper, or slots at the positions of a layout. Lengths in mm.

    turned: the paper is landscape. rows: rows of fronts; nested: hexagons share their edges, so every other column is
    half a hexagon lower; short: the last row has no room for those; tiling: of the board of which the card is a tile.
    """

    layout: SheetLayout
    paper: Size
    card: Size
    bleed: float
    columns: int
    rows: int
    turned: bool
    nested: bool = False
    short: bool = False
    tiling: Tiling | None = None

    @property
    def per_sheet(self) -> int:
        return self.columns * self.rows - (self.columns // 2 if self.short else 0)

    @property
    def gap(self) -> tuple[float, float]:
        """Between the cuts of neighbours, across and down."""
        return (2 * self.bleed, 2 * self.bleed) if self.layout.gap is None else self.layout.gap

    @property
    def cell(self) -> Size:
        """What each card gets: its label on die-cut paper, or its own size."""
        return self.layout.label or self.card

    @property
    def air(self) -> float:
        """What the layout keeps free around the outermost cuts."""
        return self.bleed if self.layout.gap is None else 0.0

    @property
    def above_fold(self) -> float:
        """From the fold to the block, so that all bleed ends before the gap."""
        return FOLD_GAP + self.bleed - self.air

    @property
    def frame(self) -> Size:
        """The paper as the cards see it."""
        return self.paper.turned() if self.turned else self.paper

    @property
    def registration(self) -> Registration | None:
        """The marks for a cutting machine, in the frame."""
        marks = self.layout.registration
        if marks is None:
            return None
        slots = [self.slot(index) for index in range(self.per_sheet)]
        cards = Box.around(slots)
        return replace(marks, length=marks.beside(cards, self.frame, max(self.gap)))

    @property
    def to_paper(self) -> Transform:
        """The transform from the frame to portrait paper."""
        return quarter_turn(self.frame.height) if self.turned else STAY

    @property
    def block(self) -> Box:
        """The box of all fronts in the frame: in the middle of the margins, or directly above the fold."""
        across, down = self.gap
        width = self.columns * self.cell.width + (self.columns - 1) * across + 2 * self.air
        height = self.rows * self.cell.height + (self.rows - 1) * down + 2 * self.air
        if self.nested:
            width = (3 * self.columns + 1) * self.card.width / 4
            height += 0 if self.short or self.columns == 1 else self.card.height / 2
        top, right, bottom, left = self.layout.margin
        x = left + (self.frame.width - left - right - width) / 2
        if self.layout.fold:
            return Box(x, self.frame.height / 2 - self.above_fold - height, width, height)
        return Box(x, top + (self.frame.height - top - bottom - height) / 2, width, height)

    def place(self, index: int) -> tuple[int, int]:
        """Row and column of the index-th front."""
        row, column = divmod(index, self.columns)
        return row, 2 * column if self.short and row == self.rows - 1 else column

    def slot(self, index: int) -> Box:
        """The trim of the index-th front in the frame, row by row."""
        if self.layout.positions:
            x, y = self.layout.positions[index]
        elif self.nested:
            (row, column), block, card = self.place(index), self.block, self.card
            return Box(
                block.x + column * 0.75 * card.width,
                block.y + (row + column % 2 / 2) * card.height,
                card.width,
                card.height,
            )
        else:
            row, column = self.place(index)
            (across, down), block = self.gap, self.block
            x = block.x + self.air + column * (self.cell.width + across)
            y = block.y + self.air + row * (self.cell.height + down)
        x, y = x + (self.cell.width - self.card.width) / 2, y + (self.cell.height - self.card.height) / 2
        return Box(x, y, self.card.width, self.card.height)

    def front(self, index: int) -> Transform:
        """The transform from the card's own mm to portrait paper."""
        slot = self.slot(index)
        return self.to_paper.after(move(slot.x, slot.y))

    def back(self, index: int, duplex: Duplex) -> Transform:
        """The transform that puts the back exactly behind its front, with both tops together."""
        mirrored_card = flip_across(self.card.width)
        if self.layout.fold:
            slot = self.slot(index)
            folded = flip_down(self.frame.height).after(move(slot.x, slot.y)).after(mirrored_card)
            return self.to_paper.after(folded)
        return paper_flip(self.paper, duplex).after(self.front(index)).after(mirrored_card)


def paper_flip(paper: Size, duplex: Duplex) -> Transform:
    """The transform from the front of portrait paper to its back, as the printer turns it.

    Single-sided prints are glued like a long-edge print.
    """
    return flip_down(paper.height) if duplex == "short-edge" else flip_across(paper.width)


def plan(layout: SheetLayout, paper: Size, card: Size, bleed: float, outline: str = "rectangle") -> SheetPlan | None:
    """The orientation with more cards per sheet, portrait if equal; None if not even one fits inside the margin.

    bleed, outline: of the template. Where a cutting machine looks for its marks there are fewer cards.
    """
    bleed = bleed if layout.bleed is None else min(bleed, layout.bleed)
    ways = (False, True) if layout.landscape is None else (layout.landscape,)
    fit = _honeycomb if layout.nested and outline == "hexagon" else _plan
    plans = [_beside_marks(fit(layout, paper, card, bleed, turned)) for turned in ways]
    best = max(plans, key=lambda found: found.per_sheet)
    return best if best.per_sheet else None


def _beside_marks(most: SheetPlan) -> SheetPlan:
    """The plan with the most of these cards whose ink leaves the marks for a cutting machine free."""
    layout = most.layout
    if layout.registration is None or not _covers_marks(most):
        return most
    fewer = [
        replace(most, columns=columns, rows=rows)
        for columns, rows in product(range(most.columns, 0, -1), range(most.rows, 0, -1))
        if not layout.positions and columns == (layout.columns or columns) and rows == (layout.rows or rows)
    ]
    fewer.sort(key=lambda found: found.per_sheet, reverse=True)
    return next((found for found in fewer if not _covers_marks(found)), replace(most, columns=0))


def _covers_marks(found: SheetPlan) -> bool:
    """Whether the ink of a card would hide a registration mark from the machine."""
    if not found.per_sheet or (marks := found.registration) is None:
        return False
    cards = [found.slot(index).inset(-found.bleed) for index in range(found.per_sheet)]
    return any(card.touches(mark) for mark in boxes(marks, found.frame) for card in cards)


def _plan(layout: SheetLayout, paper: Size, card: Size, bleed: float, turned: bool) -> SheetPlan:
    none = SheetPlan(layout, paper, card, bleed, 0, 0, turned)
    frame, cell = none.frame, none.cell
    if card.width > cell.width + ROUNDING or card.height > cell.height + ROUNDING:
        return none
    if layout.positions:
        inside = all(x + cell.width <= frame.width and y + cell.height <= frame.height for x, y in layout.positions)
        return replace(none, columns=len(layout.positions) if inside else 0, rows=1)
    top, right, bottom, left = layout.margin
    width, height = frame.width - left - right, frame.height - top - bottom
    if layout.fold:
        height = frame.height / 2 - top - none.above_fold
    (across, down), air = none.gap, none.air
    columns = _fitting(width - 2 * air, cell.width, across, layout.columns)
    rows = _fitting(height - 2 * air, cell.height, down, layout.rows)
    return replace(none, columns=columns, rows=rows)


def _honeycomb(layout: SheetLayout, paper: Size, card: Size, bleed: float, turned: bool) -> SheetPlan:
    """As below: from column to column are three quarters of a width, and every other one is half a height lower."""
    none = SheetPlan(layout, paper, card, bleed, 0, 0, turned, nested=True)
    top, right, bottom, left = layout.margin
    width, height = none.frame.width - left - right, none.frame.height - top - bottom
    columns = _fitting(width - card.width / 4, card.width * 0.75, 0, layout.columns)
    halves = int((height + ROUNDING) // (card.height / 2))
    rows = _fitting(halves, 2, 0, layout.rows)
    return replace(none, columns=columns, rows=rows, short=columns > 1 and halves < 2 * rows + 1)


def _fitting(room: float, length: float, gap: float, wanted: int | None) -> int:
    """How many lengths with gaps between them fit; 0 if that is less than is wanted."""
    most = max(0, int((room + gap + ROUNDING) // (length + gap)))
    return most if wanted is None else wanted if wanted <= most else 0
