"""Registration marks, by which a cutting machine finds the sheet: a square at the top left, and two corners.

The geometry is that of the marks of Silhouette machines as github.com/fablabnbg/inkscape-silhouette draws them: the
outer corner of the square and the middles of the lines are on one rectangle. Lengths in mm, on portrait paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.units import Box, Size

if TYPE_CHECKING:
    from generator.faces.face import Path, Shape

COLOUR = "#000000"
"""Machines look for black."""


@dataclass(frozen=True, slots=True)
class Registration:
    """inset: from the edges of the paper, top, right, bottom and left; length, width: of the arms of the corners."""

    inset: tuple[float, float, float, float]
    square: float = 5.0
    length: float = 20.0
    width: float = 0.5

    def frame(self, paper: Size) -> Box:
        """The rectangle on which the marks are."""
        top, right, bottom, left = self.inset
        return Box(left, top, paper.width - left - right, paper.height - top - bottom)


def shapes(marks: Registration, paper: Size) -> Iterator[Shape]:
    """What is printed on the front of each sheet."""
    from generator.faces.face import Shape, rectangle_path

    yield Shape(rectangle_path(_square(marks, paper)), COLOUR)
    for corner in _corners(marks, paper):
        yield Shape(corner, None, COLOUR, marks.width)


def boxes(marks: Registration, paper: Size) -> Iterator[Box]:
    """What has to stay free for the machine: the square, and each arm."""
    yield _square(marks, paper)
    for (_, one), (_, middle), (_, other) in _corners(marks, paper):
        for x, y in (one, other):
            arm = Box(min(x, middle[0]), min(y, middle[1]), abs(x - middle[0]), abs(y - middle[1]))
            yield arm.inset(-marks.width / 2)


def _square(marks: Registration, paper: Size) -> Box:
    frame = marks.frame(paper)
    return Box(frame.x, frame.y, marks.square, marks.square)


def _corners(marks: Registration, paper: Size) -> tuple[Path, Path]:
    """At the top right and at the bottom left."""
    frame, arm = marks.frame(paper), marks.length
    right = (("M", (frame.right - arm, frame.y)), ("L", (frame.right, frame.y)), ("L", (frame.right, frame.y + arm)))
    left = (("M", (frame.x, frame.bottom - arm)), ("L", (frame.x, frame.bottom)), ("L", (frame.x + arm, frame.bottom)))
    return right, left
