"""A grid for the table as data: what is printed in it, and where there is room to write.

Score pads, master sheets, seating charts and slips are all grids. Nothing here knows of millimetres or ink: `painting`
makes faces of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["line", "sum", "single", "section"]
"""A line of cells; one that adds up the lines above; one with a single number a player; words across all columns."""


class Column(NamedTuple):
    """head, note: the words above it, and smaller ones below these. room: whether people write in it; wide: in words.

    soft: parted from the column on its left by dots, as a part of the same thing. centred: its printed words.
    """

    head: str = ""
    note: str = ""
    room: bool = True
    soft: bool = False
    centred: bool = False
    wide: bool = False


class Group(NamedTuple):
    """Words, or room for a name, above so many columns. hint: what is to be written there."""

    span: int
    words: str = ""
    hint: str = ""


class Row(NamedTuple):
    """cells: the printed words from the left; what is missing is empty. note: smaller words in the last of them."""

    cells: tuple[str, ...] = ()
    note: str = ""
    kind: Kind = "line"

    def note_of(self, place: int) -> str:
        """What stands beside the words of that cell."""
        return self.note if place == len(self.cells) - 1 else ""


@dataclass(frozen=True, slots=True)
class Grid:
    """about: a line below the title. fields: what is written in by hand beside it. foot: the last, smallest line."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    groups: tuple[Group, ...] = ()
    about: str = ""
    fields: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    foot: str = ""
