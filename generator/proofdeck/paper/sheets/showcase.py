"""What the first page shows of a print, small: some faces, and a sheet of each kind. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from proofdeck.ground.transform import Transform, move
from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Face, Shape, outline_path, rectangle_path
from proofdeck.paper.sheets.sheet import Placed, Sheet

MOST_FACES = 5
STEP = 0.72
"""From face to face, as a share of its width."""
LINE, EDGE = "#9a9a9f", 0.15


class Showcase(NamedTuple):
    """Faces on the page, and the lines around them, in painting order."""

    faces: Sequence[tuple[Placed, Shape]]
    sheets: Sequence[tuple[Shape, Sequence[Placed]]]


NOTHING_SHOWN = Showcase((), ())


def showcase(sheets: Sequence[Sheet], strip: Box, rooms: Mapping[int, Box]) -> Showcase:
    """Fill the strip with faces, and each room with the front of the sheet of that number, from 1."""
    if not sheets:
        return NOTHING_SHOWN
    small = [_small(sheets[number - 1], box) for number, box in rooms.items()]
    return Showcase([*_strip(_chosen(sheets), strip)], small)


def _small(sheet: Sheet, box: Box) -> tuple[Shape, list[Placed]]:
    """A sheet with its front."""
    shrink = move(box.x, box.y).after(_scaled(box.height / sheet.paper.height))
    return Shape(rectangle_path(box), "#ffffff", LINE, EDGE), [one.moved(shrink) for one in sheet.front.placed]


def _chosen(sheets: Sequence[Sheet]) -> list[Face]:
    """Faces from all over the deck, of the size of most of its pieces."""
    faces = [placed.face for sheet in sheets for placed in sheet.front.placed]
    sizes = [face.size for face in faces]
    usual = max(dict.fromkeys(sizes), key=sizes.count)
    different = list({face.digest: face for face in faces if face.size == usual}.values())
    count = min(MOST_FACES, len(different))
    return [different[at * len(different) // count] for at in range(count)]


def _strip(faces: Sequence[Face], strip: Box) -> Iterator[tuple[Placed, Shape]]:
    """The faces at the right of the strip, each partly over the one before it."""
    size = faces[0].size
    wide = 1 + STEP * (len(faces) - 1)
    scale = min(strip.height / size.height, strip.width / (size.width * wide))
    x, y = strip.right - size.width * scale * wide, strip.bottom - size.height * scale
    for at, face in enumerate(faces):
        box = Box(x + at * size.width * scale * STEP, y, size.width * scale, size.height * scale)
        line = Shape(outline_path(face.outline, box, face.corner * scale), None, LINE, EDGE)
        yield Placed(face, move(box.x, box.y).after(_scaled(scale)), box), line


def _scaled(by: float) -> Transform:
    return Transform(by, 0, 0, by, 0, 0)
