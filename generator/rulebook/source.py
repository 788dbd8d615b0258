"""A page of rules -> Markdown with numbered sections and clauses.

Jinja first, in the same cage as card templates, with the parameters of the rules by name and a few functions that
look into the deck; numbering second. A mistake names the line of the page on which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.cards import Card, Deck
from generator.faces.expressions import ExpressionError, compile_expression, mistakes
from generator.problems import Problem, did_you_mean, hint_from, listed
from generator.rulebook.components import components, escaped, plain
from generator.rules.clauses import FENCE, HEADING, MARK, Clause
from generator.rules.examples import Block, blocks
from generator.rules.page import RulesPage
from generator.rules.parameters import TABLE

SETTING_COVERS = re.compile(r"covers=(\S+)")
LONGEST_PAGE = 400_000
"""Characters of a page once it is filled in."""
ITEM = re.compile(r"^(\s*(?:[-*+]|\d+[.)])\s+)(.*)$")


def render(
    page: RulesPage, title: str, about: str, deck: Deck, clauses: Mapping[str, Clause], problems: list[Problem]
) -> str:
    """The page as Markdown. Mistakes are added to problems; then the text is empty."""
    names = {**_functions(deck, clauses), **_nested(page), "title": title}
    callables = frozenset(name for name, value in names.items() if callable(value))
    found: list[ExpressionError] = []
    body = _examples_kept(page.body)
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
    if found:
        return ""
    head = [f"# {title}", "", *([about, ""] if about else [])]
    return "\n".join(head) + "\n" + _numbered(_examples_printed(text, clauses), clauses).strip("\n") + "\n"


def _examples_kept(body: str) -> str:
    """What an example runs is not for Jinja; the prose below it is. Lines stay where they are."""
    lines = body.splitlines()
    for block in blocks(body):
        begin, end = block.line - 1, min(block.line + block.upper, len(lines) - 1)
        lines[begin] = f"{{% raw %}}{lines[begin]}"
        lines[end] = f"{lines[end]}{{% endraw %}}"
    return "\n".join(lines)


def _examples_printed(text: str, clauses: Mapping[str, Clause]) -> str:
    """Each example as a quotation: the clauses that it shows, the table, what comes out, the prose."""
    lines = text.splitlines()
    for block in reversed(list(blocks(text))):
        lines[block.line - 1 : block.line + len(block.lines) + 1] = [
            f"> {line}".rstrip() for line in _example(block, clauses)
        ]
    return "\n".join(lines)


def _example(block: Block, clauses: Mapping[str, Clause]) -> Iterator[str]:
    covers = SETTING_COVERS.search(block.words)
    numbers = [clauses[clause].number for clause in covers[1].split(",") if clause in clauses] if covers else []
    yield f"**Example**{f' ({listed(numbers)})' if numbers else ''}"
    yield from ("", "```text", *block.lines[: block.upper], "```")
    prose = block.lines[block.upper + 1 :]
    if any(line.strip() for line in prose):
        yield from ("", *prose)


def _numbered(text: str, clauses: Mapping[str, Clause]) -> str:
    """Sections get their numbers, and each clause the one of its id in front."""
    lines: list[str] = []
    section, fenced, number = 0, False, ""
    for raw in text.splitlines():
        line = raw
        fenced ^= bool(FENCE.match(line))
        mark = None if fenced else MARK.match(line)
        if mark:
            number = clauses[mark["id"]].number if mark["id"] in clauses else ""
            continue
        if not fenced and HEADING.match(line):
            section += 1
            line = f"## {section} {line.removeprefix('##').strip()}"
        elif number and line.strip():
            item = ITEM.match(line)
            line = f"{item[1]}**{number}** {item[2]}" if item else f"**{number}** {line}"
            number = ""
        if line.strip() or (lines and lines[-1].strip()):
            lines.append(line)
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


def _functions(deck: Deck, clauses: Mapping[str, Clause]) -> dict[str, Callable[..., Any]]:
    cards = {card.id: card for card in deck}

    def card(name: str) -> Card:
        if name not in cards:
            raise ExpressionError(hint_from(f"there is no card '{name}'.", did_you_mean(name, cards)))
        return cards[name]

    def see(clause: str) -> str:
        return clauses[clause].number if clause in clauses else clause

    return {
        "see": see,
        "name": lambda name: escaped(card(name).name),
        "value": lambda name: plain(card(name).value),
        "copies": lambda name, players=None: card(name).copies(players),
        "count": deck.count,
        "deck_size": lambda players=None: deck.count(None, players) - deck.count("reference", players),
        "components": lambda *kinds: components(deck, kinds),
    }
