"""The targets by name, and what can be asked of them; light enough to be loaded by an export that has nothing to do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.faces.sizes import LARGEST_MM, NAMED_SIZES, SMALLEST_MM
from generator.problems import Problem, ProofdeckError, did_you_mean, hint_from
from generator.units import Size, parse_size

if TYPE_CHECKING:
    from generator.ink.profiles import Profile

TARGETS = ("png", "shop", "tgc", "mpc", "dtc", "vtt", "tts", "pcio", "ttpg", "cgs", "web", "box")
"""In the order of the list. Each is a module of this room with a TARGET."""
GRID = re.compile(r"(?P<columns>[1-9]\d?) ?[x×] ?(?P<rows>[1-9]\d?)")
USUAL_DPI = 300.0
COLOURS = ("rgb", "cmyk")


class Settings(NamedTuple):
    """The settings of targets; None where the target decides. Lengths in mm.

    size: the finished size of each card; bleed: what is shown around it; corner: the radius of its corners; grid:
    columns and rows of pictures in one file; base_url: the address of the folder in which pictures will be; thickness:
    that of one card; colour: one of COLOURS; icc: the press that mixes the inks.
    """

    dpi: float | None = None
    size: Size | None = None
    bleed: float | None = None
    corner: float | None = None
    grid: tuple[int, int] | None = None
    base_url: str | None = None
    thickness: float | None = None
    colour: str | None = None
    icc: Profile | None = None


def read_settings(
    *,
    dpi: float | None = None,
    size: str = "",
    bleed: float | None = None,
    corner: float | None = None,
    grid: str = "",
    base_url: str = "",
    thickness: float | None = None,
    colour: str = "",
    icc: Path | None = None,
) -> Settings:
    """The settings as they are typed. Raises ProofdeckError for one that cannot be read."""
    if base_url and not base_url.startswith(("https://", "http://")):
        hint = "Write an address such as https://example.org/pictures."
        raise ProofdeckError(Problem("E531", f"'{base_url}' is not an address", field="base-url", hint=hint))
    if colour and colour not in COLOURS:
        hint = hint_from(did_you_mean(colour, COLOURS), f"Write {' or '.join(COLOURS)}.")
        raise ProofdeckError(Problem("E531", f"'{colour}' is not a kind of colour", field="colour", hint=hint))
    return Settings(
        dpi=dpi,
        size=size_of(size, dpi or USUAL_DPI) if size else None,
        bleed=bleed,
        corner=corner,
        grid=grid_of(grid) if grid else None,
        base_url=base_url or None,
        thickness=thickness,
        colour=colour or None,
        icc=_profile(icc) if icc else None,
    )


def _profile(path: Path) -> Profile:
    from generator.ink.profiles import read_profile

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
