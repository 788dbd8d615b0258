"""The rulebook as HTML: one file that needs nothing else, and in which every link leads somewhere."""

from __future__ import annotations

import io
import re
import tomllib
from base64 import b64decode
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image
from rulebook.shipped_books import book_of
from tables import ROOT, playable, project, with_engine

from proofdeck.book.manuscript.addresses import figure_here
from proofdeck.book.manuscript.books import DPI, SMALL_DPI, book_jobs
from proofdeck.book.manuscript.components import escaped
from proofdeck.book.manuscript.figures import Anatomy, Callout, Figure, FigureRequest, Setup
from proofdeck.book.manuscript.html import html
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.plain_data import CardPicture
from proofdeck.book.manuscript.reading import read_blocks, read_inline, read_text
from proofdeck.book.manuscript.tree import ToldExample, ToldMove
from proofdeck.book.proof.proof import ClauseProof, proof_of
from proofdeck.front.making.build import build
from proofdeck.ground.problems import Problem, Problems
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.paper.deck.prints import lay_out
from proofdeck.play.engine.pictures import Heap, Piece, Tile
from proofdeck.play.scene.place import PiecePlace
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options
from proofdeck.source.rules.clauses import Clause

Writer = Callable[..., Path]


class Seen(HTMLParser):
    """What a page holds: ids, links, headings, attributes of elements, and whether all that is opened is closed."""

    VOID = ("meta", "br", "hr", "img", "link", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.elements.append((tag, found))
        self.ids += [str(found["id"])] if "id" in found else []
        self.links += [str(found["href"])] if "href" in found and tag != "image" else []
        self.headings += [int(tag[1])] if re.fullmatch(r"h[1-6]", tag) else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def book(root: Path, game: str) -> dict[str, str]:
    """The files of its book by their names."""
    problems = Problems()
    found = load_project(root, problems)
    jobs = book_jobs(found, lay_out(found, found.games[game], Options(), problems), Options(), problems)
    assert not problems
    texts = [job for job in jobs if not any(path.endswith(".pdf") for path in job.keys)]
    return {path: data.decode() for job in texts for path, data in job.make(list(job.keys), no_progress)}


@pytest.fixture(scope="module", params=with_engine())
def shipped(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A game and its page."""
    return request.param, book_of(request.param)["rulebook.html"].decode()


def test_every_link_leads_to_a_place_in_the_same_file(shipped: tuple[str, str]) -> None:
    seen = Seen(shipped[1])
    assert seen.open == []
    assert [name for name, count in Counter(seen.ids).items() if count > 1] == []
    assert {link.removeprefix("#") for link in seen.links} <= set(seen.ids)
    assert all(link.startswith("#") for link in seen.links)


def test_nothing_is_fetched_from_anywhere(shipped: tuple[str, str]) -> None:
    elsewhere = r"https?:|url\((?!data:font/ttf;base64,)|@import|<script |<link|<img|fetch\(|XMLHttp|import\("
    assert not re.search(elsewhere, shipped[1])
    assert not re.search(r"<image[^>]* href=(?!\"data:image/jpeg;base64,)", shipped[1])


def test_the_clauses_of_an_example_are_in_the_order_of_the_book(shipped: tuple[str, str]) -> None:
    abouts = re.findall(r'<p class="about">(.*?)</p>', shipped[1])
    numbers = [[tuple(map(int, one.split("."))) for one in re.findall(r">(\d+\.\d+)<", about)] for about in abouts]
    assert any(len(found) > 1 for found in numbers)
    assert [found for found in numbers if found != sorted(found)] == []


def test_a_card_that_is_only_among_the_pieces_takes_fewer_pixels() -> None:
    page = bytes(book_of("rummy-duel")["rulebook.html"]).decode()
    widths = {int(found) for found in re.findall(r'<symbol id="card-\d+" viewBox="0 0 (\d+) ', page)}
    assert len(widths) == 2
    assert max(widths) / min(widths) == pytest.approx(DPI / SMALL_DPI, rel=0.01)


def test_each_card_that_is_shown_is_described_in_words(shipped: tuple[str, str]) -> None:
    elements = Seen(shipped[1]).elements
    names = sorted((card.name for card in project().games[shipped[0]].deck), key=len, reverse=True)
    shown = [str(found["aria-label"]) for _, found in elements if found.get("role") == "img"]
    assert shown
    for words in shown:
        assert words.startswith("face down") or any(name in words for name in names), words
        assert "{" not in words
    images = [str(found["href"]) for tag, found in elements if tag == "image"]
    symbols = [str(found["id"]) for tag, found in elements if tag == "symbol"]
    assert len(images) == len(symbols) == len(set(symbols))
    for symbol, image in zip(symbols, images, strict=True):
        with Image.open(io.BytesIO(b64decode(image.partition(",")[2]))) as picture:
            assert picture.width > (140 if symbol.startswith("card-") else 90)  # a marker has 25 mm, a card 63


def test_each_picture_is_named_or_stands_beside_its_name(shipped: tuple[str, str]) -> None:
    """A drawing without a name of its own lies inside something that has one."""
    elements = Seen(shipped[1]).elements
    assert all(found.get("role") == "img" for tag, found in elements if tag == "svg" and "aria-label" in found)
    unnamed = re.findall(r"<(?!/?svg)[^>]*><svg class=\"card\" viewBox", shipped[1])
    assert unnamed
    assert all('role="img"' in found or 'aria-hidden="true"' in found for found in unnamed)


def test_a_token_is_round_wherever_it_is_shown(write: Writer) -> None:
    write("cards.csv", "game,id,name,kind\nzoo,wolf,Wolf,animal\nzoo,coin,Coin,coin\nzoo,gem,Gem,coin\n")
    write("templates/zoo/front.toml", 'size = "poker"\n')
    write("templates/zoo/front-coin.toml", 'size = "token"\n')
    write("templates/zoo/back.toml", 'size = "poker"\n')
    write("templates/zoo/back-coin.toml", 'size = "token"\n')
    words = "See {{ cards('coin', 'wolf', 'gem') }} here.\n\n{{ cards('gem', 'wolf') }}\n"
    root = write("rules_md/zoo.md", f"---\ntitle: Zoo\n---\n\n## One\n\n{words}")
    shown = re.findall(r'<svg class="card([^"]*)"[^>]*><use href="#card-(\d+)"', book(root, "zoo")["rulebook.html"])
    fronts = {number for words, number in shown if "round" in words.split()}
    others = {number for words, number in shown if "round" not in words.split()}
    assert (len(fronts), len(others), fronts & others) == (2, 1, set())


def test_every_clause_has_its_anchor_and_its_number(shipped: tuple[str, str]) -> None:
    name, text = shipped
    for clause in playable(name).clauses.values():
        assert f'id="{clause.id}" href="#{clause.id}">{clause.number}</a>' in text


def test_whoever_listens_to_the_page_finds_his_way(shipped: tuple[str, str]) -> None:
    seen = Seen(shipped[1])
    attributes = dict(reversed(seen.elements))
    assert attributes["html"]["lang"] == "en"
    assert seen.headings[0] == 1
    assert seen.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(seen.headings, seen.headings[1:], strict=False))
    assert all(found.get("scope") == "col" for tag, found in seen.elements if tag == "th")
    groups = [found for _, found in seen.elements if found.get("role") == "group"]
    assert groups
    assert all(found.get("aria-label") or found["aria-labelledby"] in seen.ids for found in groups)
    folded = re.findall(r"<details[^>]*>\s*<(\w+)>", shipped[1])
    assert set(folded) == {"summary"}
    assert {"header", "nav", "main", "footer"} <= set(attributes)


def test_premise_stands_before_the_contents(shipped: tuple[str, str]) -> None:
    _, text = shipped
    header = text[text.index("<header>") : text.index("</header>")]
    assert "<p>" in header.split('class="about"')[1]


def test_the_page_looks_like_the_cards_of_its_game(shipped: tuple[str, str]) -> None:
    name, text = shipped
    look = tomllib.loads((ROOT / "templates" / name / "rulebook.toml").read_text())
    assert f":root {{ --accent: {look['accent']}; --spot: {look['accent']}; }}" in text
    assert f"prefers-color-scheme: dark) {{\n  :root {{ --accent: {look['night']}; }}" in text


def test_words_of_the_author_stay_words(write: Writer) -> None:
    write("cards.csv", "game,id,name\nzoo,wolf,<b>Wolf</b>\n")
    body = "## A <i>b</i>\n\nr[a.one]\n<script>alert(1)</script> {{ name('wolf') }} \ue000a.two\ue002 & \ue000x\n"
    write("rules_md/zoo.md", f"---\ntitle: 'Zoo <&>'\n---\n{body}")
    text = book(write("x", ""), "zoo")["rulebook.html"]
    seen = Seen(text)
    assert [tag for tag, _ in seen.elements].count("script") == 1, "the page's own"
    assert not re.search("<b>Wolf|<i>|<script>alert", text)
    assert "Zoo &lt;&amp;&gt;" in text


def test_a_game_without_rules_has_no_book(write: Writer) -> None:
    root = write("cards.csv", "game,id\nzoo,wolf\n")
    built = build(root, [], Options(only=("rulebook",)))
    assert (built.problems, built.outputs) == ([], [])


def test_the_foot_says_how_many_examples_were_played(shipped: tuple[str, str]) -> None:
    name, text = shipped
    count = project().games[name].page.body.count("```example ")
    foot = text[text.index("<footer>") :]
    assert (f" {count} worked examples" in foot) == (count > 0)


# -- words that look like HTML -----------------------------------------------------------------------------------------


class Hostile:
    """Words that would be elements or end an attribute if nobody escaped them, each with a number of its own."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> str:
        self.count += 1
        return f'<i>"{self.count}"</i>'


class Words(HTMLParser):
    """All that a reader sees or hears of a page, and the elements that it is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said, self.tags = "", set[str]()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.said += " ".join(value or "" for _, value in attrs)

    def handle_data(self, data: str) -> None:
        self.said += data


def test_no_word_of_an_author_becomes_html_wherever_it_is_printed() -> None:
    """A book in which everything that an author can name is named so: cards, players, places, moves, parts, faults."""
    odd = Hostile()
    piece, tile = Piece("wolf", says=odd()), Tile("a1", "wolf", odd())
    row = PiecePlace(odd(), (Heap((piece, Piece("bear", 2, odd())), odd()),))
    wrong = Problem("E621", odd(), "rules_md/zoo.md", 3)
    told = ToldExample(
        1, "ex.one", ("a.b",), (row, PiecePlace(odd(), words=odd())), ((tile, Tile("b1", "bear", odd())),), ((tile,),),
        (("Ana", odd()),), (read_inline(escaped(odd())),), "a.c<i>", read_blocks(escaped(odd())), (wrong,),
    )  # fmt: skip
    stepwise = replace(told, id="ex.two", steps=(ToldMove(odd(), odd(), (row,), ((tile,),)),))
    clauses = {"a.b": Clause("a.b", "1.1", 5)}
    asked = {kind: FigureRequest(kind, "wolf") for kind in ("setup", "anatomy")}
    figures: dict[FigureRequest, Figure] = {
        asked["setup"]: Setup((row,), (row,), (row,), ((tile,),), "", ((row.label, odd()),)),
        asked["anatomy"]: Anatomy("wolf", (Callout(0, 0, odd()),)),
    }
    before = odd.count
    text = f"{odd()}\n\n## {odd()}\n\nr[a.b]\n{odd()}\n\n```example id=ex.one covers=a.b\n```\n\n"
    examples = {"ex.one": told, "ex.two": stepwise}
    text += "```example id=ex.two\n```\n\n"
    text += (
        f"- {odd()}\n\n> {odd()}\n\n    {odd()}\n\n`{odd()}` [{odd()}](https://x.y/)\n\n|{odd()}|\n|-|\n|{odd()}|\n\n"
    )
    text += f"### {odd()}\n\n" + "\n\n".join(map(figure_here, asked.values()))
    written = range(before + 1, odd.count + 1)
    secret = ClauseProof(odd(), "", None, "", True, (), None, None, 0)
    proof = {**proof_of(clauses, [], {}), secret.id: secret}
    book = Manuscript(
        odd(), odd(), read_text(text, clauses, examples, {}), clauses, {"wolf": odd(), "bear": odd()},
        {"wolf": odd()},
        imprint=odd(), figures=figures, proof=proof, wrong=(wrong,),
    )  # fmt: skip
    page = Words(html(book, {"wolf": CardPicture(1, 9, 9)}, {"wolf": b""}, ""))
    assert "i" not in page.tags
    said = page.said.translate({ord("“"): '"', ord("”"): '"'})
    assert [
        number for number in range(1, odd.count + 1) if f'<i>"{number}"</i>' not in said and number not in written
    ] == []
    assert [number for number in written if f'"{number}"' not in said] == [], (
        "tags on a page are left out, words are not"
    )
