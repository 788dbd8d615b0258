"""Computes cells of the spreadsheet that contain expressions.

Only what is printed is computed. Engines and hashes read cells as they are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from proofdeck.ground.problems import Problems, did_you_mean, hint_from
from proofdeck.source.cards.columns import KNOWN_COLUMNS
from proofdeck.source.cards.deck import SPEAKS_OF, Card
from proofdeck.source.expressions.cage import ExpressionError
from proofdeck.source.expressions.expressions import compile_expression, is_expression, name_in, written

WRITTEN = frozenset(KNOWN_COLUMNS) - {"text"}
"""Columns that identify a card; expressions in them are not computed."""


def names_for(card: Card, names: Mapping[str, object]) -> dict[str, object]:
    """The names an expression can use: the columns of `card` take precedence over `names`.

    A column in another language, `text@de`, is the plain one where its cell is empty. A column `rules` that names
    clauses does not hide the parameters of the rules.
    """
    known = {**dict.fromkeys(KNOWN_COLUMNS, ""), **names, **card.fields, "card": card.fields}
    for language, cells in card.translations.items():
        known |= {name_in(column, language): words or card.fields.get(column, "") for column, words in cells.items()}
    if SPEAKS_OF in names and (card.clauses or not card.fields.get(SPEAKS_OF, "")):
        known[SPEAKS_OF] = names[SPEAKS_OF]
    return known


def filled(card: Card, names: Mapping[str, object], problems: Problems) -> Card:
    """The card as printed. A cell that cannot be computed is empty, with a problem at its place."""
    cells = {
        column: _computed(card, column, cell, names, problems)
        for column, cell in card.fields.items()
        if column not in WRITTEN and is_expression(cell)
    }
    return replace(card, fields={**card.fields, **cells}) if cells else card


def _computed(card: Card, column: str, cell: str, names: Mapping[str, object], problems: Problems) -> str:
    known = names_for(card, names)
    try:
        expression = compile_expression(cell)
    except ExpressionError as error:
        code, said, hint = "E206", error, "To print the braces themselves, write {{ '{{' }} and {{ '}}' }}."
    else:
        try:
            return expression(known)
        except ExpressionError as error:
            code, said, hint = ("E210" if error.unknown else "E209"), error, error.hint
            if error.unknown:
                hint = hint_from(
                    did_you_mean(error.unknown, map(written, known)), f"Columns: {', '.join(card.fields)}."
                )
    lines_above = cell.splitlines(keepends=True)[: max(0, said.line - 1)]
    place = card.place_within(column, len("".join(lines_above)))
    message = f"{card.id}: {column}: {said}"
    problems.report(code, message, place, field=column, hint=hint)
    return ""
