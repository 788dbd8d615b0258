"""Columns that keep order in a spreadsheet and say nothing to a player: running numbers, codes, repetitions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from proofdeck.source.cards.roles import MOSTLY, YES, Column, Role, means, vocabulary
from proofdeck.source.cards.values import whole_number

IDS = frozenset({"id", "ids", "uuid", "guid"})
NUMBERED = re.compile(r"(?:番号|番號|编号|編號|序号|順|顺序|번호|(?<![a-z])id)$")
"""Ends of headings that stand for ids and places in a list, in languages that write words together."""
CODED = frozenset("tag code ref reference abbr abbreviation short shortcode kurzel codigo".split())
CODE = re.compile(r"[A-Z0-9_\-]{2,10}")
COMMAND = re.compile(r"[A-Z][A-Z0-9_]*(?:\s+[A-Z0-9_]+)*")
"""What a program does: `STEAL_MONEY ALL 3`."""
FEWEST = 5
"""Cards from which a column can be seen to count them."""
NEARLY = 0.9
SHORTEST_WORD = 3
"""Letters of a word; shorter ones that stand for another column's words are their codes."""


def keeps_order(column: Column, role: Role, words: str, spoken: Mapping[Column, Role]) -> bool:
    """Whether a column only keeps order. words: its heading; spoken: the names and kinds of the same deck."""
    if role is Role.FIGURE:
        is_counted = Role.NAME in spoken.values() and _is_numbering(words) and _counts_rows(column)
        return is_counted or _is_id(words.removesuffix("#").strip())
    if role is Role.MARK:
        on = sum(cell.casefold() in YES for cell in column.filled)
        return len(column.cells) >= FEWEST and on >= MOSTLY * len(column.cells)
    if role not in {Role.KIND, Role.FACT, Role.TEXT}:
        return False
    coded = words in CODED and column.mostly(CODE.fullmatch) and column.different >= MOSTLY * len(column.filled)
    ordered = column.mostly(COMMAND.fullmatch) and any("_" in cell for cell in column.filled)
    return coded or ordered or any(_repeats(column, other, its) for other, its in spoken.items())


def _is_id(words: str) -> bool:
    return words.rpartition(" ")[2] in IDS or NUMBERED.search(words) is not None


def _is_numbering(words: str) -> bool:
    """Whether one of the words stands for a number, and so the whole for a place in a list; or there are no words."""
    said = (word in vocabulary()["numbering"] for word in words.split(" "))
    return not words or (any(said) and means("cost", words) is None)


def _counts_rows(column: Column) -> bool:
    numbers = [whole_number(cell) for cell in column.filled]
    steps = [after - before == 1 for before, after in pairwise(n for n in numbers if n is not None)]
    is_different = FEWEST <= len(column.filled) == column.different
    return is_different and sum(steps) >= NEARLY * (len(column.filled) - 1)


def _repeats(column: Column, other: Column, role: Role) -> bool:
    """Whether it says the same as another column: in the same words, or as a code for them."""
    cells, others = column.cells, other.cells
    if other is column or column.different < 2 or len(cells) < FEWEST:
        return False
    if role is Role.NAME and sum(map(str.__eq__, cells, others)) >= NEARLY * len(cells):
        return True
    is_code = not any(map(str.isalpha, "".join(cells))) or column.length < SHORTEST_WORD <= other.length
    return is_code and len({*zip(cells, others, strict=True)}) == len({*cells}) == len({*others})
