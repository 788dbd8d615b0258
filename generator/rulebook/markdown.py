"""The edition for repositories and terminals: plain Markdown, in which pictures are words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.rulebook.components import escaped
from generator.rulebook.editions import board_in_words, examples_in_words, numbered, row_in_words
from generator.rulebook.figures import Anatomy, Figure
from generator.rulebook.manuscript import Manuscript
from generator.rulebook.marks import (
    ANCHOR,
    BLOCK,
    EXAMPLE,
    HERE,
    PICTURES,
    SEEN_EXAMPLES,
    ids_of,
    names_in,
    see_clause,
    unkept,
)
from generator.rulebook.telling import Told
from generator.rules.clauses import Clause

SEEN_EXAMPLE = re.compile(r"\s*\*\(\w+ \d+(?:(?:,| \w+) \d+)*\)\*")
"""`*(examples 3, 5 and 8)*`, in any language."""


def markdown(book: Manuscript) -> str:
    """The whole book."""
    head = [f"# {book.title}", "", *([book.about, ""] if book.about else [])]
    body = BLOCK.sub(lambda found: _block(found, book), numbered(book.text, book.clauses, book.told))
    body = SEEN_EXAMPLES.sub(lambda found: _seen(found, book), body)
    body = PICTURES.sub(lambda found: _pictures(found, book), body)
    body = ANCHOR.sub(lambda found: _clause(found, book), body)
    return "\n".join(head) + "\n" + body.strip("\n") + "\n"


def clause_paragraphs(text: str, clauses: Mapping[str, Clause]) -> dict[str, str]:
    """What each clause says in a Markdown edition, its number first, on one line and without marks of emphasis."""
    numbers = {clause.number: name for name, clause in clauses.items()}
    found = re.finditer(
        r"^[ *>-]*\*\*(\d+\.\d+)\*\*\s+(.*?)(?=\n\s*\n|\n[ ]*[-*] \*\*\d|\Z)", text, re.MULTILINE | re.DOTALL
    )
    return {
        numbers[piece[1]]: f"{piece[1]} {_plain(piece[2])}" for piece in reversed(list(found)) if piece[1] in numbers
    }


def _plain(paragraph: str) -> str:
    words = SEEN_EXAMPLE.sub("", " ".join(paragraph.split()))
    return re.sub(r"\\([\W_])", r"\1", re.sub(r"(?<!\\)\*+", "", words)).strip()


def _block(found: re.Match[str], book: Manuscript) -> str:
    if found[1] != EXAMPLE:
        return "\n".join(_figure(book.figures.get(unkept(found[2])), book))
    return "\n".join(f"> {line}".rstrip() for line in _example(book.told[unkept(found[2])], book))


def _example(told: Told, book: Manuscript) -> Iterator[str]:
    """What it is about, the table, the moves, what comes of them, and what there is to say."""
    say = book.phrases
    about = f" ({say.listed(map(see_clause, told.covers))})" if told.covers else ""
    yield f"**{say('Example')} {told.number}**{about}"
    table = [row_in_words(row, book.names) for row in told.rows]
    table += [f"{say('board')}: {board_in_words(told.before, book.names, say)}"] if told.before else []
    if table:
        yield from ("", *(f"- {escaped(line)}" for line in table))
    if told.moves:
        moves = (f"{who}: {what}" if who else what for who, what in told.moves)
        yield from ("", *(f"{place}. {escaped(move)}" for place, move in enumerate(moves, 1)))
    if told.refused:
        yield from ("", f"{say('not_allowed')}, {say('see')} {see_clause(told.refused)}.")
    results = [
        *told.results,
        *([f"{say('board')}: {board_in_words(told.after, book.names, say)}"] if told.after else []),
    ]
    if results:
        yield from ("", f"{say('then')}: {'; '.join(results)}.")
    if told.prose:
        yield from ("", *told.prose.splitlines())


def _figure(figure: Figure | None, book: Manuscript) -> Iterator[str]:
    """The table after the deal, or the parts of a card, as a list."""
    if isinstance(figure, Anatomy):
        yield from (f"{place}. {escaped(part.words)}" for place, part in enumerate(figure.parts, 1))
    elif figure:
        rows = [*figure.others, *figure.middle, *figure.own]
        yield from (f"- {escaped(row_in_words(row, book.names))}" for row in rows)


def _seen(found: re.Match[str], book: Manuscript) -> str:
    numbers = [str(book.told[name].number) for name in names_in(found) if name in book.told]
    return f" *({examples_in_words(numbers, book.phrases)})*"


def _pictures(found: re.Match[str], book: Manuscript) -> str:
    return f"*{', '.join(escaped(book.names[name]) for name in ids_of(found) if name in book.names)}*"


def _clause(found: re.Match[str], book: Manuscript) -> str:
    clause = book.clauses.get(found[2])
    if clause is None:
        return found[2]
    return f"**{clause.number}**" if found[1] == HERE else clause.number
