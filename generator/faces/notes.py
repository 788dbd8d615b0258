"""Mistakes that come up while faces are laid out, each told once, at the place where it was made.

One wrong cell may spoil five elements, one wrong colour a whole template, and one font without Cyrillic every card of
the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from generator.cards.deck import Place
from generator.problems import Problem, counted, listed

MOST_LETTERS = 8
"""Letters that a message shows of those that a font lacks."""


@dataclass(slots=True)
class _Lacking:
    """What one font lacks. what: where the first letter was met; cards: on which ones, by their ids."""

    what: str
    place: Place
    column: str
    letters: dict[str, None] = field(default_factory=dict)
    cards: set[str] = field(default_factory=set)

    @property
    def said(self) -> str:
        """`'Ж' and 'я' (U+0416, U+044F); 2 other cards need such letters too`."""
        shown = list(self.letters)[:MOST_LETTERS]
        quoted = listed(f"'{letter}'" for letter in shown)
        codes = ", ".join(" ".join(f"U+{ord(sign):04X}" for sign in letter) for letter in shown)
        more, others = len(self.letters) - len(shown), len(self.cards) - 1
        beyond = f", nor {counted(more, 'other letter')}" if more else ""
        too = f"; {counted(others, 'other card')} need{'s' if others == 1 else ''} such letters too" if others else ""
        return f"{quoted} ({codes}){beyond}{too}"


@dataclass(slots=True)
class _Repeated:
    """One cause that several cards suffer from: the problem as it was first met, and those cards by their ids."""

    problem: Problem
    cards: set[str] = field(default_factory=set)


class Notes:
    """Collects what is wrong with the faces of one side."""

    def __init__(self, problems: list[Problem]) -> None:
        self._problems = problems
        self._told: set[tuple[str, Place, str]] = set()
        self._lacking: dict[str, _Lacking] = {}
        self._repeated: dict[str, _Repeated] = {}
        self._is_silent = False
        self.met = 0
        """How many mistakes came up so far, told or not."""

    def add(self, code: str, what: str, why: str, place: Place, field_name: str, hint: str = "") -> None:
        """Note a mistake, unless the same is noted at that place already. what: whose it is, or "" for nobody's."""
        if self._is_silent:
            return
        self.met += 1
        if (code, place, why) in self._told:
            return
        self._told.add((code, place, why))
        message = f"{what}: {why}" if what else why
        self._problems.append(Problem(code, message, place.file, place.line, place.column, field_name, hint))

    def lacks(self, font: str, letters: Iterable[str], what: str, card: str, place: Place, field_name: str) -> None:
        """Remember letters that a font does not have; `close` tells them all at once."""
        if self._is_silent:
            return
        self.met += 1
        lacking = self._lacking.setdefault(font, _Lacking(what, place, field_name))
        lacking.letters |= dict.fromkeys(letters)
        lacking.cards.add(card)

    def repeated(self, cause: str, problem: Problem, card: str) -> None:
        """Remember what is wrong for one cause on any number of cards; `close` tells it where it was first met."""
        if self._is_silent:
            return
        self.met += 1
        self._repeated.setdefault(cause, _Repeated(problem)).cards.add(card)

    def close(self) -> None:
        """Tell what was remembered: one message per font and cause."""
        for repeated in self._repeated.values():
            others = len(repeated.cards) - 1
            too = f", and on {counted(others, 'other card')}" if others else ""
            self._problems.append(replace(repeated.problem, message=repeated.problem.message + too))
        self._repeated.clear()
        for font, lacking in self._lacking.items():
            hint = "Put an :icon: there, or choose another font under [fonts]."
            self.add("E302", lacking.what, f"{font} has no {lacking.said}", lacking.place, lacking.column, hint)
        self._lacking.clear()

    @contextmanager
    def silence(self) -> Iterator[None]:
        """What comes up in here will come up again, and is told then."""
        before, self._is_silent = self._is_silent, True
        try:
            yield
        finally:
            self._is_silent = before
