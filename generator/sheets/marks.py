"""Crop marks and fold lines, which are printed outside the cards. Lengths in mm."""

from __future__ import annotations

from generator.sheets.imposition import Plan
from generator.sheets.transform import Transform
from generator.units import Box

MARK_WIDTH = 0.15
MARK_LENGTH = 3.0
FOLD_DASH = (2.0, 1.5)

Line = tuple[float, float, float, float]
"""x1, y1, x2, y2."""


def crop_marks(plan: Plan, used: int) -> list[Line]:
    """A mark at both ends of each cut for the first `used` slots, outside all bleed, on portrait paper."""
    slots = [plan.slot(index) for index in range(used)]
    marks = _marks(slots, _around(slots, plan.bleed))
    if plan.kind == "gutterfold":
        height = plan.frame.height
        mirrored = [(x1, height - y1, x2, height - y2) for x1, y1, x2, y2 in marks]
        marks = sorted({line for line in [*marks, *mirrored] if not _in_fold(line, plan)})
    return [_moved(line, plan.to_paper) for line in marks]


def fold_line(plan: Plan) -> Line:
    """The line across the paper where a gutterfold sheet is folded."""
    middle = plan.frame.height / 2
    return _moved((0.0, middle, plan.frame.width, middle), plan.to_paper)


def _around(slots: list[Box], bleed: float) -> Box:
    x, y = min(slot.x for slot in slots), min(slot.y for slot in slots)
    right, bottom = max(slot.right for slot in slots), max(slot.bottom for slot in slots)
    return Box(x, y, right - x, bottom - y).inset(-bleed)


def _marks(slots: list[Box], block: Box) -> list[Line]:
    downs = sorted({round(x, 6) for slot in slots for x in (slot.x, slot.right)})
    acrosses = sorted({round(y, 6) for slot in slots for y in (slot.y, slot.bottom)})
    return [
        *((x, block.y, x, block.y - MARK_LENGTH) for x in downs),
        *((x, block.bottom, x, block.bottom + MARK_LENGTH) for x in downs),
        *((block.x, y, block.x - MARK_LENGTH, y) for y in acrosses),
        *((block.right, y, block.right + MARK_LENGTH, y) for y in acrosses),
    ]


def _in_fold(line: Line, plan: Plan) -> bool:
    """Drop marks in the strip around the fold; those cuts are already marked outside."""
    middle = plan.frame.height / 2
    return line[0] == line[2] and abs((line[1] + line[3]) / 2 - middle) < MARK_LENGTH + 2


def _moved(line: Line, by: Transform) -> Line:
    return (*by.apply(line[0], line[1]), *by.apply(line[2], line[3]))
