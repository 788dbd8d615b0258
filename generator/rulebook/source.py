"""A page of rules, filled in: parameters by name, and a few functions that look into the deck.

Jinja comes first, in the same cage as in card templates, and Markdown second. A mistake names the line of the page on
which it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.cards import Card, Deck
from generator.faces.expressions import ExpressionError, compile_expression, mistakes
from generator.problems import Problem, did_you_mean, hint_from
from generator.rulebook.appendix import claims_printed
from generator.rulebook.claims import Decision
from generator.rulebook.components import components, escaped, plain
from generator.rulebook.editions import IN_MARKDOWN, Marks, numbered
from generator.rules.clauses import Clause
from generator.rules.examples import blocks
from generator.rules.page import RulesPage
from generator.rules.parameters import TABLE

LONGEST_PAGE = 400_000
"""Characters of a page once it is filled in."""
NONE_DECIDED: Mapping[str, Decision] = {}


def render(
    page: RulesPage,
    title: str,
    about: str,
    deck: Deck,
    clauses: Mapping[str, Clause],
    problems: list[Problem],
    decisions: Mapping[str, Decision] = NONE_DECIDED,
) -> str:
    """The page as Markdown, for a repository or a terminal. Mistakes are added to problems; then it is empty."""
    text = filled_in(page, title, deck, clauses, IN_MARKDOWN, problems, decisions)
    if text is None:
        return ""
    head = [f"# {title}", "", *([about, ""] if about else [])]
    return "\n".join(head) + "\n" + numbered(text, clauses, IN_MARKDOWN).strip("\n") + "\n"


def filled_in(
    page: RulesPage,
    title: str,
    deck: Deck,
    clauses: Mapping[str, Clause],
    marks: Marks,
    problems: list[Problem],
    decisions: Mapping[str, Decision] = NONE_DECIDED,
) -> str | None:
    """The text with parameters and cards in it, the marks of clauses and examples still there. None after problems.

    decisions: what became of its claims, by their ids.
    """
    names = {**_functions(deck, clauses, marks), **_nested(page), "title": title}
    callables = frozenset(name for name, value in names.items() if callable(value))
    found: list[ExpressionError] = []
    body = _upper_parts_kept(page.body)
    try:
        fill_in = compile_expression(body, callables, LONGEST_PAGE)
        found = mistakes(body, names)
        text = "" if found else fill_in(names)
    except ExpressionError as error:
        found.append(error)
    for mistake in found:
        line = page.first_line + mistake.line - 1 if mistake.line else None
        hint = did_you_mean(mistake.unknown, names) if mistake.unknown else ""
        problems.append(Problem("E611", str(mistake), page.shown, line, hint=hint))
    return None if found else claims_printed(text, clauses, marks, decisions)


def _upper_parts_kept(body: str) -> str:
    """What an example runs or a claim says is not for Jinja; the prose below it is. Lines stay where they are."""
    lines = body.splitlines()
    for block in (*blocks(body), *blocks(body, kind="claim")):
        begin, end = block.line - 1, min(block.line + block.upper, len(lines) - 1)
        lines[begin] = f"{{% raw %}}{lines[begin]}"
        lines[end] = f"{lines[end]}{{% endraw %}}"
    return "\n".join(lines)


def _nested(page: RulesPage) -> dict[str, Any]:
    """The parameters as tables within tables: `goal[2]`, `bonus.formation`. Hyphens become underscores."""
    names: dict[Any, Any] = {}
    for name, entry in page.under(TABLE).items():
        *tables, last = [int(part) if part.isdigit() else part.replace("-", "_") for part in name.split(".")]
        table = names
        for part in tables:
            table = table.setdefault(part, {})
            if not isinstance(table, dict):
                break
        else:
            table[last] = entry.value
    return names


def _functions(deck: Deck, clauses: Mapping[str, Clause], marks: Marks) -> dict[str, Callable[..., Any]]:
    cards = {card.id: card for card in deck}

    def card(name: str) -> Card:
        if name not in cards:
            raise ExpressionError(hint_from(f"there is no card '{name}'.", did_you_mean(name, cards)))
        return cards[name]

    def see(clause: str) -> str:
        return marks.reference(clauses[clause]) if clause in clauses else clause

    return {
        "see": see,
        "name": lambda name: escaped(card(name).name),
        "value": lambda name: plain(card(name).value),
        "copies": lambda name, players=None: card(name).copies(players),
        "count": deck.count,
        "deck_size": lambda players=None: deck.count(None, players) - deck.count("reference", players),
        "cards": lambda *names: marks.cards([card(name) for name in names]),
        "components": lambda *kinds: components(deck, kinds),
    }
