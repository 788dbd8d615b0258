"""What lies on a table, declared: zones of cards, facts beside them, and who sees which.

A zone holds cards in one of three forms. The form is a matter of speed alone; people read the same ids from all three.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Sees = Literal["all", "owner", "mover", "nobody"]
ALL: Sees = "all"
OWNER: Sees = "owner"
"""The player at whose seat it lies."""
MOVER: Sees = "mover"
"""Whoever is to move: cards he looks at, or a choice that others must not see before it is complete."""
NOBODY: Sees = "nobody"


def bits(cards: int) -> list[int]:
    """The cards of a set, ascending."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return found


def as_set(cards: Sequence[int]) -> int:
    """The set that holds these cards."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def _counted(cards: Sequence[int], rules: Any) -> list[int]:
    counts = [0] * rules.designs
    for card in cards:
        counts[card] += 1
    return counts


@dataclass(frozen=True, slots=True)
class Form:
    """How a zone keeps its cards.

    empty, copy: source text of an empty zone, and of a copy of the zone `{}`. cards: (what it holds, rules) -> numbers.
    of: (cards, rules) -> the zone that holds them; None for what the kit cannot lay and the game itself imagines anew.
    """

    empty: str
    copy: str
    cards: Callable[[Any, Any], list[int]]
    of: Callable[[Sequence[int], Any], Any] | None = None


SET = Form("0", "{}", lambda held, _: bits(held), lambda cards, _: as_set(cards))
"""A whole number with one bit for each card. For decks without copies."""
PILE = Form("[]", "{}[:]", lambda held, _: list(held), lambda cards, _: list(cards))
"""A list of cards in their order; the last one lies on top."""
COUNTS = Form(
    "[0] * rules.designs",
    "{}[:]",
    lambda held, _: [card for card, count in enumerate(held) for _ in range(count)],
    _counted,
)
"""A list that says of each design how many copies lie there."""

Fits = Callable[[Any, int, int], bool]
"""(table, seat, card) -> whether that card may be in that hand, as far as others can tell."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. each: whether every player has one.

    known: the zone that holds those of its cards which everybody saw going there. scored: whether its cards are what a
    table is scored by. fits: what others can tell about a hidden card.
    """

    form: Form
    sees: Sees
    each: bool
    known: str
    scored: bool
    fits: Fits | None


@dataclass(frozen=True, slots=True)
class Fact:
    """A number beside the cards. start: its value when the table is laid; each: whether every player has one.

    words: what its values are called, by their number; a value beyond them is nothing. hidden: what others see instead
    of a choice that is not complete, or a function of the table that says so. scored: what is asked for when a table is
    scored, or "". shown: whether observations name it.
    """

    start: Any
    each: bool
    words: Sequence[str] | Callable[[Any], Sequence[str]] | None
    hidden: Any
    sees: Sees
    scored: str
    shown: bool = True

    def says(self, value: Any, rules: Any) -> Any:
        """The value as people and programs read it."""
        names = self.words(rules) if callable(self.words) else self.words
        if names is None:
            return [*value] if type(value) is tuple else value
        return names[value] if 0 <= value < len(names) else None


def zone(
    sees: Sees = ALL,
    *,
    form: Form = SET,
    each: bool = False,
    known: str = "",
    scored: bool = False,
    fits: Fits | None = None,
) -> Any:
    """Declare a zone of a table; see `Zone`."""
    return Zone(form, sees, each, known, scored, fits)


def pile(sees: Sees = ALL, *, each: bool = False, scored: bool = False) -> Any:
    """Declare a zone whose cards lie in an order."""
    return Zone(PILE, sees, each, "", scored, None)


def fact(
    start: Any = 0,
    *,
    each: bool = False,
    words: Sequence[str] | Callable[[Any], Sequence[str]] | None = None,
    scored: str = "",
) -> Any:
    """Declare a number that everybody sees; see `Fact`."""
    return Fact(start, each, words, None, ALL, scored)


def internal(start: Any = 0, *, each: bool = False) -> Any:
    """Declare a number for the engine alone: what it says is seen by everybody, in another way."""
    return Fact(start, each, None, None, ALL, "", shown=False)


def secret(start: Any = 0, *, hidden: Any, words: Sequence[str] | Callable[[Any], Sequence[str]] | None = None) -> Any:
    """Declare a number that only whoever is to move sees, until the commitment is complete. hidden: what others see."""
    return Fact(start, False, words, hidden, MOVER, "")
