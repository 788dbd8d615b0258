"""Hexagons nested like a honeycomb: an edge that neighbours share is cut once, and shows no bleed. Lengths in mm.

Corners are counted in quarters of the width and halves of the height of a hexagon, so shared ones are exactly the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import hypot

from proofdeck.paper.sheets.imposition import SheetPlan

CORNERS = ((1, 0), (3, 0), (4, 1), (3, 2), (1, 2), (0, 1))
"""Of the first hexagon, clockwise from the top left."""

Point = tuple[float, float]
Edge = tuple[tuple[int, int], tuple[int, int]]


def cut_lines(plan: SheetPlan, slots: Iterable[int]) -> Iterator[tuple[Point, ...]]:
    """The lines that set these slots free, in the frame, each shared edge once; a closed one ends where it begins."""
    done: set[frozenset[tuple[int, int]]] = set()
    for index in slots:
        edges = _edges(plan, index)
        new = [frozenset(edge) not in done for edge in edges]
        done.update(map(frozenset, edges))
        first = next((at for at in range(6) if new[at] and not new[at - 1]), 0)
        turned = [(new[(first + at) % 6], edges[(first + at) % 6]) for at in range(6)]
        for is_new, run in groupby(turned, key=lambda one: one[0]):
            if is_new:
                begins, ends = zip(*(edge for _, edge in run), strict=True)
                yield tuple(_point(plan, corner) for corner in (*begins, ends[-1]))


def shown_parts(plan: SheetPlan, used: int) -> list[tuple[Point, ...]]:
    """What is printed of each of the first `used` cards, in its own mm: bleed only where it has no neighbour."""
    shared = Counter(frozenset(edge) for index in range(used) for edge in _edges(plan, index))
    return [tuple(_grown(plan, index, shared)) for index in range(used)]


def _edges(plan: SheetPlan, index: int) -> list[Edge]:
    """Those of a slot, clockwise."""
    row, column = plan.place(index)
    corners = [(3 * column + x, 2 * row + column % 2 + y) for x, y in CORNERS]
    return [*pairwise([*corners, corners[0]])]


def _point(plan: SheetPlan, corner: tuple[int, int]) -> Point:
    block, (x, y) = plan.block, corner
    return block.x + x * plan.card.width / 4, block.y + y * plan.card.height / 2


def _grown(plan: SheetPlan, index: int, shared: Counter[frozenset[tuple[int, int]]]) -> Iterator[Point]:
    """The corners of a hexagon after its edges have moved outwards, each by the bleed that it shows."""
    slot, edges = plan.slot(index), _edges(plan, index)
    bleeds = [0.0 if shared[frozenset(edge)] > 1 else plan.bleed for edge in edges]
    outwards = [_outwards([_point(plan, corner) for corner in edge]) for edge in edges]
    for at, (corner, _) in enumerate(edges):
        (x, y), (ax, ay), (bx, by) = _point(plan, corner), outwards[at - 1], outwards[at]
        before, after, whole = bleeds[at - 1], bleeds[at], ax * by - ay * bx
        yield x - slot.x + (before * by - after * ay) / whole, y - slot.y + (after * ax - before * bx) / whole


def _outwards(edge: Sequence[Point]) -> Point:
    """The direction away from the hexagon, one mm long."""
    (x0, y0), (x1, y1) = edge
    length = hypot(x1 - x0, y1 - y0)
    return (y1 - y0) / length, (x0 - x1) / length
