"""Mistakes found while laying out faces, each reported once, at the place where it was made.

One wrong cell can affect five elements, one wrong colour a whole template, and one font without Cyrillic every card in
the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from generator.problems import Place, Problem, Problems, counted, listed

MOST_LETTERS = 8
"""Missing letters that a message lists."""


@dataclass(slots=True)
class _Lacking:
    """Letters missing from one font. what: where the first one is; cards: the ids of all cards affected."""

    what: str
    place: Place
    column: str
    letters: dict[str, None] = field(default_factory=dict)
    cards: set[str] = field(default_factory=set)

    @property
    def said(self) -> str:
        """`'Ж' and 'я' (U+0416, U+044F); 2 other cards need missing letters too`."""
        shown = list(self.letters)[:MOST_LETTERS]
        quoted = listed(f"'{letter}'" for letter in shown)
        codes = ", ".join(" ".join(f"U+{ord(sign):04X}" for sign in letter) for letter in shown)
        more, others = len(self.letters) - len(shown), len(self.cards) - 1
        beyond = f", nor {counted(more, 'other letter')}" if more else ""
        need = "needs" if others == 1 else "need"
        too = f"; {counted(others, 'other card')} {need} missing letters too" if others else ""
        return f"{quoted} ({codes}){beyond}{too}"


@dataclass(slots=True)
class _Repeated:
    """One cause that affects several cards: the first problem, and the ids of the cards."""

    problem: Problem
    cards: set[str] = field(default_factory=set)


class Notes:
    """Collects the problems of the faces of one side."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._told: set[tuple[str, Place, str]] = set()
        self._lacking: dict[str, _Lacking] = {}
        self._repeated: dict[str, _Repeated] = {}
        self._is_silent = False
        self.met = 0
        """How many mistakes have been found so far, reported or not."""

    def add(self, code: str, what: str, why: str, place: Place, field_name: str, hint: str = "") -> None:
        """Note a mistake, unless it is already noted at that place. what: the element or card it belongs to, or ""."""
        if self._is_silent:
            return
        self.met += 1
        if (code, place, why) in self._told:
            return
        self._told.add((code, place, why))
        message = f"{what}: {why}" if what else why
        self._problems.report(code, message, place, field=field_name, hint=hint)

    def lacks(self, font: str, letters: Iterable[str], what: str, card: str, place: Place, field_name: str) -> None:
        """Remember letters missing from a font; `close` reports them together."""
        if self._is_silent:
            return
        self.met += 1
        lacking = self._lacking.setdefault(font, _Lacking(what, place, field_name))
        lacking.letters |= dict.fromkeys(letters)
        lacking.cards.add(card)

    def repeated(self, cause: str, problem: Problem, card: str) -> None:
        """Remember a problem with one cause on several cards; `close` reports it where it was first found."""
        if self._is_silent:
            return
        self.met += 1
        self._repeated.setdefault(cause, _Repeated(problem)).cards.add(card)

    def close(self) -> None:
        """Report what was remembered: one message per font and cause."""
        for repeated in self._repeated.values():
            others = len(repeated.cards) - 1
            too = f", and on {counted(others, 'other card')}" if others else ""
            self._problems.append(replace(repeated.problem, message=repeated.problem.message + too))
        self._repeated.clear()
        for font, lacking in self._lacking.items():
            hint = "Use an :icon: instead, or choose another font under [fonts]."
            self.add("E302", lacking.what, f"{font} has no {lacking.said}", lacking.place, lacking.column, hint)
        self._lacking.clear()

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Ignore mistakes found inside the block; they will be found and reported again later."""
        before, self._is_silent = self._is_silent, True
        try:
            yield
        finally:
            self._is_silent = before
