"""The rows of a spreadsheet as the page shows them: which may be changed there, and what is wrong with each cell."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from proofdeck.front.preview.editing.cells import RowMark, Sheet, mark_of, read_sheet
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.showing import ShownProject
from proofdeck.ground.files import read_file
from proofdeck.ground.problems import Problem
from proofdeck.source.cards import Card
from proofdeck.source.cards.columns import column_letter
from proofdeck.source.cards.deck import WORKBOOKS
from proofdeck.source.cards.reader import Record
from proofdeck.source.cards.schema import RowPlaces
from proofdeck.source.cards.spreadsheet import PREFERRED_DELIMITERS
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
    """The rows of a game in one file. locked: why nothing may be changed here, or ""; warning: what to know before."""

    file: str
    columns: Sequence[Column]
    rows: Sequence[GridRow]
    locked: str = ""
    warning: str = ""

    @property
    def letters(self) -> Sequence[str]:
        """The letter of each column in a spreadsheet program."""
        return [column_letter(one.at) for one in self.columns]


def grids_of(shown: ShownProject, game: str, told: Sequence[Problem]) -> list[Grid]:
    """The grids of a game, one for each file with cards of it."""
    cards: dict[str, list[Card]] = {}
    for card in shown.project.games[game].deck:
        cards.setdefault(card.place().file or "", []).append(card)
    return [_grid(shown, game, file, found, told) for file, found in cards.items()]


def places(card: Card) -> RowPlaces:
    """The row of a card, and where its fields are in it."""
    return cast("RowPlaces", card.places)


def preferred_in(file: str) -> str:
    """The delimiter of a file whose header has none."""
    return PREFERRED_DELIMITERS.get(Path(file).suffix.lower(), ",")


def opened(root: Path, file: str) -> Sheet:
    """A file to be changed on the page. Raises NotWrittenError, with the reason and what to do, if it may not be."""
    path = root / file
    if file.lower().endswith(WORKBOOKS):
        why = f"{file} is a workbook, so change it in your spreadsheet program. This page follows each save."
        raise NotWrittenError(why)
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        cure = "Change its permissions, or those of its folder, and load this page again."
        raise NotWrittenError(f"{file} may not be written to. {cure}")
    try:
        return read_sheet(read_file(path), preferred_in(file))
    except OSError as error:
        raise NotWrittenError(f"{file} cannot be read: {error.strerror}.") from None


def _grid(shown: ShownProject, game: str, file: str, cards: Sequence[Card], told: Sequence[Problem]) -> Grid:
    root, why = shown.project.root, ""
    of_cards = {places(card).row.line: card for card in cards}
    try:
        rows = _rows_of(opened(root, file), shown, file, of_cards)
    except NotWrittenError as error:
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
    return Grid(file, columns, found, why, "" if why else _pulled(root, file))


def _rows_of(sheet: Sheet, shown: ShownProject, file: str, cards: Mapping[int, Card]) -> list[Record]:
    """The rows of the game, and those that are not a card of any game, below the first card of all."""
    others = {
        places(card).row.line
        for one in shown.project.games.values()
        for card in one.deck
        if card.place().file == file and places(card).row.line not in cards
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
