"""What a build is asked for, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from generator.problems import Problem
from generator.sheets.paper import Arrangement, Duplex


@dataclass(frozen=True)
class Options:
    """Lengths in mm. output None is `output/` in the project; png_dpi None makes no pictures of faces.

    proof: also books that say what proves each clause.
    """

    papers: tuple[str, ...] = ("a4", "letter")
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
