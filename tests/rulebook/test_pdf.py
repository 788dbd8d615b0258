"""The rulebook on paper, opened again with other libraries than the one that set it."""

from __future__ import annotations

import io
import socketserver
import subprocess
from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from threading import Thread
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageChops
from reading import ink, page_count, pixels, text_of
from rulebook.shipped_books import ON_ALL_PAPERS, book_of, made_anew
from tables import ROOT, playable, project, with_engine

from proofdeck.book.manuscript import typesetting
from proofdeck.book.manuscript.booklet import sides
from proofdeck.book.manuscript.books import book_jobs
from proofdeck.book.manuscript.fitting import ENOUGH
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.plain_data import as_data
from proofdeck.book.manuscript.reading import read_blocks, read_inline, read_text
from proofdeck.book.manuscript.tree import ToldExample
from proofdeck.book.manuscript.typesetting import Page, pdf
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.ink.fonts import font_folders
from proofdeck.play.engine.pictures import Heap, Piece
from proofdeck.play.scene.place import PiecePlace
from proofdeck.source.project.look import BookLook, read_look
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options
from proofdeck.source.rules.clauses import Clause

Writer = Callable[..., Path]
MM = 72 / 25.4
SIZES = {
    "rulebook-a4.pdf": (210 * MM, 297 * MM),
    "rulebook-letter.pdf": (612, 792),
    "booklet-a4.pdf": (297 * MM, 210 * MM),
    "booklet-letter.pdf": (792, 612),
}


def on_paper(book: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in book.items() if name.endswith(".pdf")}


@pytest.fixture(scope="module", params=with_engine())
def shipped(request: pytest.FixtureRequest) -> tuple[str, dict[str, bytes]]:
    return request.param, on_paper(book_of(request.param))


def test_there_is_a_book_for_each_paper_of_the_right_size(shipped: tuple[str, dict[str, bytes]]) -> None:
    assert set(shipped[1]) == (set(SIZES) if shipped[0] == ON_ALL_PAPERS else {"rulebook-a4.pdf"})
    for name, data in shipped[1].items():
        with pikepdf.open(io.BytesIO(data)) as opened:
            for page in opened.pages:
                assert [float(number) for number in page.mediabox[2:]] == pytest.approx(SIZES[name], abs=0.5)


def test_its_syntax_is_flawless(shipped: tuple[str, dict[str, bytes]]) -> None:
    for data in shipped[1].values():
        with pikepdf.open(io.BytesIO(data)) as opened:
            assert opened.check_pdf_syntax() == []


def test_it_is_tagged_and_has_a_language_a_title_and_bookmarks(shipped: tuple[str, dict[str, bytes]]) -> None:
    name, made = shipped
    sections = {clause.number.split(".")[0] for clause in playable(name).clauses.values()}
    for data in (data for file, data in made.items() if file.startswith("rulebook")):
        with pikepdf.open(io.BytesIO(data)) as opened:
            assert opened.Root.MarkInfo.Marked
            assert "/StructTreeRoot" in opened.Root
            assert str(opened.Root.Lang) == "en"
            assert opened.docinfo["/Title"]
            with opened.open_outline() as outline:
                assert {entry.title.split()[0] for entry in outline.root} >= sections


def test_its_quick_start_is_one_page(shipped: tuple[str, dict[str, bytes]]) -> None:
    for name, data in shipped[1].items():
        if name.startswith("rulebook"):
            assert text_of(data, 1).split()[0] == "1", name


def test_its_last_page_is_well_filled_in_two_columns(shipped: tuple[str, dict[str, bytes]]) -> None:
    for name, data in shipped[1].items():
        if name.startswith("booklet"):
            continue
        page = pixels(data, page_count(data) - 1).convert("L").point(lambda light: 255 * (light < 160))
        width, height = page.width, page.height - 45  # without the line at its foot
        boxes = (page.crop((left, 0, left + width // 2, height)).getbbox() for left in (0, width // 2))
        lower = [box[3] / height for box in boxes if box]
        assert len(lower) == 2
        assert max(lower) > ENOUGH - 0.1
        assert abs(lower[0] - lower[1]) < 0.3


def test_every_font_is_embedded(shipped: tuple[str, dict[str, bytes]]) -> None:
    with pikepdf.open(io.BytesIO(shipped[1]["rulebook-a4.pdf"])) as opened:
        kinds: list[Any] = [thing for thing in opened.objects if isinstance(thing, pikepdf.Dictionary)]
        descriptors = [thing for thing in kinds if thing.get("/Type") == "/FontDescriptor"]
        assert descriptors
        assert all(any(key.startswith("/FontFile") for key in found) for found in descriptors)


def test_pictures_of_cards_are_described_for_those_who_do_not_see_them(shipped: tuple[str, dict[str, bytes]]) -> None:
    name, made = shipped
    with pikepdf.open(io.BytesIO(made["rulebook-a4.pdf"])) as opened:
        things: list[Any] = [thing for thing in opened.objects if isinstance(thing, pikepdf.Dictionary)]
        described = {str(thing.Alt) for thing in things if "/Alt" in thing}
        for card in project().games[name].deck:
            assert any(card.name in words for words in described) or card.fields.get("rank"), card.name


def test_every_clause_is_printed(shipped: tuple[str, dict[str, bytes]]) -> None:
    name, made = shipped
    data = made["rulebook-a4.pdf"]
    words = " ".join(text_of(data, page) for page in range(page_count(data))).split()
    assert [clause.id for clause in playable(name).clauses.values() if clause.number not in words] == []


def test_low_ink_is_black_on_white_but_for_emblems_and_takes_less() -> None:
    saving, coloured = on_paper(made_anew("tombs", Options(papers=("a4",), ink="low"))), book_of("tombs")
    assert set(saving) == {"rulebook-a4-low-ink.pdf"}

    def pages(data: bytes) -> list[Image.Image]:
        return [pixels(data, page, 40) for page in range(page_count(data))]

    saved = pages(saving["rulebook-a4-low-ink.pdf"])
    assert sum(map(ink, saved)) < 0.8 * sum(map(ink, pages(coloured["rulebook-a4.pdf"])))
    for page in saved:
        lightest, darkest = (reduce(of_both, page.split()) for of_both in (ImageChops.lighter, ImageChops.darker))
        counts = ImageChops.difference(lightest, darkest).histogram()
        assert sum(counts[12:]) < 0.01 * sum(counts), "only emblems keep their colours"


@pytest.mark.parametrize("count", range(1, 14))
def test_a_folded_stack_is_read_from_the_first_page_to_the_last(count: int) -> None:
    """Fold the stack: on each sheet the right half of the front is read before the left half of the back."""
    found = list(sides(count))
    sheets = list(zip(found[::2], found[1::2], strict=True))
    forwards = [page for front, back in sheets for page in (front[1], back[0])]
    backwards = [page for front, back in sheets for page in (front[0], back[1])]
    read = forwards + backwards[::-1]
    assert [page for page in read if page] == list(range(1, count + 1))
    assert read[count - 1 : -1] == [0] * (len(read) - count), "empty pages come before the back"
    assert len(read) - count < 4


def test_a_booklet_holds_each_page_of_the_book_once() -> None:
    data = book_of("tombs")["booklet-a4.pdf"]
    printed = [" ".join(text_of(data, side).split()) for side in range(page_count(data))]
    assert len(printed) % 2 == 0
    assert "Fold the stack" in printed[0], "the cover is half of the first side"
    assert sum("Two to four players fight" in side for side in printed) == 1
    assert sum("with the rules printed here" in side for side in printed) == 1


def made_of(write: Writer, body: str) -> dict[str, bytes]:
    write("cards.csv", "game,id\nzoo,wolf\n")
    root = write("rules_md/zoo.md", f"---\ntitle: Zoo\nsizes: A4\n---\n\n{body}\n")
    problems = Problems()
    found = load_project(root, problems)
    cards = lay_out(found, found.games["zoo"], Options(), problems)
    jobs = book_jobs(found, cards, Options(), problems)
    return {path: data for job in jobs for path, data in job.make(list(job.keys), no_progress)}


@pytest.mark.parametrize(
    "body",
    [
        "No section at all.",
        "## One\n\n### 1 thing\n\nWords.\n\n### 1 thing\n\nWords.",
        "## The *end* of `all` things\n\nWords.",
        "## One\n\n1. a\n   - b\n\n> said\n\n---\n\n    code",
        "| a |\n|---|\n| b |",
        'See {{ anatomy("wolf") }} here.\n\n- {{ anatomy("wolf") }} and {{ cards("wolf") }}\n\n> {{ anatomy("wolf") }}',
    ],
)
def test_whatever_the_markdown_is_there_is_a_book(write: Writer, body: str) -> None:
    made = made_of(write, body)
    assert page_count(made["rulebook-a4.pdf"]) == 1
    assert b"<main" in made["rulebook.html"]
    words = [made["rulebook.html"].decode(), made["rulebook.md"].decode(), text_of(made["rulebook-a4.pdf"], 0)]
    assert not any(address in text for text in words for address in ("(figure:", "(cards:"))


def test_a_page_that_cannot_be_set_is_told_and_not_thrown_at_its_author(write: Writer) -> None:
    write("templates/rulebook/rulebook.typ", "#nothing")
    with pytest.raises(ProofdeckError) as refusal:
        made_of(write, "## One\n\nWords.")
    assert [problem.code for problem in refusal.value.problems] == ["E613"]
    assert "nothing" in refusal.value.problems[0].message


@pytest.mark.parametrize(
    "page",
    [
        '#let x = "a"; #for _ in range(40) { x = x + x } #x.len()',
        "#for a in range(100000) { for b in range(100000) { let x = a * b } }",
    ],
    ids=["memory", "time"],
)
def test_a_page_that_wants_too_much_is_told_and_does_not_end_the_program(
    write: Writer, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    write("templates/rulebook/rulebook.typ", page)
    monkeypatch.setattr(typesetting, "LONGEST", 1)
    with pytest.raises(ProofdeckError) as refusal:
        made_of(write, "## One\n\nWords.")
    (problem,) = refusal.value.problems
    assert (problem.code, "took more than 2 GB of memory, or more than 1 s" in problem.message) == ("E613", True)


def test_a_process_that_fails_in_another_way_is_not_said_to_want_too_much(
    write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("templates/rulebook/rulebook.typ", "Hello")
    failed = subprocess.CompletedProcess([], 1, b"", b"no Typst here")
    monkeypatch.setattr(typesetting, "run_apart", lambda *_, **__: failed)
    with pytest.raises(RuntimeError, match="no Typst here"):
        made_of(write, "## One\n\nWords.")


@pytest.mark.parametrize(
    "page",
    [
        '#import "@preview/tablex:0.0.9": *',
        '#import "@local/mine:1.0.0"',
        '#include "@" + "preview/tablex:0.0.9"',
        '#dictionary(std).at("ev" + "al")("import \\"@preview/tablex:0.0.9\\"", mode: "code")',
    ],
)
def test_no_package_is_downloaded_for_a_page_however_it_names_it(
    write: Writer, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """All that would leave this machine comes to a proxy of the test instead, if anything does."""
    asked: list[object] = []

    class Proxy(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            asked.append(self.request)

    proxy = socketserver.TCPServer(("127.0.0.1", 0), Proxy)
    Thread(target=proxy.serve_forever, args=(0.01,)).start()
    monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{proxy.server_address[1]}")
    write("templates/rulebook/rulebook.typ", page)
    with proxy:
        with pytest.raises(ProofdeckError) as refusal:
            made_of(write, "## One\n\nWords.")
        proxy.shutdown()
    (problem,) = refusal.value.problems
    assert (problem.code, "imports a package" in problem.message) == ("E613", True)
    assert asked == []


def test_any_paper_that_is_asked_for_gets_its_book(write: Writer) -> None:
    write("cards.csv", "game,id\nzoo,wolf\n")
    root = write("rules_md/zoo.md", "---\ntitle: Zoo\nsizes: A4\n---\n\n## Play\n\nPlay.\n")
    problems = Problems()
    found = load_project(root, problems)
    options = Options(papers=tuple(PAPERS), booklet=True)
    jobs = book_jobs(found, lay_out(found, found.games["zoo"], options, problems), options, problems)
    assert not problems
    for job in jobs:
        for path, data in job.make(list(job.keys), no_progress):
            if path.startswith("rulebook-"):
                size = PAPERS[path.removesuffix(".pdf").removeprefix("rulebook-")]
                with pikepdf.open(io.BytesIO(data)) as opened:
                    box = [float(number) for number in opened.pages[0].mediabox[2:]]
                    assert box == pytest.approx([size.width * MM, size.height * MM], abs=0.6)
    made = {path for job in jobs for path in job.keys}
    assert {f"rulebook-{paper}.pdf" for paper in PAPERS} <= made
    assert {name for name in made if "booklet" in name} == {
        f"booklet-{paper}.pdf" for paper in ("a4", "letter", "a3", "tabloid")
    }


def test_the_same_input_gives_the_same_bytes() -> None:
    again = made_anew("tombs", Options(papers=("a4",), booklet=True))
    books = {"rulebook-a4.pdf", "booklet-a4.pdf", "rulebook.html", "rulebook.md"}
    assert set(again) == {*books, "rulebook-proof.html"}
    assert {name: again[name] for name in books} == {name: book_of("tombs")[name] for name in books}


def test_no_text_of_a_page_is_a_command_of_the_typesetter() -> None:
    text = """## A #panic("x") $y$

#panic("no") $x^2$ @nothing <label> \\ "quoted" `#code("x")` *a* _b_ [c] // d /* e */ ~ -- ...

- #import "f.typ"

| #a | b |
|---|---|
| $c$ | "d" |

> **Example** #set page(fill: red)
"""
    wolf, hostile = PiecePlace("#r", (Heap((Piece("wolf", 2, "as #x"),), "$h$"),)), "#panic()"
    told = ToldExample(
        1, "ex.a", ("c",), (wolf, PiecePlace("[l]", words="#w")), moves=((hostile, "#move"),),
        results=(read_inline("*r* #s"),), refused="#n", prose=read_blocks("$p"),
    )  # fmt: skip
    text += "\n```example id=ex.a\n```\n\nr[c.d]\nMore.\n"
    clauses = {"c.d": Clause("c.d", "#1.1", 3)}
    tree = read_text(text, clauses, {"ex.a": told}, {})
    book = Manuscript("T#x", 'about "it"', tree, clauses, {"wolf": "#wolf"}, imprint="#eval")
    data = pdf(
        as_data(book, {}),
        "a4",
        Page((ROOT / "templates/rulebook/rulebook.typ").read_bytes(), False),
        [],
        font_folders(),
    )
    printed = " ".join(text_of(data, 0).split())
    for words in (
        "#panic(“no”)",
        "@nothing",
        "<label>",
        "“quoted”",
        "#import “f.typ”",
        "#1.1",
        "$c$",
        "#set page(fill: red)",
        "#eval",
        "#wolf as #x ×2",
        "#panic()",
        "#move",
        "$p",
    ):
        assert words in printed, printed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('accent = "red"', "is not a colour"),
        ("title = 3", "is not a font family"),
        ('acent = "#123456"', "Did you mean 'accent'?"),
        ("accent = ", "this is not valid TOML"),
    ],
)
def test_a_look_that_cannot_be_used_is_told(write: Writer, text: str, says: str) -> None:
    problems = Problems()
    root = write("rulebook.toml", text)
    assert read_look(root / "rulebook.toml", "rulebook.toml", problems) == BookLook()
    assert [problem.code for problem in problems] == ["E613"]
    assert says in f"{problems[0].message} {problems[0].hint}"
