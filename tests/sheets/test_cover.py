"""The first page: its cross and the scale on its back lie behind each other, however the paper is turned."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from materials import supplies_in
from tables import ROOT, playable, with_engine

from proofdeck.front.making.tables import table_of
from proofdeck.front.starting import start_project
from proofdeck.ground.paper import MARGIN, PAPERS, Duplex
from proofdeck.ground.problems import Problems
from proofdeck.ground.transform import move
from proofdeck.ground.units import Size
from proofdeck.paper.deck.imprints import imprint_of
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.face import Face, Shape, TextRun
from proofdeck.paper.sheets.cover import Imprint, cover, pieces_of, room_for_pictures
from proofdeck.paper.sheets.drawing import REACH, THICK
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, impose
from proofdeck.paper.sheets.showcase import NO_TABLE, showcase
from proofdeck.play.scene.zones import after_the_deal
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
    for room in room_for_pictures(imprint, made.supplies):
        for x0, y0, x1, y1 in boxes:
            assert x1 <= room.x or room.right <= x0 or y1 <= room.y or room.bottom <= y0, (room, x0, y0)


def width(run: TextRun) -> float:
    return sum(glyph.advance for glyph in run.glyphs) * run.size


@pytest.mark.parametrize(
    ("layout", "left"),
    [("auto", ("; 4 spaces left", "", "; 1 space left", "; 14 spaces left", "; 11 spaces left")),
     ("gutterfold", ("; 3 spaces left", "", "; 1 space left", "; 14 spaces left", "; 7 spaces left"))],
)  # fmt: skip
def test_the_page_counts_what_is_on_the_sheets_and_what_each_number_of_players_needs(
    layout: str, left: Sequence[str]
) -> None:
    """Counted by hand: 9, 1, 2, 54 and 20 places on a sheet of A4, when it is folded 4, 1, 2, 27 and 8."""
    made = laid_out("tombs")
    how = Imposition("a4", PAPERS["a4"], built_in().get(layout))
    imprint = imprint_of(made, impose(made.items, how, Problems()), how)
    counted = ["40 units, 1 reference", "1 mat", "1 track", "40 markers", "9 tombstones"]
    assert [piece.what for piece in imprint.pieces] == [
        f"{said}{free}" for said, free in zip(counted, left, strict=True)
    ]
    assert imprint.folded is (layout == "gutterfold")
    assert imprint.players == ((2, 64), (3, 78), (4, 92))


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


# -- the table after the deal ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", with_engine())
def test_the_table_shows_what_the_first_player_sees_and_no_other_card(game: str) -> None:
    made, found = laid_out(game), playable(game)
    state = after_the_deal(found.engine, found.game, made.game.deck, found.game.min_players)
    dealt = {card for cards in state.zones().values() for card in cards}
    said = [cards for cards in state.observation(0).values() if isinstance(cards, list)]
    seen = {card for cards in said for card in cards if isinstance(card, str)}
    picture = table_of(made, trust=False)
    called = {item.front.digest: item.label for item in made.items}
    shown = {called[one.face.digest] for one in picture.faces if one.face.digest in called}
    assert shown & dealt == seen & dealt
    assert any(one.face.digest not in called for one in picture.faces), "the hands of others are closed"
    for one in picture.faces:
        assert 0 <= one.clip.x <= one.clip.right <= picture.surface.width
        assert 0 <= one.clip.y <= one.clip.bottom <= picture.surface.height


def test_boards_are_below_pieces_that_begin_on_them() -> None:
    picture = table_of(laid_out("salt-roads"), trust=False)
    called = {item.front.digest: item.label for item in laid_out("salt-roads").items}
    names = [called.get(one.face.digest, "") for one in picture.faces]
    road = picture.faces[names.index("road")].clip
    caravans = [one for one, name in zip(picture.faces, names, strict=True) if name.startswith("caravan")]
    assert len(caravans) == 2
    assert names.index("road") < names.index("caravan-amber")
    assert all(road.x <= one.clip.x < one.clip.right < road.right for one in caravans)
    assert names.count("coin") == 3 + 3 + 1, "three before each player, and the bank"


def test_an_engine_of_ones_own_deals_for_the_first_page_once_it_is_trusted(tmp_path: Path) -> None:
    start_project(tmp_path / "village", kind="board")
    project = load_project(tmp_path / "village", Problems())
    made = lay_out(project, project.games["village"], Options(), Problems())
    assert not table_of(made, trust=False).faces
    picture = table_of(made, trust=True)
    assert picture.faces
    how = Imposition("a4", PAPERS["a4"])
    sheets = impose(made.items, how, Problems())
    band = room_for_pictures(imprint_of(made, sheets, how), made.supplies)
    without, shown = (showcase(sheets, table, *band) for table in (NO_TABLE, picture))
    assert shown.faces == without.faces
    (line, placed), *small = shown.sheets
    assert len(placed) == len(picture.faces)
    assert len(small) < len(without.sheets)
    right = max(numbers[0] for _, numbers in line.path if numbers)
    assert all(one.clip.x > right for _, some in small for one in some)


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
