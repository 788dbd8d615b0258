"""What GitHub, Google Docs and Obsidian write in Markdown is printed as it is meant, and no word of it is lost."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from bounded import bounded
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from PIL import Image
from reading import text_of

from proofdeck.book.manuscript.beside import beside_pictures
from proofdeck.book.manuscript.composing import Proved, manuscript
from proofdeck.book.manuscript.html import html
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.markdown import markdown
from proofdeck.book.manuscript.plain_data import CardPicture
from proofdeck.book.manuscript.reading import read_blocks
from proofdeck.book.manuscript.tree import Listing, Paragraph, Quote, RuleLine, TextTable, Verbatim
from proofdeck.book.manuscript.words import Illustration, Marked, Words, plain
from proofdeck.front.making.build import build
from proofdeck.ground.problems import Problems
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.source.cards.deck import Deck
from proofdeck.source.project.game import About, Game
from proofdeck.source.project.request import Options
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.plain import as_written, at_home

Writer = Callable[..., Path]
SNIPPETS = (
    "Plain words, *leaning* and **strong** and ~~struck~~ and `code`.",
    "Hard break  \nsecond line\\\nthird line<br>fourth",
    "- bullet\n  - nested\n    1. numbered\n- [x] done\n- [ ] open",
    "1. first  \n2. second  \n   1. inner  \n   2. other",
    "| left | right |\n|:-----|------:|\n| cell | <b>bold</b><br>below |",
    "> [!NOTE]\n> noted\n> > [!tip]- folded\n> > inside",
    "<table><tr><th>head<th>top<tr><td>one<td>two</table>",
    "<ul><li>item</li><li>entry<ol start=4><li>deep</ol></ul>",
    "<table><tr>loose<td>outer<table><tr><td>within<td>beside</table><ul><li>listed<ul><li>deeper</ul></ul></table>",
    "<table><tr><td><blockquote>cited</blockquote><pre>typed</pre></table>",
    "<details>\n<summary>summary</summary>\n\nhidden **words**\n\n</details>",
    '<p align="center">middle <sub>low</sub> <sup>high</sup> <kbd>key</kbd></p>',
    "<blockquote>quoted</blockquote><pre>\n  typed   lines\n</pre><hr>",
    "<dl><dt>word</dt><dd>meaning</dd><dt>lonely</dl>",
    "Term\n: explained\n\nNote[^n] and^[inline].\n\n[^n]: below",
    "[linked][site] and [[Page#Part|called]] and [[Other]].\n\n[site]: https://example.org",
    "==marked== H~2~O x^3^ %%private%% seen ^block",
    "%%\nprivate\n%%\nafter",
    "```\nfence %%kept%%\n```",
    "### Heading {#private}\n\nunder",
    "<div>unclosed <b>bold <i>both</b> rest",
    "a <active player> and 1 < 2 and :unknown_code:",
    "![alone](missing.png)\n\nwith ![inline|40](missing.png) words ![[shown.png|size|60]]",
)
"""Paragraphs of the three dialects. `private` is what nobody is to read."""
WORD = re.compile(r"[a-z]{3,}")
SIGNS = {
    "align",
    "center",
    "example",
    "https",
    "org",
    "start",
    "png",
    "private",
    "block",
    "missing",
    "shown",
    "page",
    "tip",
    "age",
}
"""Words of these paragraphs that are not for readers, or are called otherwise."""
CARDS = "name\nWolf\n"


def book(page: str) -> Manuscript:
    """The book of a page that lies beside a spreadsheet."""
    rules = at_home(as_written(RulesPage("RULES.md", {}, page)))
    found = manuscript(Game("zoo", About("Zoo"), Deck("zoo", ()), rules), Proved(None), problems := Problems())
    assert found is not None
    assert not problems
    return found


def said(page: str) -> set[str]:
    """The words of a page as the parser itself has them, without tags and addresses."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    shown = re.sub(r"</?[a-z]+[^<>]*>", " ", parser.render(page.replace("<active player>", "active player")))
    return {word for word in WORD.findall(re.sub(r"\S+\.png|:unknown_code:", " ", shown)) if word not in SIGNS}


@given(st.lists(st.sampled_from(SNIPPETS), min_size=1, max_size=6))
def test_no_word_of_a_page_is_lost_on_screen_or_in_markdown(snippets: list[str]) -> None:
    page = "\n\n".join(snippets)
    found = book(f"# Zoo\n\n## Part\n\n{page}")
    screen = re.sub(r"<[^>]*>", " ", html(found, {}, {}, "").partition("<body")[2].partition("<script")[0])
    for printed in (screen, markdown(found)):
        assert said(page) <= {*WORD.findall(printed), "part"}
        assert "private" not in printed
        assert not re.search(r"\]\(unheld|\{#|\[\[|\[\^|\[!|\{\{", printed)


def test_no_word_of_a_page_is_lost_on_paper(write: Writer) -> None:
    page = "\n\n".join(SNIPPETS)
    write("zoo/cards.csv", CARDS)
    root = write("zoo/RULES.md", f"# Zoo\n\n## Part\n\n{page}\n") / "zoo"
    build(root, [], Options(only=("rulebook",)), no_progress)
    data = (root / "output/zoo/rulebook-a4.pdf").read_bytes()
    printed = " ".join(text_of(data, number) for number in range(len(pypdfium2.PdfDocument(data))))
    assert said(page) - set(WORD.findall(printed)) == set()
    assert "private" not in printed


@pytest.mark.parametrize(
    ("page", "kinds"),
    [
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", [TextTable]),
        ("<table>\n<tr><td>1</td></tr>\n\n<tr><td>2</td></tr>\n\n</table>", [TextTable]),
        ("<td>1<td>2", [TextTable]),
        ("<table></table>\n\nwords", [Paragraph]),
        ("<ol start=3><li>a<li>b</ol>", [Listing]),
        ("    <li>far to the right</li>", [Listing]),
        ("<dl><dt>a<dd>b</dl>", [Listing]),
        ("<blockquote><p>a<p>b</blockquote>", [Quote]),
        ("<pre>a\n  b</pre>", [Verbatim]),
        ("<p>a<hr>b", [Paragraph, RuleLine, Paragraph]),
        ("prose that ends in\n1. no list", [Paragraph]),
        ("</p></td></table></ul>", []),
    ],
)
def test_blocks_of_html_are_what_they_are_called(page: str, kinds: list[type]) -> None:
    assert [type(block) for block in read_blocks(page)] == kinds


def test_a_list_with_numbers_is_within_the_entry_above_it() -> None:
    (outer,) = read_blocks("2. Second  \n   1. Inner  \n   2. Other")
    assert isinstance(outer, Listing)
    (entry,) = outer.entries
    assert [type(block) for block in entry.inside] == [Paragraph, Listing]


def test_a_table_in_html_has_its_cells_in_their_columns() -> None:
    (table,) = read_blocks("<table><tr><th>a<th colspan=2>b<tr><td>1<br>2<td><ul><li>x<li>y</ul></table>")
    assert isinstance(table, TextTable)
    assert [plain(cell) for cell in table.head] == ["a", "b", ""]
    assert [[plain(cell) for cell in row] for row in table.rows] == [["1 2", "\N{BULLET} x \N{BULLET} y", ""]]


def test_tags_that_cross_or_never_end_set_only_what_they_hold() -> None:
    (block,) = read_blocks("x <sub>low <b>both</sub> not</b> <sup>never")
    assert isinstance(block, Paragraph)
    assert block.inside == (
        *(Words("x "), Marked("lowered", (Words("low "), Words("both"))), Words(" not"), Words(" "), Words("never")),
    )


@pytest.mark.parametrize(
    "piece",
    ["<ul><li>", "<table><tr><td>", "<blockquote>", "<b>x", "<dl><dd>", "<div align=center>", "</td>", "![](a){width "],
)
def test_a_page_full_of_open_tags_is_a_book_at_once(piece: str) -> None:
    ends = "".join(f"</{tag}>" for tag in re.findall(r"<(\w+)", piece)[::-1])
    with bounded():
        found = book(f"# Zoo\n\n## Part\n\n{piece * 3000}word{ends * 3000} after\n\nlast")
        for printed in (html(found, {}, {}, ""), markdown(found)):
            assert "word" in printed
            assert "last" in printed


@pytest.mark.parametrize(
    ("page", "wide", "side"),
    [
        ('<img src="a.png" align="right" width="96">', 25.4, "right"),
        ('<img src="a.png" style="float: left; width: 50%">', 89.0, "left"),
        ("![](a.png){ width=2cm .x align=left }", 20.0, "left"),
        ("![[a.png|right|192x80]]", 50.8, "right"),
        ("![words|96](a.png)", 25.4, ""),
        ("![12](a.png)", 0.0, ""),
    ],
)
def test_a_picture_has_the_width_and_the_side_that_its_page_asks_for(page: str, wide: float, side: str) -> None:
    (block,) = read_blocks(page)
    assert isinstance(block, Paragraph)
    (picture,) = block.inside
    assert isinstance(picture, Illustration)
    assert (picture.wide, picture.side) == (wide, side)


def test_words_go_beside_a_picture_as_far_as_it_is_high() -> None:
    picture = {"kind": "illustration", "picture": "p", "wide": 0.0, "side": "left"}
    words = {"kind": "paragraph", "inside": [{"kind": "words", "text": "x" * 120}], "clause": None}
    lead = {"kind": "paragraph", "inside": [picture], "clause": None}
    pictures = {"p": CardPicture(1, 227, 113)}  # 40 mm wide, 20 mm high
    (first, *rest) = beside_pictures([lead, *[words] * 5], pictures)
    assert (first["kind"], first["side"], len(first["inside"])) == ("beside", "left", 3)
    assert rest == [words] * 2
    assert beside_pictures([lead], pictures) == [lead]
    assert beside_pictures([lead, {"kind": "table"}], pictures) == [lead, {"kind": "table"}]


def test_on_paper_no_cell_reaches_beyond_its_column_and_words_are_beside_their_picture(write: Writer) -> None:
    stored = io.BytesIO()
    Image.new("RGB", (200, 240), "navy").save(stored, "PNG")
    write("zoo/cards.csv", CARDS)
    write("zoo/side.png", stored.getvalue())
    long = ("k" * 90, "7" * 70, "https://example.org/" + "path/" * 12, f"`{'c_' * 30}`")
    cells = "| a | b | c | d |\n|--|--|--|--|\n| " + " | ".join(long) + " |"
    beside = '<img src="side.png" align="right" width="200">\n\n' + "Beside it. " * 40
    root = write("zoo/RULES.md", f"# Zoo\n\n{beside}\n\n{cells}\n") / "zoo"
    build(root, [], Options(only=("rulebook",)), no_progress)
    page = pypdfium2.PdfDocument(root / "output/zoo/rulebook-a4.pdf")[0]
    text = page.get_textpage()
    letters = [(text.get_text_range(at, 1), text.get_charbox(at)) for at in range(text.count_chars())]
    rights = {letter: max(box[2] for one, box in letters if one == letter) for letter in "k7_"}
    lefts = {letter: min(box[0] for one, box in letters if one == letter) for letter in "k7_"}
    assert rights["k"] < lefts["7"]
    assert rights["7"] < lefts["_"]
    assert max(box[2] for _, box in letters) <= page.get_width() - 16 / 25.4 * 72 + 1
    pictures = [one.get_bounds() for one in page.get_objects() if one.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
    left = next(left for left, _, right, _ in pictures if 140 < right - left < 155)
    reach = [box for one, box in letters if one in "Bi"]
    assert min(box[0] for box in reach) < left - 300
    assert max(box[2] for box in reach) < left


def test_a_picture_among_words_stays_there_on_screen_and_wide_tables_can_be_reached_by_keyboard() -> None:
    words = "Pay ![coin](coin.png) now.\n\n![coin](coin.png)"
    five = "|a|b|c|d|e|\n|-|-|-|-|-|\n|1|2|3|4|5|"
    page = html(book(f"# Zoo\n\n## Part\n\n{words}\n\n{five}\n\n|a|\n|-|\n|1|"), {}, {}, "")
    assert "<p>Pay <span" in page
    assert '<p class="pictures"><span' in page
    assert page.count('<div class="wide" tabindex="0">') == 1
    assert page.count('<div class="wide">') == 1
