"""The functions that a page of rules may call: they look into the deck, the clauses and the glossary.

A page may come from anybody, so a function may be given anything that Jinja can write. Values that it cannot use are
refused with a sentence.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps

from proofdeck.book.manuscript.addresses import CHANGED_HERE, figure_here, pictures, see_clause
from proofdeck.book.manuscript.components import escaped, plain
from proofdeck.book.manuscript.figures import COMPONENTS, FigureRequest
from proofdeck.ground.phrases import Phrases
from proofdeck.ground.problems import did_you_mean, hint_from
from proofdeck.source.cards import Card, Deck
from proofdeck.source.expressions.cage import ExpressionError
from proofdeck.source.rules.clauses import Clause
from proofdeck.source.rules.glossary import Term


class Functions:
    """The functions for one page. needs: what its head says that players need besides the cards."""

    def __init__(
        self, deck: Deck, clauses: Mapping[str, Clause], terms: Sequence[Term], needs: str, phrases: Phrases
    ) -> None:
        self._deck = deck
        self._cards = {card.id: card for card in deck}
        self._clauses = clauses
        self._terms, self._needs, self._phrases = terms, needs, phrases

    def by_name(self) -> dict[str, Callable[..., object]]:
        """Return the functions by the names that a page uses."""
        found: dict[str, Callable[..., object]] = {
            "see": self._see,
            "name": lambda card: escaped(self._card(card).name),
            "value": self._value,
            "cell": self._cell,
            "copies": lambda card, players=None: self._card(card).copies(players),
            "count": self._deck.count,
            "deck_size": self._deck_size,
            "cards": lambda *cards: pictures([self._card(card).id for card in cards]),
            "setup": lambda players=2, /, **parts: figure_here(
                FigureRequest("setup", str(players), tuple(parts.items()))
            ),
            "anatomy": lambda card, /, **parts: figure_here(
                FigureRequest("anatomy", self._card(card).id, tuple(parts.items()))
            ),
            COMPONENTS: self._components,
            "glossary": self._glossary,
            "changed": lambda: CHANGED_HERE,
        }
        return {name: _careful(name, function) for name, function in found.items()}

    def _card(self, name: str) -> Card:
        if name not in self._cards:
            raise ExpressionError(hint_from(f"there is no card '{name}'.", did_you_mean(name, self._cards)))
        return self._cards[name]

    def _value(self, card: str) -> object:
        found = self._card(card).value
        if found is None:
            says = f"the card '{card}' has no value: the cell of the column 'value' is empty."
            raise ExpressionError(f'{says} For another column, write cell("{card}", "column").')
        return plain(found)

    def _cell(self, card: str, column: str) -> str:
        """Raises ExpressionError for an empty cell too, which a page would print as nothing."""
        fields = self._card(card).fields
        if column not in fields:
            raise ExpressionError(hint_from(f"there is no column '{column}'.", did_you_mean(column, fields)))
        if not fields[column]:
            raise ExpressionError(f"the card '{card}' has nothing in the column '{column}'.")
        return escaped(fields[column])

    def _components(self, *kinds: str) -> str:
        known = {card.kind for card in self._deck}
        if strange := next((kind for kind in kinds if kind not in known), None):
            raise ExpressionError(hint_from(f"there is no kind '{strange}'.", did_you_mean(strange, known)))
        pieces, say = figure_here(FigureRequest(COMPONENTS, "", tuple((kind, "") for kind in kinds))), self._phrases
        needs = "" if kinds or not self._needs else f"{say('needs')}: {escaped(self._needs)}{say('stop')}"
        return "\n\n".join(filter(None, (pieces, needs)))

    def _see(self, clause: str) -> str:
        return see_clause(clause) if clause in self._clauses else clause

    def _deck_size(self, players: int | None = None) -> int:
        return self._deck.count(None, players) - self._deck.count("reference", players)

    def _glossary(self) -> str:
        """Write the terms as a list in alphabetical order."""
        ordered = sorted(self._terms, key=lambda term: term.word.casefold())
        return "\n".join(f"- **{escaped(term.word)}**: {escaped(' '.join(term.meaning.split()))}" for term in ordered)


def _careful(name: str, function: Callable[..., object]) -> Callable[..., object]:
    """Return a function that refuses what it cannot use: `players` is a whole number, everything else a text."""
    signature = inspect.signature(function)

    @wraps(function)
    def careful(*given: object, **named: object) -> object:
        try:
            bound = signature.bind(*given, **named).arguments
        except TypeError as error:
            raise ExpressionError(f"{name}(): {error}") from None
        for called, value in bound.items():
            for one in value if isinstance(value, tuple) else value.values() if isinstance(value, dict) else [value]:
                _check(name, called, one)
        return function(*given, **named)

    return careful


def _check(name: str, called: str, value: object) -> None:
    """Raise ExpressionError for a value that is not of the kind of its argument."""
    if value is None and called in {"players", "kind"}:
        return
    wanted, says = (int, "a whole number") if called == "players" else (str, "a text in quotes")
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise ExpressionError(f"{name}() takes {says}, not {_shown(value)}")


def _shown(value: object) -> str:
    """Return a value as the page writes it, if it is short and plain."""
    if isinstance(value, (int, float, str)) or value is None:
        return str(value).casefold() if value is None or isinstance(value, bool) else f"'{value}'"[:40]
    return "what it is given"
