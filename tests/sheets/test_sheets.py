"""Sheets of items: grouping by size, choice of layout, bleed beside neighbours, crop marks, little ink."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.colour_vision import BLACK
from proofdeck.ground.paper import MARGIN, PAPERS
from proofdeck.ground.problems import Problems
from proofdeck.ground.transform import move
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import (
    Face,
    Font,
    Glyph,
    Gradient,
    Icon,
    Picture,
    Shape,
    TextRun,
    Turned,
    rectangle_path,
)
from proofdeck.paper.sheets.enlarging import enlarged, fits_enlarged
from proofdeck.paper.sheets.low_ink import ICON_GREY, low_ink
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, Sheet, choose_plan, contents, filled, impose
from proofdeck.paper.sheets.slots import Bleed, shown_bleeds
from proofdeck.source.project.layouts import built_in


def blank(width: float = 63, height: float = 88, bleed: float = 2) -> Face:
    return Face(Size(width, height), bleed, "rectangle", ())


def on_a4(count: int, layout: str = "auto", face: Face | None = None) -> list[Sheet]:
    problems = Problems()
    face = face or blank()
    sheets = impose(
        [PrintedCopy(face, face, "card")] * count, Imposition("a4", PAPERS["a4"], built_in().get(layout)), problems
    )
    assert not problems
    return sheets


@pytest.mark.parametrize(("count", "layout"), [(9, "auto"), (15, "auto"), (41, "auto"), (12, "bleed"), (3, "single")])
def test_fillers_take_turns_in_the_spaces_that_are_left_and_never_take_a_sheet(count: int, layout: str) -> None:
    how = Imposition("a4", PAPERS["a4"], built_in().get(layout))
    cards = [PrintedCopy(blank(), blank(), label) for label in ["map", "aid", *["card"] * (count - 2)]]
    tokens = [PrintedCopy(blank(20, 20), blank(20, 20), "token")] * 3
    items = filled([*cards, *tokens], how, {"map", "aid"})
    before, after = (impose(found, how, Problems()) for found in ([*cards, *tokens], items))
    assert [sheet.plan for sheet in after] == [sheet.plan for sheet in before]
    free = sum(sheet.plan.per_sheet for sheet in before if sheet.plan.card == Size(63, 88)) - count
    more = [item.label for item in items[count + len(tokens) :]]
    assert more == ["map", "aid"] * (free // 2) + ["map"] * (free % 2)


@pytest.mark.parametrize(
    ("count", "layout", "sheets"),
    [
        (9, "auto", 1),
        (10, "auto", 2),
        (131, "auto", 15),
        (132, "auto", 15),
        (8, "bleed", 1),
        (3, "single", 3),
        (0, "auto", 0),
    ],
)
def test_cards_fill_sheet_after_sheet(count: int, layout: str, sheets: int) -> None:
    assert len(on_a4(count, layout)) == sheets


def test_auto_takes_the_fewest_sheets_and_keeps_the_bleed_when_it_costs_none() -> None:
    how = Imposition("a4", PAPERS["a4"])
    chosen = {count: choose_plan(how, Size(63, 88), 2, "rectangle", count) for count in (8, 9, 16, 17, 64, 65)}
    kinds = {count: found.layout.name for count, found in chosen.items() if found}
    # nine a sheet with shared cuts, eight with bleed: 64 cards are 8 sheets either way, 65 are 8 against 9
    assert kinds == {8: "bleed", 9: "shared", 16: "bleed", 17: "shared", 64: "bleed", 65: "shared"}


def test_tokens_never_share_a_cut() -> None:
    found = choose_plan(Imposition("a4", PAPERS["a4"]), Size(25.4, 25.4), 2, "ellipse", 100)
    assert found is not None
    assert found.layout.name == "bleed"


def test_each_size_gets_sheets_of_its_own() -> None:
    problems = Problems()
    items = [
        PrintedCopy(blank(), None, "card"),
        PrintedCopy(blank(25, 25), None, "token"),
        PrintedCopy(blank(), None, "card"),
    ]
    sheets = impose(items, Imposition("a4", PAPERS["a4"]), problems)
    assert [[placed.face.size.width for placed in sheet.front.placed] for sheet in sheets] == [[63, 63], [25]]


@pytest.mark.parametrize("layout", ["a4-2x5", "shared", "gutterfold"])
@given(used=st.integers(0, 12), count=st.integers(1, 30))
def test_positions_that_have_been_used_stay_free_and_all_others_are_as_they_were(
    layout: str, used: int, count: int
) -> None:
    """Five cards from the third position on are where the last five of seven are:   . . 0 / 1 2 3 / 4."""
    how = Imposition("a4", PAPERS["a4"], built_in()[layout], used=used)
    items = [PrintedCopy(blank(54, 50), blank(54, 50), f"c{number}") for number in range(count)]
    problems = Problems()
    sheets = impose(items, how, problems)
    each = impose(items[:1], replace(how, used=0), Problems())[0].plan.per_sheet
    if used >= each:
        assert [problem.code for problem in problems] == ["E405"]
        assert not sheets
        return
    whole = impose([items[0]] * (used + count), replace(how, used=0), Problems())
    assert [sheet.pieces for sheet in sheets] == [min(each - used, count), *(sheet.pieces for sheet in whole[1:])]
    assert [len(found) for found in contents(items, sheets)] == [sheet.pieces for sheet in sheets]
    assert sum(sheet.plan.per_sheet - sheet.used - sheet.pieces for sheet in sheets) == -(used + count) % each
    fronts = [placed.transform for sheet in sheets for placed in sheet.front.placed[: sheet.pieces]]
    assert fronts == [placed.transform for sheet in whole for placed in sheet.front.placed[: sheet.pieces]][used:]
    if layout != "gutterfold":
        backs = [placed.transform for sheet in sheets if sheet.back for placed in sheet.back.placed]
        assert backs == [placed.transform for sheet in whole if sheet.back for placed in sheet.back.placed][used:]


def test_only_the_first_sheet_of_all_is_partly_used() -> None:
    items = [PrintedCopy(blank(), None, "card"), PrintedCopy(blank(25, 25), None, "token")]
    sheets = impose(items, Imposition("a4", PAPERS["a4"], used=2), Problems())
    assert [sheet.used for sheet in sheets] == [2, 0]


def test_a_card_too_large_for_the_paper_is_refused_with_the_reason() -> None:
    problems = Problems()
    face, fold = blank(198, 290, 0), built_in()["gutterfold"]
    impose([PrintedCopy(face, face, "board")], Imposition("letter", PAPERS["letter"], fold), problems)
    (problem,) = problems
    assert problem.code == "E401"
    assert "board (198 x 290 mm) does not fit on letter" in problem.message
    assert "margin of 5 mm" in problem.message


def test_what_is_printed_on_one_side_is_not_folded_and_may_fill_the_paper() -> None:
    """A board as large as the paper beside cards with backs, which are folded."""
    problems = Problems()
    items = [PrintedCopy(blank(198, 267, 0), None, "board"), PrintedCopy(blank(), blank(), "card")]
    sheets = impose(items, Imposition("a4", PAPERS["a4"], built_in()["gutterfold"]), problems)
    assert not problems
    assert [len(sheet.front.folds) for sheet in sheets] == [0, 1]


def test_a_board_with_a_back_is_too_large_to_be_folded() -> None:
    problems = Problems()
    face = blank(198, 267, 0)
    assert (
        impose([PrintedCopy(face, face, "board")], Imposition("a4", PAPERS["a4"], built_in()["gutterfold"]), problems)
        == []
    )
    assert [problem.code for problem in problems] == ["E401"]


def test_bleed_shows_only_where_no_neighbour_shares_the_cut() -> None:
    """Seven cards on nine slots:   0 1 2 / 3 4 5 / 6 . ."""
    found = choose_plan(Imposition("a4", PAPERS["a4"], built_in()["shared"]), Size(63, 88), 2, "rectangle", 7)
    assert found is not None
    sides = shown_bleeds(found, 7)
    assert sides[0] == Bleed(left=2, top=2, right=0, bottom=0)
    assert sides[2] == Bleed(left=0, top=2, right=2, bottom=0)
    assert sides[4] == Bleed(left=0, top=0, right=0, bottom=2)
    assert sides[5] == Bleed(left=0, top=0, right=2, bottom=2)
    assert sides[6] == Bleed(left=2, top=0, right=2, bottom=2)


def test_crop_marks_stand_outside_all_bleed_at_both_ends_of_each_cut() -> None:
    (sheet,) = on_a4(9, "shared")
    block = Box(10.5, 16.5, 189, 264)
    cuts_down = {round(x1, 3) for x1, y1, x2, y2 in sheet.front.marks if x1 == x2}
    cuts_across = {round(y1, 3) for x1, y1, x2, y2 in sheet.front.marks if y1 == y2}
    assert cuts_down == {10.5, 73.5, 136.5, 199.5}
    assert cuts_across == {16.5, 104.5, 192.5, 280.5}
    assert len(sheet.front.marks) == 2 * (4 + 4)
    inside = block.inset(-2 + 1e-6)
    for x1, y1, x2, y2 in sheet.front.marks:
        for x, y in ((x1, y1), (x2, y2)):
            assert not (inside.x < x < inside.right and inside.y < y < inside.bottom)


@pytest.mark.parametrize("paper", ["a4", "letter", "legal", "a3", "tabloid"])
@pytest.mark.parametrize("size", [Size(63, 88), Size(63.5, 88.9), Size(57, 89), Size(44, 63), Size(70, 70)], ids=str)
@pytest.mark.parametrize("layout", ["shared", "bleed"])
def test_two_mm_of_each_crop_mark_can_be_printed_at_home_unless_a_card_is_in_the_way(
    paper: str, size: Size, layout: str
) -> None:
    face, how = blank(size.width, size.height, 3), Imposition(paper, PAPERS[paper], built_in()[layout])
    (sheet,) = impose([PrintedCopy(face, face, "card")], how, Problems())
    page, card = Box(0, 0, sheet.paper.width, sheet.paper.height), sheet.front.trim
    printable = page.inset(MARGIN)
    room = min(card.x - printable.x, card.y - printable.y, printable.right - card.right, printable.bottom - card.bottom)
    assert len(sheet.front.marks) == 8
    for x1, y1, x2, y2 in sheet.front.marks:
        ends = [
            (min(max(x, printable.x), printable.right), min(max(y, printable.y), printable.bottom))
            for x, y in ((x1, y1), (x2, y2))
        ]
        assert dist(*ends) >= min(2, room) - 1e-6
        assert not card.inset(1e-6).touches(Box(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2)))


def test_no_crop_marks_when_none_are_wanted() -> None:
    how = Imposition("a4", PAPERS["a4"], crop_marks=False)
    (sheet,) = impose([PrintedCopy(blank(), blank(), "card")], how, Problems())
    assert sheet.front.marks == ()
    assert sheet.back is not None
    assert sheet.back.marks == ()


def test_the_back_offset_moves_all_backs_and_no_front() -> None:
    items = [PrintedCopy(blank(), blank(), "card")] * 4
    (straight,) = impose(items, Imposition("a4", PAPERS["a4"]), Problems())
    (moved,) = impose(items, Imposition("a4", PAPERS["a4"], back=move(0.5, -1.25)), Problems())
    assert straight.front == moved.front
    assert straight.back is not None
    assert moved.back is not None
    for before, after in zip(straight.back.placed, moved.back.placed, strict=True):
        assert after.transform.e - before.transform.e == pytest.approx(0.5)
        assert after.transform.f - before.transform.f == pytest.approx(-1.25)


def test_little_ink_drops_grounds_outlines_fills_blackens_text_and_keeps_suits_apart() -> None:
    trim = Box(0, 0, 63, 88)
    face = Face(
        Size(63, 88),
        2,
        "rectangle",
        (
            Shape(rectangle_path(trim.inset(-2)), fill="#223344"),
            Shape(
                rectangle_path(Box(5, 5, 10, 10)),
                fill=Gradient("linear", (5, 5, 15, 5), ((0, "#ff0000"), (1, "#0000ff"))),
            ),
            TextRun(Font("Cinzel"), 3, 30, 40, (Glyph(1, 0.5, 0, 0, "a"),), "#ffffff"),
            Turned(180, 31, 44, (Icon("fox", Box(20, 5, 5, 5), "#aa0000"), Icon("fox", Box(9, 40, 20, 20), "#ffeecc"))),
            Picture("art.png", trim, low_ink="off"),
        ),
    )
    outline, words, turned = low_ink(face).marks
    assert isinstance(outline, Shape)
    assert outline.fill == "#ffffff", "white is no ink, and hides what lies below as before"
    assert outline.stroke is not None
    assert isinstance(words, TextRun)
    assert words.colour == "#000000"
    assert isinstance(turned, Turned)
    assert [mark.colour for mark in turned.marks if isinstance(mark, Icon)] == ["#aa0000", ICON_GREY]


def test_little_ink_keeps_the_colour_of_an_index_and_gives_it_that_of_its_ground_if_it_is_light() -> None:
    letter = (Glyph(1, 0.5, 0, 0, "5"),)
    stub = Shape(rectangle_path(Box(2, 2, 10, 20)), fill="#b3261e")
    number, middle = (TextRun(Font("Cinzel"), 5, x, y, letter, "#fff6e2") for x, y in ((5, 9), (30, 44)))
    sign = Icon("fox", Box(4, 12, 6, 6), "#fff6e2")
    coloured = TextRun(Font("Cinzel"), 5, 55, 84, letter, "#14525f")
    marks = (stub, number, sign, middle, Turned(180, 31.5, 44, (sign,)), coloured)
    _, *kept = low_ink(Face(Size(63, 88), 2, "rectangle", marks)).leaves()
    assert [mark.colour for mark in kept if isinstance(mark, TextRun | Icon)] == [
        *("#b3261e", "#b3261e", BLACK, "#b3261e", "#14525f")
    ]


def test_pieces_are_enlarged_only_if_they_still_fit_on_every_paper() -> None:
    papers = [PAPERS["a4"], PAPERS["letter"]]
    assert enlarged(blank()).size == Size(89, 124.3)
    assert [fits_enlarged(size, papers) for size in (Size(63, 88), Size(120, 70), Size(140, 190))] == [
        True,
        True,
        False,
    ]
