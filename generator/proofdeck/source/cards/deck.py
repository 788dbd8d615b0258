"""The cards of a game, as data: the contents of the spreadsheet, checked and typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from proofdeck.ground.problems import Place, Problem, Problems, counted, hint_from

MOST_PLAYERS = 12
WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
MOST_DOUBTS = 100
SPEAKS_OF = "rules"
CLAUSE = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")


@dataclass(frozen=True, slots=True)
class Card:
    """One row of the spreadsheet: one card design.

    fields: every column as the text that templates see, including your own columns; keys are normalised column names.
    places: where each field is, and each translation as `text@de`.
    quantity: copies printed; quantities: copies for a number of players, if the row gives them; fills: whether more
    copies fill the last sheet.
    translations: language -> column -> the text of the cell, "" if it is empty.
    """

    game: str
    id: str
    name: str
    kind: str
    value: float | None
    quantity: int
    fields: Mapping[str, str]
    places: Mapping[str, Place] = field(repr=False, compare=False)
    quantities: Mapping[int, int] = field(default_factory=dict)
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)
    fills: bool = False

    def copies(self, players: int | None = None) -> int:
        """How many copies of this card to print for that number of players."""
        if players is None:
            return self.quantity
        return self.quantities.get(players, self.quantity)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of which its texts speak, by its column `rules`; none if that says anything but ids."""
        words = self.fields.get(SPEAKS_OF, "").replace(",", " ").split()
        return tuple(words) if all(map(CLAUSE.fullmatch, words)) else ()

    def place(self, name: str = "id") -> Place:
        """Where the field is; the row's first cell if the row has no such field."""
        found = self.places.get(name)
        return found if found is not None else next(iter(self.places.values()))

    def place_within(self, name: str, at: int) -> Place:
        """Where character `at` of the field is. In a workbook, a cell is one place."""
        file, line, column = cell = self.place(name)
        if file is None or line is None or column is None or file.lower().endswith(WORKBOOKS):
            return cell
        text = self.fields[name]
        above, line_start = text.count("\n", 0, at), text.rfind("\n", 0, at) + 1
        return Place(file, line + above, at - line_start + 1 if above else column + at)


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of one game in the order of the spreadsheet, one for each row, whatever its quantity.

    headers: each column's header as written, by its name in templates. doubts: errors in columns that may not matter,
    which `doubtful` sorts by whether anybody reads them; at most MOST_DOUBTS.
    """

    game: str
    cards: tuple[Card, ...]
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    doubts: tuple[Problem, ...] = field(default=(), repr=False, compare=False)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def count(self, kind: str | None = None, players: int | None = None) -> int:
        """The number of printed copies, of one kind or of all."""
        return sum(card.copies(players) for card in self.cards if kind is None or card.kind == kind)

    def tell_doubts(self, is_read: Callable[[Problem], bool], problems: Problems) -> None:
        """Report each error in a column that is read or counted with, and one warning for each other column."""
        unread: dict[tuple[str, str | None], list[Problem]] = {}
        for doubt in self.doubts:
            if is_read(doubt):
                problems.append(doubt)
            else:
                unread.setdefault((doubt.code, doubt.field), []).append(doubt)
        for first, *others in unread.values():
            also = f", and {counted(len(others), 'other')} likewise" if others else ""
            message = f"{first.message}{also}; no rule counts with {'it' if not others else 'them'}"
            place = Place(first.file, first.line, first.column)
            problems.report("W114", message, place, field=first.field, hint=hint_from(first.hint))
