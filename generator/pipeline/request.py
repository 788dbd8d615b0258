"""What a build is asked for, and what it gives back."""

from __future__ import annotations

import glob
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.problems import Problem
from generator.sheets.paper import Arrangement, Duplex

if TYPE_CHECKING:
    from generator.wishes import Wishes

CARDS, RULEBOOK, SCORE_PAD, MASTER_SHEET = "cards", "rulebook", "score-pad", "master-sheet"
USUAL_PAPERS = ("a4", "letter")
PADS = (SCORE_PAD, MASTER_SHEET)
PRODUCTS = (CARDS, RULEBOOK, *PADS)
"""What `only` can name beside cards of the deck."""


def pattern_of(name: str) -> str:
    """What `only` must say for the card of that name and nothing else."""
    if name.casefold() in PRODUCTS:
        return f"{name[:-1]}[{name[-1]}]"
    return glob.escape(name)


@dataclass(frozen=True)
class Options:
    """Lengths in mm. output None is `output/` in the project; png_dpi None makes no pictures of faces. papers: those
    asked for; none for A4 and Letter, and books for the first paper that their pages name. booklet: books for folding,
    too. changed: only the copies that are missing in the deck which was printed last.

    proof: also books that say what proves each clause. only: names of products, and patterns for cards. trust: run
    engines that are code of the project. lang: the language that is printed; "" for that of the plain columns.
    """

    papers: tuple[str, ...] = ()
    booklet: bool = False
    changed: bool = False
    layout: Arrangement = "auto"
    duplex: Duplex = "long-edge"
    back_offset: tuple[float, float] = (0.0, 0.0)
    low_ink: bool = False
    crop_marks: bool = True
    png_dpi: float | None = None
    contact_sheet: bool = False
    only: tuple[str, ...] = ()
    output: Path | None = None
    players: int | None = None
    proof: bool = False
    cache: bool = True
    trust: bool = False
    lang: str = ""

    @property
    def for_sheets(self) -> tuple[str, ...]:
        """The papers of sheets and pads."""
        return self.papers or USUAL_PAPERS

    def for_books(self, named: Sequence[str]) -> tuple[str, ...]:
        """The papers asked for, or the first that a page names for its book."""
        return self.papers or tuple(named[:1])

    def wishing(self, wishes: Wishes) -> Options:
        """With what the project wants, where nothing else is asked for."""
        return replace(
            self,
            papers=self.papers or wishes.papers,
            booklet=self.booklet or wishes.booklet,
            lang=self.lang or wishes.lang,
        )

    @property
    def products(self) -> tuple[str, ...]:
        """Those that are asked for by their names: then nothing else is made."""
        return tuple(name for name in PRODUCTS if name in map(str.casefold, self.only))

    @property
    def patterns(self) -> tuple[str, ...]:
        """What is left of `only`: which cards are printed; all of them when there is none."""
        return tuple(pattern for pattern in self.only if pattern.casefold() not in PRODUCTS)

    @property
    def cards(self) -> bool:
        """Whether sheets of cards are asked for."""
        return bool(self.patterns) or self.makes(CARDS)

    @property
    def pads(self) -> bool:
        """Whether score pads or master sheets are asked for."""
        return any(map(self.makes, PADS))

    @property
    def books(self) -> bool:
        """Whether books of rules are asked for."""
        return self.makes(RULEBOOK) and not self.changed

    def makes(self, product: str) -> bool:
        """Whether that product is asked for."""
        return product in self.products or (not self.products and (product == CARDS or not self.changed))


@dataclass(frozen=True, slots=True)
class Output:
    """One file of a build. made: False when it was up to date already."""

    game: str
    path: Path
    says: str
    made: bool


@dataclass
class Built:
    """Files in the order of making, problems in reading order."""

    outputs: list[Output] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


Progress = Callable[[str, int, int], None]
"""(what, done, of)"""


def no_progress(_what: str, _done: int, _of: int) -> None:
    """Nobody is watching."""
