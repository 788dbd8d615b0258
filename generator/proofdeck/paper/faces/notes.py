"""Mistakes found while laying out faces, each reported once, at the place where it was made.

One wrong cell can affect five elements, one wrong colour a whole template, and one font without Cyrillic every card in
the deck. So each face notes what is wrong with it, and `report` says it once for all faces of a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from proofdeck.ground.problems import Place, Problems, counted, listed

MOST_LETTERS = 8
"""Missing letters that a message lists."""


class Note(NamedTuple):
    """A mistake on one face. field: the column or option it comes from; card: the id of the card.

    why: without the element or card that it belongs to. cause: what other cards may have in common, for a mistake that
    is told once for all of them; font, letters: of letters that a font lacks.
    """

    code: str
    message: str
    place: Place
    field: str
    hint: str = ""
    why: str = ""
    cause: str = ""
    font: str = ""
    letters: tuple[str, ...] = ()
    card: str = ""


class Notes:
    """Collects the mistakes on a face."""

    def __init__(self) -> None:
        self.found: list[Note] = []
        self._is_silent = False

    def add(self, code: str, what: str, why: str, place: Place, field_name: str, hint: str = "") -> None:
        """Note a mistake. what: the element or card it belongs to, or ""."""
        self._add(Note(code, f"{what}: {why}" if what else why, place, field_name, hint, why))

    def lacks(self, font: str, letters: Iterable[str], what: str, card: str, place: Place, field_name: str) -> None:
        """Note letters missing from a font. what: where the first one is."""
        self._add(Note("E302", what, place, field_name, font=font, letters=tuple(letters), card=card))

    def repeated(
        self, code: str, cause: str, message: str, card: str, place: Place, field_name: str, hint: str
    ) -> None:
        """Note a mistake whose cause may affect other cards."""
        self._add(Note(code, message, place, field_name, hint, cause=cause, card=card))

    def _add(self, note: Note) -> None:
        if not self._is_silent:
            self.found.append(note)

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Ignore mistakes found inside the block; they will be found and reported again later."""
        before, self._is_silent = self._is_silent, True
        try:
            yield
        finally:
            self._is_silent = before


@dataclass(slots=True)
class _Lacking:
    """Letters missing from one font: the first note, and the letters and cards of all notes."""

    first: Note
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


def report(notes: Iterable[Note], problems: Problems) -> None:
    """Report the mistakes on the faces of one side: one message for each place, font and cause."""
    told: set[tuple[str, Place, str]] = set()
    lacking: dict[str, _Lacking] = {}
    repeated: dict[str, tuple[Note, set[str]]] = {}
    for note in notes:
        if note.font:
            of_font = lacking.setdefault(note.font, _Lacking(note))
            of_font.letters |= dict.fromkeys(note.letters)
            of_font.cards.add(note.card)
        elif note.cause:
            repeated.setdefault(note.cause, (note, set()))[1].add(note.card)
        elif (key := (note.code, note.place, note.why)) not in told:
            told.add(key)
            problems.report(note.code, note.message, note.place, field=note.field, hint=note.hint)
    for note, cards in repeated.values():
        others = len(cards) - 1
        too = f", and on {counted(others, 'other card')}" if others else ""
        problems.report(note.code, note.message + too, note.place, field=note.field, hint=note.hint)
    for font, one in lacking.items():
        hint = "Use an :icon: instead, or choose another font under [fonts]."
        message = f"{one.first.message}: {font} has no {one.said}"
        problems.report("E302", message, one.first.place, field=one.first.field, hint=hint)
