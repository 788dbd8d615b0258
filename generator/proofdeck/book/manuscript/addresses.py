"""What the functions of a page leave in its Markdown: links and images whose addresses name a clause, cards or a
figure.

`[](clause:turn.draw)` prints the number of that clause, and `![](cards:wolf,bear)` shows two cards. They are ordinary
Markdown, so an author may type them too. An address that leads nowhere is printed as words, or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote, unquote

from proofdeck.book.manuscript.figures import FigureRequest

OURS = CLAUSE, CARDS, FIGURE, UNHELD, CHANGED = "clause:", "cards:", "figure:", "unheld:", "changed:"
UNHELD_HERE = f"[]({UNHELD})"
"""What marks words that nothing holds."""
CHANGED_HERE = f"![]({CHANGED})"
"""Where the book lists what was changed."""


def see_clause(clause: str) -> str:
    """Write a reference to the clause with that id."""
    return f"[]({CLAUSE}{quote(clause, safe='')})"


def pictures(ids: Sequence[str]) -> str:
    """Write large pictures of cards."""
    return f"![]({CARDS}{','.join(quote(name, safe='') for name in ids)})"


def figure_here(asked: FigureRequest) -> str:
    """Write a figure, to be drawn in this place."""
    return f"![]({FIGURE}{quote(json.dumps(asked), safe='')})"


def clause_of(address: str) -> str:
    """Return the id of the clause at an address, or ""."""
    return unquote(address.removeprefix(CLAUSE)) if address.startswith(CLAUSE) else ""


def cards_of(address: str) -> tuple[str, ...]:
    """Return the ids of the cards at an address."""
    return tuple(map(unquote, address.removeprefix(CARDS).split(","))) if address.startswith(CARDS) else ()


def figure_of(address: str) -> FigureRequest | None:
    """Return the figure at an address; None if there is none, or if no function has asked for it."""
    if not address.startswith(FIGURE):
        return None
    try:
        kind, subject, parts = json.loads(unquote(address.removeprefix(FIGURE)))
        pairs = tuple((name, words) for name, words in parts)
    except (ValueError, TypeError, RecursionError):
        return None
    said = [kind, subject, *(word for pair in pairs for word in pair)]
    return FigureRequest(kind, subject, pairs) if all(isinstance(word, str) for word in said) else None
