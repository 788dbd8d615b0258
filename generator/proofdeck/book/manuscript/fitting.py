"""How a book fills its pages: one whose last page is nearly empty is set again, a little tighter or looser.

The page of the book says where its parts are, `rulebook.typ` under `here-is`; a page that does not is set once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

ENOUGH = 0.6
"""The share of its last page that a book fills."""
TIGHTER, LOOSER = (0.95, 0.9), (1.05, 1.1)
"""The room between lines and blocks, as shares of the usual. Beyond these a page looks different from other books."""
MOSTLY_EMPTY = 0.45
"""A last page that is filled up to here is saved rather than filled up, if either can be done."""
Inputs = Mapping[str, str]


class Part(NamedTuple):
    """Where a block begins. begins: whether a column may begin with it; x, y: in mm on its page; tall: of a column."""

    number: int
    begins: bool
    page: int
    x: float
    y: float
    tall: float


class Filling(NamedTuple):
    """The pages of a book, the filled share of the last one, and the part that would halve that page; -1 for none."""

    pages: int
    share: float
    half: int


def filling(parts: Sequence[Part]) -> Filling:
    """How parts fill two columns a page. The last one is the end of the book."""
    end = parts[-1]
    top, left = min(one.y for one in parts), min(one.x for one in parts)
    column = [one for one in parts if one.page == end.page]
    heights = [
        (after.y if after.x == one.x else top + one.tall) - one.y for one, after in pairwise(column)
    ]  # the lower edge of a left column is not known better than that of the page
    begun = column[0].y - top + (end.tall if column[0].x > left else 0)  # of a block from the page before
    total = begun + sum(heights)
    halves = {
        one.number: max(before, total - before)
        for place, one in enumerate(column[:-1])
        if one.begins and (before := begun + sum(heights[:place])) > 0
    }
    half = min(halves, key=halves.__getitem__, default=-1)
    begins_right = any(one.number == half and one.x > left and one.y == top for one in column)
    is_useful = bool(halves) and halves[half] < end.tall and not begins_right
    return Filling(end.page, total / (2 * end.tall), half if is_useful else -1)


def fitted(set_with: Callable[[Inputs], tuple[Sequence[Part], Inputs]]) -> Inputs:
    """The inputs with which a book has a full last page in two equal columns, or one page less.

    set_with: sets the book with some inputs, and tells its parts and the inputs that save time from then on.
    """
    parts, known = set_with({})
    if not parts:
        return {}
    first = found = filling(parts)
    chosen: Inputs = {}
    if first.share < ENOUGH:
        for room in (*TIGHTER, *LOOSER) if first.share < MOSTLY_EMPTY else (*LOOSER, *TIGHTER):
            inputs = {**(known if room in TIGHTER else {}), "room": str(room)}  # a looser page 1 has less room
            other = filling(set_with(inputs)[0])
            if other.pages < first.pages or (other.pages == first.pages and other.share >= ENOUGH):
                found, chosen = other, inputs
                break
    if found.half < 0:
        return chosen
    halved = {**(chosen or known), "column": str(found.half)}
    return halved if filling(set_with(halved)[0]).pages == found.pages else chosen
