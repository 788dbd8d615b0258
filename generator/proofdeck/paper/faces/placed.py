"""The columns of somebody's spreadsheet as made faces use them: what each is for, and which get places of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from proofdeck.paper.faces.looks import look_words
from proofdeck.source.cards.columns import is_note
from proofdeck.source.cards.deck import Deck
from proofdeck.source.cards.roles import (
    Column,
    Role,
    label_of,
    name_column,
    role_of,
    side_of,
    vocabulary,
    without_shared,
)

DENSE = 0.6
"""The share of cards that must have a figure for it to get a place of its own."""
INDEX = frozenset({"value", "rank"})
LONGEST_FIGURE, MOST_FIGURES = 6, 6
LONGEST_NAME = 30
"""Letters of the names of a deck, on average; longer ones are sentences."""
WORDS = re.compile(r"[^\W\d_]{2,}(?:[ '’-]+[^\W\d_]+)*")
"""An id that a person would say."""
PLAIN_NAME = re.compile(r"[a-z][a-z0-9_]*")
TAKEN = frozenset("card if else elif for in is and or not true false none set".split())
"""Names that mean something else in an expression."""


@dataclass(frozen=True, eq=False)
class PlacedColumn:
    """A column with a place on the card. label: its name for people."""

    column: Column
    role: Role
    label: str
    side: str
    words: str

    @property
    def name(self) -> str:
        """What its cell is called in an expression."""
        key = self.column.key
        return key if PLAIN_NAME.fullmatch(key) and key not in TAKEN else f"card[{json.dumps(key, ensure_ascii=False)}]"

    @property
    def said(self) -> str:
        """The expression for what its cell says."""
        return f"{{{{ {self.name} }}}}"

    def if_filled(self, text: str) -> str:
        """The expression for a text on cards that have something in its cell."""
        return f"{{% if {self.name} %}}{text}{{% endif %}}"

    @property
    def is_dense(self) -> bool:
        return len(self.column.filled) >= DENSE * len(self.column.cells)


def parts_of(deck: Deck) -> list[PlacedColumn]:
    """The columns of a deck, and what each is for."""
    columns = [Column(key, head, [card.fields[key] for card in deck.cards]) for key, head in deck.headers.items()]
    spoken = without_shared([column.header or column.key for column in columns])
    parts = [_part(column, words) for column, words in zip(columns, spoken, strict=True)]
    if all(part.role is not Role.NAME for part in parts):
        spelt = (at for at, column in enumerate(columns) if column.key == "id" and column.mostly(WORDS.fullmatch))
        if (named := name_column(columns, spoken)) is not None or (named := next(spelt, None)) is not None:
            parts[named] = replace(parts[named], role=Role.NAME)
    return parts


def _part(column: Column, words: str) -> PlacedColumn:
    side, rest = side_of(words)
    role = role_of(column, rest)
    if is_note(column.header):
        role = Role.PROGRAM
    elif role is not Role.BLANK and not (column.key == "icon" and role is Role.PICTURE):
        role = KNOWN.get(column.key, role)
    heads = column.header if side == "front" else re.sub(r"(?i)^\W*(back|front)\W*", "", column.header)
    label = label_of(heads)
    return PlacedColumn(column, role, re.sub(r"[{}]", "", label), side, rest)


KNOWN = {
    "name": Role.NAME,
    "quantity": Role.COPIES,
    "game": Role.BLANK,
    "id": Role.PROGRAM,
    "kind": Role.KIND,
    "suit": Role.KIND,
    "icon": Role.ICON,
}


def titles_in(parts: Sequence[PlacedColumn]) -> list[PlacedColumn]:
    """The name of a card; not a whole sentence that is all there is to read."""
    names = [part for part in parts if part.role is Role.NAME][:1]
    is_said = any(part.role is Role.TEXT for part in parts)
    return names if is_said or all(part.column.length <= LONGEST_NAME for part in names) else []


def figures_in(parts: Sequence[PlacedColumn]) -> list[PlacedColumn]:
    """Figures that most cards have, what a card costs or its rank first."""
    short = [
        part
        for part in parts
        if part.role is Role.FIGURE and part.is_dense and max(map(len, part.column.filled)) <= LONGEST_FIGURE
    ]
    first = [part for part in short if part.words in vocabulary()["cost"] or part.column.key in INDEX][:1]
    return [*first, *(part for part in short if part not in first)][:MOST_FIGURES]


def edges_in(parts: Sequence[PlacedColumn]) -> list[PlacedColumn]:
    """What is at the four edges of a tile, clockwise from the top."""
    for sides in look_words()["edges"]:
        found = [next((part for part in parts if part.words == side), None) for side in sides.split()]
        if all(found):
            return [part for part in found if part is not None]
    return []


def letters_in(words: Sequence[PlacedColumn], share: float) -> int:
    """How many letters of text that share of the cards has at the most."""
    return _most(words, share, len)


def lines_in(words: Sequence[PlacedColumn], share: float) -> int:
    """On how many lines the words of that share of the cards begin at the most."""
    return _most(words, share, bool)


def _most(words: Sequence[PlacedColumn], share: float, count: Callable[[str], int]) -> int:
    counts = sorted(sum(map(count, row)) for row in zip(*(part.column.cells for part in words), strict=True))
    return counts[min(int(len(counts) * share), len(counts) - 1)] if counts else 0
