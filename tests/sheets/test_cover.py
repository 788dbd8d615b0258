"""The first page: its cross and the scale on its back lie behind each other, however the paper is turned."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from materials import supplies_in
from tables import ROOT

from proofdeck.ground.paper import MARGIN, PAPERS, Duplex
from proofdeck.ground.problems import Problems
from proofdeck.ground.transform import move
from proofdeck.ground.units import Size
from proofdeck.paper.deck.imprints import imprint_of
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.face import Face, Shape, TextRun, rectangle_path
from proofdeck.paper.sheets.cover import Imprint, Pieces, cover, pieces_of, rooms_for_pictures
from proofdeck.paper.sheets.drawing import REACH, THICK
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, impose
from proofdeck.paper.sheets.showcase import showcase
from proofdeck.source.project.languages import in_language
from proofdeck.source.project.layouts import built_in
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

SHAPES = ((50.8, 44, "hexagon"), (25, 25, "ellipse"), (120, 120, "ellipse"))


@cache
def laid_out(game: str, language: str = "") -> Print:
    project = load_project(ROOT, Problems())
    return lay_out(project, in_language(project, project.games[game], language, Problems()), Options(), Problems())


def pages(
    duplex: Duplex, paper: str = "a4", folded: bool = False, offset: tuple[float, float] = (0, 0)
) -> tuple[Face, Face | None]:
    supplies = supplies_in(Path())
    how = Imposition(paper, PAPERS[paper], duplex=duplex, back=move(*offset))
    return cover(Imprint("Game", "2 players", 9, 1, "full", how, folded), supplies)


def lines(face: Face) -> list[tuple[float, float, float, float]]:
    shapes = [mark for mark in face.marks if isinstance(mark, Shape) and [kind for kind, _ in mark.path] == ["M", "L"]]
    return [(*shape.path[0][1], *shape.path[1][1]) for shape in shapes]  # type: ignore[misc]


def cross(face: Face) -> tuple[float, float]:
    """Where the two long arms meet."""
    (x,) = {x1 for x1, y1, x2, y2 in lines(face) if x1 == x2 and abs(y2 - y1) == pytest.approx(2 * REACH)}
    (y,) = {y1 for x1, y1, x2, y2 in lines(face) if y1 == y2 and abs(x2 - x1) == pytest.approx(2 * REACH)}
    return x, y


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_scale_lies_behind_the_cross_when_the_paper_is_turned_on_its_long_edge(paper: str) -> None:
    front, back = pages("long-edge", paper)
    assert back is not None
    (x, y), (back_x, back_y) = cross(front), cross(back)
    assert (PAPERS[paper].width - back_x, back_y) == pytest.approx((x, y))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_scale_lies_behind_the_cross_when_the_paper_is_turned_on_its_short_edge(paper: str) -> None:
    front, back = pages("short-edge", paper)
    assert back is not None
    (x, y), (back_x, back_y) = cross(front), cross(back)
    assert (back_x, PAPERS[paper].height - back_y) == pytest.approx((x, y))


def test_the_scale_moves_with_the_backs_and_says_so() -> None:
    (_, straight), (_, moved) = pages("long-edge"), pages("long-edge", offset=(1.5, -0.5))
    assert straight is not None
    assert moved is not None
    (x, y), (moved_x, moved_y) = cross(straight), cross(moved)
    assert (moved_x - x, moved_y - y) == pytest.approx((1.5, -0.5))
    assert "already moved by 1.5,-0.5" in moved.text.replace("\n", " ")
    assert "already" not in straight.text


def test_there_is_no_scale_where_no_back_is_printed_on_a_back() -> None:
    assert pages("none")[1] is None
    assert pages("long-edge", folded=True)[1] is None


def test_the_rulers_are_fifty_millimetres_and_two_inches() -> None:
    front, _ = pages("none")
    thick = [mark for mark in front.marks if isinstance(mark, Shape) and mark.stroke_width == THICK]
    across = sorted(mark.path[1][1][0] - mark.path[0][1][0] for mark in thick)
    assert across == pytest.approx([50, 50.8])


def test_a_real_card_covers_its_outline() -> None:
    front, _ = pages("long-edge")
    outline = next(mark for mark in front.marks if isinstance(mark, Shape) and mark.dash and len(mark.path) > 5)
    xs = [x for _, numbers in outline.path for x in numbers[::2]]
    ys = [y for _, numbers in outline.path for y in numbers[1::2]]
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((88, 63))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", ["tombs", "toonerville-rook", "fantasy-contract-rummy"])
def test_everything_is_on_the_page_and_no_words_are_on_others(game: str, paper: str) -> None:
    made = laid_out(game)
    how = Imposition(paper, PAPERS[paper])
    imprint = imprint_of(made, impose(made.items, how, Problems()), how)
    front, _ = cover(imprint, made.supplies)
    runs = [mark for mark in front.leaves() if isinstance(mark, TextRun)]
    boxes = [(run.x, run.y - 0.66 * run.size, run.x + width(run), run.y) for run in runs if run.text.strip()]
    for x0, y0, x1, y1 in boxes:
        assert MARGIN <= x0 <= x1 <= PAPERS[paper].width - MARGIN
        assert MARGIN <= y0 <= y1 <= PAPERS[paper].height - MARGIN
    for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
        assert c <= e + 0.01 or g <= a + 0.01 or d <= f + 0.01 or h <= b + 0.01, (a, b, e, f)
    strip, small = rooms_for_pictures(imprint, made.supplies)
    assert len(small) == len(imprint.pieces)
    for room in (strip, *small.values()):
        assert room.width * room.height > 100, "mm²: large enough to see what is on it"
        for x0, y0, x1, y1 in boxes:
            assert x1 <= room.x or room.right <= x0 or y1 <= room.y or room.bottom <= y0, (room, x0, y0)
    for one, other in combinations((strip, *small.values()), 2):
        assert not one.inset(0.01).touches(other)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_words_of_a_short_list_leave_room_beside_the_other_column(paper: str) -> None:
    kinds = tuple((f"kind of card {number}", 12) for number in range(9))
    how = Imposition(paper, PAPERS[paper])
    piece = Pieces(1, 12, Size(63, 88), "rectangle", kinds)
    imprint = Imprint("Quest", "", 108, 12, "full", how, False, pieces=(piece,))
    runs = [mark for mark in cover(imprint, supplies_in(ROOT))[0].leaves() if isinstance(mark, TextRun)]
    heading = next(run for run in runs if run.text == "Paper")
    beside = [run for run in runs if run.x < heading.x and heading.y <= run.y <= heading.y + 40]
    assert len(beside) > 3
    assert max(run.x + width(run) for run in beside) < heading.x - 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "language"), [("tombs", ""), ("tombs", "de"), ("salt-roads", ""), ("rummy-duel", "")])
def test_all_headings_of_the_page_are_of_one_size(game: str, language: str, paper: str) -> None:
    made = laid_out(game, language)
    how = Imposition(paper, PAPERS[paper])
    front, _ = cover(imprint_of(made, impose(made.items, how, Problems()), how), made.supplies)
    title = next(mark for mark in front.leaves() if isinstance(mark, TextRun) and mark.text == made.game.title)
    headings = [
        mark for mark in front.leaves() if isinstance(mark, TextRun) and mark.font == title.font and mark is not title
    ]
    assert len(headings) == 5, [mark.text for mark in headings]
    assert len({round(mark.size, 6) for mark in headings}) == 1


def width(run: TextRun) -> float:
    return sum(glyph.advance for glyph in run.glyphs) * run.size


@pytest.mark.parametrize("layout", ["auto", "gutterfold"])
def test_the_page_counts_what_is_on_the_sheets(layout: str) -> None:
    made = laid_out("tombs")
    how = Imposition("a4", PAPERS["a4"], built_in().get(layout))
    imprint = imprint_of(made, impose(made.items, how, Problems()), how)
    counted = ["40 units, 1 reference", "1 mat", "1 track", "40 markers", "9 tombstones"]
    assert [piece.what for piece in imprint.pieces] == counted
    assert imprint.folded is (layout == "gutterfold")


def test_beside_each_kind_of_sheets_is_the_first_of_them() -> None:
    made = laid_out("salt-roads")
    how = Imposition("a4", PAPERS["a4"])
    sheets = impose(made.items, how, Problems())
    imprint = imprint_of(made, sheets, how)
    strip, rooms = rooms_for_pictures(imprint, made.supplies)
    shown = showcase(sheets, strip, rooms)
    assert [*rooms] == [1, 7, 8], "cards, the board, and tokens"
    for (line, placed), number in zip(shown.sheets, rooms, strict=True):
        assert [one.face for one in placed] == [one.face for one in sheets[number - 1].front.placed]
        assert line.path == rectangle_path(rooms[number])
        assert all(rooms[number].inset(-0.01).holds(*corner) for one in placed for corner in one.clip.corners)


def test_credits_are_at_the_foot_of_the_page_and_author_and_licence_at_its_head() -> None:
    made = laid_out("tombs")
    how = Imposition("a4", PAPERS["a4"])
    front, _ = cover(imprint_of(made, impose(made.items, how, Problems()), how), made.supplies)
    runs = [mark for mark in front.leaves() if isinstance(mark, TextRun)]
    (line,) = [mark for mark in runs if mark.text.endswith("by the Proofdeck authors · MIT")]
    (credit,) = [mark for mark in runs if mark.text.startswith("Type: Cinzel")]
    assert line.y < 40
    assert credit.y == max(mark.y for mark in runs)


@pytest.mark.parametrize(("language", "size"), [("", "25.4 × 25.4 mm"), ("de", "25,4 × 25,4 mm")])
def test_sizes_have_the_decimal_sign_of_the_language(language: str, size: str) -> None:
    made = laid_out("tombs", language)
    how = Imposition("a4", PAPERS["a4"])
    front, _ = cover(imprint_of(made, impose(made.items, how, Problems()), how), made.supplies)
    assert size in front.text.replace("\n", " ")


def test_no_sheet_is_counted_twice_when_pieces_of_one_size_have_different_bleeds() -> None:
    def cards(count: int, width: float, bleed: float) -> list[PrintedCopy]:
        return [PrintedCopy(Face(Size(width, 88), bleed, "rectangle", ()), None, "card")] * count

    items = [*cards(10, 63, 2), *cards(3, 70, 2), *cards(10, 63, 0)]
    sheets = impose(items, Imposition("a4", PAPERS["a4"]), Problems())
    pieces = pieces_of(items, sheets, {"card": "card"})
    assert [(piece.where, piece.kinds) for piece in pieces] == [
        ("Sheets 1–2", (("card", 10),)),
        ("Sheet 3", (("card", 3),)),
        ("Sheets 4–5", (("card", 10),)),
    ]


def test_only_hexagons_without_crop_marks_and_tokens_that_can_be_punched_are_told_how_to_cut() -> None:
    def words(face: Face, count: int) -> str:
        items = [PrintedCopy(face, None, "piece")] * count
        how = Imposition("a4", PAPERS["a4"])
        sheets = impose(items, how, Problems())
        imprint = Imprint("Quest", "", count, len(sheets), "full", how, False, pieces=pieces_of(items, sheets, {}))
        return " ".join(cover(imprint, supplies_in(ROOT))[0].text.split())

    tile, disc, plate = (Face(Size(*size), 2, outline, ()) for *size, outline in SHAPES)  # type: ignore[arg-type]
    along = "Hexagons: cut along the lines between them."
    assert (along in words(tile, 28), along in words(tile, 20), along in words(disc, 28)) == (True, False, False)
    assert ("use a 25 mm punch" in words(disc, 3), "punch" in words(plate, 3)) == (True, False)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("needs", ["", "2 dice, 10 cubes, paper and pencils"])
def test_any_number_of_kinds_of_sheets_fits_and_those_without_room_are_counted(paper: str, needs: str) -> None:
    how = Imposition(paper, PAPERS[paper])
    for count in (1, 2, 3, 5, 7, 9, 14):
        pieces = tuple(
            Pieces(at, at, Size(40 + at, 60), "ellipse" if at == 1 else "rectangle", (("token", 3), ("board", 12)))
            for at in range(1, count + 1)
        )
        imprint = Imprint("Quest", "", 15 * count, count, "full", how, False, pieces=pieces, needs=needs)
        front, supplies = cover(imprint, supplies_in(ROOT))[0], supplies_in(ROOT)
        runs = [mark for mark in front.leaves() if isinstance(mark, TextRun) and mark.text.strip()]
        boxes = [(run.x, run.y - 0.66 * run.size, run.x + width(run), run.y) for run in runs]
        _, rooms = rooms_for_pictures(imprint, supplies)
        boxes += [(room.x, room.y, room.right, room.bottom) for room in rooms.values()]
        for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
            assert c <= e + 0.01 or g <= a + 0.01 or d <= f + 0.01 or h <= b + 0.01, (count, a, b, e, f)
        assert [*rooms] == [*range(1, len(rooms) + 1)]
        assert len(rooms) >= (count if count <= 5 and not needs else min(count, 4))
        said = " ".join(front.text.split())
        assert (f"and {count - len(rooms)} more" in said) == (len(rooms) < count)
        assert min(run.size for run in runs if run.text.startswith("Sheet")) > 2.8, "mm: at least 8 pt"
