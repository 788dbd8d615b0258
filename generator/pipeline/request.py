"""What a build is asked for, and what it gives back."""

from __future__ import annotations

import glob
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.problems import Problem
from generator.sheets.paper import Arrangement, Duplex

SCORE_PAD, MASTER_SHEET = "score-pad", "master-sheet"
USUAL_PAPERS = ("a4", "letter")
PRODUCTS = (SCORE_PAD, MASTER_SHEET)
"""What `only` can name beside cards."""


def pattern_of(name: str) -> str:
    """What `only` must say for the card of that name and nothing else."""
    if name.casefold() in PRODUCTS:
        return f"{name[:-1]}[{name[-1]}]"
    return glob.escape(name)


@dataclass(frozen=True)
class Options:
    """Lengths in mm. output None is `output/` in the project; png_dpi None makes no pictures of faces. papers: those
    asked for; none for A4 and Letter, and books for all papers that their pages name.

    proof: also books that say what proves each clause. only: names of products, and patterns for cards. trust: run
    engines that are code of the project.
    """

    papers: tuple[str, ...] = ()
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

    @property
    def for_sheets(self) -> tuple[str, ...]:
        """The papers of sheets and pads."""
        return self.papers or USUAL_PAPERS

    def for_books(self, named: Sequence[str]) -> list[str]:
        """Of the papers that a page names for its book, those that are asked for."""
        return [paper for paper in dict.fromkeys(named) if not self.papers or paper in self.papers]

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
        return bool(self.patterns) or not self.products

    @property
    def books(self) -> bool:
        return not self.products

    def makes(self, product: str) -> bool:
        """Whether that product is asked for."""
        return not self.products or product in self.products


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
