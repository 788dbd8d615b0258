"""Boards larger than the paper: their tiles cover them, overlap as said, and have each back behind its front."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from proofdeck.ground.paper import PAPERS, SMALL_PAPERS, Duplex
from proofdeck.ground.problems import Problems
from proofdeck.ground.transform import move
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face
from proofdeck.paper.sheets.cover import pieces_of
from proofdeck.paper.sheets.imposition import Tiling, paper_flip, plan
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, Sheet, contents, impose
from proofdeck.paper.sheets.tiling import BAND, MOST, plan_tiles
from proofdeck.source.project.layouts import Marks, SheetLayout, built_in

margins = st.floats(0, 15)
layouts = st.one_of(
    st.sampled_from([built_in()[name] for name in ("shared", "bleed", "single")]),
    st.builds(
        SheetLayout,
        st.just("own"),
        margin=st.tuples(margins, margins, margins, margins),
        landscape=st.one_of(st.none(), st.booleans()),
        overlap=st.floats(0, 30),
    ),
)
PAPER_SIZES = {**PAPERS, **SMALL_PAPERS}
lengths = st.floats(150, 420)
boards = st.builds(Size, lengths, lengths)
papers = st.sampled_from(["a4", "letter", "a5", "a3"])
duplexes = st.sampled_from(["long-edge", "short-edge", "none"])


def board(size: Size, bleed: float = 2.0) -> Face:
    return Face(size, bleed, "rectangle", ())


def sheets_of(
    size: Size,
    layout: SheetLayout | None = None,
    *,
    paper: str = "a4",
    duplex: Duplex = "long-edge",
    bleed: float = 2.0,
    has_back: bool = True,
    copies: int = 1,
) -> list[Sheet]:
    """The sheets of a board that has to be in tiles."""
    face, problems = board(size, bleed), Problems()
    assume(layout is None or plan(layout, PAPER_SIZES[paper], size, bleed) is None)
    how = Imposition(paper, PAPER_SIZES[paper], layout, duplex)
    sheets = impose([PrintedCopy(face, face if has_back else None, "road")] * copies, how, problems)
    assume(not problems and sheets[0].plan.tiling is not None)
    return sheets


def tiling_of(sheet: Sheet) -> Tiling:
    assert sheet.plan.tiling is not None
    return sheet.plan.tiling


def seen(sheet: Sheet) -> Box:
    """Which part of its board is on a sheet, bleed included, in mm of the board."""
    (placed,) = sheet.front.placed
    a, b, c, d, e, f = placed.transform
    corners = [((x - e) * a + (y - f) * b, (x - e) * c + (y - f) * d) for x, y in placed.clip.corners]
    return Box.around([Box(x, y, 0, 0) for x, y in corners])


@given(boards, layouts, papers, st.floats(0, 1), st.floats(0, 1))
def test_each_point_of_a_board_and_of_its_bleed_is_printed(
    size: Size, layout: SheetLayout, paper: str, across: float, down: float
) -> None:
    sheets = sheets_of(size, layout, paper=paper)
    x, y = across * (size.width + 4) - 2, down * (size.height + 4) - 2
    assert any(seen(sheet).inset(-1e-6).holds(x, y) for sheet in sheets)


@given(boards, layouts, papers)
def test_tiles_are_equal_inside_the_margin_and_overlap_as_the_layout_says(
    size: Size, layout: SheetLayout, paper: str
) -> None:
    sheets = sheets_of(size, layout, paper=paper)
    tiling = tiling_of(sheets[0])
    assert [sheet.tile for sheet in sheets] == [(r, c) for r in range(tiling.rows) for c in range(tiling.columns)]
    for sheet in sheets:
        room, tile = sheet.plan.frame, sheet.plan.slot(0)
        top, right, bottom, left = sheet.plan.layout.margin
        assert Box(left, top, room.width - left - right, room.height - top - bottom).inset(-1e-6).holds(tile.x, tile.y)
        assert tile.right <= room.width - right + 1e-6
        assert tile.bottom <= room.height - bottom + 1e-6
    by_row = [sheets[at : at + tiling.columns] for at in range(0, len(sheets), tiling.columns)]
    for one, other in pairwise(by_row[0]):
        assert seen(one).right - seen(other).x == pytest.approx(layout.overlap, abs=1e-6)
    for one, other in pairwise([row[0] for row in by_row]):
        assert seen(one).bottom - seen(other).y == pytest.approx(layout.overlap, abs=1e-6)
    whole = Box.around([seen(sheet) for sheet in sheets])
    bleed = sheets[0].plan.bleed
    assert (whole.x, whole.y) == pytest.approx((-bleed, -bleed), abs=1e-6)
    assert (whole.width, whole.height) == pytest.approx((size.width + 2 * bleed, size.height + 2 * bleed))


@given(boards, layouts, papers, duplexes)
def test_each_tile_of_a_back_is_behind_that_of_its_front(
    size: Size, layout: SheetLayout, paper: str, duplex: Duplex
) -> None:
    for sheet in sheets_of(size, layout, paper=paper, duplex=duplex):
        assert sheet.back is not None
        flip = paper_flip(sheet.paper, duplex)
        ((front,), (back,)) = sheet.front.placed, sheet.back.placed
        on_back = flip.apply(*back.transform.apply(size.width - 30, 20))
        assert on_back == pytest.approx(front.transform.apply(30, 20), abs=1e-6)
        a, b, c, d, _, _ = back.transform
        assert a * d - b * c == pytest.approx(1), "turned, and never mirrored"
        clip = flip.box(back.clip)
        assert (clip.x, clip.y, clip.width) == pytest.approx((front.clip.x, front.clip.y, front.clip.width), abs=1e-6)


@given(boards, layouts, papers)
def test_no_board_takes_more_sheets_than_it_has_to(size: Size, layout: SheetLayout, paper: str) -> None:
    """One column or row less would not fit between the bands for marks, and the other way round is no better."""
    sheets = sheets_of(size, layout, paper=paper, copies=1)
    for turned in (False, True) if layout.landscape is None else (layout.landscape,):
        frame = sheets[0].paper.turned() if turned else sheets[0].paper
        top, right, bottom, left = layout.margin
        needed = 1
        for length, room in ((size.width, frame.width - left - right), (size.height, frame.height - top - bottom)):
            air = 2 if layout.gap is None else 0
            fits = [1] if length + 2 * air <= room else []
            inner = room - 2 * (BAND + 2)
            fits += [n for n in range(2, 200) if (length + (n - 1) * layout.overlap) / n <= inner + 1e-6]
            needed *= fits[0] if fits else 10**6
        assert len(sheets) <= needed


@given(boards, st.booleans())
def test_marks_are_outside_what_is_seen_and_say_where_the_next_sheet_begins(size: Size, has_back: bool) -> None:
    sheets = sheets_of(size, has_back=has_back)
    for sheet in sheets:
        tile, paper = sheet.front.trim.inset(1e-6), sheet.paper
        for x1, y1, x2, y2 in (*sheet.front.marks, *sheet.front.folds):
            assert not tile.touches(Box(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2)))
            assert min(x1, x2) >= 0
            assert max(y1, y2) <= paper.height
        tiling, (row, column) = tiling_of(sheet), sheet.tile
        is_last, is_lowest = column == tiling.columns - 1, row == tiling.rows - 1
        assert len(sheet.front.folds) == 2 * (not is_last) + 2 * (not is_lowest)
        assert len(sheet.front.marks) == 8 - (0 if has_back else len(sheet.front.folds))
        if not is_last:
            following = next(other for other in sheets if other.tile == (row, column + 1))
            (placed,) = sheet.front.placed
            seam = placed.transform.apply(seen(following).x, 0)
            assert any(
                seam == pytest.approx((x1, seam[1])) or seam == pytest.approx((seam[0], y1))
                for x1, y1, _, _ in sheet.front.folds
            )


@pytest.mark.parametrize("has_back", [False, True])
def test_marks_of_tiles_are_crosses_or_lines_if_the_layout_says_so(has_back: bool) -> None:
    """Where a line is cut: at the left and top of each tile, at all four edges if what is cut off would hide a back."""
    face = board(Size(300, 200))
    items = [PrintedCopy(face, face if has_back else None, "road")]
    styles = {style: SheetLayout(style, marks=Marks(style)) for style in ("corners", "crosses", "lines")}
    made = {style: impose(items, Imposition("a4", PAPERS["a4"], one), Problems()) for style, one in styles.items()}
    for style in ("crosses", "lines"):
        for sheet, corners in zip(made[style], made["corners"], strict=True):
            assert sheet.front.trim == corners.front.trim
            assert sheet.front.folds == corners.front.folds, "where the next sheet begins is marked outside, as always"
            cuts = {round(x1 if x1 == x2 else y1, 6) for x1, y1, x2, y2 in corners.front.marks}
            found = {round(x1 if x1 == x2 else y1, 6) for x1, y1, x2, y2 in sheet.front.marks}
            assert found == cuts
            if style == "lines":
                full = {sheet.paper.width, sheet.paper.height}
                assert all(max(abs(x1 - x2), abs(y1 - y2)) in full for x1, y1, x2, y2 in sheet.front.marks)
            else:
                assert len(sheet.front.marks) % 2 == 0


def test_the_printer_moves_the_backs_of_tiles_too() -> None:
    face = board(Size(300, 200))
    items = [PrintedCopy(face, face, "road")]
    how = Imposition("a4", PAPERS["a4"])
    moved = impose(items, Imposition("a4", PAPERS["a4"], back=move(1, -2)), Problems())
    for one, other in zip(impose(items, how, Problems()), moved, strict=True):
        assert one.front == other.front
        assert one.back is not None
        assert other.back is not None
        assert other.back.placed[0].transform == move(1, -2).after(one.back.placed[0].transform)


def test_copies_of_a_board_are_counted_once_and_are_on_each_of_their_sheets() -> None:
    face, card = board(Size(300, 200)), board(Size(63, 88))
    items = [PrintedCopy(card, card, "card"), *[PrintedCopy(face, None, label) for label in ("road", "river")]]
    sheets = impose(items, Imposition("a4", PAPERS["a4"]), Problems())
    found = [[item.label for item in members] for members in contents(items, sheets)]
    assert found == [["card"], ["road"], ["road"], ["river"], ["river"]]
    assert [piece.kinds for piece in pieces_of(items, sheets, {})] == [(("", 1),), (("", 2),)]


@pytest.mark.parametrize("name", ["gutterfold", "silhouette", "a4-2x5"])
def test_a_layout_that_says_where_pieces_are_refuses_what_is_too_large(name: str) -> None:
    face, problems = board(Size(300, 200)), Problems()
    assert impose([PrintedCopy(face, face, "road")], Imposition("a4", PAPERS["a4"], built_in()[name]), problems) == []
    assert [problem.code for problem in problems] == ["E401"]


def test_a_board_that_would_take_too_many_sheets_is_refused() -> None:
    face, problems = board(Size(420, 420)), Problems()
    how = Imposition("mine", Size(80, 120), SheetLayout("mine", Size(80, 120)))
    assert impose([PrintedCopy(face, None, "road")], how, problems) == []
    (problem,) = problems
    assert (problem.code, problem.message) == (
        "E401",
        f"road (420 x 420 mm) does not fit on {MOST} x {MOST} sheets of mine (80 x 120 mm)",
    )
    assert plan_tiles(SheetLayout("mine", overlap=50), Size(60, 60), Size(420, 420), 2) is None
