"""The first row of a spreadsheet that was not made for Proofdeck: which of its columns names the cards.

A table with a column `id` or `name` never comes here. Of any other, the headers and then the cells are asked, so that a
list of questions, a table in another language or one without any header is a deck of cards as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from proofdeck.source.cards.columns import column_letter, column_name
from proofdeck.source.cards.reader import MOST_COLUMNS, Record
from proofdeck.source.cards.roles import (
    FIGURE,
    LONG,
    LONGEST_WORD,
    Column,
    copies_column,
    is_known,
    means_copies,
    name_column,
    text_column,
    vocabulary,
    without_shared,
    words_of,
)
from proofdeck.source.cards.values import free_variant

ROWS_ABOVE = 10
"""How far down the row with the headers may be."""
SENTENCE = re.compile(r"\s\S+[.?!]$|[。？！]$")
"""The end of one; `Qty.` is a header."""


@dataclass(frozen=True)
class TableHeading:
    """What the first row says. names: position -> what its column is called; called_by: the column that names cards."""

    row: Record
    rows: Iterator[Record]
    names: Mapping[int, str] = field(default_factory=dict)
    called_by: str = "name"


def names_cards(header: Record) -> bool:
    """Whether the row has a column `id` or `name`, so that nothing needs to be asked."""
    return bool({"id", "name"} & {column_name(cell) for cell in header.cells})


def columns_below(headers: Sequence[str], body: Sequence[Record]) -> list[Column]:
    """The column under each header; a row that ends before it has "" there."""
    return [
        Column(str(at), header, [row.cells[at] if at < len(row.cells) else "" for row in body])
        for at, header in enumerate(headers)
    ]


def of_two_lines(header: Record, below: Record) -> Record | None:
    """The header, if it goes on in the row below it: words under its empty cells, as `HP` and `ATK` under `Stats`.

    None if that row may be a card.
    """
    first = next(at for at, cell in enumerate(header.cells) if cell.strip())
    above = [*header.cells, *[""] * len(below.cells)]
    words = {at: cell for at, cell in enumerate(below.cells) if cell.strip()}
    answers = [at for at, word in words.items() if word != above[at] and (at == first or is_known(words_of(above[at])))]
    is_card = answers or any(map(FIGURE.fullmatch, words.values()))
    goes_on = [at for at in words if not above[at].strip() and at > first]
    if is_card or not goes_on or max(map(len, words.values())) > LONGEST_WORD or len(words) < 2:
        return None
    width = max(len(header.cells), len(below.cells))
    return replace(header, cells=tuple(words.get(at, above[at]) for at in range(width)))


def says_types(row: Record) -> bool:
    """Whether a row below the header says what the columns hold: `string`, `int`."""
    words = [words_of(cell) for cell in row.cells if cell.strip()]
    return len(words) > 1 and all(word in vocabulary()["types"] for word in words)


def lies_on_its_side(header: Record, rows: Sequence[Record]) -> bool:
    """Whether each column is a card: words for columns stand at the beginnings of the rows, and of no column."""
    firsts = [words_of(row.cells[0]) for row in (header, *rows) if row.cells[0].strip()]
    others = [words_of(cell) for cell in header.cells[1:] if cell.strip()]
    if len(firsts) < 3 or len(others) < 2 or not is_known(firsts[0]) or any(map(is_known, others)):
        return False
    known = sum(map(is_known, firsts))
    return known > 2 and 2 * known >= len(firsts)


def with_copies(header: Record, rows: Iterator[Record]) -> TableHeading:
    """The heading of a table with a column `id` or `name`, and which of its columns says how many copies there are.

    Its cells are looked at only if a header may mean that and none is `quantity`.
    """
    words = [words_of(cell) for cell in header.cells]
    if not any(map(means_copies, words)) or "quantity" in map(column_name, header.cells):
        return TableHeading(header, rows)
    body = list(rows)
    copies = copies_column(columns_below(words, body), words)
    return TableHeading(header, iter(body), MappingProxyType({} if copies is None else {copies: "quantity"}))


def heading_of(first: Record, rows: Iterator[Record]) -> TableHeading | None:
    """The heading of a table whose first row names no such column; None if nothing in it could be a card's name."""
    table = [first, *rows]
    heads = [at for at, row in enumerate(table[:ROWS_ABOVE]) if _has_headers(row)]
    at = next((at for at in heads if len(table[at].filled) > 1), next(iter(heads), 0))
    is_card = _looks_like_a_card(table[at]) and not _names_figures(table[at], table[at + 1 :])
    made_up = not _has_headers(table[at]) and is_card
    width = min(MOST_COLUMNS, max(len(row.cells) for row in table))
    body = table[at:] if made_up else table[at + 1 :]
    headers = [""] * width if made_up else [*table[at].cells, *[""] * width][:width]
    if not made_up and names_cards(table[at]):
        return with_copies(table[at], iter(body))
    columns = columns_below(headers, body)
    words = without_shared(headers)
    names = dict(_unmistakable(headers, columns))
    copies = copies_column(columns, words)
    if copies is not None and "quantity" not in names.values():
        names[copies] = "quantity"
    named = name_column(columns, words)
    if named is not None:
        names[named] = "name"
    elif (named := text_column(columns, words)) is None:
        return None
    row = replace(table[at], cells=(*table[at].cells, *[""] * (width - len(table[at].cells))))
    return TableHeading(row, iter(body), MappingProxyType(names), names[named])


def _unmistakable(headers: Sequence[str], columns: Sequence[Column]) -> Iterator[tuple[int, str]]:
    """The name of each column that has cells: its header, numbered if another has the same, or else its letter."""
    taken: set[str] = set()
    for index, (header, column) in enumerate(zip(headers, columns, strict=True)):
        if column.filled or header.strip():
            name = free_variant(column_name(header) or column_letter(index).lower(), taken, "_")
            taken.add(name)
            yield index, name


def _has_headers(row: Record) -> bool:
    """Whether at least two of its cells, or its only one, are words for a column of cards; or one of several is `id`
    or `name`.
    """
    known = sum(is_known(words.rstrip(" 0123456789")) for words in without_shared(row.filled))
    return bool(row.filled) and (known >= min(2, len(row.filled)) or (len(row.filled) > 1 and names_cards(row)))


def _looks_like_a_card(row: Record) -> bool:
    """Whether a cell is a number or a sentence, as no header is."""
    return any(FIGURE.fullmatch(cell) or SENTENCE.search(cell) or len(cell) > 2 * LONG for cell in row.filled)


def _names_figures(row: Record, below: Sequence[Record]) -> bool:
    """Whether a word of it stands above figures alone, as the header of a column of figures does."""
    for at, word in enumerate(row.cells):
        cells = [one.cells[at] for one in below if at < len(one.cells) and one.cells[at].strip()]
        if word.strip() and not FIGURE.fullmatch(word) and len(cells) > 2 and all(map(FIGURE.fullmatch, cells)):
            return True
    return False
