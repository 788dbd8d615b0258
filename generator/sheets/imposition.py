"""How many cards fit on a sheet, and where each slot is, computed from the sizes alone.

A plan is made in the frame of the paper as the cards see it (portrait or landscape). Slots are given on portrait paper,
because that is how paper goes through a printer; so "long edge" always means the same edge.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.sheets.paper import MARGIN, Duplex, Kind
from generator.sheets.transform import STAY, Transform, flip_across, flip_down, move, quarter_turn
from generator.units import Box, Size

FOLD_GAP = 5.0
"""mm between the fold of a gutterfold sheet and the nearest bleed."""
ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Plan:
    """A grid of slots on one paper. Lengths in mm.

    kind: shared (neighbours share a cut), bleed (each card has its own bleed), gutterfold (fronts above a fold, backs
    below it), single (one card per sheet). turned: the paper is landscape. rows: rows of fronts.
    """

    kind: Kind
    paper: Size
    card: Size
    bleed: float
    columns: int
    rows: int
    turned: bool

    @property
    def per_sheet(self) -> int:
        return self.columns * self.rows

    @property
    def pitch(self) -> Size:
        return self.card if self.kind == "shared" else self.card.grown(self.bleed)

    @property
    def frame(self) -> Size:
        """The paper as the cards see it."""
        return self.paper.turned() if self.turned else self.paper

    @property
    def to_paper(self) -> Transform:
        """The transform from the frame to portrait paper."""
        return quarter_turn(self.frame.height) if self.turned else STAY

    @property
    def block(self) -> Box:
        """The box of all fronts in the frame: centred, or directly above the fold."""
        width, height = self.columns * self.pitch.width, self.rows * self.pitch.height
        x = (self.frame.width - width) / 2
        if self.kind == "gutterfold":
            return Box(x, self.frame.height / 2 - FOLD_GAP - height, width, height)
        return Box(x, (self.frame.height - height) / 2, width, height)

    def slot(self, index: int) -> Box:
        """The trim of the index-th front in the frame, row by row."""
        row, column = divmod(index, self.columns)
        air = 0.0 if self.kind == "shared" else self.bleed
        x, y = self.block.x + column * self.pitch.width, self.block.y + row * self.pitch.height
        return Box(x + air, y + air, self.card.width, self.card.height)

    def front(self, index: int) -> Transform:
        """The transform from the card's own mm to portrait paper."""
        slot = self.slot(index)
        return self.to_paper.after(move(slot.x, slot.y))

    def back(self, index: int, duplex: Duplex) -> Transform:
        """The transform that puts the back exactly behind its front, with both tops together."""
        mirrored_card = flip_across(self.card.width)
        if self.kind == "gutterfold":
            slot = self.slot(index)
            folded = flip_down(self.frame.height).after(move(slot.x, slot.y)).after(mirrored_card)
            return self.to_paper.after(folded)
        return paper_flip(self.paper, duplex).after(self.front(index)).after(mirrored_card)


def paper_flip(paper: Size, duplex: Duplex) -> Transform:
    """The transform from the front of portrait paper to its back, as the printer turns it.

    Single-sided prints are glued like a long-edge print.
    """
    return flip_down(paper.height) if duplex == "short-edge" else flip_across(paper.width)


def plan(kind: Kind, paper: Size, card: Size, bleed: float) -> Plan | None:
    """The orientation with more cards per sheet, portrait if equal; None if not even one fits inside the margin."""
    upright, turned = (_plan(kind, paper, card, bleed, lies) for lies in (False, True))
    best = turned if turned.per_sheet > upright.per_sheet else upright
    return best if best.per_sheet else None


def _plan(kind: Kind, paper: Size, card: Size, bleed: float, turned: bool) -> Plan:
    frame = paper.turned() if turned else paper
    pitch = card if kind == "shared" else card.grown(bleed)
    width, height = frame.width - 2 * MARGIN, frame.height - 2 * MARGIN
    if kind == "gutterfold":
        height = height / 2 - FOLD_GAP
    columns, rows = int((width + ROUNDING) // pitch.width), int((height + ROUNDING) // pitch.height)
    if kind == "single":
        columns, rows = min(columns, 1), min(rows, 1)
    return Plan(kind, paper, card, bleed, max(columns, 0), max(rows, 0), turned)
