"""The header: which column holds what.

In goes the first row, out come `Columns`; near misses, duplicates and blanks over values become problems.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from generator.cards.deck import MOST_PLAYERS
from generator.cards.findings import Findings, quotation
from generator.cards.reader import MOST_COLUMNS, Row
from generator.cards.values import key
from generator.problems import hint_from, listed

FEWEST_PLAYERS = 2
QUANTITY_SYNONYMS = ("qty", "count", "copies")
QUANTITY_FOR_PLAYERS: Mapping[str, int] = MappingProxyType(
    {f"quantity_{players}": players for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)}
)
KNOWN_COLUMNS = (
    *("game", "id", "name", "kind", "suit", "rank", "value", "quantity", "text", "icon"),
    *QUANTITY_FOR_PLAYERS,
)
KEY_COLUMNS = frozenset({"game", "id", "kind", "suit", "rank", "value", "quantity", "icon", *QUANTITY_FOR_PLAYERS})
NEAR = 0.75
LONGEST_NEAR_MISS = 24
LETTERS = 26


@dataclass(frozen=True, slots=True)
class Columns:
    """at: where a name stands, counted from 0; blank: headers without a name, which must have nothing below them."""

    at: Mapping[str, int]
    blank: frozenset[int]


def read_header(row: Row, findings: Findings) -> Columns:
    """The columns of a table whose first row is given."""
    names = [column_name(cell) for cell in row.cells[:MOST_COLUMNS]]
    blank = frozenset(index for index, name in enumerate(names) if not name)
    at: dict[str, int] = {}
    for index, name in enumerate(names):
        if name and at.setdefault(name, index) != index:
            _report_duplicate(row, index, at[name], name, findings)
    for name, index in at.items():
        _warn_of_near_miss(row, index, name, at, findings)
    return Columns(MappingProxyType(at), blank)


def column_name(header: str) -> str:
    """The header made regular: `Hit Points` is hit_points, `Qty` is quantity."""
    words = re.sub(r"[\s_-]+", "_", key(header).casefold()).strip("_")
    first, *rest = words.split("_", 1)
    return "_".join(["quantity", *rest]) if _is_quantity(first, rest) else words


def _is_quantity(first: str, rest: list[str]) -> bool:
    return first in QUANTITY_SYNONYMS and (not rest or rest[0].isdecimal())


def column_letter(index: int) -> str:
    """A for 0, as spreadsheet programs name columns."""
    before, last = divmod(index, LETTERS)
    return (column_letter(before - 1) if before else "") + chr(ord("A") + last)


def spot(row: Row, index: int) -> str:
    """`column F`; `cell F3` where the spreadsheet program counts another row than the text editor."""
    letter = column_letter(index)
    return f"column {letter}" if row.number == row.line else f"cell {letter}{row.number}"


def cure_for_no_name(columns: Columns) -> str:
    """What to do when neither id nor name is among the columns."""
    found = [name for name in columns.at if len(name) <= LONGEST_NEAR_MISS][:MOST_PLAYERS]
    return hint_from(
        f"The columns are {listed(found)}." if found else "", "The first row must name the columns: id,name,text,..."
    )


def _report_duplicate(row: Row, index: int, first: int, name: str, findings: Findings) -> None:
    message = f"column {column_letter(index)} is called {quotation(name)} like column {column_letter(first)}"
    hint = "Rename or delete one of them."
    if name == "quantity":
        hint = hint_from(f"{listed(QUANTITY_SYNONYMS)} all mean quantity.", hint)
    findings.add("E106", message, row.place(index), field=name, hint=hint)


def _warn_of_near_miss(row: Row, index: int, name: str, present: Collection[str], findings: Findings) -> None:
    if name in KNOWN_COLUMNS or len(name) > LONGEST_NEAR_MISS:
        return
    if re.fullmatch("quantity_[0-9]+", name):
        cure = f"quantity_N is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players."
    else:
        cure = _did_you_mean(name, _missing(present))
    if cure:
        message = f"{quotation(name)} is no known column, only nearly one (column {column_letter(index)})"
        findings.add("W102", message, row.place(index), field=name, hint=cure)


def _missing(present: Collection[str]) -> set[str]:
    synonyms = () if "quantity" in present else QUANTITY_SYNONYMS
    return {*KNOWN_COLUMNS, *synonyms}.difference(present)


def _did_you_mean(name: str, missing: Iterable[str]) -> str:
    """Stricter than for other words, as an own column may well be called `cost` or `text_2`."""
    near = difflib.get_close_matches(name, sorted(missing), n=1, cutoff=NEAR)
    extended = near and re.match(rf"{near[0]}_?[a-z0-9]*[0-9]$", name)
    return f"Did you mean '{near[0]}'?" if near and not extended else ""
