"""A book as a tree: sections of blocks, and blocks of words. A page is read into it once, and every edition walks it.

This module knows nothing about Markdown, HTML or Typst. `kind` is what a template calls a node.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from proofdeck.book.manuscript.figures import FigureRequest
from proofdeck.book.manuscript.words import Inlines
from proofdeck.ground.problems import Problem
from proofdeck.play.engine.pictures import Board
from proofdeck.play.scene.place import PiecePlace
from proofdeck.source.rules.clauses import Edition


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`clause`: the id of the clause that begins here, or ""."""

    kind: ClassVar[str] = "paragraph"
    inside: Inlines
    clause: str = ""
    is_centred: bool = False


@dataclass(frozen=True, slots=True)
class Subheading:
    """`level`: 3 for the first below a section."""

    kind: ClassVar[str] = "subheading"
    level: int
    inside: Inlines


@dataclass(frozen=True, slots=True)
class ListItem:
    """One entry of a list. `edition`: the first that prints it."""

    inside: Blocks
    edition: Edition = Edition.PLAYERS


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, with numbers from `start` on or with bullets. `is_small`: whether its letters are."""

    kind: ClassVar[str] = "listing"
    entries: tuple[ListItem, ...]
    start: int | None = None
    is_small: bool = False


@dataclass(frozen=True, slots=True)
class TextTable:
    """Rows of cells below a head, which may say nothing. `sides`: left, center or right of each column, or none."""

    kind: ClassVar[str] = "table"
    head: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    sides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """Blocks that are indented."""

    kind: ClassVar[str] = "quote"
    inside: Blocks


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines as they were typed."""

    kind: ClassVar[str] = "verbatim"
    text: str


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A line across the page."""

    kind: ClassVar[str] = "rule"


@dataclass(frozen=True, slots=True)
class ToldExample:
    """One worked example for readers.

    `number`: its place in the book. `covers`: the clauses that it is about. `rows`: the cards on the table. `boards`:
    the board before the moves and after them, if the game has one. `moves`: (who, what), with who only where another
    player begins. `steps`: the table after each move, for an example that shows them. `refused`: the id of the clause
    that forbids it, or "". `figures`: those of the results that are points or moves, which the author's sentence does
    not replace. `problems`: everything that is not as printed. `edition`: the first that prints it.
    """

    kind: ClassVar[str] = "example"
    number: int
    id: str
    covers: tuple[str, ...]
    rows: tuple[PiecePlace, ...] = ()
    before: Board = ()
    after: Board = ()
    moves: tuple[tuple[str, str], ...] = ()
    results: tuple[Inlines, ...] = ()
    refused: str = ""
    prose: Blocks = ()
    problems: tuple[Problem, ...] = ()
    edition: Edition = Edition.REFERENCE
    steps: tuple[ToldMove, ...] = ()
    figures: tuple[Inlines, ...] = ()


class ToldMove(NamedTuple):
    """The table after a move. `who`: whose move it is; `what`: the move in words."""

    who: str
    what: str
    rows: tuple[PiecePlace, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class PageFigure:
    """A figure that the page asks for."""

    kind: ClassVar[str] = "drawing"
    asked: FigureRequest


Block = Paragraph | Subheading | Listing | TextTable | Quote | Verbatim | RuleLine | ToldExample | PageFigure
Blocks = tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """`number`: as it is printed, or "" for a section without one. `edition`: the first that prints it."""

    number: str
    title: Inlines
    inside: Blocks
    edition: Edition = Edition.PLAYERS


@dataclass(frozen=True, slots=True)
class Text:
    """Everything that a page says. `premise`: what comes before its first section."""

    premise: Blocks = ()
    sections: tuple[Section, ...] = ()
