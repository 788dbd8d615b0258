"""The options of a build, and its result."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.places import OUTPUT
from generator.problems import Problem
from generator.sheets.inks import Ink
from generator.sheets.layouts import AUTO, Layout
from generator.sheets.paper import Duplex

if TYPE_CHECKING:
    from generator.project.settings import Wishes

CARDS, RULEBOOK, SCORE_PAD, MASTER_SHEET = "cards", "rulebook", "score-pad", "master-sheet"
USUAL_PAPERS = ("a4", "letter")
CHANGED = "changed"
"""How the names of sheets begin on which only changes are."""
PADS = (SCORE_PAD, MASTER_SHEET)
PRODUCTS = (CARDS, RULEBOOK, *PADS)
"""The products that `only` can name besides cards."""


def pattern_of(name: str) -> str:
    """The pattern that matches only the card with that name."""
    if name.casefold() in PRODUCTS:
        return f"{name[:-1]}[{name[-1]}]"
    return glob.escape(name)


@dataclass(frozen=True)
class Options:
    """The options of a build, with lengths in mm.

    output: None for `output/` in the project; png_dpi: None for no pictures of faces. papers: those asked for; if
    empty, A4 and Letter for sheets, and for books the first paper their pages name. booklet: also make books for
    folding. changed: only the copies missing from the last print. arrangement: the layout of that name, as declared.
    proof: also make books with the proof of each clause. only: names of products, and patterns for cards. trust: run
    the project's own engines. lang: the language to print; "" for that of the plain columns. choices:
    names and values that were chosen and are not the usual ones.
    """

    papers: tuple[str, ...] = ()
    booklet: bool = False
    changed: bool = False
    layout: str = AUTO
    arrangement: Layout | None = None
    duplex: Duplex = "long-edge"
    back_offset: tuple[float, float] = (0.0, 0.0)
    ink: Ink = "full"
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
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def folder(self) -> str:
        """Where its files are, below the folder of the game: `de/with-colour-bw`."""
        variant = "-".join(("with", *(word for choice in self.choices for word in choice))) if self.choices else ""
        return "/".join(filter(None, (self.lang, variant)))

    def folder_of(self, root: Path, game: str) -> Path:
        """Where the files of a game of the project `root` are put."""
        return (self.output or root / OUTPUT) / game / self.folder

    @property
    def plain(self) -> Options:
        """The same without what does not change the files: where they are put, and whether what is known is used."""
        return replace(self, output=None, cache=True)

    @property
    def for_sheets(self) -> tuple[str, ...]:
        """The papers of sheets and pads."""
        return self.papers or USUAL_PAPERS

    def for_books(self, named: Sequence[str]) -> tuple[str, ...]:
        """The papers asked for, or the first that a page names for its book, or the usual one."""
        return self.papers or tuple(named[:1]) or USUAL_PAPERS[:1]

    def wishing(self, wishes: Wishes) -> Options:
        """Return a copy with the project's settings for everything not asked for."""
        return replace(
            self,
            papers=self.papers or wishes.papers,
            booklet=self.booklet or wishes.booklet,
            lang=self.lang or wishes.lang,
            choices=wishes.chosen(dict(self.choices)),
        )

    @property
    def products(self) -> tuple[str, ...]:
        """The products named in `only`; if there are any, nothing else is made."""
        return tuple(name for name in PRODUCTS if name in map(str.casefold, self.only))

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns for cards in `only`; all cards are printed if there are none."""
        return tuple(pattern for pattern in self.only if pattern.casefold() not in PRODUCTS)

    @property
    def cards(self) -> bool:
        """Whether to make sheets of cards."""
        return bool(self.patterns) or self.makes(CARDS)

    @property
    def pads(self) -> bool:
        """Whether to make score pads or master sheets."""
        return any(map(self.makes, PADS))

    @property
    def books(self) -> bool:
        """Whether to make rulebooks."""
        return self.makes(RULEBOOK) and not self.changed

    def makes(self, product: str) -> bool:
        """Whether to make that product."""
        return product in self.products or (not self.products and (product == CARDS or not self.changed))


@dataclass(frozen=True, slots=True)
class Output:
    """One file of a build. made: False if it was already up to date."""

    game: str
    path: Path
    says: str
    made: bool


@dataclass
class Built:
    """The result: files in the order they were made, problems in reading order.

    leftovers: files of earlier builds that this one does not make; outdated: those older than the last change. notes:
    what was taken for what, for games whose faces were made from their columns.
    """

    outputs: list[Output] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    leftovers: list[Path] = field(default_factory=list)
    outdated: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
