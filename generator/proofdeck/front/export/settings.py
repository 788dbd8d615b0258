"""The targets by name, and what can be asked of them; light enough for the help of a command."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from proofdeck.ground.flags import Flag, Lang, OutputFolder, Trust
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import Problem, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.ground.units import Size, parse_size
from proofdeck.paper.faces.sizes import LARGEST_MM, NAMED_SIZES, SMALLEST_MM
from proofdeck.source.project.request import Options, Players

if TYPE_CHECKING:
    from proofdeck.paper.ink.press import Profile

TARGETS = ("pnp", "play", "tts", "png", "cut", "shop", "tgc", "mpc", "dtc", "vtt", "pcio", "ttpg", "cgs", "web", "box")
"""In the order of the list: what most people want first. Each is a module of this room with a TARGET."""
GRID = re.compile(r"(?P<columns>[1-9]\d?) ?[x×] ?(?P<rows>[1-9]\d?)")
USUAL_DPI = 300.0
COLOURS = ("rgb", "cmyk")


class Contest(NamedTuple):
    """What a contest asks for: so many poker cards on so many sheets, and nothing else."""

    cards: int
    sheets: int


CONTESTS = {"9-card": Contest(9, 1), "18-card": Contest(18, 2), "54-card": Contest(54, 6)}


class TargetSettings(NamedTuple):
    """The settings of targets; None where the target decides. Lengths in mm.

    size: the finished size of each card; bleed: what is shown around it; corner: the radius of its corners; grid:
    columns and rows of pictures in one file; base_url: the address of the folder in which pictures will be; thickness:
    that of one card; colour: one of COLOURS; icc: the press that mixes the inks; layout: the name of one; paper: names;
    contest: one of CONTESTS; runtime: the folder of Pyodide; folder: several files; since: a version, then its JSON.
    """

    dpi: float | None = None
    size: Size | None = None
    bleed: float | None = None
    corner: float | None = None
    grid: tuple[int, int] | None = None
    base_url: str | None = None
    thickness: float | None = None
    colour: str | None = None
    icc: "Profile | None" = None
    layout: str | None = None
    paper: tuple[str, ...] | None = None
    contest: str | None = None
    runtime: str | None = None
    folder: bool | None = None
    since: str | None = None


@dataclass(frozen=True)
class ExportOptions:
    """The options of an export, as they are typed; `settings` reads those of its target."""

    dpi: Annotated[float | None, Flag("Resolution of pictures.", metavar="DPI", least=30, most=1200)] = None
    size: Annotated[str, Flag("Finished size: 63.5x88.9 (mm), 2.5x3.5in, 750x1050px or a name.", metavar="SIZE")] = ""
    bleed: Annotated[float | None, Flag("Ink beyond the cut, in mm.", metavar="MM", least=0, most=20)] = None
    corner: Annotated[float | None, Flag("Radius of round corners, in mm.", metavar="MM", least=0, most=50)] = None
    grid: Annotated[str, Flag("Put pictures in grids without gaps, such as 10x7.", metavar="COLUMNSxROWS")] = ""
    base_url: Annotated[str, Flag("Address of the folder in which you will put the pictures.", metavar="URL")] = ""
    thickness: Annotated[float | None, Flag("Thickness of one card, in mm.", metavar="MM", least=0.05, most=5)] = None
    colour: Annotated[str, Flag("rgb for pictures, cmyk for a PDF in four inks.", metavar="COLOUR")] = ""
    icc: Annotated[Path | None, Flag("ICC profile of the press, for what is printed in four inks.", metavar="FILE")] = (
        None
    )
    layouts: Annotated[
        tuple[str, ...],
        Flag(
            "silhouette, cricut or another layout of the machine; may be given several times.",
            keyword="layout",
            metavar="NAME",
            completion="layouts",
        ),
    ] = ()
    papers: Annotated[
        tuple[str, ...], Flag("Paper to print on; may be given several times.", keyword="paper", one_of=tuple(PAPERS))
    ] = ()
    contest: Annotated[
        str, Flag("Check that the game is what a contest asks for.", metavar="CONTEST", completion=tuple(CONTESTS))
    ] = ""
    runtime: Annotated[Path | None, Flag("Unpacked Pyodide, which runs Python in a browser.", metavar="DIR")] = None
    folder: Annotated[bool, Flag("A folder and a ZIP for a website, in place of one file.")] = False
    since: Annotated[
        str, Flag("Say what has changed since a page sent earlier, a folder, a revision or `printed`.", metavar="OLD")
    ] = ""
    only: Annotated[tuple[str, ...], Flag("Only matching cards.", metavar="GLOB", completion="cards")] = ()
    output: OutputFolder = None
    players: Players = None
    lang: Lang = ""
    cache: Annotated[bool, Flag("Export everything again.", typed=(" /--no-cache",))] = True
    trust: Trust = False

    @property
    def options(self) -> Options:
        """Which cards, in which language, and where their files are put."""
        return Options(
            only=self.only,
            output=self.output,
            players=self.players,
            lang=self.lang,
            cache=self.cache,
            trust=self.trust,
        )

    def settings(self) -> TargetSettings:
        """Read what the target is asked for. Raises ProofdeckError for what cannot be read."""
        if self.base_url and not self.base_url.startswith(("https://", "http://")):
            hint = "Write an address such as https://example.org/pictures."
            raise ProofdeckError(Problem("E531", f"'{self.base_url}' is not an address", field="base-url", hint=hint))
        if self.colour and self.colour not in COLOURS:
            hint = hint_from(did_you_mean(self.colour, COLOURS), f"Write {' or '.join(COLOURS)}.")
            raise ProofdeckError(Problem("E531", f"'{self.colour}' is not a kind of colour", field="colour", hint=hint))
        if self.contest and self.contest not in CONTESTS:
            hint = hint_from(did_you_mean(self.contest, CONTESTS), f"The contests are {listed(CONTESTS)}.")
            raise ProofdeckError(Problem("E531", f"'{self.contest}' is not a contest", field="contest", hint=hint))
        return TargetSettings(
            dpi=self.dpi,
            size=size_of(self.size, self.dpi or USUAL_DPI) if self.size else None,
            bleed=self.bleed,
            corner=self.corner,
            grid=grid_of(self.grid) if self.grid else None,
            base_url=self.base_url or None,
            thickness=self.thickness,
            colour=self.colour or None,
            icc=_profile(self.icc) if self.icc else None,
            paper=self.papers or None,
            contest=self.contest or None,
            runtime=str(self.runtime.resolve()) if self.runtime else None,
            folder=self.folder or None,
            since=self.since or None,
        )


def _profile(path: Path) -> "Profile":
    from proofdeck.paper.ink.profiles import read_profile

    return read_profile(path)


def size_of(words: str, dpi: float) -> Size:
    """`poker-us`, `63.5x88.9` in mm, `2.5x3.5in` or `750x1050px`. Raises ProofdeckError for anything else."""
    if words in NAMED_SIZES:
        return NAMED_SIZES[words].size
    size = parse_size(words, dpi)
    if size is None or not all(SMALLEST_MM <= length <= LARGEST_MM for length in (size.width, size.height)):
        near = did_you_mean(words, NAMED_SIZES) if size is None else ""
        how = f"Write 63.5x88.9 (mm), 2.5x3.5in, 750x1050px or a name; {SMALLEST_MM:g} to {LARGEST_MM:g} mm."
        raise ProofdeckError(Problem("E531", f"'{words}' is not a size", field="size", hint=hint_from(near, how)))
    return size


def grid_of(words: str) -> tuple[int, int]:
    """`10x7`. Raises ProofdeckError for anything else."""
    found = GRID.fullmatch(words.strip())
    if not found:
        hint = "Write columns and rows, such as 10x7."
        raise ProofdeckError(Problem("E531", f"'{words}' is not a grid", field="grid", hint=hint))
    return int(found["columns"]), int(found["rows"])
