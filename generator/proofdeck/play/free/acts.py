"""What hands do at a table without rules, and what it came to, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

HAND, TABLE = "hand", "table"
SOME_PILE = "-"
"""What an event calls a pile without a name, of which nobody sees the topmost piece."""
LONGEST_LABEL = 40


class NotPossible(Exception):  # noqa: N818 - it is not an error of the program
    """An act that cannot be done now; the table is as before. The reason is a phrase."""

    def __init__(self, phrase: str) -> None:
        super().__init__(phrase)
        self.phrase = phrase


@dataclass(frozen=True, slots=True)
class FreeAct:
    """What hands do. what: ids of piles (`p1`), of pieces (`ada-1`), places in a row (`p1.3`) or `hand2`.

    count: how many from the top, 0 for all; to: `table` at x and y, a pile, or `hand2`, or a place in a row or a hand
    such as `p1.3`; way: how; said: a label.
    """

    do: str
    what: tuple[str, ...] = ()
    count: int = 0
    to: str = ""
    x: float = 0.0
    y: float = 0.0
    way: str = ""
    said: str = ""


class FreeEvent(NamedTuple):
    """What an act came to. pieces: those it was about; known: the seats that saw which ones they are.

    place, to: where they were and are: the label of a pile, the name of the card on it, SOME_PILE, `hand2`, or "" for
    the table; value: of a die or counter.
    """

    number: int
    seat: int
    phrase: str
    pieces: tuple[str, ...] = ()
    known: frozenset[int] = frozenset()
    place: str = ""
    to: str = ""
    value: str = ""
    label: str = ""
