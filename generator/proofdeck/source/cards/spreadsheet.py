"""The entry point: reads a spreadsheet file of any kind into decks and problems.

This module deals with files: their kind, their size, whether they contain a table at all. `reader` splits text files,
`workbook` reads workbooks, `columns` reads the header and `schema` the cards below it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.files import read_file
from proofdeck.ground.problems import Problems, listed
from proofdeck.source.cards.columns import cure_for_no_name, read_header, spot
from proofdeck.source.cards.deck import WORKBOOKS, Deck
from proofdeck.source.cards.findings import Findings, quotation
from proofdeck.source.cards.heading import (
    TableHeading,
    heading_of,
    lies_on_its_side,
    names_cards,
    of_two_lines,
    says_types,
    with_copies,
)
from proofdeck.source.cards.reader import (
    MOST_COLUMNS,
    OLD_OFFICE_FILE,
    ZIP_BEGINS,
    CardTables,
    RawTable,
    SheetUse,
    read_text,
)
from proofdeck.source.cards.schema import CardTable, cards_by_sheet, decks_of

MOST_BYTES = 20_000_000
MOST_ROWS_ON_ITS_SIDE = 40
PREFERRED_DELIMITERS = {".csv": ",", ".txt": "\t", ".tsv": "\t"}


class Spreadsheet(NamedTuple):
    """The decks in a file, games in order of first appearance, and what became of each sheet if there are several."""

    decks: dict[str, Deck]
    sheets: Sequence[SheetUse] = ()


def read_cards(
    path: Path, shown: str, problems: Problems, *, default_game: str, sheet: str | None = None
) -> dict[str, Deck]:
    """The decks in a text file or a workbook, every column of which is read. Arguments as of `read_spreadsheet`."""
    decks = read_spreadsheet(path, shown, problems, default_game=default_game, sheet=sheet).decks
    for deck in decks.values():
        deck.tell_doubts(lambda _: True, problems)
    return decks


def read_spreadsheet(
    path: Path, shown: str, problems: Problems, *, default_game: str, sheet: str | None = None
) -> Spreadsheet:
    """The cards in a text file or a workbook.

    shown: the file's name in messages. default_game: the game of cards that do not name one. sheet: the only one of a
    workbook that is read; without a name, all that hold cards. A user's mistake never raises: it is added to
    `problems`.
    """
    findings = Findings(shown, problems)
    book = _opened(path, sheet, findings) or CardTables([])
    tables = list(filter(None, (_headed(table, findings) for table in book.tables)))
    decks = decks_of(tables, findings, default_game) if tables else {}
    findings.close()
    counts, several = cards_by_sheet(decks), len(tables) > 1
    uses = (use if use.left_out else use._replace(rows=counts[use.name if several else ""]) for use in book.uses)
    return Spreadsheet(decks, tuple(uses))


def _opened(path: Path, sheet: str | None, findings: Findings) -> CardTables | None:
    suffix = path.suffix.lower()
    is_text = suffix in PREFERRED_DELIMITERS
    if not is_text and suffix not in WORKBOOKS:
        hint = f"Spreadsheets end with {listed((*PREFERRED_DELIMITERS, *WORKBOOKS))}."
        findings.report("E102", f"{quotation(suffix or path.name)} is not a readable type of spreadsheet", hint=hint)
        return None
    try:
        if not _is_file_of_sane_size(path, findings):
            return None
        data = read_file(path)
        if not is_text:
            from proofdeck.source.cards.workbook import read_workbook

            return read_workbook(data, suffix, sheet, findings)
        table = _open_text(data, suffix, findings)
        return CardTables([table]) if table else None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        findings.report("E101", f"the file cannot be read: {reason}", hint="Check its name and its permissions.")
        return None


def _is_file_of_sane_size(path: Path, findings: Findings) -> bool:
    size = path.stat().st_size
    if not path.is_file():
        findings.report("E101", "this is not a file", hint="Name a spreadsheet file.")
        return False
    if size > MOST_BYTES:
        message = f"the file has {size // 1_000_000} MB; the limit is {MOST_BYTES // 1_000_000} MB"
        findings.report("E118", message, hint="Keep only the cards in it.")
        return False
    return True


def _open_text(data: bytes, suffix: str, findings: Findings) -> RawTable | None:
    if data.startswith((ZIP_BEGINS, OLD_OFFICE_FILE)):
        from proofdeck.source.cards.archive import kind_of

        message = f"the file is called {suffix} but is not text; it may be a workbook"
        ending = kind_of(data) or "the ending of its kind, such as .xlsx"
        findings.report("E102", message, hint=f"Rename it so that it ends with {ending}.")
        return None
    return read_text(data, findings, PREFERRED_DELIMITERS[suffix])


def _headed(table: RawTable, findings: Findings) -> CardTable | None:
    """The table below its header; None if nothing in it names cards."""
    heading = _heading(table, findings)
    if heading is None:
        return None
    columns = replace(read_header(heading.row, findings, heading.names), called_by=heading.called_by)
    return CardTable(heading.rows, heading.row, columns, table.delimiter, table.sheet)


def has_cards(data: bytes) -> bool:
    """Whether this text has the header of a table of cards, as `read_cards` finds it."""
    findings = Findings("", Problems())
    table = _open_text(data, ".csv", findings)
    return table is not None and _heading(table, findings) is not None


def _heading(table: RawTable, findings: Findings) -> TableHeading | None:
    header = next(table.rows, None)
    if header is None:
        hint = "Write a first row with the names of the columns (id,name,text,quantity), then one row per card."
        findings.report("E115", "the spreadsheet is empty", (1, 1), hint=hint)
        return None
    if len(header.cells) > MOST_COLUMNS:
        message = f"the header has more than {MOST_COLUMNS} columns"
        findings.report("E118", message, header.start(MOST_COLUMNS), hint="Delete the columns that are not needed.")
        return None
    first = list(itertools.islice(table.rows, MOST_ROWS_ON_ITS_SIDE + 1))
    if len(first) <= MOST_ROWS_ON_ITS_SIDE and lies_on_its_side(header, first):
        message = "each column looks like a card, and each row like a column of cards"
        findings.report(
            "E125", message, header.place(0), hint="Copy the table, and paste it transposed, with one card per row."
        )
        return None
    if first and (united := of_two_lines(header, first[0])):
        header = united
        del first[0]
    if first and says_types(first[0]):
        message = f"this row says what the columns hold ({spot(first[0], 0)}): left out"
        findings.report("W106", message, first[0].place(0), hint="Delete it, or begin it with #.")
        del first[0]
    rows = itertools.chain(first, table.rows)
    if names_cards(header):
        return with_copies(header, rows)
    heading = heading_of(header, rows)
    if heading is None:
        message = "no column is called 'id' or 'name', and none looks like the names or the words of cards"
        findings.report("E110", message, header.place(0), hint=cure_for_no_name(header))
    return heading
