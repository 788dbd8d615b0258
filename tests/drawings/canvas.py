"""Pictures in letters: what the program paints, cell by cell, beside what it is to paint.

A drawing is a text: its title after `==`, elements of a template, a line `--`, and rows of letters. A letter is the
colour in the middle of its cell, and `~` is an edge that runs through that middle, where anything is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image

COLOURS = {
    ".": (255, 255, 255),
    "K": (0, 0, 0),
    "R": (255, 0, 0),
    "G": (0, 255, 0),
    "B": (0, 0, 255),
    "Y": (255, 255, 0),
    "C": (0, 255, 255),
    "M": (255, 0, 255),
    "d": (128, 0, 0),
    "r": (255, 128, 128),
    "g": (128, 128, 128),
}
PIXELS = 6
"""Of a cell, on each side."""
EDGE = 60
"""The difference from the nearest colour, of 255, from which a cell counts as an edge."""


class Drawing(NamedTuple):
    title: str
    elements: str
    rows: tuple[str, ...]


def drawings_in(file: Path) -> Iterator[Drawing]:
    for part in file.read_text(encoding="utf-8").split("\n== ")[1:]:
        head, _, picture = part.partition("\n--\n")
        title, _, elements = head.partition("\n")
        yield Drawing(title, elements if "[elements" in elements else f"[elements.it]\n{elements}", rows_of(picture))


def rows_of(picture: str) -> tuple[str, ...]:
    return tuple(picture.split())


def letters_of(image: Image.Image) -> tuple[str, ...]:
    """The letters of a picture with PIXELS x PIXELS pixels in each cell."""
    image = image.convert("RGB").crop((0, 0, image.width // PIXELS * PIXELS, image.height // PIXELS * PIXELS))
    middles = image.reduce(PIXELS // 3)
    across, down = range(1, middles.width, 3), range(1, middles.height, 3)
    found = [[_letter(middles.getpixel((x, y))) for x in across] for y in down]  # type: ignore[arg-type]
    return tuple(map("".join, found))


def _letter(colour: tuple[int, int, int]) -> str:
    apart = {name: max(abs(a - b) for a, b in zip(colour, known, strict=True)) for name, known in COLOURS.items()}
    nearest = min(apart, key=lambda name: apart[name])
    return nearest if apart[nearest] < EDGE else "~"


def differences(painted: Sequence[str], wanted: Sequence[str]) -> str:
    """Both pictures side by side if a cell differs; empty if they are the same."""
    wide = max(map(len, [*painted, *wanted]), default=0)
    high = max(len(painted), len(wanted))
    beside = list(zip([*painted, *[""] * (high - len(painted))], [*wanted, *[""] * (high - len(wanted))], strict=True))
    if all(len(one) == len(other) and all(map(_same, one, other)) for one, other in beside):
        return ""
    return "\n".join(["painted, and as it is to be:", *(f"{one:{wide}}   {other}" for one, other in beside)])


def _same(painted: str, wanted: str) -> bool:
    return wanted == "~" or painted == wanted
