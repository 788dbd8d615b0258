"""How many cards fit, and that every back lies behind its front whatever the paper, the layout and the turn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.paper import PAPERS, Duplex
from proofdeck.ground.transform import flip_across, flip_down
from proofdeck.ground.units import Box, Size
from proofdeck.paper.sheets.imposition import FOLD_GAP, SheetPlan, plan
from proofdeck.paper.sheets.marks import crop_marks
from proofdeck.source.project.layouts import SheetLayout, built_in

POKER, POKER_US, BRIDGE = Size(63, 88), Size(63.5, 88.9), Size(57.15, 88.9)
TAROT, MINI, SQUARE, LARGE_SQUARE = Size(69.85, 120.65), Size(44.45, 63.5), Size(63.5, 63.5), Size(88.9, 88.9)

# card, layout, bleed, cards on A4, cards on Letter: the figures that people who print at home know.
KNOWN = [
    (POKER, "shared", 0, 9, 9),
    (POKER, "bleed", 2, 8, 8),
    (POKER, "bleed", 3, 8, 6),
    (POKER_US, "shared", 0, 9, 9),
    (POKER_US, "bleed", 2, 8, 6),
    (BRIDGE, "shared", 0, 10, 9),
    (BRIDGE, "bleed", 3, 9, 8),
    (TAROT, "shared", 0, 4, 4),
    (TAROT, "bleed", 3, 4, 4),
    (MINI, "shared", 0, 18, 18),
    (MINI, "bleed", 2, 16, 15),
    (MINI, "bleed", 3, 12, 12),
    (SQUARE, "shared", 0, 12, 12),
    (LARGE_SQUARE, "shared", 0, 6, 6),
    (POKER, "gutterfold", 2, 4, 4),
    (POKER, "single", 2, 1, 1),
]


@pytest.mark.parametrize(("card", "kind", "bleed", "on_a4", "on_letter"), KNOWN)
def test_the_known_numbers_of_cards_on_a_sheet_come_out_by_computation(
    card: Size, kind: str, bleed: float, on_a4: int, on_letter: int
) -> None:
    found = [plan(built_in()[kind], PAPERS[paper], card, bleed) for paper in ("a4", "letter")]
    assert [p.per_sheet if p else 0 for p in found] == [on_a4, on_letter]


def test_eight_cards_with_bleed_lie_four_by_two_on_turned_paper() -> None:
    found = plan(built_in()["bleed"], PAPERS["a4"], POKER, 2)
    assert found is not None
    assert (found.columns, found.rows, found.turned) == (4, 2, True)


def test_a_card_that_leaves_less_than_the_margin_does_not_fit() -> None:
    a4 = PAPERS["a4"]
    assert plan(built_in()["shared"], a4, Size(200, 287), 0) is not None
    assert plan(built_in()["shared"], a4, Size(200.1, 287), 0) is None
    assert plan(built_in()["bleed"], a4, Size(197, 284), 1.5) is not None
    assert plan(built_in()["bleed"], a4, Size(197, 284), 1.6) is None


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("card", [POKER, MINI, SQUARE])
def test_beside_marks_for_a_machine_are_as_many_cards_as_leave_them_free(card: Size, paper: str) -> None:
    """No other number of columns and rows has room for more."""
    layout = built_in()["silhouette"]
    found = plan(layout, PAPERS[paper], card, 2)
    assert found is not None
    others = [
        plan(replace(layout, columns=c, rows=r), PAPERS[paper], card, 2) for c in range(1, 12) for r in range(1, 12)
    ]
    assert found.per_sheet == max(other.per_sheet for other in others if other is not None)


sizes = st.builds(Size, st.floats(10, 150), st.floats(10, 150))
papers = st.sampled_from(list(PAPERS.values()))
lengths = st.floats(0, 20)
own_layouts = st.builds(
    SheetLayout,
    st.just("own"),
    margin=st.tuples(lengths, lengths, lengths, lengths),
    gap=st.one_of(st.none(), st.tuples(lengths, lengths)),
    columns=st.one_of(st.none(), st.integers(1, 4)),
    rows=st.one_of(st.none(), st.integers(1, 4)),
    landscape=st.one_of(st.none(), st.booleans()),
    fold=st.booleans(),
)
layouts = st.one_of(st.sampled_from(list(built_in().values())), own_layouts)
bleeds = st.floats(0, 5)


@st.composite
def plans(draw: st.DrawFn) -> SheetPlan:
    found = None
    while found is None:
        found = plan(draw(layouts), draw(papers), draw(sizes), draw(bleeds))
    return found


def slot_boxes(found: SheetPlan) -> list[Box]:
    card = Box(0, 0, found.card.width, found.card.height)
    return [found.front(index).box(card) for index in range(found.per_sheet)]


@given(plans())
def test_no_card_reaches_into_the_margin_or_another_card(found: SheetPlan) -> None:
    air = found.bleed if found.layout.gap is None else 0.0
    top, right, bottom, left = found.layout.margin
    if found.turned:  # on portrait paper, the top of landscape paper is at the right
        top, right, bottom, left = left, top, right, bottom
    boxes = [box.inset(-air) for box in slot_boxes(found)]
    for box in boxes:
        assert box.x >= left - 1e-6
        assert box.y >= top - 1e-6
        assert box.right <= found.paper.width - right + 1e-6
        assert box.bottom <= found.paper.height - bottom + 1e-6
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            apart = one.right <= other.x + 1e-6 or other.right <= one.x + 1e-6
            assert apart or one.bottom <= other.y + 1e-6 or other.bottom <= one.y + 1e-6


@given(plans(), st.sampled_from(["long-edge", "short-edge", "none"]), st.floats(0, 1), st.floats(0, 1))
def test_every_point_of_a_back_lies_behind_the_mirrored_point_of_its_front(
    found: SheetPlan, duplex: Duplex, across: float, down: float
) -> None:
    """Turn the paper as a printer does, or fold it: the card's left is then the back's right, its top still its top."""
    turn = flip_down(found.paper.height) if duplex == "short-edge" else flip_across(found.paper.width)
    if found.layout.fold:
        turn = flip_across(found.paper.width) if found.turned else flip_down(found.paper.height)
    width, height = found.card.width, found.card.height
    for index in range(found.per_sheet):
        front = found.front(index).apply(across * width, down * height)
        back = turn.apply(*found.back(index, duplex).apply(width - across * width, down * height))
        assert back == pytest.approx(front, abs=1e-6)


@given(plans(), st.sampled_from(["long-edge", "short-edge", "none"]))
def test_backs_are_turned_and_never_mirrored(found: SheetPlan, duplex: Duplex) -> None:
    a, b, c, d, _, _ = found.back(0, duplex)
    assert a * d - b * c == 1


@given(plans())
def test_a_gutterfold_sheet_keeps_five_millimetres_between_the_fold_and_all_bleed(found: SheetPlan) -> None:
    if found.layout.fold:
        lowest = max(found.slot(index).bottom + found.bleed for index in range(found.per_sheet))
        assert found.frame.height / 2 - lowest >= FOLD_GAP - 1e-6


def test_gutterfold_backs_stand_on_their_heads() -> None:
    found = plan(built_in()["gutterfold"], PAPERS["a4"], POKER, 2)
    assert found is not None
    front, back = found.front(0), found.back(0, "none")
    assert (back.a, back.b, back.c, back.d) == (-front.a, -front.b, -front.c, -front.d)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_crop_mark_is_printed_in_the_strip_around_the_fold(paper: str) -> None:
    found = plan(built_in()["gutterfold"], PAPERS[paper], POKER, 2)
    assert found is not None
    assert found.turned
    fold = found.paper.width / 2
    marks = crop_marks(found, found.per_sheet)
    assert marks
    assert all(abs(x - fold) >= FOLD_GAP for x1, _, x2, _ in marks for x in (x1, x2))
