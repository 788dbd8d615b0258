"""The rulebook as HTML: one file that needs nothing else, and in which every link leads somewhere."""

from __future__ import annotations

import io
import re
import tomllib
from base64 import b64decode
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image
from tables import ROOT, playable, project, with_engine

from generator.pipeline.books import book_jobs
from generator.pipeline.deck import lay_out
from generator.pipeline.request import Options, no_progress
from generator.problems import Problem
from generator.project import load_project

Writer = Callable[..., Path]


class Seen(HTMLParser):
    """What a page holds: ids, links, headings, attributes of elements, and whether all that is opened is closed."""

    VOID = ("meta", "br", "hr", "img", "link")

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
    problems: list[Problem] = []
    found = load_project(root, problems)
    jobs = book_jobs(
        found, lay_out(found, found.games[game], Options(), problems), root / "output", Options(), problems
    )
    assert problems == []
    made = {path.name: data for job in jobs for path, data in job.make(list(job.keys), no_progress)}
    return {name: data.decode() for name, data in made.items() if not name.endswith(".pdf")}


@pytest.fixture(scope="module", params=with_engine())
def shipped(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A game and its page."""
    return request.param, book(ROOT, request.param)["rulebook.html"]


def test_every_link_leads_to_a_place_in_the_same_file(shipped: tuple[str, str]) -> None:
    seen = Seen(shipped[1])
    assert seen.open == []
    assert [name for name, count in Counter(seen.ids).items() if count > 1] == []
    assert {link.removeprefix("#") for link in seen.links} <= set(seen.ids)
    assert all(link.startswith("#") for link in seen.links)


def test_nothing_is_fetched_from_anywhere(shipped: tuple[str, str]) -> None:
    elsewhere = r"https?:|url\((?!data:font/ttf;base64,)|@import|<script|<link|<img"
    assert not re.search(elsewhere, shipped[1])
    assert not re.search(r"<image[^>]* href=(?!\"data:image/jpeg;base64,)", shipped[1])


def test_each_card_that_is_shown_is_described_in_words(shipped: tuple[str, str]) -> None:
    elements = Seen(shipped[1]).elements
    names = sorted((card.name for card in project().games[shipped[0]].deck), key=len, reverse=True)
    shown = [str(found["aria-label"]) for _, found in elements if found.get("role") == "img"]
    assert shown
    for words in shown:
        assert words.startswith("face down") or any(name in words for name in names), words
    images = [str(found["href"]) for tag, found in elements if tag == "image"]
    symbols = [str(found["id"]) for tag, found in elements if tag == "symbol"]
    assert len(images) == len(symbols) == len(set(symbols))
    for symbol, image in zip(symbols, images, strict=True):
        with Image.open(io.BytesIO(b64decode(image.partition(",")[2]))) as picture:
            assert picture.width > (200 if symbol.endswith(b"large".hex()) else 90)


def test_each_picture_is_named_or_stands_beside_its_name(shipped: tuple[str, str]) -> None:
    """A drawing without a name of its own lies inside something that has one."""
    elements = Seen(shipped[1]).elements
    assert all(found.get("role") == "img" for tag, found in elements if tag == "svg" and "aria-label" in found)
    unnamed = re.findall(r"<(?!/?svg)[^>]*><svg class=\"card\" viewBox", shipped[1])
    assert unnamed
    assert all('role="img"' in found or 'aria-hidden="true"' in found for found in unnamed)


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


def test_the_same_input_gives_the_same_bytes() -> None:
    assert book(ROOT, "tombs") == book(ROOT, "tombs")


def test_words_of_the_author_stay_words(write: Writer) -> None:
    write("cards.csv", "game,id,name\nzoo,wolf,<b>Wolf</b>\n")
    body = "## A <i>b</i>\n\nr[a.one]\n<script>alert(1)</script> {{ name('wolf') }} \ue000a.two\ue002 & \ue000x\n"
    write("rules_md/zoo.md", f"---\ntitle: 'Zoo <&>'\n---\n{body}")
    text = book(write("x", ""), "zoo")["rulebook.html"]
    seen = Seen(text)
    assert "script" not in {tag for tag, _ in seen.elements}
    assert not {"b", "i"} & {tag for tag, _ in seen.elements}
    assert "Zoo &lt;&amp;&gt;" in text


def test_a_game_without_rules_has_no_book(write: Writer) -> None:
    assert book(write("cards.csv", "game,id\nzoo,wolf\n"), "zoo") == {}


@pytest.mark.parametrize("name", with_engine())
def test_the_foot_says_how_many_examples_were_played(name: str) -> None:
    text = book(ROOT, name)["rulebook.html"]
    count = project().games[name].page.body.count("```example ")
    foot = text[text.index("<footer>") :]
    assert (f" {count} worked examples" in foot) == (count > 0)
