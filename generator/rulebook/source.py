"""A page of rules, filled in: parameters by name, and a few functions that look into the deck.

Jinja comes first, in the same cage as in card templates, and Markdown second. A mistake names the line of the page on
which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.cards import Deck
from generator.faces.expressions import ExpressionError, compile_expression, mistakes
from generator.phrases import ENGLISH, Phrases
from generator.problems import Problem, did_you_mean
from generator.rulebook.functions import Functions
from generator.rulebook.marks import VALUE_HERE, only_made, unmarked
from generator.rules.clauses import Clause
from generator.rules.examples import blocks
from generator.rules.glossary import read_glossary
from generator.rules.page import RulesPage
from generator.rules.parameters import as_tables

LINE_OF_A_VALUE = re.compile(
    r"^((?:[ \t]|[-*+>][ \t]|\d{1,9}[.)][ \t])*)(?=\{\{-?\s*[\w.\[\]]+\s*-?\}\})", re.MULTILINE
)
LIST_OF_A_VALUE = re.compile(rf"({VALUE_HERE}\d{{0,9}})([-+*#>.)])(?=\s|$)", re.MULTILINE)
"""What Markdown would take for the beginning of a list, a heading or a quotation."""
LONGEST_PAGE = 400_000
"""Characters of a page once it is filled in."""


def filled_in(
    page: RulesPage,
    title: str,
    deck: Deck,
    clauses: Mapping[str, Clause],
    problems: list[Problem],
    phrases: Phrases = ENGLISH,
) -> str | None:
    """The text with parameters and cards in it, the marks of clauses and examples still there. None after problems."""
    terms = read_glossary(page, problems)
    functions = Functions(deck, clauses, terms, phrases)
    names = {**functions.by_name(), **as_tables(page), "title": unmarked(title)}
    callables = frozenset(name for name, value in names.items() if callable(value))
    found: list[ExpressionError] = []
    body = _upper_parts_kept(_values_in_lines(page.body))
    try:
        fill_in = compile_expression(body, callables, LONGEST_PAGE)
        found = mistakes(body, names)
        text = "" if found else LIST_OF_A_VALUE.sub(r"\1\\\2", fill_in(names)).replace(VALUE_HERE, "")
    except ExpressionError as error:
        found.append(error)
    for mistake in found:
        line = page.first_line + mistake.line - 1 if mistake.line else None
        hint = did_you_mean(mistake.unknown, map(str, names)) if mistake.unknown else ""
        problems.append(Problem("E611", str(mistake), page.shown, line, hint=hint))
    return None if found else only_made(text, functions.made)


def _values_in_lines(body: str) -> str:
    """Mark each value with which a line or an item begins: `{{ bonus }}. Then` begins no list, whatever it is."""
    return LINE_OF_A_VALUE.sub(rf"\1{VALUE_HERE}", body)


def _upper_parts_kept(body: str) -> str:
    """What an example runs or a claim says is not for Jinja; the prose below it is. Lines stay where they are."""
    lines = body.splitlines()
    for block in (*blocks(body), *blocks(body, kind="claim")):
        begin, end = block.line - 1, min(block.line + block.upper, len(lines) - 1)
        lines[begin] = f"{{% raw %}}{lines[begin]}"
        lines[end] = f"{lines[end]}{{% endraw %}}"
    return "\n".join(lines)
