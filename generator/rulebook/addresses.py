"""What functions of a page leave in its Markdown: links and pictures whose addresses name a clause, cards or a figure.

`[](clause:turn.draw)` prints the number of that clause, `![](cards:wolf,bear)` shows two cards. They are Markdown like
any other, so an author may type them too; what they do not find is printed as words or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote, unquote

from generator.rulebook.figures import Asked

CLAUSE, CARDS, FIGURE = "clause:", "cards:", "figure:"


def see_clause(clause: str) -> str:
    """A reference to the clause of that id."""
    return f"[]({CLAUSE}{quote(clause, safe='')})"


def pictures(ids: Sequence[str]) -> str:
    """Large pictures of cards."""
    return f"![]({CARDS}{','.join(quote(name, safe='') for name in ids)})"


def figure_here(asked: Asked) -> str:
    """A figure, to be drawn where this stands."""
    return f"![]({FIGURE}{quote(json.dumps(asked), safe='')})"


def clause_of(address: str) -> str:
    """The id of the clause at an address, or ""."""
    return unquote(address.removeprefix(CLAUSE)) if address.startswith(CLAUSE) else ""


def cards_of(address: str) -> tuple[str, ...]:
    """The ids of the cards at an address."""
    return tuple(map(unquote, address.removeprefix(CARDS).split(","))) if address.startswith(CARDS) else ()


def figure_of(address: str) -> Asked | None:
    """The figure at an address; None where there is none, or one that no function has asked for."""
    if not address.startswith(FIGURE):
        return None
    try:
        kind, subject, parts = json.loads(unquote(address.removeprefix(FIGURE)))
        pairs = tuple((name, words) for name, words in parts)
    except (ValueError, TypeError, RecursionError):
        return None
    said = [kind, subject, *(word for pair in pairs for word in pair)]
    return Asked(kind, subject, pairs) if all(isinstance(word, str) for word in said) else None
