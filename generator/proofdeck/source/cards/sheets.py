"""Which sheets of a workbook hold cards: each is judged by its own cells, and its name adds weight.

In doubt a sheet is read. What becomes of each is told, because cards that are missing are noticed on the table.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from proofdeck.source.cards.columns import column_name
from proofdeck.source.cards.findings import quotation
from proofdeck.source.cards.heading import TableHeading, columns_below, heading_of, names_cards
from proofdeck.source.cards.reader import Record, SheetUse
from proofdeck.source.cards.roles import copies_column, means, vocabulary, words_of
from proofdeck.source.cards.values import key

PRIVATE = ("#", "_")
"""How the names of sheets begin that are never read."""
ENOUGH = 3
"""The weight from which a sheet is read: names and one more column, or names in a sheet called Deck."""
FEW = 3
"""Names that are in another sheet, too; fewer may be chance."""
SAME = 0.8
"""The share of names that make a sheet a list of words for another one, or an older version of it."""
MOST_ABOVE = 4
"""Rows above the header of a deck: a title, and a few words about it."""
WORKED_OUT = re.compile(r"-?\d*\.\d{5,}")
"""A mean or a share: nobody types so many decimals."""
FIGURES = "holds figures that are worked out"
GONE = "its name says that its cards are no longer used"
VERSION = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){1,2}(?![\d.])")
PROSE = 0.6
"""The share of rows with one cell that make a sheet notes."""
TELLING = ("kind", "text", "flavour", "picture", "cost", "answer", "question")
OWN_COLUMNS = frozenset({"kind", "suit", "rank", "value", "text", "icon"})


@dataclass(frozen=True)
class _Sheet:
    """A sheet, as far as it is judged. rows: those that are not empty."""

    name: str
    rows: Sequence[Record]
    is_hidden: bool = False

    @cached_property
    def heading(self) -> TableHeading | None:
        """Where its columns are named; None if nothing in it could be a card's name."""
        if not self.rows:
            return None
        first, *others = self.rows
        return TableHeading(first, iter(others)) if names_cards(first) else heading_of(first, iter(others))

    @cached_property
    def body(self) -> list[Record]:
        """The rows below its header."""
        return list(self.heading.rows) if self.heading else []

    @cached_property
    def header(self) -> list[str]:
        """The names of its columns, as far as they have any."""
        return [column_name(cell) for cell in self.heading.row.cells] if self.heading else []

    @cached_property
    def names(self) -> set[str]:
        """The names of its cards, or else their ids, in small letters."""
        known = {called: at for at, called in enumerate(self.header) if called}
        if self.heading:
            known |= {called: at for at, called in self.heading.names.items()}
        at = known.get("name", known.get("id"))
        return set() if at is None else self.column(at)

    def column(self, at: int) -> set[str]:
        """What its rows say there, in small letters."""
        return {word for row in self.body if at < len(row.cells) and (word := key(row.cells[at]).casefold())}

    @cached_property
    def known(self) -> set[str]:
        """Names and ids of its cards, in small letters."""
        ids = {word for at, header in enumerate(self.header) if header == "id" for word in self.column(at)}
        return self.names | ids

    @cached_property
    def has_copies(self) -> bool:
        """Whether it says how many there are of each."""
        if "quantity" in self.header and self.column(self.header.index("quantity")):
            return True
        words = [words_of(cell) for cell in self.heading.row.cells] if self.heading else []
        return copies_column(columns_below(words, self.body), words) is not None

    @cached_property
    def is_worked_out(self) -> bool:
        """Whether half of its columns hold means and shares."""
        filled = [column.filled for column in columns_below(self.header, self.body) if column.filled]
        means = sum(any(map(WORKED_OUT.fullmatch, cells)) for cells in filled)
        return means >= FEW and 2 * means >= len(filled)

    @cached_property
    def weight(self) -> int:
        """How much it looks like cards; from ENOUGH on it is read."""
        if self.heading is None or not self.body:
            return 0
        words = [words_of(cell) for cell in self.heading.row.cells]
        named = names_cards(self.heading.row) or any(
            vocabulary()["name"].keys() & {word, word.rpartition(" ")[2]} for word in words
        )
        roles = {role for role in TELLING for word in words if means(role, word) is not None}
        roles |= OWN_COLUMNS.intersection(self.header)
        alone = sum(len(row.filled) == 1 for row in self.rows)
        above = sum(row.line < self.heading.row.line for row in self.rows)
        says_more = any(self.column(at) for at, called in enumerate(self.header) if called not in {"id", "name", ""})
        found = 2 * named + 2 * self.has_copies + min(3, len(roles)) + (named and says_more)
        found += {"deck": 2, "aside": -3, "": 0}[_called(self.name)]
        return found - 2 * (alone > PROSE * len(self.rows) and not named) - 2 * (above > MOST_ABOVE)


def judged(sheets: Mapping[str, Sequence[Record]], hidden: Container[str] = ()) -> list[SheetUse]:
    """What becomes of each sheet of a workbook, in order. At least one is read, so that its mistakes can be told.

    hidden: sheets that the workbook does not show.
    """
    found = [_Sheet(name, rows, name in hidden) for name, rows in sheets.items()]
    open_to_all = [one for one in found if not (one.name.strip().startswith(PRIVATE) or one.is_hidden)]
    has_deck = any(_is_deck(one.name) and one.weight >= ENOUGH for one in open_to_all)
    decks = [one for one in open_to_all if one.weight >= ENOUGH + (has_deck and _called(one.name) != "deck")]
    is_known = bool(decks)
    decks = decks or sorted(open_to_all or found, key=lambda one: -one.weight)[:1]
    decks.sort(key=lambda one: (not _is_deck(one.name), _called(one.name) != "deck"))
    newest = max(map(_version, (one.name for one in decks)), default=())
    left_out: dict[str, str] = {}
    kept: list[_Sheet] = []
    for one in decks:
        why = _is_older(one, newest, decks) or _is_another(one, kept) or _says_more(one, kept) or _is_lookup(one, decks)
        if why := why or (GONE if _is_gone(one.name) else FIGURES if one.is_worked_out else ""):
            left_out[one.name] = why
        else:
            kept.append(one)
    names = {one.name for one in kept or decks[:1]}
    return [
        SheetUse(one.name, len(one.body or one.rows), is_doubtful=not is_known)
        if one.name in names
        else SheetUse(
            one.name,
            len(one.body or one.rows),
            left_out.get(one.name) or _why(one),
            one.name not in left_out and _is_doubtful(one),
        )
        for one in found
    ]


NOT_CARDS = "does not look like cards"


def _why(one: _Sheet) -> str:
    """Why a sheet is not read."""
    if one.name.strip().startswith(PRIVATE):
        return f"its name begins with {one.name.strip()[0]}"
    if one.is_hidden or not one.rows:
        return "hidden" if one.is_hidden else "empty"
    return "notes" if _called(one.name) == "aside" else NOT_CARDS


def _is_doubtful(one: _Sheet) -> bool:
    return _why(one) == NOT_CARDS and one.weight > 0 and bool(one.names)


def _is_another(one: _Sheet, kept: Iterable[_Sheet]) -> str:
    """Why it is an older version of a sheet that is read, or ""."""
    rows = [said for row in one.body if len(said := _said(row)) > 1]
    for other in kept:
        theirs = {_said(row) for row in other.body}
        same = sum(row in theirs for row in rows)
        alike = len(set(one.header) & set(other.header)) * 2 > len(one.header)
        named = len(one.names & other.names) >= max(FEW, SAME * len(one.names))
        if 2 * same >= len(rows) > 0 or (alike and named):
            return f"has the cards of {quotation(other.name)} again"
    return ""


def _says_more(one: _Sheet, kept: Iterable[_Sheet]) -> str:
    """Why its rows are about the cards of a sheet that is read, as in a database, or ""."""
    for other in kept:
        if _called(one.name) == "aside" and len(one.names & other.known) >= max(FEW, SAME * len(one.names)):
            return f"says more about the cards of {quotation(other.name)}"
        for at, header in enumerate(one.header):
            about = one.column(at) if "card" in header else set()
            if len(about) >= FEW and len(about & other.known) >= SAME * len(about):
                return f"says more about the cards of {quotation(other.name)}"
    return ""


def _version(name: str) -> tuple[int, ...]:
    """(0, 9) for `0.9 Alpha`; () for a name without a version."""
    found = VERSION.search(name)
    return tuple(map(int, found[0].split("."))) if found else ()


def _is_older(one: _Sheet, newest: tuple[int, ...], decks: Iterable[_Sheet]) -> str:
    """Why it is an earlier version, by its name, of a sheet with such columns, or ""."""
    version = _version(one.name)
    later = [other for other in decks if version and version < _version(other.name) == newest]
    alike = any(2 * len(set(one.header) & set(other.header)) > len(set(one.header)) for other in later)
    return f"is an earlier version of {quotation(later[0].name)}" if alike else ""


def _is_lookup(one: _Sheet, decks: Iterable[_Sheet]) -> str:
    """Why it only explains the words of a column of another sheet, or ""."""
    if one.has_copies or len(one.names) < 2:
        return ""
    for other in decks:
        if other is one or len(other.body) <= len(one.body):
            continue
        for at, header in enumerate(other.header):
            if header not in {"id", "name"} and len(one.names & other.column(at)) >= SAME * len(one.names):
                return f"explains the column {quotation(header)} of {quotation(other.name)}"
    return ""


def _said(row: Record) -> tuple[str, ...]:
    return tuple(filter(None, (key(cell).casefold() for cell in row.cells)))


def _is_deck(name: str) -> bool:
    """Whether a sheet is called Cards, Deck and nothing else."""
    return words_of(name) in vocabulary()["deck"]


def _is_gone(name: str) -> bool:
    """Whether a sheet is called Old cards, Removed or the like, and nothing else."""
    parts = words_of(name).split(" ")
    gone = vocabulary()["gone"].keys()
    return not gone.isdisjoint(parts) and all(part in gone or part in vocabulary()["deck"] for part in parts)


def _called(name: str) -> str:
    """`deck` for `Card List`, `aside` for `Notes on cards`, and "" for `Heroes`."""
    words = words_of(name)
    if _is_deck(name):
        return "deck"
    parts = words.split(" ")
    return next((role for role in ("aside", "deck") if any(part in vocabulary()[role] for part in [words, *parts])), "")
