"""Where each card is on both sides of a sheet, and how much of its bleed shows there. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proofdeck.ground.paper import Duplex
from proofdeck.ground.transform import Transform, flip_across
from proofdeck.ground.units import Box
from proofdeck.paper.sheets.honeycomb import Point, shown_parts
from proofdeck.paper.sheets.imposition import ROUNDING, SheetPlan, paper_flip
from proofdeck.paper.sheets.marks import Line, crop_marks


class Slot(NamedTuple):
    """The place of a face on one side of a sheet. transform: card mm to paper mm; the others are in paper mm."""

    transform: Transform
    trim: Box
    clip: Box
    within: tuple[Point, ...] = ()


class Slots(NamedTuple):
    """The slots and the lines of all sheets with a certain number of cards. backs, back_marks: on the other side."""

    fronts: Sequence[Slot]
    backs: Sequence[Slot]
    marks: tuple[Line, ...]
    back_marks: tuple[Line, ...]

    def after(self, used: int) -> Slots:
        """Those behind the first ones, which stay free."""
        return self._replace(fronts=self.fronts[used:], backs=self.backs[used:])


def slots_of(chosen: SheetPlan, used: int, duplex: Duplex, moved: Transform, *, marked: bool) -> Slots:
    """Where that many cards are on a sheet. moved: where the printer needs backs; marked: whether cuts are."""
    shown, flip = _shown(chosen, used), moved.after(paper_flip(chosen.paper, duplex))
    marks = tuple(crop_marks(chosen, used)) if marked else ()
    mirrored = flip_across(chosen.card.width)
    return Slots(
        [_slot(chosen, chosen.front(index), corners) for index, corners in enumerate(shown)],
        [
            _slot(chosen, moved.after(chosen.back(index, duplex)), [mirrored.apply(*corner) for corner in corners])
            for index, corners in enumerate(shown)
        ],
        marks,
        tuple((*flip.apply(x1, y1), *flip.apply(x2, y2)) for x1, y1, x2, y2 in marks),
    )


def _shown(chosen: SheetPlan, used: int) -> Sequence[Sequence[Point]]:
    """The corners of what is printed of each card, in mm of the card."""
    if chosen.nested:
        return shown_parts(chosen, used)
    width, height = chosen.card.width, chosen.card.height
    return [
        Box(-bleed.left, -bleed.top, width + bleed.left + bleed.right, height + bleed.top + bleed.bottom).corners
        for bleed in shown_bleeds(chosen, used)
    ]


def _slot(chosen: SheetPlan, transform: Transform, shown: Sequence[Point]) -> Slot:
    """shown: the corners of what is printed, in mm of the face."""
    corners = [transform.apply(*corner) for corner in shown]
    clip = Box.around([Box(x, y, 0, 0) for x, y in corners])
    trim = transform.box(Box(0, 0, chosen.card.width, chosen.card.height))
    return Slot(transform, trim, clip, tuple(corners) if chosen.nested else ())


class Bleed(NamedTuple):
    """How far ink may show beyond each edge of a card, in mm."""

    left: float
    top: float
    right: float
    bottom: float


def shown_bleeds(chosen: SheetPlan, used: int) -> list[Bleed]:
    """For each slot the whole bleed, except towards a neighbour, which gets half of the room between them."""
    slots = [chosen.slot(index) for index in range(used)]
    return [_towards(slot, slots, chosen.bleed) for slot in slots]


def _towards(slot: Box, slots: Sequence[Box], bleed: float) -> Bleed:
    left = top = right = bottom = 2 * bleed
    for other in slots:
        if other.y < slot.bottom - ROUNDING and slot.y < other.bottom - ROUNDING:
            left = min(left, slot.x - other.right) if other.x < slot.x else left
            right = min(right, other.x - slot.right) if other.x > slot.x else right
        if other.x < slot.right - ROUNDING and slot.x < other.right - ROUNDING:
            top = min(top, slot.y - other.bottom) if other.y < slot.y else top
            bottom = min(bottom, other.y - slot.bottom) if other.y > slot.y else bottom
    return Bleed(*(round(max(0.0, room / 2), 6) for room in (left, top, right, bottom)))
