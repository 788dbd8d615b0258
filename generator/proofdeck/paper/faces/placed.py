"""The columns of somebody's spreadsheet as made faces use them: what each is for, and which get places of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from proofdeck.paper.faces.bookkeeping import FEWEST, keeps_order
from proofdeck.paper.faces.looks import look_words
from proofdeck.source.cards.columns import is_note
from proofdeck.source.cards.deck import CLAUSE, SPEAKS_OF, Deck
from proofdeck.source.cards.roles import (
    NOTHING,
    Column,
    Role,
    label_of,
    name_column,
    role_of,
    side_of,
    vocabulary,
    without_shared,
)

USUALLY = 0.7
"""The share of zeros among the figures of a column from which they go without saying."""
DENSE = 0.6
"""The share of cards that must have a figure for it to get a place of its own."""
INDEX = frozenset({"value", "rank"})
LONGEST_FIGURE, MOST_FIGURES = 6, 10
SERIES = 3
"""Figures with headings of one pattern, from which on they are a series: `White cost`, `Blue cost` and `Red cost`."""
LONGEST_LABEL, MOST_LABEL = 10, 16
"""Letters below a figure: of longer labels the last word is enough, and those of most are words in a line."""
LONGEST_NAME = 30
"""Letters of the names of a deck, on average; longer ones are sentences."""
WORDS = re.compile(r"[^\W\d_]{2,}(?:[ '’-]+[^\W\d_]+)*")
"""An id that a person would say."""
PLAIN_NAME = re.compile(r"[a-z][a-z0-9_]*")
TAKEN = frozenset("card if else elif for in is and or not true false none set".split())
"""Names that mean something else in an expression."""


@dataclass(frozen=True, eq=False)
class PlacedColumn:
    """A column with a place on the card. label: its name for people; series: whether it is a figure of a series."""

    column: Column
    role: Role
    label: str
    side: str
    words: str
    series: bool = False

    @property
    def name(self) -> str:
        """What its cell is called in an expression."""
        key = self.column.key
        return key if PLAIN_NAME.fullmatch(key) and key not in TAKEN else f"card[{json.dumps(key, ensure_ascii=False)}]"

    @property
    def said(self) -> str:
        """The expression for what its cell says."""
        return f"{{{{ {self.name} }}}}"

    @cached_property
    def nothing(self) -> list[str]:
        """Cells that say that there is nothing: also 0, in a series of figures or where most cells are 0."""
        zeros = self.column.filled.count("0")
        is_usual = len(self.column.cells) >= FEWEST and zeros > USUALLY * len(self.column.filled)
        without = {"0"} if self.role is Role.FIGURE and (self.series or is_usual) and not _comes_first(self) else set()
        return sorted(cell for cell in {*self.column.filled} if cell.casefold() in NOTHING | without)

    @property
    def is_filled(self) -> str:
        """The condition that its cell says something."""
        return f"{self.name} and {self.name} not in {self.nothing}" if self.nothing else self.name

    @property
    def label_fits(self) -> bool:
        """Whether its label can be read below a figure."""
        return len(self.label) <= MOST_LABEL

    @property
    def heading(self) -> str:
        """What is printed before its words, if it is not a text."""
        return "" if self.role in {Role.TEXT, Role.NAME, Role.FLAVOUR} else f"{self.label} "

    @property
    def shown(self) -> str:
        """The expression for what its cell says, or nothing if it says that there is nothing."""
        return self.said if self.is_filled == self.name else self.if_filled(self.said)

    def if_filled(self, text: str) -> str:
        """The expression for a text on cards that have something in its cell."""
        return f"{{% if {self.is_filled} %}}{text}{{% endif %}}"

    @property
    def is_dense(self) -> bool:
        said = [cell for cell in self.column.filled if cell not in self.nothing]
        return len(said) >= DENSE * len(self.column.cells)


def parts_of(deck: Deck) -> list[PlacedColumn]:
    """The columns of a deck, and what each is for."""
    columns = [Column(key, head, [card.fields[key] for card in deck.cards]) for key, head in deck.headers.items()]
    spoken = without_shared([column.header or column.key for column in columns])
    parts = [_part(column, words) for column, words in zip(columns, spoken, strict=True)]
    if columns and all(column.header.strip() == column.cells[0].strip() for column in columns):
        parts = [replace(part, label="") for part in parts]  # there is no header, and its place has the first card
    if all(part.role is not Role.NAME for part in parts):
        spelt = (at for at, column in enumerate(columns) if column.key == "id" and column.mostly(WORDS.fullmatch))
        if (named := name_column(columns, spoken)) is not None or (named := next(spelt, None)) is not None:
            parts[named] = replace(parts[named], role=Role.NAME)
    talking = {part.column: part.role for part in parts if part.role in {Role.NAME, Role.KIND}}
    for at, part in enumerate(parts):
        if keeps_order(part.column, part.role, part.label and part.words, talking):
            parts[at] = replace(part, role=Role.PROGRAM)
    return parts


def _part(column: Column, words: str) -> PlacedColumn:
    side, rest = side_of(words)
    role = role_of(column, rest)
    if is_note(column.header) or (column.key == SPEAKS_OF and column.mostly(_names_clauses)):
        role = Role.PROGRAM
    elif role is not Role.BLANK and not (column.key == "icon" and role is Role.PICTURE):
        role = KNOWN.get(column.key, role)
    heads = column.header if side == "front" else re.sub(r"(?i)^\W*(back|front)\W*", "", column.header)
    label = label_of(heads)
    return PlacedColumn(column, role, re.sub(r"[{}]", "", label), side, rest)


def _names_clauses(cell: str) -> bool:
    return all(map(CLAUSE.fullmatch, cell.replace(",", " ").split()))


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
    """The name of a card, or else the few words that are all there is to read; not a whole sentence."""
    names = [part for part in parts if part.role is Role.NAME][:1]
    wordy = [part for part in parts if part.role in {Role.TEXT, Role.FACT, Role.FLAVOUR}]
    if not names and len(wordy) == 1 and wordy[0].is_dense and _could_be_title(wordy[0].column):
        return wordy
    is_said = any(part.role is Role.TEXT for part in parts)
    return names if is_said or all(part.column.length <= LONGEST_NAME for part in names) else []


def figures_in(parts: Sequence[PlacedColumn]) -> list[PlacedColumn]:
    """Figures that most cards have: what a card costs or its rank first, and a series last, under short names."""
    short = [
        part
        for part in parts
        if part.role is Role.FIGURE and max(map(len, part.column.filled)) <= LONGEST_FIGURE and part.label_fits
    ]
    series = _series_in(short)
    alone = [part for part in short if part.is_dense and all(part is not whole for whole, _ in series)]
    ranked = sorted(alone, key=lambda part: (not _comes_first(part), part.column.different < 2))
    found = [replace(part, label=label, series=True) for part, label in series]
    return [*map(partial(_shortened, among=ranked), ranked[: MOST_FIGURES - len(found)]), *found][:MOST_FIGURES]


def _shortened(part: PlacedColumn, among: Sequence[PlacedColumn]) -> PlacedColumn:
    """The same under the last word of a long label, if no other ends so: `Points` for `Prestige points`."""
    last = part.label.rpartition(" ")[2]
    is_clear = sum(other.label.casefold().endswith(last.casefold()) for other in among) == 1
    return replace(part, label=last.capitalize()) if len(part.label) > LONGEST_LABEL and is_clear else part


def _could_be_title(column: Column) -> bool:
    return column.length <= LONGEST_NAME and max(map(len, column.filled)) <= 2 * LONGEST_NAME


def _comes_first(part: PlacedColumn) -> bool:
    return part.words in vocabulary()["cost"] or part.column.key in INDEX


def _series_in(parts: Sequence[PlacedColumn]) -> list[tuple[PlacedColumn, str]]:
    """The most figures whose labels differ in one part only, each with that part."""
    found: list[list[tuple[PlacedColumn, str]]] = [[]]
    for pattern in {part.label.partition(" ")[2] for part in parts} | {part.label.rpartition(" ")[0] for part in parts}:
        told = [(part, " ".join(part.label.replace(pattern, "").split())) for part in parts if pattern in part.label]
        if pattern and all(label for _, label in told):
            found.append(told)
    series = max(found, key=lambda told: (len(told), sorted(label for _, label in told)))
    return series if len(series) >= SERIES else []


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
    cells = (
        ["" if cell in {"", *part.nothing} else part.heading + cell for cell in part.column.cells] for part in words
    )
    counts = sorted(sum(map(count, row)) for row in zip(*cells, strict=True))
    return counts[min(int(len(counts) * share), len(counts) - 1)] if counts else 0
