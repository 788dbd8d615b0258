"""A grid to fill in, as data: what is printed in it, and where there is space to write.

Score pads, master sheets, seating charts and slips are all grids. This module is independent of millimetres and ink;
`painting` turns grids into faces.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

Kind = Literal["line", "sum", "single", "section"]
"""Kinds of rows: cells; the sum of the rows above; a single number for each player; text across all columns."""


class PadColumn(NamedTuple):
    """head, note: the heading, and smaller text below it. room: whether people write in it; wide: text, not numbers.

    soft: separated from the column on its left by dots only, as part of the same thing. centred: its printed text.
    """

    head: str = ""
    note: str = ""
    room: bool = True
    soft: bool = False
    centred: bool = False
    wide: bool = False


class PadGroup(NamedTuple):
    """Text, or space for a name, above several columns. hint: what to write there."""

    span: int
    words: str = ""
    hint: str = ""


class PadRow(NamedTuple):
    """cells: the printed text from the left; missing ones are empty. note: smaller text in the last of them."""

    cells: tuple[str, ...] = ()
    note: str = ""
    kind: Kind = "line"

    def note_of(self, place: int) -> str:
        """The note next to the text of that cell."""
        return self.note if place == len(self.cells) - 1 else ""


@dataclass(frozen=True, slots=True)
class PadGrid:
    """about: a line below the title. fields: labels of blanks to fill in next to it. foot: the last, smallest line."""

    title: str
    columns: tuple[PadColumn, ...]
    rows: tuple[PadRow, ...]
    groups: tuple[PadGroup, ...] = ()
    about: str = ""
    fields: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    foot: str = ""

    def said(self, say: Callable[[str], str], *, notes: bool) -> PadGrid:
        """Return a copy with its words as `say` says them. notes: also those that are sentences below it."""
        return replace(
            self,
            columns=tuple(one._replace(head=say(one.head), note=say(one.note)) for one in self.columns),
            rows=tuple(one._replace(cells=tuple(map(say, one.cells)), note=say(one.note)) for one in self.rows),
            groups=tuple(one._replace(words=say(one.words), hint=say(one.hint)) for one in self.groups),
            about=say(self.about),
            fields=tuple(map(say, self.fields)),
            notes=tuple(map(say, self.notes)) if notes else self.notes,
        )
