"""The options of a build, and its result; light enough for the help of a command."""

import glob
import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

from proofdeck.ground.flags import Flag, Lang, OutputFolder, Trust, typed
from proofdeck.ground.paper import PAPERS, Duplex, Ink, suffix
from proofdeck.ground.places import OUTPUT
from proofdeck.ground.problems import Problem
from proofdeck.ground.workspace.outputs import Output
from proofdeck.source.project.printer_error import NO_ERROR, PrinterError

if TYPE_CHECKING:
    from proofdeck.source.project.layouts import SheetLayout
    from proofdeck.source.project.settings import ProjectSettings

CARDS, RULEBOOK, SCORE_PAD, MASTER_SHEET, TRACK_SHEET = "cards", "rulebook", "score-pad", "master-sheet", "track-sheet"
USUAL_PAPERS = ("a4", "letter")
OF_SHEETS = "papers changed layout first duplex back_offset printer ink large marks only players lang choices".split()
"""The options on which the sheets of a game depend."""
CHANGED = "changed"
"""How the names of sheets begin on which only changes are."""
PADS = (SCORE_PAD, MASTER_SHEET, TRACK_SHEET)
PRODUCTS = (CARDS, RULEBOOK, *PADS)
"""The products that `only` can name besides cards."""


def pattern_of(name: str) -> str:
    """The pattern that matches only the card with that name."""
    if name.casefold() in PRODUCTS:
        return f"{name[:-1]}[{name[-1]}]"
    return glob.escape(name)


Players = Annotated[int | None, Flag("Number of players, for decks that depend on it.", least=1, most=12)]
LARGEST_OFFSET = 50.0
"""mm; no working printer is further off."""


def read_offset(words: str) -> tuple[float, float]:
    """`0.5,-1` in mm. Raises ValueError for anything else."""
    try:
        x, y = map(float, words.split(","))
    except ValueError:
        raise ValueError(f"'{words}' is not X,Y in mm, such as 0.5,-1") from None
    if not all(math.isfinite(way) and abs(way) <= LARGEST_OFFSET for way in (x, y)):
        raise ValueError(f"at most {LARGEST_OFFSET:g} mm each way")
    return x, y


def read_choice(words: str) -> tuple[str, str]:
    """`colour=bw`. Raises ValueError for anything else."""
    name, equals, value = words.partition("=")
    if not (equals and name and value):
        raise ValueError(f"'{words}' is not NAME=VALUE, such as colour=bw")
    return name.strip(), value.strip()


@dataclass(frozen=True)
class Options:
    """The options of a build, with lengths in mm.

    output: None for `output/` in the project; png_dpi: None for no pictures of faces. papers: those asked for; if
    empty, A4 and Letter for sheets, and for books the first paper their pages name. first: counted from 1. changed:
    only the copies missing from the last print. arrangement: the layout of that name, as declared. only: names of
    products, and patterns for cards. lang: "" for the language of the plain columns. choices: names and values that
    were chosen and are not the usual ones. clean: for those who ask; a build says what is left over and removes
    nothing. measured: how far the printer is off.
    """

    papers: Annotated[
        tuple[str, ...],
        Flag(
            "Paper to print on; may be given several times. The default is a4 and letter.",
            keyword="paper",
            one_of=tuple(PAPERS),
        ),
    ] = ()
    booklet: Annotated[bool, Flag("Also make rulebooks for folding.")] = False
    changed: Annotated[bool, Flag("Only the cards that have changed since the last print; see `printed`.")] = False
    layout: Annotated[
        str,
        Flag(
            "auto (the fewest sheets), shared, bleed, gutterfold, single, or one of sheets.toml.",
            metavar="NAME",
            completion="layouts",
        ),
    ] = "auto"
    first: Annotated[
        int, Flag("Begin at this position of the first sheet, such as a sheet of labels that is partly used.", least=1)
    ] = 1
    duplex: Annotated[Duplex, Flag("Which edge the printer turns the paper on.")] = "long-edge"
    back_offset: Annotated[
        tuple[float, float],
        Flag(
            "Move all backs right and down by X,Y mm; the first page says how to measure them.",
            metavar="X,Y",
            least=-LARGEST_OFFSET,
            most=LARGEST_OFFSET,
            read=read_offset,
            usual="0,0",
        ),
    ] = (0.0, 0.0)
    printer: Annotated[
        str,
        Flag(
            "Print backs where that printer needs them, and both sides as large; see `proofdeck printer`.",
            metavar="NAME",
            completion="printers",
        ),
    ] = ""
    ink: Annotated[
        Ink,
        Flag(
            "low prints white fills, black text, grey emblems and many pictures as lines; grey is for printers without "
            "colour."
        ),
    ] = "full"
    large: Annotated[bool, Flag("Larger cards and rulebooks, for people with poor sight.")] = False
    marks: Annotated[Literal["corners", "none"], Flag("Crop marks.")] = "corners"
    png_dpi: Annotated[
        float | None,
        Flag("Also make a PNG of each face at this resolution.", keyword="png", metavar="DPI", least=30, most=1200),
    ] = None
    contact_sheet: Annotated[bool, Flag("Also make one picture of the whole deck.")] = False
    only: Annotated[
        tuple[str, ...],
        Flag(
            "Only matching cards, or: cards, rulebook, score-pad, master-sheet, track-sheet.",
            metavar="GLOB",
            completion="cards",
        ),
    ] = ()
    output: OutputFolder = None
    players: Players = None
    lang: Lang = ""
    choices: Annotated[
        tuple[tuple[str, str], ...],
        Flag(
            "Choose what [with] in proofdeck.toml declares.",
            typed=("--with",),
            metavar="NAME=VALUE",
            read=read_choice,
        ),
    ] = ()
    clean: Annotated[bool, Flag("Remove files of earlier builds that this one does not make.")] = False
    cache: Annotated[bool, Flag("Rebuild everything.", typed=(" /--no-cache",))] = True
    proof: Annotated[bool, Flag("Simulate games for books that prove each rule; print them, even if rules fail.")] = (
        False
    )
    trust: Trust = False
    arrangement: "SheetLayout | None" = None
    measured: PrinterError = NO_ERROR

    @property
    def folder(self) -> str:
        """Where its files are, below the folder of the game: `de/with-colour-bw`."""
        variant = "-".join(("with", *(word for choice in self.choices for word in choice))) if self.choices else ""
        return "/".join(filter(None, (self.lang, variant)))

    @property
    def suffix(self) -> str:
        """What the names of files say about the print: `-low-ink`, `-large`."""
        return suffix(self.ink) + "-large" * self.large

    def folder_of(self, root: Path, game: str) -> Path:
        """Where the files of a game of the project `root` are put."""
        return (self.output or root / OUTPUT) / game / self.folder

    @property
    def crop_marks(self) -> bool:
        """Whether sheets show where to cut."""
        return self.marks == "corners"

    @property
    def plain(self) -> Self:
        """The same without what does not change the files: where they are put, what is removed, and what is known."""
        return replace(self, output=None, clean=False, cache=True)

    def command(self, game: str, paper: str) -> str:
        """The command that prints the sheets of a game on that paper again."""
        own = self.arrangement is not None and self.arrangement.paper is not None
        asked = replace(self, papers=() if own else (paper,), only=self.patterns and self.only)
        return shlex.join(["proofdeck", "build", game, *typed(asked, OF_SHEETS)])

    @property
    def for_sheets(self) -> tuple[str, ...]:
        """The papers of sheets and pads."""
        return self.papers or USUAL_PAPERS

    def for_books(self, named: Sequence[str]) -> tuple[str, ...]:
        """The papers asked for, or the first that a page names for its book, or the usual one."""
        return self.papers or tuple(named[:1]) or USUAL_PAPERS[:1]

    def with_settings(self, settings: "ProjectSettings") -> Self:
        """Return a copy with the project's settings for everything not asked for."""
        return replace(
            self,
            papers=tuple(dict.fromkeys(self.papers)) or settings.papers,
            booklet=self.booklet or settings.booklet,
            lang=self.lang or settings.lang,
            choices=settings.chosen(dict(self.choices)),
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


@dataclass
class Built:
    """The result: files in the order they were made, problems in reading order.

    leftovers: files of earlier builds that no such build makes; outdated: those of earlier builds that this one has not
    made, and that are older than the last change. notes: what was taken for what, for games whose faces were made from
    their columns. sheets: of a workbook with several, each with its rows and why it is not read, or "".
    """

    outputs: list[Output] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    leftovers: list[Path] = field(default_factory=list)
    outdated: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    sheets: tuple[tuple[str, int, str], ...] = ()
