"""A page of rules, filled in: parameters by name, and a few functions that look into the deck.

Jinja comes first, with the same limits as in card templates, and Markdown second. A mistake names the line of the page
where it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from proofdeck.book.manuscript.functions import Functions
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.ground.problems import Problems, did_you_mean
from proofdeck.source.cards import Deck
from proofdeck.source.expressions.cage import ExpressionError
from proofdeck.source.expressions.expressions import check_expression, compile_expression, mistakes
from proofdeck.source.rules.clauses import Clause
from proofdeck.source.rules.examples import blocks
from proofdeck.source.rules.glossary import read_glossary
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.parameters import as_tables

LINE_OF_A_VALUE = re.compile(
    r"^(?P<lead>(?:[ \t]|[-*+>][ \t]|\d{1,9}[.)][ \t])*)\{\{-?\s*(?P<value>[\w.\[\]]+)\s*-?\}\}(?P<dot>[.)]?)",
    re.MULTILINE,
)
"""A line or list item that begins with a value. Whatever the value is, it does not begin a list."""
SIGN = re.compile(r"[-+*#>=]+(?=\s|$)|\d{1,9}[.)](?=\s|$)")
"""What Markdown would take for the beginning of a list, a heading or a quotation."""
BEGINNING = "at_the_beginning"
LONGEST_PAGE = 400_000
"""The most characters that a page may have once it is filled in."""


def filled_in(
    page: RulesPage,
    title: str,
    deck: Deck,
    clauses: Mapping[str, Clause],
    problems: Problems,
    phrases: Phrases = ENGLISH,
) -> str | None:
    """Return the text with parameters and cards filled in, and clauses and examples as they are written.

    None after problems.
    """
    terms = read_glossary(page, problems)
    functions = Functions(deck, clauses, terms, page.text("needs", Problems()) or "", phrases)
    names = {**functions.by_name(), **as_tables(page), "title": title}
    callables = frozenset(name for name, value in names.items() if callable(value))
    found: list[ExpressionError] = []
    body = _upper_parts_kept(page.body)
    try:
        try:
            fill_in = compile_expression(LINE_OF_A_VALUE.sub(_in_line, body), callables | {BEGINNING}, LONGEST_PAGE)
        except ExpressionError:
            check_expression(body, callables)  # in which no name stands that the author has not written
            raise
        found = mistakes(body, names)
        text = "" if found else fill_in({**names, BEGINNING: _as_words})
    except ExpressionError as error:
        found.append(error)
    for mistake in found:
        line = page.first_line + mistake.line - 1 if mistake.line else None
        hint = did_you_mean(mistake.unknown, map(str, names)) if mistake.unknown else ""
        problems.report("E611", str(mistake), page.place(line), hint=hint)
    return None if found else text


def _in_line(found: re.Match[str]) -> str:
    """Mark a value at the beginning of a line: `{{ bonus }}. Then` must not begin a list if the bonus is 3."""
    dot = f"\\{found['dot']}" if found["dot"] else ""
    return f"{found['lead']}{{{{ {BEGINNING}({found['value']}) }}}}{dot}"


def _as_words(value: object) -> object:
    """Return a value at the beginning of a line as words."""
    text = str(value)
    return f"{text[: sign.end() - 1]}\\{text[sign.end() - 1 :]}" if (sign := SIGN.match(text)) else value


def _upper_parts_kept(body: str) -> str:
    """Hide what an example runs or a claim says from Jinja, but not the prose below it. Line numbers stay the same."""
    lines = body.splitlines()
    for block in (*blocks(body), *blocks(body, kind="claim")):
        begin, end = block.line - 1, min(block.line + block.upper, len(lines) - 1)
        lines[begin] = f"{{% raw %}}{lines[begin]}"
        lines[end] = f"{lines[end]}{{% endraw %}}"
    return "\n".join(lines)
