"""Score pads and master sheets as files: read back with other libraries than the one that wrote them."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from reading import MM, forms, ink, is_pad, page_count, pixels, text_of
from tables import ROOT, engine, playable, rules_copied_to, with_engine

from proofdeck.book.pads.grid import PadColumn, PadGrid, PadRow
from proofdeck.book.pads.grids import print_grids
from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems
from proofdeck.source.project.edition import edition
from proofdeck.source.project.look import ANY
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Built, Options

Deck = Callable[[int], Path]
Writer = Callable[..., Path]
GAMES = with_engine()
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
ONLY_PADS = ("score-pad", "master-sheet")
MARGIN = 5.0
"""mm that a printer at home does not reach."""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pads of the six games."""
    folder = tmp_path_factory.mktemp("pads")
    built = build(ROOT, [], Options(only=ONLY_PADS, output=folder, cache=False))
    assert built.problems == []
    assert len(built.outputs) == len(GAMES) * len(PAPERS) * len(ONLY_PADS)
    return folder


def words_of(pdf: bytes) -> str:
    """All words of all pages, each blank and break one blank."""
    return " ".join(" ".join(text_of(pdf, page).split()) for page in range(page_count(pdf)))


def plain(words: str) -> str:
    return " ".join(words.split())


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_each_category_with_its_number_can_be_read_and_found_on_the_pad(printed: Path, game: str, paper: str) -> None:
    make = engine(game).score_form
    assert make is not None
    form = make(playable(game).game)
    said = words_of((printed / game / f"score-pad-{paper}.pdf").read_bytes())
    rows = [*form.rounds, *(place for category in form.categories for place in category.lines)]
    told = [category for category in form.categories if not category.lines and not form.rounds]
    for label, note in [*rows, *((category.label, category.note) for category in told)]:
        assert plain(label) in said
        assert plain(note) in said
    for note in form.notes:
        assert plain(note) in said


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_several_pads_lie_on_a_page_side_by_side_within_what_a_printer_reaches(
    printed: Path, game: str, paper: str
) -> None:
    pdf = (printed / game / f"score-pad-{paper}.pdf").read_bytes()
    width, height = PAPERS[paper]
    boxes = []
    for form in forms(pdf, 0):
        corners = [form.apply(form.box[0], form.box[1]), form.apply(form.box[2], form.box[3])]
        (x0, x1), (y0, y1) = (sorted(values) for values in zip(*corners, strict=True))
        assert x0 >= MARGIN
        assert y0 >= MARGIN
        assert x1 <= width - MARGIN
        assert y1 <= height - MARGIN
        sides = {round(x1 - x0, 1), round(y1 - y0, 1)}
        assert sides == {round(form.box[2] - form.box[0], 1), round(form.box[3] - form.box[1], 1)}, "never scaled"
        boxes.append((x0, y0, x1, y1))
    assert 2 <= len(boxes) <= 6
    assert page_count(pdf) == 1
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] + 0.01 or other[2] <= one[0] + 0.01
        assert beside or one[3] <= other[1] + 0.01 or other[3] <= one[1] + 0.01


@pytest.mark.parametrize("product", ONLY_PADS)
@pytest.mark.parametrize("game", GAMES)
def test_a_pad_has_a_white_ground_and_is_read_upright(printed: Path, game: str, product: str) -> None:
    pdf = (printed / game / f"{product}-a4.pdf").read_bytes()
    image = pixels(pdf, 0, 100)
    assert ink(image) < 0.05
    assert image.getpixel((3, 3)) == (255, 255, 255)
    page = pypdfium2.PdfDocument(pdf)[0]
    letters = [page.get_textpage().get_charbox(place) for place in range(4)]
    lefts, tops = [box[0] for box in letters], [-box[3] for box in letters]
    if page.get_width() > page.get_height():
        assert page.get_rotation() == 270, "what runs down the paper runs to the right on a screen"
        assert tops == sorted(set(tops))
    else:
        assert page.get_rotation() == 0
        assert lefts == sorted(set(lefts))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_master_sheet_is_one_page_of_its_paper_with_24_players(printed: Path, paper: str) -> None:
    for game in GAMES:
        pdf = (printed / game / f"master-sheet-{paper}.pdf").read_bytes()
        with pikepdf.open(io.BytesIO(pdf)) as document:
            assert len(document.pages) == 1
            sides = [float(side) * MM for side in document.pages[0].MediaBox[2:]]
        assert sides == pytest.approx(PAPERS[paper], abs=0.05)
        said = text_of(pdf, 0).split()
        assert all(str(seat) in said for seat in range(1, 25))
        assert {"Player", "Total", "Place"} <= set(said)


def test_a_pad_says_the_version_and_the_hash_that_the_imprint_of_the_book_says(printed: Path, tmp_path: Path) -> None:
    build(ROOT, ["tombs"], Options(papers=("a4",), output=tmp_path, cache=False, only=("rulebook",)))
    book = (tmp_path / "tombs" / "rulebook.html").read_text(encoding="utf-8")
    imprint = re.search(r"Tombs, version [^.]*\.[^.]*\. Cards and rules [0-9a-f]{12}", book)
    assert imprint
    for product in ONLY_PADS:
        assert imprint[0] in words_of((printed / "tombs" / f"{product}-a4.pdf").read_bytes())


def test_the_same_input_gives_the_same_bytes(printed: Path, tmp_path: Path) -> None:
    build(ROOT, [], Options(only=ONLY_PADS, output=tmp_path, cache=False))
    for path in printed.rglob("*.pdf"):
        assert path.read_bytes() == (tmp_path / path.relative_to(printed)).read_bytes()


@pytest.fixture
def tombs(tmp_path: Path) -> Path:
    """A copy of the project, to be changed."""
    return rules_copied_to(tmp_path)


def only_pads(root: Path, game: str, **options: object) -> Built:
    return build(root, [game], Options(only=("score-pad",), papers=("a4",), **options))  # type: ignore[arg-type]


def test_another_number_in_the_head_or_in_the_spreadsheet_is_another_pad(tombs: Path) -> None:
    def pad() -> str:
        (output,) = only_pads(tombs, "fantasy-contract-rummy").outputs
        return words_of(output.path.read_bytes())

    before = pad()
    page = tombs / "rules_md" / "fantasy-contract-rummy.md"
    page.write_text(page.read_text(encoding="utf-8").replace("    armory: 4\n", "    armory: 47\n"), encoding="utf-8")
    assert "Armory +47" in pad()
    assert "Armory +4 " in before
    table = tombs / "cards.csv"
    cards = table.read_text(encoding="utf-8")
    table.write_text(
        cards.replace("Slippery Beasts,contract,,,11,", "Slippery Beasts,contract,,,13,"), encoding="utf-8"
    )
    assert "open 26 / −26, secret 13 / −52" in pad()
    assert "open 22 / −22, secret 11 / −44" in before


def test_what_has_not_changed_is_not_made_again(deck: Deck, write: Writer) -> None:
    root = deck(2)
    options = Options(papers=("a4",))

    def made() -> list[str]:
        return [out.path.name for out in build(root, [], options).outputs if out.made and is_pad(out.path.name)]

    assert made() == ["score-pad-a4.pdf", "master-sheet-a4.pdf"]
    os.utime(root / "cards.csv")
    assert made() == []
    (root / "output" / "deck" / "score-pad-a4.pdf").unlink()
    assert made() == ["score-pad-a4.pdf"]
    write("cards.csv", "game,id\ndeck,c1\ndeck,c2\ndeck,c3\n")
    assert made() == ["score-pad-a4.pdf", "master-sheet-a4.pdf"], "the hash at the foot is another"


def test_low_ink_pads_are_files_of_their_own_in_black(deck: Deck) -> None:
    build(deck(1), [], Options(papers=("a4",), ink="low", only=ONLY_PADS))
    folder = deck(1) / "output" / "deck"
    assert sorted(path.name for path in folder.iterdir()) == ["master-sheet-a4-low-ink.pdf", "score-pad-a4-low-ink.pdf"]
    image = pixels((folder / "score-pad-a4-low-ink.pdf").read_bytes(), 0, 150)
    colours = image.getcolors(image.width * image.height) or []
    assert all(max(rgb) - min(rgb) <= 12 for _, rgb in colours if isinstance(rgb, tuple))


@pytest.mark.parametrize("marks", ["corners", "none"])
def test_pads_have_crop_marks_unless_nobody_wants_them(deck: Deck, marks: str) -> None:
    (output,) = only_pads(deck(1), "deck", marks=marks).outputs
    image = pixels(output.path.read_bytes(), 0, 150)
    above = image.crop((0, 0, image.width, round(16.4 / 25.4 * 150)))
    assert (ink(above) > 0) == (marks == "corners")


# -- names after --only ------------------------------------------------------------------------------------------------


def test_the_name_of_a_product_makes_that_product_and_nothing_else(deck: Deck) -> None:
    root = deck(2)
    for only, files in (
        (("score-pad",), ["score-pad-a4.pdf"]),
        (("Master-Sheet",), ["master-sheet-a4.pdf"]),
        (("cards",), ["cards-a4.pdf", "cards.json"]),
        (("score-pad", "c1"), ["cards-a4.pdf", "cards.json", "score-pad-a4.pdf"]),
        (("c1",), ["cards-a4.pdf", "cards.json", "score-pad-a4.pdf", "master-sheet-a4.pdf"]),
    ):
        built = build(root, [], Options(papers=("a4",), only=only))
        assert built.problems == []
        assert [output.path.name for output in built.outputs] == files


def test_a_card_that_is_called_like_a_product_is_told_of_and_can_be_reached(deck: Deck, write: Writer) -> None:
    root = deck(2)
    write("cards.csv", "game,id\ndeck,score-pad\ndeck,c2\n")
    built = build(root, [], Options(papers=("a4",), only=("score-pad",)))
    assert [(one.code, one.hint) for one in built.problems] == [("W740", 'Write "score-pa[d]" for the card.')]
    assert [output.path.name for output in built.outputs] == ["score-pad-a4.pdf"]
    reached = build(root, [], Options(papers=("a4",), only=("score-pa[d]",)))
    assert reached.problems == []
    assert reached.outputs[0].says == "1 piece on 1 sheet"


def test_a_book_shows_a_card_that_is_called_like_a_product(deck: Deck, write: Writer) -> None:
    root = deck(2)
    write("cards.csv", "game,id\ndeck,score-pad\ndeck,c2\n")
    write("rules_md/deck.md", '---\ntitle: Deck\n---\n## Cards\n\n{{ cards("score-pad") }}\n')
    shown = []
    ways: list[dict[str, object]] = [{}, {"ink": "low"}, {"only": ("c2",)}]
    for how in ways:
        assert build(root, [], Options(papers=("a4",), **how)).problems == []  # type: ignore[arg-type]
        shown.append((root / "output" / "deck" / "rulebook.html").read_text(encoding="utf-8").count("data:image"))
    assert shown[0] > 0
    assert shown == shown[:1] * 3


def test_a_near_miss_of_a_product_is_named(deck: Deck) -> None:
    (problem,) = build(deck(1), [], Options(only=("score-pads",))).problems
    assert (problem.code, "Did you mean 'score-pad'?" in problem.hint) == ("E507", True)


# -- mistakes ----------------------------------------------------------------------------------------------------------


def test_no_pad_is_made_of_rules_that_cannot_be_read_and_the_old_one_stays(tombs: Path) -> None:
    (before,) = only_pads(tombs, "tombs").outputs
    data = before.path.read_bytes()
    page = tombs / "rules_md" / "tombs.md"
    page.write_text(page.read_text(encoding="utf-8").replace("  hand: 2\n", "  hand: many\n"), encoding="utf-8")
    built = only_pads(tombs, "tombs")
    assert [problem.code for problem in built.problems] == ["W741"]
    assert built.outputs == []
    assert before.path.read_bytes() == data


def test_a_font_that_is_not_there_is_replaced_and_told(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("templates/deck/rulebook.toml", 'title = "Cinzell"\n')
    built = only_pads(root, "deck")
    (problem,) = built.problems
    assert (problem.code, "Did you mean 'Cinzel'?" in problem.hint) == ("W742", True)
    assert len(built.outputs) == 1
    assert "W742" in [one.code for one in check(root, [])]


def test_letters_that_the_fonts_lack_are_told(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("rules_md/deck.md", "---\ntitle: Deck 山\n---\n")
    assert [(one.code, "'山'" in one.message) for one in only_pads(root, "deck").problems] == [("W742", True)]


def test_a_title_without_room_is_told_and_the_cards_are_made(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("rules_md/deck.md", f"---\ntitle: {'long ' * 300}\n---\n")
    built = build(root, [], Options(papers=("a4",)))
    assert {one.code for one in built.problems} == {"W743"}
    assert [output.path.name for output in built.outputs] == ["cards-a4.pdf", "cards.json"]
    assert {one.code for one in check(root, [])} == {"W743"}


def test_an_engine_that_nobody_trusts_leaves_rounds_and_players(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("rules_md/deck.md", "---\ntitle: Deck\nplayers: 2-3\nengine: mine\n---\nr[a.b]\nPlay.\n")
    write("mine.py", "raise SystemExit('run')\n")
    (output,) = only_pads(root, "deck").outputs
    said = words_of(output.path.read_bytes())
    assert said.count("points total") == 3 * page_forms(output.path)
    assert "Round" in said


def page_forms(path: Path) -> int:
    return len(forms(path.read_bytes(), 0))


# -- charts and slips --------------------------------------------------------------------------------------------------


def test_slips_of_many_players_share_pages_and_each_is_there_once(tmp_path: Path) -> None:
    names = [f"Player{number}x" for number in range(20)]
    columns = tuple(PadColumn(head, room=False) for head in ("Round", "Table", "Seat"))
    rows = tuple(PadRow((str(one), "1", "2")) for one in range(1, 7))
    slips = [PadGrid(name, columns, rows) for name in names]
    for paper in PAPERS:
        pdf = print_grids(slips, paper, ANY, tmp_path, "Evening", "slips", Problems())
        assert page_count(pdf) == 4, "six on a page"
        said = words_of(pdf).split()
        assert [said.count(name) for name in names] == [1] * 20
        assert sum(len(forms(pdf, page)) for page in range(4)) == 20


def test_the_edition_changes_with_each_card_and_each_word_of_the_rules(deck: Deck, write: Writer) -> None:
    root = deck(2)

    def now() -> str:
        return edition(load_project(root, Problems()).games["deck"])

    told = [now()]
    write("cards.csv", "game,id,value\ndeck,c1,3\ndeck,c2,4\n")
    told.append(now())
    write("rules_md/deck.md", "---\ntitle: Deck\nversion: 3\ndate: 2026-01-02\n---\nPlay.\n")
    told.append(now())
    assert len(set(told)) == 3
    assert told[-1].startswith("Deck, version 3, 2026-01-02. Cards and rules ")
