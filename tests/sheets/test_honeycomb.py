"""Hexagons nested like a honeycomb: where each one is, what is printed of it, and where it is cut, on every paper."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from proofdeck.ground.paper import PAPERS, Duplex
from proofdeck.ground.problems import Problems
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face
from proofdeck.paper.sheets.honeycomb import CORNERS, cut_lines
from proofdeck.paper.sheets.imposition import SheetPlan, paper_flip, plan
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, Sheet, choose_plan, impose
from proofdeck.source.project.layouts import SheetLayout, built_in

TILE = Size(50.8, 44)
Point = tuple[float, float]

margins = st.floats(0, 20)
layouts = st.builds(
    SheetLayout,
    st.just("own"),
    margin=st.tuples(margins, margins, margins, margins),
    gap=st.just((0.0, 0.0)),
    columns=st.one_of(st.none(), st.integers(1, 4)),
    rows=st.one_of(st.none(), st.integers(1, 4)),
    landscape=st.one_of(st.none(), st.booleans()),
    nested=st.just(True),
)
sizes = st.builds(Size, st.floats(20, 120), st.floats(20, 120))
bleeds = st.floats(0, 4)


def found_plan(layout: SheetLayout, paper: str, size: Size, bleed: float) -> SheetPlan:
    found = plan(layout, PAPERS[paper], size, bleed, "hexagon")
    assume(found is not None)
    assert found is not None
    return found


plans = st.builds(found_plan, layouts, st.sampled_from([*PAPERS]), sizes, bleeds)


def hexagon(slot: Box) -> list[Point]:
    """Its corners, clockwise from the top left."""
    return [(slot.x + x * slot.width / 4, slot.y + y * slot.height / 2) for x, y in CORNERS]


def covers(corners: list[Point], point: Point, by: float = 0.0) -> bool:
    """Whether a point is within a convex outline and at least that far from its edges."""
    signs = []
    for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]]):
        signs.append(((x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)) / dist((x0, y0), (x1, y1)))
    return min(signs) > by or max(signs) < -by


def are_apart(one: list[Point], other: list[Point], by: float = 1e-6) -> bool:
    """Whether an edge of either separates two convex outlines."""
    for shape, beyond in ((one, other), (other, one)):
        turn = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*shape, shape[0]]))
        for (x0, y0), (x1, y1) in pairwise([*shape, shape[0]]):
            away = [((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / dist((x0, y0), (x1, y1)) for x, y in beyond]
            if all((distance if turn > 0 else -distance) <= by for distance in away):
                return True
    return False


def sheets_of(count: int, layout: str | SheetLayout, duplex: Duplex = "long-edge", bleed: float = 2.0) -> list[Sheet]:
    face = Face(TILE, bleed, "hexagon", ())
    named = built_in().get(layout) if isinstance(layout, str) else layout
    how = Imposition("a4", PAPERS["a4"], named, duplex)
    return impose([PrintedCopy(face, face, "tile")] * count, how, Problems())


# Letter: five columns of 38.1 mm and a quarter tile, of which every other one has room for five of six rows.
@pytest.mark.parametrize(("paper", "nested", "apart"), [("a4", 28, 20), ("letter", 28, 16), ("a3", 60, 40)])
def test_more_tiles_of_the_usual_size_are_on_a_sheet_than_with_bleed(paper: str, nested: int, apart: int) -> None:
    found = [plan(built_in()[name], PAPERS[paper], TILE, 2, "hexagon") for name in ("shared", "bleed")]
    assert [one.per_sheet for one in found if one] == [nested, apart]


def test_auto_nests_hexagons_only_when_that_needs_fewer_sheets() -> None:
    chosen = [choose_plan(Imposition("a4", PAPERS["a4"]), TILE, 2, "hexagon", count) for count in (20, 21, 40, 41, 56)]
    assert [found.nested for found in chosen if found] == [False, True, False, True, True]


def test_other_outlines_are_beside_each_other_in_the_same_layout() -> None:
    assert [plan(built_in()["shared"], PAPERS["a4"], TILE, 2, outline) for outline in ("rectangle", "ellipse")] == [
        plan(built_in()["shared"], PAPERS["a4"], TILE, 2)
    ] * 2


@given(plans)
def test_every_hexagon_is_inside_the_margin_and_over_no_other(found: SheetPlan) -> None:
    top, right, bottom, left = found.layout.margin
    room = Box(left, top, found.frame.width - left - right, found.frame.height - top - bottom).inset(-1e-6)
    slots = [found.slot(index) for index in range(found.per_sheet)]
    assert all(room.holds(*corner) for slot in slots for corner in slot.corners)
    assert all(are_apart(hexagon(one), hexagon(other)) for one, other in combinations(slots, 2))


@given(plans)
def test_neighbours_share_two_corners_to_the_hundredth_and_no_hexagon_is_alone(found: SheetPlan) -> None:
    slots = [hexagon(found.slot(index)) for index in range(found.per_sheet)]
    shared = Counter(sum(dist(a, b) < 0.01 for a in one for b in other) for one, other in combinations(slots, 2))
    assert set(shared) <= {0, 2}
    if found.columns > 1 and found.rows > 1:
        down = sum(1 for one, other in combinations(range(found.per_sheet), 2) if _is_below(found, one, other))
        assert shared[2] >= down + found.per_sheet - found.columns
    assert found.per_sheet == 1 or shared[2]


def _is_below(found: SheetPlan, one: int, other: int) -> bool:
    (row, column), (next_row, next_column) = found.place(one), found.place(other)
    return column == next_column and next_row == row + 1


@given(plans)
def test_one_more_row_or_column_would_not_fit(found: SheetPlan) -> None:
    top, right, bottom, left = found.layout.margin
    wide, high = found.frame.width - left - right, found.frame.height - top - bottom
    if found.layout.columns is None:
        assert found.card.width * (3 * found.columns + 4) / 4 > wide - 1e-6
    if found.layout.rows is None:
        assert found.card.height * (found.rows + 1) > high - 1e-6
    if found.short:
        assert found.card.height * (found.rows + 0.5) > high - 1e-6


@given(plans, st.data())
def test_each_edge_is_cut_once_whichever_slots_are_filled(found: SheetPlan, data: st.DataObject) -> None:
    used = data.draw(st.integers(0, found.per_sheet - 1))
    filled = range(used, data.draw(st.integers(used + 1, found.per_sheet)))

    def middles(corners: list[Point]) -> list[Point]:
        return [(round((x0 + x1) / 2, 3), round((y0 + y1) / 2, 3)) for (x0, y0), (x1, y1) in pairwise(corners)]

    lines = [middles([*line]) for line in cut_lines(found, filled)]
    cut = sorted(middle for line in lines for middle in line)
    edges = sorted(middle for slot in map(found.slot, filled) for middle in middles([*hexagon(slot), hexagon(slot)[0]]))
    apart = [at for at, middle in enumerate(edges) if at == 0 or dist(middle, edges[at - 1]) > 0.01]
    assert len(cut) == len(apart)
    assert all(dist(one, edges[at]) < 0.01 for one, at in zip(cut, apart, strict=True))


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "none"])
@given(count=st.integers(1, 60), bleed=bleeds)
def test_what_is_shown_of_a_back_is_behind_what_is_shown_of_its_front_and_neighbours_keep_apart(
    duplex: Duplex, count: int, bleed: float
) -> None:
    for sheet in sheets_of(count, "shared", duplex, bleed):
        assert sheet.back is not None
        flip = paper_flip(sheet.paper, duplex)
        for front, back in zip(sheet.front.placed, sheet.back.placed, strict=True):
            for corner, behind in zip(front.within, back.within, strict=True):
                assert flip.apply(*behind) == pytest.approx(corner, abs=1e-6)
            x, y = 10, 7
            assert flip.apply(*back.transform.apply(TILE.width - x, y)) == pytest.approx(front.transform.apply(x, y))
        parts = [[*placed.within] for placed in sheet.front.placed]
        assert all(are_apart(one, other) for one, other in combinations(parts, 2))
        for placed in sheet.front.placed:
            inner = [placed.transform.apply(*corner) for corner in hexagon(Box(0, 0, TILE.width, TILE.height))]
            assert all(covers([*placed.within], corner, -1e-6) for corner in inner), "the whole hexagon is printed"


def test_bleed_shows_towards_the_outside_only() -> None:
    """Alone, a hexagon has bleed at all six edges; of two, the edge between them has none."""
    (alone,) = sheets_of(1, "shared")
    assert alone.front.placed[0].clip.width == pytest.approx(TILE.height + 2 * 2), "it is turned"
    (pair,) = sheets_of(2, "shared")
    one, other = (placed.within for placed in pair.front.placed)
    assert sum(dist(a, b) < 0.01 for a in one for b in other) == 2
    lines = pair.front.cuts
    assert [len(line) for line in lines] == [7, 6], "a closed hexagon, and one that begins and ends at it"


def test_lines_between_nested_hexagons_take_the_place_of_crop_marks() -> None:
    (nested,) = sheets_of(28, "shared")
    assert (nested.front.marks, len(nested.front.cuts)) == ((), 28)
    assert nested.back is not None
    assert nested.back.cuts == ()
