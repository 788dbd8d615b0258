"""Registration marks, by which a cutting machine finds the sheet: a square and two corners, or four corners.

The geometry is that of the marks of Silhouette machines as github.com/fablabnbg/inkscape-silhouette and the
specification of github.com/Alan-Cha/silhouette-card-maker describe them: the corner of the square and the middles of
the lines are on one rectangle. The square is at the top left as the cards see the paper. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from proofdeck.ground.units import Box, Size
from proofdeck.source.project.layouts import SHORTEST_ARM, Registration

if TYPE_CHECKING:
    from proofdeck.paper.faces.face import Path, Shape

COLOUR = "#000000"
"""Machines look for black."""


def shapes(marks: Registration, paper: Size) -> Iterator[Shape]:
    """What is printed on the front of each sheet. paper: as the cards see it."""
    from proofdeck.paper.faces.face import Shape, rectangle_path

    if marks.square is not None:
        yield Shape(rectangle_path(_square(marks, paper)), COLOUR)
    for corner in _corners(marks, paper):
        yield Shape(corner, None, COLOUR, marks.width)


def boxes(marks: Registration, paper: Size) -> Iterator[Box]:
    """What has to stay free for the machine: the square, and each arm."""
    if marks.square is not None:
        yield _square(marks, paper)
    for (_, one), (_, middle), (_, other) in _corners(marks, paper):
        for x, y in (one, other):
            arm = Box(min(x, middle[0]), min(y, middle[1]), abs(x - middle[0]), abs(y - middle[1]))
            yield arm.inset(-marks.width / 2)


def _square(marks: Registration, paper: Size) -> Box:
    frame, side = marks.frame(paper), marks.square or 0.0
    return Box(frame.x, frame.y, side, side).inset(-marks.border)


def _corners(marks: Registration, paper: Size) -> Iterator[Path]:
    """At the top right and at the bottom left; without a square at the top left and at the bottom right as well."""
    frame, arm = marks.frame(paper), marks.length or SHORTEST_ARM
    corners = [(frame.right, frame.y, -1, 1), (frame.x, frame.bottom, 1, -1)]
    if marks.square is None:
        corners += [(frame.x, frame.y, 1, 1), (frame.right, frame.bottom, -1, -1)]
    for x, y, right, down in corners:
        yield (("M", (x + right * arm, y)), ("L", (x, y)), ("L", (x, y + down * arm)))
