"""A filled-in page -> Markdown with numbered sections, and marks for clauses and examples where they stand.

All editions are made of it. What they share in words, such as how cards and boards are told, is here too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from generator.engine.pictures import Board, Heap, Piece, Row, Tile
from generator.phrases import Phrases
from generator.rulebook.marks import as_tokens, clause_here, example_here, see_examples
from generator.rulebook.telling import Told, shown_by
from generator.rules.clauses import FENCE, HEADING, MARK, Clause
from generator.rules.examples import blocks, named

EXPECTED_AND_GOT = "Expected and got"
"""Above the mistakes of an example, in a proof edition."""
MOST_DRAWN = 3
"""Copies of a card that are drawn on top of each other; more are a number."""
NO_ENGINE = "No engine applies the rules of this game."
ITEM = re.compile(r"^(\s*(?:[-*+]|\d+[.)])\s+)(.*)$")


def parts(text: str, clauses: Mapping[str, Clause], told: Mapping[str, Told]) -> tuple[str, str]:
    """The premise, which stands before the first section, and the rest."""
    premise, *rest = re.split(r"^(?=## )", numbered(text, clauses, told), maxsplit=1, flags=re.MULTILINE)
    return premise, "".join(rest)


def numbered(text: str, clauses: Mapping[str, Clause], told: Mapping[str, Told]) -> str:
    """Sections get their numbers, each clause its mark in front and those of its examples behind its paragraph."""
    lines: list[str] = []
    seen: dict[int, str] = {}
    examples = shown_by(told)
    section, fenced, number, behind = 0, False, "", ""
    for raw in _with_examples(text, told).splitlines():
        line = raw
        fenced ^= bool(FENCE.match(line))
        if not fenced and (mark := MARK.match(line)):
            number = clause_here(mark["id"]) if mark["id"] in clauses else ""
            behind = see_examples(one.id for one in examples.get(mark["id"], ()))
            continue
        if not fenced and HEADING.match(line):
            section += 1
            line = f"## {section} {line.removeprefix('##').strip()}"
        elif number and line.strip():
            item = ITEM.match(line)
            line = f"{item[1]}{number} {item[2]}" if item else f"{number} {line}"
            seen |= {len(lines): behind} if behind else {}
            number = ""
        if line.strip() or (lines and lines[-1].strip()):
            lines.append(line)
    ends = _ends_of_paragraphs("\n".join(lines)) if seen else {}
    for begin, marks in seen.items():
        lines[ends.get(begin, begin)] += marks
    return "\n".join(lines)


def _ends_of_paragraphs(text: str) -> dict[int, int]:
    """First line -> last line of each paragraph as Markdown sees it, counted from 0."""
    spans = (token.map for token in as_tokens(text) if token.type == "inline" and token.map)
    return {first: behind - 1 for first, behind in spans}


def _with_examples(text: str, told: Mapping[str, Told]) -> str:
    """A mark for each block, alone between empty lines."""
    lines = text.splitlines()
    for block in reversed(list(blocks(text))):
        name, _ = named(block)
        printed = ["", example_here(name), ""] if name in told else []
        lines[block.line - 1 : block.line + len(block.lines) + 1] = printed
    return "\n".join(lines)


def examples_in_words(numbers: Sequence[str], say: Phrases) -> str:
    """`example 3` or `examples 3, 5 and 8`."""
    return f"{say('examples' if len(numbers) > 1 else 'example')} {say.listed(numbers)}"


def boards_of(told: Told, say: Phrases) -> list[tuple[str, Board]]:
    """The boards of an example with their titles."""
    both = [(say("before"), told.before), (say("after"), told.after)] if told.after else [("", told.before)]
    return [(title, board) for title, board in both if board]


def row_in_words(row: Row, names: Mapping[str, str]) -> str:
    """Cards by their names, which are known by their ids."""
    heaps = "; ".join(_heap_in_words(heap, names) for heap in row.heaps) or row.words
    return f"{capital(row.label)}: {heaps}" if row.label else heaps


def _heap_in_words(heap: Heap, names: Mapping[str, str]) -> str:
    cards = ", ".join(piece_in_words(piece, names) for piece in heap.pieces)
    return f"{cards} {heap.says}".strip()


def piece_in_words(piece: Piece, names: Mapping[str, str]) -> str:
    """`Trickster as Mage ×2`."""
    name = names.get(piece.card, piece.card)
    return f"{name}{f' {piece.says}' if piece.says else ''}{f' ×{piece.copies}' if piece.copies > 1 else ''}"


def tile_in_words(tile: Tile, names: Mapping[str, str], say: Phrases) -> str:
    """`b2: Magus of Ben`."""
    card = names.get(tile.card, tile.card)
    return f"{tile.name}: {say('of', what=card, whose=tile.says) if tile.says else card}"


def board_in_words(board: Board, names: Mapping[str, str], say: Phrases) -> str:
    """The tiles that are taken."""
    taken = [tile for row in board for tile in row if tile.card]
    tiles = [
        f"{say('on', card=names.get(one.card, one.card), tile=one.name)}{f' ({one.says})' if one.says else ''}"
        for one in taken
    ]
    return ", ".join(tiles) or say("empty")


def capital(words: str) -> str:
    """With its first letter large, the others as they are."""
    return words[:1].upper() + words[1:]
