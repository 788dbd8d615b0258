"""The rows of a spreadsheet as the page shows them: which may be changed there, and what is wrong with each cell."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from generator.cards import Card
from generator.cards.columns import column_letter
from generator.cards.deck import WORKBOOKS
from generator.cards.reader import Record
from generator.cards.schema import RowPlaces
from generator.cards.spreadsheet import PREFERRED_DELIMITERS
from generator.editing.cells import RowMark, Sheet, mark_of, read_sheet
from generator.editing.refusal import NotWrittenError
from generator.files import read_file
from generator.preview.showing import ShownProject
from generator.problems import Problem
from generator.project.pulling import last_pull

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
    return [_grid(shown, file, found, told) for file, found in cards.items()]


def places(card: Card) -> RowPlaces:
    """The row of a card, and where its fields are in it."""
    return cast("RowPlaces", card.places)


def preferred_in(file: str) -> str:
    """The delimiter of a file whose header has none."""
    return PREFERRED_DELIMITERS.get(Path(file).suffix.lower(), ",")


def locked(root: Path, file: str) -> str:
    """Why a file may not be changed on the page, and what to do; "" if it may."""
    path = root / file
    if file.lower().endswith(WORKBOOKS):
        return f"{file} is a workbook, so change it in your spreadsheet program. This page follows each save."
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return (
            f"{file} may not be written to. Change its permissions, or those of its folder, and load this page again."
        )
    try:
        read_sheet(read_file(path), preferred_in(file))
    except OSError as error:
        return f"{file} cannot be read: {error.strerror}."
    except NotWrittenError as error:
        return str(error)
    return ""


def _grid(shown: ShownProject, file: str, cards: Sequence[Card], told: Sequence[Problem]) -> Grid:
    root, why = shown.project.root, locked(shown.project.root, file)
    of_cards = {places(card).row.line: card for card in cards}
    if why:
        rows = [places(card).row for card in cards]
    else:
        sheet = read_sheet(read_file(root / file), preferred_in(file))
        rows = _rows_of(sheet, shown, file, of_cards)
    header = _header(root / file, file, cards, locked=bool(why))
    names = {at: name for name, at in places(cards[0]).at.items()}
    width = max([len(header), *(len(row.cells) for row in rows)])
    columns = [
        Column(
            at,
            header[at] if at < len(header) else "",
            names.get(at, ""),
            names.get(at, "") != "game"
            and (names.get(at, "") in ALWAYS or any(at < len(row.cells) and row.cells[at] for row in rows)),
        )
        for at in range(width)
    ]
    wrong = _wrong(rows, [one for one in told if one.file == file])
    found = [
        GridRow(
            mark_of(row),
            row.number,
            of_cards[row.line].id if row.line in of_cards else "",
            [row.cells[at] if at < len(row.cells) else "" for at in range(width)],
            wrong.get(row.line, {}),
        )
        for row in rows
    ]
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


def _header(path: Path, file: str, cards: Sequence[Card], *, locked: bool) -> list[str]:
    """The headers as written: the row above all cards that has most of the names of fields."""
    at = places(cards[0]).at
    if locked:
        return [next((name for name, place in at.items() if place == one), "") for one in range(max(at.values()) + 1)]
    first = min(places(card).row.line for card in cards)
    above = [row for row in read_sheet(read_file(path), preferred_in(file)).rows if row.line < first]
    named = [sum(one < len(row.cells) and _alike(row.cells[one], name) for name, one in at.items()) for row in above]
    return list(above[named.index(max(named))].cells) if above else []


def _alike(header: str, name: str) -> bool:
    return header.strip().casefold().replace(" ", "_") == name.casefold()


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
