"""What is said of the sheets of a workbook: what is hidden, what is in doubt, and formulas without a result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from proofdeck.ground.problems import counted, listed, some_of
from proofdeck.source.cards.columns import column_letter
from proofdeck.source.cards.findings import Findings, quotation
from proofdeck.source.cards.formulas import unstored
from proofdeck.source.cards.looks import Hidden
from proofdeck.source.cards.reader import SheetUse


def warn_of_hidden(hidden: Hidden, sheet: str, findings: Findings) -> None:
    """Name the rows and columns that are left out because the workbook hides them."""
    named = [*_named("row", hidden.rows, str), *_named("column", hidden.columns, lambda at: column_letter(at - 1))]
    if named:
        several = len(hidden.rows) + len(hidden.columns) > 1
        of = f" of sheet {quotation(sheet)}" if sheet else ""
        message = f"{listed(named)}{of} {'are' if several else 'is'} hidden, and left out"
        place = (min(hidden.rows, default=1), min(hidden.columns, default=1))
        hint = "If they belong to the cards, show them in the spreadsheet program and save the file."
        findings.report("W113", message, place, hint=hint)


def _named(what: str, at: frozenset[int], name: Callable[[int], str]) -> Iterator[str]:
    """`rows 3, 4 and 7`."""
    if at:
        yield f"{what}s {some_of(list(map(name, sorted(at))))}" if len(at) > 1 else f"{what} {name(min(at))}"


def warn_of_doubt(uses: Sequence[SheetUse], findings: Findings) -> None:
    """Name the sheets that are not read although they may hold cards."""
    unread = [quotation(use.name) for use in uses if use.is_doubtful and use.left_out]
    only = next((use.name for use in uses if use.is_doubtful and not use.left_out), None)
    if only is not None:
        message = f"no sheet looks like cards, so {quotation(only)} is read, which does so most"
        findings.report("W112", message, hint="Give the sheet of the cards a column called Name, with one card a row.")
    elif unread:
        message = f"{some_of(unread)} may hold cards, and {'is' if len(unread) == 1 else 'are'} not read"
        hint = "Give each a column called Name, with one card a row; or begin the name of the sheet with #."
        findings.report("W112", message, hint=hint)


def check_formulas(sheet: str, data: bytes, suffix: str, findings: Findings) -> None:
    """Report the first formula whose result was never stored, and how many others."""
    if formulas := list(unstored(data, suffix, sheet)):
        formula, others = formulas[0], len(formulas) - 1
        cell = f"{column_letter(formula.column - 1)}{formula.row}"
        also = f", nor {'does' if others == 1 else 'do'} {counted(others, 'other')}" if others else ""
        message = f"the formula {quotation(formula.text)} has no stored result (cell {cell}){also}"
        hint = "Open the file in a spreadsheet program and save it there; that computes the formulas."
        findings.report("E124", message, (formula.row, formula.column), hint=hint)
