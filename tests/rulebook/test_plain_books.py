"""The book of a page of rules that knows nothing of Proofdeck: its pictures, its HTML and its odd letters."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap

import pytest
from bounded import bounded
from PIL import Image
from reading import text_of

from proofdeck.book.manuscript.composing import print_rules
from proofdeck.book.manuscript.letters import spelt
from proofdeck.book.manuscript.reading import read_blocks
from proofdeck.book.manuscript.words import plain
from proofdeck.front.making.build import build
from proofdeck.ground.problems import Problems
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Built, Options
from proofdeck.source.rules.clauses import Edition

Writer = Callable[..., Path]
CARDS = "Name,Type,Text\nWolf,Animal,It bites.\nBear,Animal,It sleeps.\n"
FOLDER = "goblin-rush"


def made(write: Writer, rules: str, name: str = "RULES.md") -> tuple[Built, Path]:
    write(f"{FOLDER}/deck.csv", CARDS)
    root = write(f"{FOLDER}/{name}", rules) / FOLDER
    return build(root, [], Options(only=("rulebook",)), no_progress), root / "output" / FOLDER


def codes(built: Built) -> list[str]:
    return [problem.code for problem in built.problems]


def png(colour: str, width: int = 60, height: int = 40) -> bytes:
    stored = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(stored, "PNG")
    return stored.getvalue()


STRANGE = """
Goblin Rush
===========

> # A cry
> Beware.

For 2-4 players. <!-- not ready -->

<p align="center"><b>Read</b> me<br>first</p>

#### Deep

- a list
- ## with a heading

| a | b |
|---|---|
| 1 | {{ two }} |

Setup
-----

1. Draw.
   ![board](img/board.png)
2. Roll \N{GAME DIE} and keep <active player>.

    Use {% raw %}

[a link](other.md) and [another](https://example.org) &amp; `code`

***
<details><summary>More</summary>

Hidden words.

</details>
"""


def test_a_page_full_of_oddities_becomes_a_book_that_can_be_read_aloud(write: Writer) -> None:
    write(f"{FOLDER}/img/board.png", png("red"))
    built, folder = made(write, STRANGE)
    assert codes(built) == ["W634"]
    words = " ".join(text_of((folder / "rulebook-a4.pdf").read_bytes(), 0).split())
    for said in (
        "Goblin Rush", "2 to 4 players", "A cry", "Beware", "Read me", "first", "Deep", "a list", "with a heading",
        "{{ two }}", "Setup", "Draw.", "Roll [game die] and keep <active player>", "Use {% raw %}", "a link", "another",
        "code", "More", "Hidden words.",
    ):  # fmt: skip
        assert said in words, said
    assert "not ready" not in words
    assert "align" not in words
    assert "\N{GAME DIE}" in (folder / "rulebook.html").read_text(encoding="utf-8"), "browsers have fonts of their own"


@pytest.mark.parametrize(
    ("name", "is_taken"),
    [
        ("RULES.md", True),
        ("rules.md", True),
        ("Rulebook.md", True),
        ("goblin-rush.md", True),
        ("Spielregeln.md", True),
        ("thoughts.md", True),
        ("README.md", False),
        ("rules_md/goblin-rush.md", True),
    ],
)
def test_rules_beside_the_spreadsheet_have_many_names(write: Writer, name: str, is_taken: bool) -> None:
    write(
        "deck.csv",
        CARDS.replace("Name,", "game,Name,")
        .replace("\nWolf", "\ngoblin-rush,Wolf")
        .replace("\nBear", "\ngoblin-rush,Bear"),
    )
    root = write(name, "# A title\n\nWords.\n")
    game = load_project(root, Problems()).games["goblin-rush"]
    assert ("Words." in game.book.body) == is_taken
    assert (game.title == "A title") == is_taken


def test_the_page_of_the_project_comes_first_and_two_games_share_no_rules(write: Writer) -> None:
    write("rules_md/deck.md", "# Ours\n\nOurs.\n")
    write("RULES.md", "# Theirs\n\nTheirs.\n")
    write("cards.csv", "game,name\ndeck,Wolf\nother,Bear\n")
    root = write("other.md", "# Other\n\nOther.\n")
    games = load_project(root, Problems()).games
    assert [games[name].title for name in ("deck", "other")] == ["Ours", "Other"]


def test_pictures_are_shown_and_missing_ones_named_with_their_lines(write: Writer) -> None:
    write(f"{FOLDER}/images/Wolf.PNG", png("red"))
    write(f"{FOLDER}/art/deep/bear.png", png("lime"))
    page = (
        "# Goblin Rush\n\n![a wolf](wolf.png)\n\n![](https://example.org/art/deep/bear.png?raw=1)\n\n"
        'See ![the fox](fox.png) and <img src="https://example.org/badge.svg" alt="a badge">.\n'
    )
    built, folder = made(write, page)
    missing = [problem for problem in built.problems if problem.code == "W619"]
    assert [(one.file, one.line) for one in missing] == [("RULES.md", 7), ("RULES.md", 7)]
    assert {"fox.png", "badge.svg"} <= set(re.findall(r"[a-z]+\.(?:png|svg)", f"{missing}"))
    from pypdfium2 import PdfDocument

    page_one = PdfDocument(folder / "rulebook-a4.pdf")[0].render(scale=1).to_pil().convert("RGB")
    colours = {colour for _, colour in page_one.getcolors(1 << 20)}
    assert any(red > 200 > 60 > green for red, green, _ in colours), "the wolf is on the page"
    assert any(green > 200 > 60 > red for red, green, _ in colours), "so is the bear, found by the end of its address"
    words = " ".join(text_of((folder / "rulebook-a4.pdf").read_bytes(), 0).split())
    assert "the fox" in words
    assert "a badge" in words


def test_what_no_book_can_show_is_told_with_its_line(write: Writer) -> None:
    page = (
        "# Goblin Rush\n\n<video src='a.mp4'></video> and `<svg>`\n\n```html\n<iframe>\n```\n\n```mermaid\nA-->B\n```\n"
    )
    built, _ = made(write, page)
    assert [(one.code, one.line) for one in built.problems] == [("W619", 3), ("W619", 9)]
    assert all(one.hint for one in built.problems)


def test_pictures_written_into_a_page_are_printed_and_damaged_ones_told(write: Writer) -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path fill="#0f0" d="M0 0h40v40H0z"/></svg>'
    red, green = (b64encode(data).decode() for data in (png("red"), svg))
    page = (
        f"# Goblin Rush\n\n![a wolf](data:image/png;base64,{red})\n\n"
        f'See <img src="data:image/svg+xml;base64,{green}" alt="a bear"> and [12]'
        f"\n\n![a fox](data:image/png;base64,{red[:50]}zz)\n"
    )
    built, folder = made(write, page)
    (damaged,) = [problem for problem in built.problems if problem.code == "W619"]
    assert (damaged.line, "a picture (png) in the page is damaged" in damaged.message) == (7, True)
    from pypdfium2 import PdfDocument

    page_one = PdfDocument(folder / "rulebook-a4.pdf")[0].render(scale=1).to_pil().convert("RGB")
    colours = {colour for _, colour in page_one.getcolors(1 << 20)}
    assert any(red > 200 > 60 > green for red, green, _ in colours)
    assert any(green > 200 > 60 > red for red, green, _ in colours)
    assert not any(output.made for output in made(write, page)[0].outputs)


def test_a_picture_written_over_several_lines_is_printed_and_the_words_after_it_too(write: Writer) -> None:
    lines = "\n  ".join(wrap(b64encode(png("red")).decode(), 44))
    page = (
        f'# Goblin Rush\n\nSee <img src="data:image/png;base64,{lines}" alt="a wolf"> here.\n\nabcdefgh\n![](no.png)\n'
    )
    built, folder = made(write, page)
    assert [(one.code, one.line) for one in built.problems] == [("W619", len(page.splitlines()))]
    from pypdfium2 import PdfDocument

    shown = PdfDocument(folder / "rulebook-a4.pdf")[0].render(scale=1).to_pil().convert("RGB")
    assert any(red > 200 > 60 > green for _, (red, green, _) in shown.getcolors(1 << 20))
    assert "abcdefgh" in text_of((folder / "rulebook-a4.pdf").read_bytes(), 0)


def test_pictures_do_not_count_as_words_of_a_page(write: Writer) -> None:
    """A page with photographs is larger than any page of words may be, and its end is printed too."""
    photo = b64encode(bytes(range(256)) * 8000).decode()
    _, folder = made(write, f"# Goblin Rush\n\n![x](data:image/png;base64,{photo})\n\nThe very end.\n")
    assert "The very end." in text_of((folder / "rulebook-a4.pdf").read_bytes(), 0)


def test_a_picture_that_turns_up_later_is_printed_and_an_untouched_book_costs_nothing(write: Writer) -> None:
    first, _ = made(write, "# Goblin Rush\n\n![a wolf](wolf.png)\n")
    again, _ = made(write, "# Goblin Rush\n\n![a wolf](wolf.png)\n")
    assert (codes(first), codes(again)) == (["W619"], ["W619"])
    write(f"{FOLDER}/wolf.png", png("red"))
    found, _ = made(write, "# Goblin Rush\n\n![a wolf](wolf.png)\n")
    assert codes(found) == []


def test_a_language_without_a_font_has_a_page_but_no_pdf(write: Writer) -> None:
    built, folder = made(write, "# ゴブリン\n\n## 準備\n\n山札から一枚引く。それから、カードを出す。\n")
    assert codes(built) == ["W633"]
    assert not (folder / "rulebook-a4.pdf").exists()
    assert '<html lang="ja">' in (folder / "rulebook.html").read_text(encoding="utf-8")


def test_a_few_foreign_letters_do_not_stop_a_book(write: Writer) -> None:
    built, folder = made(write, "# Koi-koi\n\n" + "The dealer is called Oya and shuffles the cards. " * 3 + "(親)\n")
    assert codes(built) == ["W634"]
    assert "(\N{WHITE SQUARE})" in text_of((folder / "rulebook-a4.pdf").read_bytes(), 0)


def test_symbols_are_named_in_sentences_and_left_out_of_titles() -> None:
    dragon = "\N{DRAGON}\N{VARIATION SELECTOR-16}"
    title = [{"kind": "words", "text": f"{dragon} Setup"}]
    section = {"id": "1", "title": title, "words": f"{dragon} Setup", "inside": [{"text": f"Pay 2 {dragon}."}]}
    book = {"title": f"{dragon} Rush", "sections": [section], "pictures": {"dragon": {"number": 1}}}
    found = spelt(book, ["\N{DRAGON}"])
    assert found["title"] == "Rush"
    assert found["sections"][0]["title"] == [{"kind": "words", "text": "Setup"}]
    assert found["sections"][0]["inside"] == [{"text": "Pay 2 [dragon]."}]
    assert spelt(book, []) is book


@pytest.mark.parametrize(
    "page",
    [
        '# Rush\n\n<div align="center">\n## Setup\n\n### Deal\n\nDraw **two** cards.\n</div>\n',
        '# Rush\n\n## Setup\n\n### Deal\n\n<p class="note" markdown="1">Draw **two** cards.</p>\n',
        "# Rush\n\n<p>\nFor two.\n## or three\n\n#### Setup\n\n##### Deal\n\nDraw **two** cards.\n",
    ],
)
def test_headings_and_markdown_inside_html_are_printed(page: str, write: Writer) -> None:
    built, folder = made(write, page)
    assert codes(built) == []
    html = (folder / "rulebook.html").read_text(encoding="utf-8")
    assert re.findall(r"<h([23])[^>]*>(?:<[^>]*>)*([A-Z]\w+)", html)[-2:] == [("2", "Setup"), ("3", "Deal")]
    assert "<strong>two</strong>" in html


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<b>Bold</b> and <i>thin</i>", "Bold and thin"),
        ("one<br/>two", "one two"),
        ("a <active player> here", "a <active player> here"),
        ("choose <option> now", "choose <option> now"),
        ('<a href="x">there</a>', "there"),
        ("<div>\n<script>alert(1)</script>\nsafe</div>", "safe"),
        ("<!-- a note -->", ""),
        ("<form>\n<label>One</label>\n<label>Two</label> </form>", "One Two"),
        ("press <button>OK</button> now", "press OK now"),
        ("press <button> now", "press <button> now"),
        ('<div><img src="a/b.png"></div>', "b.png"),
    ],
)
def test_of_html_the_words_are_taken(html: str, said: str) -> None:
    assert "|".join(plain(getattr(block, "inside", ())).strip() for block in read_blocks(html)) == said


SIGNS = {
    "~~old~~ new": "~~old~~ new",
    "==the pot==": "==the pot==",
    "H~2~O, x^2^": "H<sub>2</sub>O, x<sup>2</sup>",
    "a ~ b, 2^3, a == b": "a ~ b, 2^3, a == b",
    "See [[Setup]] and [[Setup|the start]].": "See Setup and the start.",
    "Draw. %%too strong?%%": "Draw.",
    "- [ ] shuffle\n- [x] deal": "- \N{BALLOT BOX} shuffle\n- \N{BALLOT BOX WITH CHECK} deal",
    "> [!WARNING]\n> Sharp.": "> **Warning**\\\n> Sharp.",
    "> [!tip]- In short\n> Run.": "> **In short**\\\n> Run.",
    "Pot\n: All coins.": "- **Pot**: All coins.",
    "Draw.[^1]\n\n[^1]: Or not.": "Draw.<sup>1</sup>\n\n1. Or not.",
    ":::note\nDraw.\n:::": "Draw.",
    "Roll :game_die:, 10:30:15, :no_such: one.": "Roll \N{GAME DIE}, 10:30:15, :no_such: one.",
    "| a | b |\n|:-:|--:|\n| x<br>y | 2 |": "|:---:|---:|\n| x<br>y | 2 |",
    "See [[#Turn]] and [[Rules#Turn]] and [[Rules#^id]].": "See Turn and Rules: Turn and Rules.",
    "Draw.^[Or not.]": "Draw.<sup>1</sup>\n\n1. Or not.",
    "Pay <sub>two</sub> <kbd>OK</kbd> ^id7": "Pay <sub>two</sub> `OK`",
}
"""What other programs than GitHub read, too, and what is printed."""


@pytest.mark.parametrize("signs", SIGNS)
def test_the_signs_of_other_programs_are_read_for_what_they_mean(write: Writer, signs: str) -> None:
    write("rules_md/zoo.md", f"# Zoo\n\n{signs}\n")
    root = write("cards.csv", "game,name\nzoo,Ant\n")
    game = load_project(root, Problems()).games["zoo"]
    book = print_rules(game, problems := Problems(), edition=Edition.PLAYERS)
    assert not problems
    assert SIGNS[signs] in "\n".join(line.strip() for line in book.splitlines()), book


def test_struck_marked_lowered_and_raised_words_are_so_on_paper_and_on_screen(write: Writer) -> None:
    _, folder = made(write, "# Goblin Rush\n\n~~old~~ ==new== H~2~O x^3^\n")
    page = (folder / "rulebook.html").read_text(encoding="utf-8")
    assert all(f"<{tag}>" in page for tag in ("s>old</s", "mark>new</mark", "sub>2</sub", "sup>3</sup"))
    assert "old new H2O x3" in " ".join(text_of((folder / "rulebook-a4.pdf").read_bytes(), 0).split())


@pytest.mark.parametrize("sign", ["[[", "![[", "==a", "%%", "~a", "^a", ":::", "[^1]", "x\n: ", "> [!"])
def test_a_page_full_of_half_signs_is_read_at_once(sign: str) -> None:
    with bounded():
        read_blocks(sign * 20_000)
