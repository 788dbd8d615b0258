"""The edition for screens and screen readers: one HTML file that needs nothing else.

Markdown is rendered by markdown-it; here are the frame around it, the anchors of clauses, the boxes of examples and the
pictures of cards. Each card lies in the file once, as a symbol, however often it is shown.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from generator.engine.pictures import Board, Heap, Piece, Row, Tile
from generator.phrases import Phrases
from generator.problems import Problem
from generator.rulebook.editions import (
    EXPECTED_AND_GOT,
    MOST_DRAWN,
    NO_ENGINE,
    boards_of,
    capital,
    examples_in_words,
    parts,
    piece_in_words,
    tile_in_words,
)
from generator.rulebook.figures import Anatomy, Setup
from generator.rulebook.look import Look
from generator.rulebook.manuscript import Manuscript
from generator.rulebook.marks import (
    ANCHOR,
    BLOCK,
    EXAMPLE,
    HERE,
    LARGE,
    PICTURES,
    SEEN_EXAMPLES,
    as_html,
    ids_of,
    names_in,
    unkept,
)
from generator.rulebook.proof import SEALS, Seal, tally
from generator.rulebook.telling import Told
from generator.rules.clauses import HEADING

SHAPES: dict[Seal, str] = {"proved": "●", "partly": "◐", "physical": "○", "dead": "▲"}


class Picture(NamedTuple):
    """A card as it is shown: its pixels, as a JPEG, and how many there are."""

    jpeg: bytes
    width: int
    height: int


class WebFont(NamedTuple):
    """A font that goes into the file. name: `title` or `text`; weight: as in CSS."""

    name: str
    weight: int
    italic: bool
    data: bytes


def html(book: Manuscript, pictures: Mapping[str, Picture], css: str, fonts: Sequence[WebFont] = ()) -> str:
    """A whole file. pictures: by the ids of cards, those without one are told in words; css: of all games."""
    premise, body = parts(book.text, book.clauses, book.told)
    sections = [line.removeprefix("## ") for line in body.splitlines() if HEADING.match(line)]
    write = _Writer(book, pictures)
    return f"""<!DOCTYPE html>
<html lang="{book.phrases.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(book.phrases("rules", title=book.title))}</title>
<style>
{_colours(book.look)}
{_fonts(fonts)}
{css.strip()}
</style>
</head>
<body>
<a class="skip" href="#rules">{book.phrases("to_the_rules")}</a>
{_symbols(pictures)}<header>
<h1>{write.emblem()}{escape(book.title)}</h1>
<p class="about">{escape(book.about)}</p>
{write.markup(premise)}</header>
{write.report()}{_contents(sections, book.phrases)}<main id="rules">
{write.markup(body)}</main>
<footer>{escape(book.imprint)}</footer>
</body>
</html>
"""


def _colours(look: Look) -> str:
    """By day and by night."""
    night = f"@media (prefers-color-scheme: dark) {{\n  :root {{ --accent: {look.night}; }}\n}}"
    return f":root {{ --accent: {look.accent}; --spot: {look.accent}; }}\n\n{night}"


def _fonts(fonts: Sequence[WebFont]) -> str:
    """The fonts themselves, and that they are used."""
    if not fonts:
        return ""
    faces = "\n".join(
        f"@font-face {{ font-family: 'Book {one.name}'; font-weight: {one.weight}; "
        f"font-style: {'italic' if one.italic else 'normal'}; "
        f"src: url(data:font/ttf;base64,{b64encode(one.data).decode()}); }}"
        for one in fonts
    )
    names = "".join(f" --{name}: 'Book {name}', Georgia, serif;" for name in dict.fromkeys(one.name for one in fonts))
    return f"{faces}\n:root {{{names} }}\n"


def _contents(sections: list[str], say: Phrases) -> str:
    """A link to each section, such as `2 Setup`."""
    if not sections:
        return ""
    pairs = [section.partition(" ") for section in sections]
    links = "".join(f'<li value="{number}"><a href="#{number}">{escape(name)}</a></li>' for number, _, name in pairs)
    return f'<nav aria-labelledby="contents">\n<h2 id="contents">{say("contents")}</h2>\n<ol>{links}</ol>\n</nav>\n'


def _symbols(pictures: Mapping[str, Picture]) -> str:
    """The pixels of each card, once."""
    if not pictures:
        return ""
    symbols = "\n".join(
        f'<symbol id="{_symbol(name)}" viewBox="0 0 {one.width} {one.height}">'
        f'<image width="{one.width}" height="{one.height}" href="{_data(one.jpeg)}"/></symbol>'
        for name, one in pictures.items()
    )
    return f'<svg class="symbols" aria-hidden="true">\n{symbols}\n</svg>\n'


def _data(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{b64encode(jpeg).decode()}"


def _symbol(card: str) -> str:
    """The anchor of its picture; ids of cards may hold any letter."""
    return f"card-{card if re.fullmatch('[A-Za-z0-9-]+', card) else card.encode().hex()}"


class _Writer:
    """Markdown with marks to HTML."""

    def __init__(self, book: Manuscript, pictures: Mapping[str, Picture]) -> None:
        self._book, self._pictures, self._say = book, pictures, book.phrases
        self._places: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
            (re.compile(f"(?:<p>)?{BLOCK.pattern}(?:</p>)?"), self._block),
            (SEEN_EXAMPLES, self._seen),
            (PICTURES, self._large),
            (ANCHOR, self._clause),
        )

    def markup(self, markdown: str) -> str:
        return self._marked(as_html(markdown))

    def _marked(self, text: str) -> str:
        for pattern, write in self._places:
            text = pattern.sub(write, text)
        return text

    def _inline(self, markdown: str) -> str:
        """A piece of a sentence."""
        return self.markup(markdown).strip().removeprefix("<p>").removesuffix("</p>")

    def _clause(self, found: re.Match[str]) -> str:
        clause = self._book.clauses.get(found[2])
        if clause is None:
            return found[2]
        if found[1] == HERE:
            return f'<a class="clause" id="{clause.id}" href="#{clause.id}">{clause.number}</a>{self._seal(clause.id)}'
        return f'<a href="#{clause.id}">{clause.number}</a>'

    def _seal(self, clause: str) -> str:
        """What proves it, in a proof edition."""
        row = (self._book.proof or {}).get(clause)
        if row is None:
            return ""
        shape = f'<span class="seal {row.seal}" role="img" aria-label="{SEALS[row.seal]}">{SHAPES[row.seal]}</span>'
        return f'<span class="proof">{shape}{f" {row.played}" if row.played else ""}</span> '

    def report(self) -> str:
        """What the marks of a proof edition mean, and all that is wrong; nothing in another."""
        if self._book.proof is None:
            return ""
        found = tally(self._book.proof)
        legend = "".join(
            f'<li><span class="seal {seal}" aria-hidden="true">{SHAPES[seal]}</span> {count}: {SEALS[seal]}</li>'
            for seal, count in found.seals.items()
            if self._book.proof
        )
        secret = escape(", ".join(found.secret))
        hidden = f'<p class="wrong">Played, and not printed: {secret}.</p>\n' if secret else ""
        unplayed = "" if self._book.proof else f"<p>{NO_ENGINE}</p>\n"
        played = f"<p>Shares are of {found.games:,} simulated games.</p>\n" if found.games else ""
        shapes = f"<ul>{legend}</ul>\n" if legend else ""
        return (
            '<section class="report" aria-labelledby="proof">\n<h2 id="proof">Proof edition</h2>\n'
            f"{shapes}{unplayed}{played}{hidden}{_wrong('What is wrong', self._book.wrong)}</section>\n"
        )

    def _seen(self, found: re.Match[str]) -> str:
        shown = [self._book.told[name] for name in names_in(found) if name in self._book.told]
        links = [f'<a href="#{_anchor(one)}">{one.number}</a>' for one in shown]
        return f' <span class="seen">({examples_in_words(links, self._say)})</span>' if links else ""

    def _large(self, found: re.Match[str]) -> str:
        shown = [name for name in ids_of(found) if f"{name}{LARGE}" in self._pictures]
        return f'<span class="cards">{"".join(self._card(name, self._book.described[name]) for name in shown)}</span>'

    def emblem(self) -> str:
        """The back of the cards, beside the title; it says nothing that is not said in words."""
        name = self._book.emblem
        return f'<span class="emblem" aria-hidden="true">{self._use(name)}</span>' if name in self._pictures else ""

    def _card(self, name: str, described: str) -> str:
        """A large picture."""
        large = f"{name}{LARGE}"
        one = self._pictures[large]
        return (
            f'<svg class="card" role="img" aria-label="{escape(described)}" viewBox="0 0 {one.width} {one.height}">'
            f'<use href="#{_symbol(large)}"/></svg>'
        )

    # -- examples ------------------------------------------------------------------------------------------------------

    def _block(self, found: re.Match[str]) -> str:
        words = unkept(found[2])
        if found[1] == EXAMPLE:
            return self._example(self._book.told[words])
        figure = self._book.figures.get(words)
        if isinstance(figure, Anatomy):
            return self._anatomy(figure)
        return self._setup(figure) if figure else ""

    def _setup(self, figure: Setup) -> str:
        board = self._board("", figure.board) if figure.board else ""
        lines = (("", figure.others), (board, figure.middle), ("", figure.own))
        shown = (
            f'<div class="scene">{drawn}{"".join(map(self._row, rows))}</div>\n'
            for drawn, rows in lines
            if drawn or rows
        )
        return f'<div class="setup" role="group" aria-label="{self._say("deal")}">\n{"".join(shown)}</div>'

    def _anatomy(self, figure: Anatomy) -> str:
        if f"{figure.card}{LARGE}" not in self._pictures:
            return ""
        spots = "".join(
            f'<span class="{"spot right" if part.right else "spot"}" aria-hidden="true" '
            f'style="top:{part.at:.1%}">{place}</span>'
            for place, part in enumerate(figure.parts, 1)
        )
        lines = "".join(
            f'<path {kind}d="M{100 if part.right else 0} {part.at * 100:.1f}L{part.x * 100:.1f} {part.y * 100:.1f}"/>'
            for part in figure.parts
            for kind in ('class="halo" ', "")
        )
        leaders = (
            f'<svg class="leaders" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{lines}</svg>'
        )
        parts = "".join(f"<li>{escape(part.words)}</li>" for part in figure.parts)
        card = self._card(figure.card, self._book.described[figure.card])
        return f'<div class="anatomy"><div class="parts">{card}{leaders}{spots}</div><ol>{parts}</ol></div>'

    def _example(self, told: Told) -> str:
        name = _anchor(told)
        clauses = self._say.listed(self._reference(clause) for clause in told.covers)
        about = f" {self._say('for')} {clauses}" if told.covers else ""
        return (
            f'<div class="example" id="{name}" role="group" aria-labelledby="{name}-head">\n'
            f'<p class="head" id="{name}-head"><a href="#{name}">{self._say("Example")} {told.number}</a>{about}</p>\n'
            + "".join(self._of_example(told))
            + "</div>"
        )

    def _of_example(self, told: Told) -> Iterator[str]:
        yield _wrong(EXPECTED_AND_GOT, told.problems) if self._book.proof is not None else ""
        facts = [f"{capital(row.label)}: {row.words}" if row.label else row.words for row in told.rows if not row.heaps]
        if facts:
            yield f'<p class="facts">{escape(" · ".join(facts))}</p>\n'
        boards = "".join(self._board(title, board) for title, board in boards_of(told, self._say))
        laid = "".join(self._row(row) for row in told.rows if row.heaps)
        if boards or laid:
            yield f'<div class="scene">\n{boards}{laid}</div>\n'
        if told.moves:
            moves = "".join(f"<li>{f'<b>{who}:</b> ' if who else ''}{escape(what)}</li>" for who, what in told.moves)
            yield f'<ol class="moves">{moves}</ol>\n'
        if told.refused:
            reference = f"{self._say('see')} {self._reference(told.refused)}"
            yield f'<p class="refused"><b>{self._say("not_allowed")}:</b> {reference}.</p>\n'
        if told.results:
            yield f'<ul class="results">{"".join(f"<li>{self._inline(one)}</li>" for one in told.results)}</ul>\n'
        if told.prose:
            yield self.markup(told.prose)

    def _reference(self, clause: str) -> str:
        known = self._book.clauses.get(clause)
        return f'<a href="#{clause}">{known.number}</a>' if known else escape(clause)

    def _row(self, row: Row) -> str:
        label = f'<span class="label">{escape(capital(row.label))}</span>' if row.label else ""
        return f'<div class="row">{label}<div class="heaps">{"".join(map(self._heap, row.heaps))}</div></div>\n'

    def _heap(self, heap: Heap) -> str:
        says = f'<span class="label">{escape(heap.says)}</span>' if heap.says else ""
        return f'<div class="heap">{says}{"".join(map(self._piece, heap.pieces))}</div>'

    def _piece(self, piece: Piece) -> str:
        says = piece_in_words(piece, self._book.names)
        if piece.card not in self._pictures:
            return f'<span class="piece">{escape(says)}</span>'
        drawn = "".join(self._use(piece.card) for _ in range(min(piece.copies, MOST_DRAWN)))
        stack = f'<span class="stack" role="img" aria-label="{escape(says)}">{drawn}</span>'
        return f'<span class="piece">{stack}<span aria-hidden="true">{escape(says)}</span></span>'

    def _use(self, card: str) -> str:
        one = self._pictures[card]
        return f'<svg class="card" viewBox="0 0 {one.width} {one.height}"><use href="#{_symbol(card)}"/></svg>'

    def _board(self, title: str, board: Board) -> str:
        rows = "".join(f"<tr>{''.join(map(self._tile, row))}</tr>" for row in board)
        return f'<table class="board">{f"<caption>{title}</caption>" if title else ""}<tbody>{rows}</tbody></table>\n'

    def _tile(self, tile: Tile) -> str:
        if not tile.card:
            return f"<td>{tile.name}</td>"
        words = escape(tile_in_words(tile, self._book.names, self._say))
        picture = self._use(tile.card) if tile.card in self._pictures else words
        label = f'<span role="img" aria-label="{words}">{picture}</span>'
        return f'<td>{label}<span class="owner" aria-hidden="true">{escape(tile.says)}</span></td>'


def _wrong(heading: str, problems: Sequence[Problem]) -> str:
    """A red box with what is expected and what comes out."""
    if not problems:
        return ""
    found = "".join(f"<li>{escape(one.message)}{f' (line {one.line})' if one.line else ''}</li>" for one in problems)
    return f'<div class="wrong"><b>{heading}</b><ul>{found}</ul></div>\n'


def _anchor(told: Told) -> str:
    return f"example-{told.number}"
