"""The rows of a spreadsheet as the page shows them: which may be changed there, and what is wrong with each cell."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, NoReturn, cast

from proofdeck.front.preview.editing.cells import (
    CellEdit,
    RowMark,
    Rows,
    mark_of,
    read_sheet,
    with_cells,
    with_row,
    without_row,
)
from proofdeck.front.preview.editing.refusal import NotWrittenError, why_locked
from proofdeck.front.preview.editing.workbooks import ROWS_STAY, read_tab, with_tab_cells
from proofdeck.front.preview.showing import ShownProject
from proofdeck.ground.files import read_file
from proofdeck.ground.problems import Problem
from proofdeck.source.cards import Card
from proofdeck.source.cards.archive import OPEN_XML
from proofdeck.source.cards.columns import column_letter
from proofdeck.source.cards.deck import WORKBOOKS
from proofdeck.source.cards.findings import quotation
from proofdeck.source.cards.reader import Record
from proofdeck.source.cards.schema import RowPlaces
from proofdeck.source.cards.spreadsheet import PREFERRED_DELIMITERS
from proofdeck.source.cards.workbook import SheetRow
from proofdeck.source.project.pulling import last_pull

ALWAYS = ("id", "name", "kind", "value", "quantity", "text")
"""Columns that are shown even if they are empty."""


@dataclass(frozen=True, slots=True)
class Column:
    """at: its place in a row, counted from 0; name: in templates, or ""; is_used: whether it tells rows apart."""

    at: int
    header: str
    name: str
    is_used: bool


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row. address: its number in a spreadsheet program; card: the id of the card that it is, "" for none.

    wrong: what is wrong with a cell, by its place in the row.
    """

    mark: RowMark
    address: int
    card: str
    cells: Sequence[str]
    wrong: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a game in one file, or in one sheet of a workbook.

    tab: the name of the sheet, or ""; locked: why nothing may be changed here, or ""; warning: what to know before.
    """

    file: str
    tab: str
    columns: Sequence[Column]
    rows: Sequence[GridRow]
    locked: str = ""
    warning: str = ""

    @property
    def called(self) -> str:
        """The file, and the sheet of a workbook."""
        return f"{self.file}, {self.tab}" if self.tab else self.file

    @property
    def rows_stay(self) -> bool:
        """Whether cells may be changed, but no row comes or goes."""
        return bool(self.tab)

    @property
    def letters(self) -> Sequence[str]:
        """The letter of each column in a spreadsheet program."""
        return [column_letter(one.at) for one in self.columns]


def grids_of(shown: ShownProject, game: str, told: Sequence[Problem]) -> list[Grid]:
    """The grids of a game, one for each file or sheet of a workbook with cards of it."""
    cards: dict[tuple[str, str], list[Card]] = {}
    for card in shown.project.games[game].deck:
        cards.setdefault(table_of(card), []).append(card)
    other = {name: [f" of sheet {quotation(tab)}" for file, tab in cards if tab != name] for _, name in cards}
    return [
        _grid(
            shown, game, file, tab, found, [one for one in told if not any(map(one.message.__contains__, other[tab]))]
        )
        for (file, tab), found in cards.items()
    ]


def table_of(card: Card) -> tuple[str, str]:
    """The file of a card, and the sheet of it, or ""."""
    row = places(card).row
    return card.place().file or "", row.tab if isinstance(row, SheetRow) else ""


def places(card: Card) -> RowPlaces:
    """The row of a card, and where its fields are in it."""
    return cast("RowPlaces", card.places)


class Way(NamedTuple):
    """How the rows of a file are read and changed. Each raises NotWrittenError, with the reason and what to do."""

    read: Callable[[bytes], Rows]
    with_cells: Callable[[bytes, Sequence[CellEdit]], bytes]
    with_row: Callable[[bytes, RowMark, Mapping[int, str]], bytes]
    without_row: Callable[[bytes, RowMark], bytes]


def way_to(file: str, tab: str) -> Way:
    """How a file is changed, or a sheet of a workbook."""
    suffix = Path(file).suffix.lower()
    if suffix in OPEN_XML:
        cells = partial(with_tab_cells, suffix=suffix, name=tab)
        return Way(partial(read_tab, suffix=suffix, name=tab), cells, _rows_stay, _rows_stay)
    preferred = PREFERRED_DELIMITERS.get(suffix, ",")
    rows = partial(with_row, preferred=preferred), partial(without_row, preferred=preferred)
    return Way(partial(read_sheet, preferred=preferred), partial(with_cells, preferred=preferred), *rows)


def _rows_stay(*_: object) -> NoReturn:
    raise NotWrittenError(ROWS_STAY)


def check_open(root: Path, file: str) -> None:
    """Raises NotWrittenError, with the reason and what to do, if a file may not be changed on the page."""
    path = root / file
    if file.lower().endswith(WORKBOOKS) and path.suffix.lower() not in OPEN_XML:
        cure = "Change it in your spreadsheet program, or save it as .xlsx. This page follows each save."
        raise NotWrittenError(f"{file} is a workbook whose cells cannot be changed here. {cure}")
    if why := why_locked(path, file):
        raise NotWrittenError(why)
    if any(os.access(path.with_name(name), os.F_OK) for name in (f"~${path.name}", f".~lock.{path.name}#")):
        raise NotWrittenError(f"{file} is open in a spreadsheet program. Change it there, or close it there first.")


def _grid(shown: ShownProject, game: str, file: str, tab: str, cards: Sequence[Card], told: Sequence[Problem]) -> Grid:
    root, why = shown.project.root, ""
    of_cards = {places(card).row.line: card for card in cards}
    try:
        check_open(root, file)
        rows = _rows_of(way_to(file, tab).read(read_file(root / file)), shown, (file, tab), of_cards)
    except (NotWrittenError, OSError) as error:
        rows, why = [places(card).row for card in cards], str(error)
    width = max([*(len(row.cells) for row in rows), 1 + max(places(cards[0]).at.values())])
    cells = [[*row.cells, *[""] * (width - len(row.cells))] for row in rows]
    names, headers = {at: name for name, at in places(cards[0]).at.items()}, shown.project.games[game].deck.headers
    columns = []
    for at in range(width):
        name = names.get(at, "")
        is_used = name != "game" and (name in ALWAYS or any(row[at] for row in cells))
        columns.append(Column(at, headers.get(name, name), name, is_used))
    wrong = _wrong(rows, [one for one in told if one.file == file])
    found = []
    for row, texts in zip(rows, cells, strict=True):
        card = of_cards[row.line].id if row.line in of_cards else ""
        found.append(GridRow(mark_of(row), row.number, card, texts, wrong.get(row.line, {})))
    return Grid(file, tab, columns, found, why, "" if why else _pulled(root, file))


def _rows_of(sheet: Rows, shown: ShownProject, table: tuple[str, str], cards: Mapping[int, Card]) -> list[Record]:
    """The rows of the game, and those that are not a card of any game, below the first card of all."""
    others = {
        places(card).row.line
        for one in shown.project.games.values()
        for card in one.deck
        if table_of(card) == table and places(card).row.line not in cards
    }
    first = min([*cards, *others])
    return [row for row in sheet.rows if row.line in cards or (row.line > first and row.line not in others)]


def _wrong(rows: Sequence[Record], told: Sequence[Problem]) -> dict[int, dict[int, str]]:
    """By the line of each row, what is wrong with its cells; what has no column is wrong with the first one."""
    lines, found = [row.line for row in rows], dict[int, dict[int, str]]()
    for problem in told:
        if problem.line is None or not (number := bisect_right(lines, problem.line)):
            continue
        row = rows[number - 1]
        if problem.line > row.line + "".join(row.cells).count("\n"):
            continue
        place = (problem.line, problem.column or 1)
        at = max((one for one in range(len(row.cells)) if row.start(one) <= place), default=0)
        cells = found.setdefault(row.line, {})
        cells[at] = " ".join(filter(None, (cells.get(at, ""), f"{problem.code} {problem.message}.")))
    return found


def _pulled(root: Path, file: str) -> str:
    pulled = last_pull(root)
    if pulled is None or pulled.file != file:
        return ""
    return (
        f"{file} was downloaded from {pulled.address}. What you change here is put aside when it is downloaded again, "
        "so change it there."
    )
