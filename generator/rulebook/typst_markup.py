"""What a book says, as Typst markup: paragraphs, tables, examples and drawings.

Every word goes to Typst as a string in quotation marks, so no text of a page can be taken for one of its commands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from generator.engine.pictures import Board, Heap, Piece, Row, Tile
from generator.problems import Problem
from generator.rulebook.editions import (
    EXPECTED_AND_GOT,
    MOST_DRAWN,
    NO_ENGINE,
    boards_of,
    capital,
    piece_in_words,
    tile_in_words,
)
from generator.rulebook.figures import Anatomy
from generator.rulebook.look import LOW_INK
from generator.rulebook.manuscript import Manuscript
from generator.rulebook.marks import (
    ANCHOR,
    BLOCK,
    EXAMPLE,
    HERE,
    LARGE,
    PICTURES,
    SEEN_EXAMPLES,
    as_tokens,
    ids_of,
    names_in,
    unkept,
)
from generator.rulebook.proof import SEALS, tally
from generator.rulebook.telling import Told

MARK = re.compile("|".join(mark.pattern for mark in (ANCHOR, PICTURES, SEEN_EXAMPLES, BLOCK)))
FULL_TABLE = 55
"""Characters of a row of a table from which on it is as wide as the page."""
ONE_LINE = 9
"""Letters below a card that always fit into one line."""
NARROW = 66
"""mm that cards may take so that words stand beside them and not below."""
BOX = "#f6f1e4"
"""What lies behind an example."""


def string(words: str) -> str:
    """As Typst writes strings, which is as JSON does but for the characters beyond ASCII."""
    return json.dumps("".join(letter for letter in words if letter >= " " or letter in "\n\t"), ensure_ascii=False)


class Writer:
    """Markdown tokens, with the marks of `rulebook.marks`, to Typst markup."""

    def __init__(self, book: Manuscript, cards: Sequence[str]) -> None:
        self._book = book
        self._files = {name: number for number, name in enumerate(cards, 1)}
        self._accent = f"rgb({string(book.look.accent)})"
        self._box = f"rgb({string('#ffffff' if book.look.accent == LOW_INK else BOX)})"

    def markup(self, markdown: str) -> str:
        return "".join(self._blocks(as_tokens(markdown)))

    def _blocks(self, tokens: Sequence[Any]) -> Iterator[str]:
        place = 0
        while place < len(tokens):
            token = tokens[place]
            if token.nesting == 1:
                end = _closing(tokens, place)
                block = self._block(token, tokens[place + 1 : end])
                yield f"#leading[{block.strip()}]\n\n" if _leads(tokens, place, end) else block
                place = end
            elif token.type in {"fence", "code_block"}:
                yield f"#raw(block: true, {string(token.content.rstrip())})\n\n"
            elif token.type == "hr":
                yield "#line(length: 100%)\n\n"
            elif token.type == "inline":
                yield "".join(self._inline(token.children or []))
            place += 1

    def _block(self, token: Any, inside: Sequence[Any]) -> str:
        content = "".join(self._blocks(inside)) if token.type != "table_open" else ""
        kind = token.type.removesuffix("_open")
        if kind == "heading":
            number = inside[0].content.partition(" ")[0]
            label = f"#label({string(number)})" if token.tag == "h2" else ""
            return f"#heading(level: {max(1, int(token.tag[1]) - 1)}, [{content}]){label}\n\n"
        if kind in {"bullet_list", "ordered_list"}:
            return f"#{'list' if kind == 'bullet_list' else 'steps'}({content})\n\n"
        if kind == "list_item":
            return f"[{content.strip()}], "
        if kind == "blockquote":
            return f"#quote(block: true, [{content}])\n\n"
        if kind == "paragraph" and (mark := BLOCK.fullmatch(inside[0].content)):
            return self._drawn(mark)
        if kind == "table":
            return self._table(inside)
        return f"{content}\n\n"

    def _table(self, tokens: Sequence[Any]) -> str:
        kinds = {place: tokens[place - 1].type for place, token in enumerate(tokens) if token.type == "inline"}
        cells = [("".join(self._inline(tokens[place].children or [])), kind) for place, kind in kinds.items()]
        header = "".join(f"[{cell}], " for cell, kind in cells if kind == "th_open")
        count = sum(kind == "th_open" for _, kind in cells)
        rows = "".join(f"[{cell}], " for cell, kind in cells if kind == "td_open")
        lengths = [
            max(map(len, (tokens[place].content for place in list(kinds)[column::count]))) for column in range(count)
        ]
        widest = max(range(count), key=lengths.__getitem__)
        is_full = sum(lengths) > FULL_TABLE
        columns = "".join("1fr, " if is_full and column == widest else "auto, " for column in range(count))
        return f"#pieces(({columns}), ({header}), {rows})\n\n"

    def _inline(self, tokens: Sequence[Any]) -> Iterator[str]:
        for token in tokens:
            if token.type == "text":
                yield from self._words(token.content)
            elif token.type == "code_inline":
                yield f"#raw({string(token.content)});"
            elif token.type == "softbreak":
                yield " "
            elif token.type == "hardbreak":
                yield "#linebreak();"
            elif token.type in {"strong_open", "em_open"}:
                yield "#strong[" if token.type == "strong_open" else "#emph["
            elif token.type in {"strong_close", "em_close"}:
                yield "];"

    def _words(self, text: str) -> Iterator[str]:
        """Words, pictures, the numbers of clauses, references to them, and drawings that stand among words."""
        end = 0
        for found in MARK.finditer(text):
            yield self._plain(text[end : found.start()])
            end = found.end()
            if large := PICTURES.fullmatch(found[0]):
                yield self._large(ids_of(large))
            elif anchor := ANCHOR.fullmatch(found[0]):
                yield self._here(anchor[2]) if anchor[1] == HERE else self._see(anchor[2])
            elif seen := SEEN_EXAMPLES.fullmatch(found[0]):
                numbers = [self._book.told[name].number for name in names_in(seen) if name in self._book.told]
                yield f"#seen({''.join(f'{number}, ' for number in numbers)});"
            elif drawn := BLOCK.fullmatch(found[0]):
                yield self._drawn(drawn)
        yield self._plain(text[end:])

    def _here(self, clause: str) -> str:
        known = self._book.clauses.get(clause)
        if known is None:
            return self._plain(clause)
        return f"#clause({string(clause)}, {string(known.number)}, {self._accent});{self._seal(clause)}"

    def _seal(self, clause: str) -> str:
        """What proves it, in a proof edition."""
        row = (self._book.proof or {}).get(clause)
        return f"#sealed({string(row.seal)}, {string(SEALS[row.seal])}, {string(row.played)});" if row else ""

    def report(self) -> str:
        """What the marks of a proof edition mean, and all that is wrong; nothing in another."""
        if self._book.proof is None:
            return ""
        found = tally(self._book.proof)
        legend = "".join(
            f"(seal: {string(seal)}, count: {count}, words: {string(SEALS[seal])}), "
            for seal, count in found.seals.items()
            if self._book.proof
        )
        unplayed = string("" if self._book.proof else NO_ENGINE)
        secret = "".join(f"{string(name)}, " for name in found.secret)
        return f"#report(({legend}), {unplayed}, {found.games}, ({secret}), {_wrong(self._book.wrong)})\n\n"

    def emblem(self) -> int:
        """The number of the picture beside the title; 0 for none, and where ink is saved."""
        return 0 if self._book.look.accent == LOW_INK else self._files.get(self._book.emblem, 0)

    def _see(self, clause: str) -> str:
        known = self._book.clauses.get(clause)
        return f"#see({string(clause)}, {string(known.number)});" if known else self._plain(clause)

    def _large(self, ids: Sequence[str]) -> str:
        cards = "".join(
            f"(number: {self._files[f'{name}{LARGE}']}, alt: {string(self._book.described[name])}), "
            for name in ids
            if f"{name}{LARGE}" in self._files
        )
        return f"#pictures({cards});" if cards else ""

    # -- examples ------------------------------------------------------------------------------------------------------

    def _drawn(self, mark: re.Match[str]) -> str:
        """The example or the drawing of a mark."""
        words = unkept(mark[2])
        return self._example(self._book.told[words]) if mark[1] == EXAMPLE else self._figure(words)

    def _example(self, told: Told) -> str:
        about = ", ".join(f"[{self._see(clause)}]" for clause in told.covers)
        head = f"#example-head({told.number}, ({about},))" if about else f"#example-head({told.number}, ())"
        return f"#example({self._accent}, {self._box}, [{head}\n\n{self._scene(told)}])\n\n"

    def _figure(self, words: str) -> str:
        figure = self._book.figures.get(words)
        if isinstance(figure, Anatomy):
            parts = "".join(
                f"(x: {one.x:.1%}, y: {one.y:.1%}, at: {one.at:.1%}, right: {str(one.right).lower()}, "
                f"words: {string(one.words)}), "
                for one in figure.parts
            )
            alt = string(self._book.described[figure.card])
            number = self._files.get(f"{figure.card}{LARGE}", 0)
            return f"#anatomy({self._accent}, {number}, {alt}, ({parts}))\n\n" if number else ""
        if not figure:
            return ""
        boards = self._board("", figure.board) if figure.board else ""
        lines = "".join(f"({''.join(map(self._row, rows))}), " for rows in (figure.others, figure.middle, figure.own))
        return f"#setup(({boards}), ({lines}))\n\n"

    def _scene(self, told: Told) -> str:
        boards = "".join(self._board(*one) for one in boards_of(told, self._book.phrases))
        rows = "".join(map(self._row, told.rows))
        is_narrow = not boards and sum(map(_width, told.rows)) <= NARROW
        pieces = [piece for row in told.rows for heap in row.heaps for piece in heap.pieces]
        lines = 1 + any(len(piece_in_words(piece, self._book.names)) > ONE_LINE for piece in pieces)
        return f"#scene({str(is_narrow).lower()}, {lines}, ({boards}), ({rows}), [{''.join(self._said(told))}])"

    def _said(self, told: Told) -> Iterator[str]:
        if self._book.proof is not None and told.problems:
            yield f"#wrong({string(EXPECTED_AND_GOT)}, {_wrong(told.problems)})\n\n"
        if told.moves:
            moves = "".join(f"(who: {string(who)}, what: {string(what)}), " for who, what in told.moves)
            yield f"#moves({moves})\n\n"
        if told.refused:
            yield f"#refused[{self._see(told.refused)}]\n\n"
        if told.results:
            results = "".join(f"[{self.markup(one).strip()}], " for one in told.results)
            yield f"#results({results})\n\n"
        if told.prose:
            yield self.markup(told.prose)

    def _row(self, row: Row) -> str:
        heaps = "".join(map(self._heap, row.heaps))
        return f"(label: {string(capital(row.label))}, words: {string(row.words)}, heaps: ({heaps})), "

    def _heap(self, heap: Heap) -> str:
        return f"(says: {string(heap.says)}, pieces: ({''.join(map(self._piece, heap.pieces))})), "

    def _piece(self, piece: Piece) -> str:
        number = self._files.get(piece.card, 0)
        says, copies = piece_in_words(piece, self._book.names), min(piece.copies, MOST_DRAWN)
        return f"(number: {number}, copies: {copies}, says: {string(says)}), "

    def _board(self, title: str, board: Board) -> str:
        tiles = "".join(self._tile(tile) for row in board for tile in row)
        return f"(title: {string(title)}, columns: {len(board[0])}, tiles: ({tiles})), "

    def _tile(self, tile: Tile) -> str:
        words = tile_in_words(tile, self._book.names, self._book.phrases) if tile.card else ""
        number = self._files.get(tile.card, 0)
        return f"(name: {string(tile.name)}, number: {number}, owner: {string(tile.says)}, alt: {string(words)}), "

    @staticmethod
    def _plain(words: str) -> str:
        return f"#{string(words)};" if words else ""


def _wrong(problems: Sequence[Problem]) -> str:
    """Sentences with their lines."""
    said = (f"{one.message} (line {one.line})" if one.line else one.message for one in problems)
    return f"({''.join(f'{string(words)}, ' for words in said)})"


def _width(row: Row) -> float:
    """About how wide its cards or its label are, in mm."""
    if not row.heaps:
        return 0
    cards = sum(12 + min(piece.copies, MOST_DRAWN) - 1 for heap in row.heaps for piece in heap.pieces)
    return max(cards + 3 * (len(row.heaps) - 1), 1.25 * len(row.label)) + 5


def _leads(tokens: Sequence[Any], place: int, end: int) -> bool:
    """Whether those words stand before an example, a drawing, a table or a list, from which no page should part them.

    Words below a heading stay with such words.
    """
    after = tokens[end + 1 : end + 3]
    if tokens[place].type != "paragraph_open" or len(after) < 2 or BLOCK.fullmatch(tokens[place + 1].content):
        return False
    if after[0].type in {"table_open", "bullet_list_open", "ordered_list_open"} or BLOCK.fullmatch(after[1].content):
        return True
    is_first = place > 0 and tokens[place - 1].type == "heading_close"
    return is_first and _leads(tokens, end + 1, _closing(tokens, end + 1))


def _closing(tokens: Sequence[Any], place: int) -> int:
    """Where the block that opens there is closed."""
    depth = 0
    for at in range(place, len(tokens)):
        depth += tokens[at].nesting
        if not depth:
            return at
    return len(tokens)
