"""What lies where in the PDFs that `build` writes, read back from the PDFs themselves."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from reading import MM, PlacedForm, forms, pixel, pixels, text_inside, text_of

from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.source.project.layouts import layout_of
from proofdeck.source.project.request import Options

Deck = Callable[[int], Path]
Writer = Callable[..., Path]
WIDTH, HEIGHT = 63, 88
GROUND = '[elements.ground]\ntype = "rectangle"\nfill = "navy"\n'


def built(root: Path, **options: object) -> bytes:
    result = build(root, [], Options(papers=("a4",), **options))  # type: ignore[arg-type]
    assert result.problems == []
    return result.outputs[0].path.read_bytes()


def pages(pdf: bytes) -> int:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return len(document.pages)


def named(pdf: bytes, page: int) -> dict[str, PlacedForm]:
    """The cards on a page by what is printed on them."""
    found = {}
    for form in forms(pdf, page):
        corners = [form.apply(x, y) for x, y in ((0, 0), (WIDTH, HEIGHT))]
        (x0, x1), (y0, y1) = (sorted(values) for values in zip(*corners, strict=True))
        found[text_inside(pdf, page, x0, y0, x1, y1)] = form
    return found


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("layout", ["shared", "bleed", "single"])
def test_each_back_lies_behind_its_own_front_also_on_a_part_filled_sheet(deck: Deck, duplex: str, layout: str) -> None:
    pdf = built(deck(11 if layout != "single" else 2), duplex=duplex, layout=layout)
    sides = [named(pdf, page) for page in range(2, pages(pdf))]
    assert {name for side in sides[::2] for name in side} == {
        f"c{n}" for n in range(1, (12 if layout != "single" else 3))
    }
    for fronts, backs in zip(sides[::2], sides[1::2], strict=True):
        assert set(backs) == {f"back of {name}" for name in fronts}
        for name, front in fronts.items():
            back = backs[f"back of {name}"]
            for x, y in ((0, 0), (WIDTH, 0), (10, 20)):
                on_front, on_back = front.apply(x, y), back.apply(WIDTH - x, y)
                turned = (210 - on_back[0], on_back[1]) if duplex == "long-edge" else (on_back[0], 297 - on_back[1])
                assert turned == pytest.approx(on_front, abs=0.02)


def test_each_back_lies_behind_its_own_front_when_a_gutterfold_sheet_is_folded(deck: Deck) -> None:
    pdf = built(deck(6), layout="gutterfold")
    assert pages(pdf) == 1 + 2
    for page in (1, 2):
        found = named(pdf, page)
        fronts = [name for name in found if not name.startswith("back")]
        assert len(fronts) == (4 if page == 1 else 2)
        for name in fronts:
            back = found[f"back of {name}"]
            for x, y in ((0, 0), (10, 20)):
                folded = 210 - back.apply(WIDTH - x, y)[0], back.apply(WIDTH - x, y)[1]
                assert folded == pytest.approx(found[name].apply(x, y), abs=0.02)


def test_a_card_fills_the_last_sheet_unless_only_some_cards_are_asked_for(deck: Deck, write: Writer) -> None:
    root = deck(0)
    write("cards.csv", "game,id,quantity\ndeck,hero,14\ndeck,aid,Fill\n")

    def printed(**options: Any) -> tuple[int, int]:
        pdf = built(root, duplex="none", **options)
        words = [text_of(pdf, page) for page in range(1, pages(pdf))]
        fronts = " ".join(words).replace("back of", "").split()
        return fronts.count("hero") // 2, fronts.count("aid") // 2

    assert printed() == (14, 2)
    assert printed(layout="shared") == (14, 4)
    assert printed(layout="shared", only=("a*",)) == (0, 1)


def test_without_duplex_all_fronts_come_first_and_then_all_backs(deck: Deck) -> None:
    pdf = built(deck(11), duplex="none")
    said = ["back" in text_of(pdf, page).split("\n")[0] for page in range(1, pages(pdf))]
    assert said == [False, False, True, True]


def test_cards_without_backs_take_no_blank_pages_and_the_first_page_says_why(write: Writer) -> None:
    write("cards.csv", "game,id,name,kind\nzoo,fox,Fox,card\nzoo,wolf,Wolf,token\n")
    write(
        "templates/zoo/front.toml",
        '[elements.title]\ntype = "text"\ntext = "{{ name }}"\ny = 10\nx = 10\nwidth = 40\nheight = 9\n',
    )
    root = write("templates/zoo/back.toml", "")
    pdf = built(root)
    assert pages(pdf) == 2
    assert "No card has a back, so print on one side." in " ".join(text_of(pdf, 0).split())
    write("templates/zoo/back-token.toml", f"{GROUND}bleed = true\n")
    assert pages(built(root)) == 4, "one back is enough for a page behind each front"


def test_the_trim_in_the_pdf_is_63_by_88_mm_to_a_twentieth(deck: Deck) -> None:
    pdf = built(deck(9), layout="shared")
    placed = named(pdf, 2)
    left_tops = sorted(form.apply(0, 0) for form in placed.values())
    columns = sorted({round(x, 2) for x, _ in left_tops})
    rows = sorted({round(y, 2) for _, y in left_tops})
    assert [b - a for a, b in pairwise(columns)] == pytest.approx([WIDTH, WIDTH], abs=0.05)
    assert [b - a for a, b in pairwise(rows)] == pytest.approx([HEIGHT, HEIGHT], abs=0.05)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        page = document.pages[2]
        trim, bleed = ([float(n) * MM for n in box] for box in (page.TrimBox, page.BleedBox))
    assert [trim[2] - trim[0], trim[3] - trim[1]] == pytest.approx([3 * WIDTH, 3 * HEIGHT], abs=0.05)
    assert [bleed[2] - bleed[0], bleed[3] - bleed[1]] == pytest.approx([3 * WIDTH + 4, 3 * HEIGHT + 4], abs=0.05)


def test_the_trim_box_of_a_single_card_is_the_card(deck: Deck) -> None:
    pdf = built(deck(1), layout="single")
    with pikepdf.open(io.BytesIO(pdf)) as document:
        trim = [float(n) * MM for n in document.pages[2].TrimBox]
    assert [trim[2] - trim[0], trim[3] - trim[1]] == pytest.approx([WIDTH, HEIGHT], abs=0.05)


def test_the_first_page_says_how_to_print_and_its_back_measures_the_offset(deck: Deck) -> None:
    pdf = built(deck(3), back_offset=(1, 2))
    front, back = text_of(pdf, 0), text_of(pdf, 1)
    for words in ("Print at 100 %", "long edge", "50 mm", "2 in", "--back-offset X,Y"):
        assert words in front
    assert "+10" in back
    assert "100 %" in text_of(built(deck(3), layout="gutterfold"), 0)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert str(document.Root.ViewerPreferences.PrintScaling) == "/None"
        assert str(document.Root.Lang) == "en"


def test_the_first_page_shows_faces_of_the_deck_and_its_sheets_small(deck: Deck) -> None:
    """Five of twelve faces above the line, and the first of two sheets of one kind, eight cards, beside its words."""
    pdf = built(deck(12))
    small = [form for form in forms(pdf, 0) if abs(form.apply(WIDTH, 0)[0] - form.apply(0, 0)[0]) < WIDTH / 2]
    tops = [form.apply(0, 0)[1] for form in small]
    assert sum(top < 30 for top in tops) == 5
    assert sum(50 < top < 135 for top in tops) == 8
    assert len(small) == 13


def test_the_foot_of_a_sheet_says_of_which_version_it_is_and_what_prints_it_again(deck: Deck, write: Writer) -> None:
    root = deck(3)
    write("rules_md/deck.md", '---\ntitle: Deck\nversion: "1.2"\ndate: 2026-11-20\n---\n')
    (foot,) = re.findall("Deck, .*", text_of(built(root, only=("cards", "c*"), ink="low"), 2))
    assert foot == (
        "Deck, version 1.2, 2026-11-20 · sheet 1 of 1 · front · print at 100 %"
        " · proofdeck build deck --paper a4 --ink low --only cards --only 'c*'"
    )
    write("sheets.toml", "[bare]\nimprint = false\n")
    layout = layout_of(root, "bare")
    assert "sheet 1 of 1" not in text_of(built(root, layout="bare", arrangement=layout), 2)


def test_the_back_offset_moves_the_backs_in_the_pdf(deck: Deck) -> None:
    root = deck(2)
    straight, moved = built(root), built(root, back_offset=(1.5, -0.5))
    assert [form.matrix for form in forms(straight, 2)] == [form.matrix for form in forms(moved, 2)]
    for before, after in zip(forms(straight, 3), forms(moved, 3), strict=True):
        assert after.matrix[4] - before.matrix[4] == pytest.approx(1.5, abs=0.01)
        assert after.matrix[5] - before.matrix[5] == pytest.approx(-0.5, abs=0.01)


def test_a_face_is_painted_once_however_many_copies_there_are(deck: Deck, write: Callable[..., Path]) -> None:
    deck(1)
    root = write("cards.csv", "game,id,quantity\ndeck,c1,30\n")
    with pikepdf.open(io.BytesIO(built(root))) as document:
        kinds = [str(o.get("/Subtype")) for o in document.objects if isinstance(o, pikepdf.Stream)]
    assert kinds.count("/Form") == 4  # front, back, and both sides of the first page


def test_text_can_be_selected_and_searched(deck: Deck) -> None:
    words = text_of(built(deck(3)), 2)
    assert all(f"c{n}" in words for n in (1, 2, 3))


def test_tokens_have_cut_lines_in_a_layer_of_their_own(write: Callable[..., Path]) -> None:
    write("cards.csv", "game,id,quantity\ng,coin,3\n")
    root = write("templates/g/front.toml", 'size = "token"\n[elements.disc]\ntype = "ellipse"\nfill = "#aa8833"\n')
    write("templates/g/back.toml", 'size = "token"\n')
    with pikepdf.open(io.BytesIO(built(root))) as document:
        layers = document.Root.OCProperties
        assert [str(group.Name) for group in layers.OCGs] == ["Cut lines"]
        assert "/Cut" in document.pages[1].Resources.Properties
        assert len(document.pages) == 2, "nothing is on a back"


@pytest.mark.parametrize(
    ("said", "arcs"),
    [
        ('outline = "rounded"', 4),
        ('outline = "rounded"\nradius = 5', 4),
        ("radius = 5", 4),
        ('size = {width = 60, height = 90, outline = "rounded"}', 4),
        ('size = "token"\noutline = "rectangle"', 0),
    ],
)
def test_round_corners_have_cut_lines_and_share_straight_cuts(write: Callable[..., Path], said: str, arcs: int) -> None:
    write("cards.csv", "game,id,quantity\ng,coin,9\n")
    root = write(
        "templates/g/front.toml", f'{said}\n[elements.all]\ntype = "rectangle"\nfill = "#aa8833"\nbleed = true\n'
    )
    write("templates/g/back.toml", "")
    with pikepdf.open(io.BytesIO(built(root))) as document:
        has_lines = "/Cut" in document.pages[1].Resources.get("/Properties", pikepdf.Dictionary())
        curves = [str(one.operator) for one in pikepdf.parse_content_stream(document.pages[1])].count("c")
        sheets = len(document.pages)
    assert (has_lines, curves, sheets) == (bool(arcs), 2 * 9 * arcs, 2)  # light, and dark dashes on it


def test_no_nested_hexagon_has_the_ink_of_a_neighbour_and_bleed_is_around_all_of_them(write: Writer) -> None:
    """Each tile has a colour of its own, on a ground that reaches beyond it. The paper is landscape: y is across."""
    colours = [f"#{40 * at:02x}{255 - 8 * at:02x}80" for at in range(6)]
    write("cards.csv", "game,id,colour\n" + "".join(f"g,t{at},{colours[at % 6]}\n" for at in range(28)))
    side = 'size = "hex-tile"\nbleed = 2\n[elements.all]\ntype = "rectangle"\nfill = "{{ colour }}"\nbleed = true\n'
    write("templates/g/back.toml", side)
    pdf = built(write("templates/g/front.toml", side))
    assert pages(pdf) == 2 + 2
    corners = [(12.7, 0), (38.1, 0), (50.8, 22), (38.1, 44), (12.7, 44), (0, 22)]
    for page in (2, 3):
        image, seen = pixels(pdf, page, 254), set()
        for form in forms(pdf, page):
            middle = pixel(image, *(round(10 * length) for length in form.apply(25.4, 18)))
            for x, y in corners:
                near = form.apply(25.4 + (x - 25.4) * 0.94, 22 + (y - 22) * 0.94)
                assert pixel(image, *(round(10 * length) for length in near)) == middle
            seen.add(middle)
        assert seen == {tuple(bytes.fromhex(colour[1:])) for colour in colours}
        first = forms(pdf, page)[0]
        assert pixel(image, *(round(10 * length) for length in first.apply(25.4, -1.5))) != (255, 255, 255)


def test_a_board_is_printed_in_tiles_that_show_all_of_it_and_say_which_they_are(write: Writer) -> None:
    """300 x 200 mm in squares of 50, each in a colour of its own, on two sheets; the back's squares are behind them."""
    squares = {(x, y): f"#{40 * x:02x}{60 * y:02x}80" for x in range(6) for y in range(4)}

    def side(colours: dict[tuple[int, int], str]) -> str:
        return 'size = "300x200"\nbleed = 2\n' + "".join(
            f'[elements.at{x}{y}]\ntype = "rectangle"\nx = {50 * x}\ny = {50 * y}\n'
            f'width = 50\nheight = 50\nfill = "{colour}"\n'
            for (x, y), colour in colours.items()
        )

    write("cards.csv", "game,id,name\ng,road,The Road\n")
    write("templates/g/back.toml", side({(5 - x, y): colour for (x, y), colour in squares.items()}))
    root = write("templates/g/front.toml", side(squares))
    result = build(root, [], Options(papers=("a4",)))
    assert ({problem.code for problem in result.problems}, result.outputs[0].says) == ({"W313"}, "1 piece on 2 sheets")
    pdf, seen = result.outputs[0].path.read_bytes(), set()
    assert "The Road: 2 × 1 sheets." in " ".join(text_of(pdf, 0).split())
    for column, page in ((1, 2), (1, 3), (2, 4), (2, 5)):
        assert f"The Road: row 1/1, column {column}/2" in text_of(pdf, page)
        image, (form,) = pixels(pdf, page, 127), forms(pdf, page)
        for (x, y), colour in squares.items():
            at = x if page % 2 == 0 else 5 - x
            across, down = (round(5 * length) for length in form.apply(50 * at + 25, 50 * y + 25))
            if 0 <= 50 * x + 25 - 145 * (column - 1) <= 155:
                assert pixel(image, across, down) == tuple(bytes.fromhex(colour[1:]))
                seen.add((page % 2, x, y))
            elif 0 <= across < image.width:
                assert pixel(image, across, down) == (255, 255, 255)
    assert len(seen) == 2 * 24


def test_another_radius_makes_other_sheets_of_the_same_marks(write: Callable[..., Path]) -> None:
    write("cards.csv", "game,id\ng,coin\n")
    write("templates/g/back.toml", "")
    found = []
    for radius in (3, 5, 3):
        root = write("templates/g/front.toml", f"radius = {radius}\n{GROUND}bleed = true\n")
        with pikepdf.open(io.BytesIO(built(root))) as document:
            stream = pikepdf.parse_content_stream(document.pages[1])
            found.append([[float(n) for n in one.operands] for one in stream if str(one.operator) == "c"])
    assert found[0] == found[2] != found[1]


def test_a_radius_of_what_has_no_corners_and_a_cut_that_is_none_are_told(write: Callable[..., Path]) -> None:
    write("cards.csv", "game,id\ng,coin\n")
    root = write("templates/g/front.toml", 'size = "token"\nradius = 2\n')
    (problem,) = [one for one in check(root, []) if one.code == "E205"]
    assert (problem.line, problem.message) == (2, "radius: a card that is cut as ellipse has no corners to round")
    write("templates/g/front.toml", 'outline = "rounder"\n')
    (problem,) = [one for one in check(root, []) if one.code == "E205"]
    assert (problem.line, "rounded" in problem.message) == (1, True)


def test_a_back_with_other_corners_than_its_front_is_told(write: Callable[..., Path]) -> None:
    write("cards.csv", "game,id\ng,coin\n")
    root = write("templates/g/front.toml", f'outline = "rounded"\n{GROUND}')
    write("templates/g/back.toml", f"# Cut by hand.\nradius = 5\n{GROUND}")
    (problem,) = [one for one in check(root, []) if one.code == "E213"]
    assert (problem.file, problem.line) == ("templates/g/back.toml", 2)
    assert "rounded by 5 mm" in problem.message
    assert "rounded by 3 mm" in problem.message


def test_a_build_names_each_paper_that_a_card_is_too_large_for(deck: Deck) -> None:
    root = deck(3)
    for side in ("front", "back"):
        path = root / f"templates/deck/{side}.toml"
        path.write_text(path.read_text().replace('size = "poker"', "size = {width = 180, height = 132}"))
    folded = layout_of(root, "gutterfold")
    (problem,) = build(root, [], Options(papers=("a4", "letter"), layout="gutterfold", arrangement=folded)).problems
    assert problem.code == "E401"
    assert "does not fit on letter" in problem.message
