"""What the first page shows of a print, small: some faces, the table after the deal, and sheets. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proofdeck.ground.transform import Transform, move
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Shape, outline_path, rectangle_path
from proofdeck.paper.sheets.sheet import Placed, Sheet

MOST_FACES = 5
LEAST_ROOM, MOST_ROOM = 18.0, 40.0
"""How high the sheets are; with less room there are none."""
BETWEEN, STEP = 4.0, 0.72
"""Between sheets; and from face to face, as a share of its width."""
LINE, EDGE = "#9a9a9f", 0.15
GROUND, ROUND, WIDEST = "#f3f1ec", 1.5, 0.64
"""Of the table; the last one is its share of the band at most."""


class TablePicture(NamedTuple):
    """A table with faces on it, in painting order, in their real sizes; without faces there is none."""

    surface: Size = Size(0, 0)
    faces: tuple[Placed, ...] = ()


class Showcase(NamedTuple):
    """Faces on the page, and the lines around them, in painting order."""

    faces: Sequence[tuple[Placed, Shape]]
    sheets: Sequence[tuple[Shape, Sequence[Placed]]]


NOTHING_SHOWN, NO_TABLE = Showcase((), ()), TablePicture()


def showcase(sheets: Sequence[Sheet], table: TablePicture, strip: Box, band: Box) -> Showcase:
    """Fill the strip with faces, and the band with the table and with sheets if it is high enough."""
    if not sheets:
        return NOTHING_SHOWN
    high = min(band.height, MOST_ROOM)
    band = Box(band.x, band.y + (band.height - high) / 2, band.width, high)
    shown = [*_table(table, band), *_small(sheets, _beside(table, band))] if high >= LEAST_ROOM else []
    return Showcase([*_strip(_chosen(sheets), strip)], shown)


def _table(table: TablePicture, band: Box) -> Iterator[tuple[Shape, list[Placed]]]:
    """The table at the left end of the band."""
    if table.faces:
        scale = _scale_of(table, band)
        shrink = move(band.x, band.y + (band.height - table.surface.height * scale) / 2).after(_scaled(scale))
        placed = [one.moved(shrink) for one in table.faces]
        box = shrink.box(Box(0, 0, table.surface.width, table.surface.height))
        yield Shape(rectangle_path(box, ROUND), GROUND, LINE, EDGE), placed


def _beside(table: TablePicture, band: Box) -> Box:
    """What the table leaves of the band."""
    if not table.faces:
        return band
    taken = table.surface.width * _scale_of(table, band) + BETWEEN
    return Box(band.x + taken, band.y, band.width - taken, band.height)


def _scale_of(table: TablePicture, band: Box) -> float:
    """As high as the band, unless it would take too much of its width."""
    return min(band.height / table.surface.height, WIDEST * band.width / table.surface.width)


def _small(sheets: Sequence[Sheet], band: Box) -> Iterator[tuple[Shape, list[Placed]]]:
    """The fronts of the first sheets, as many as fit beside each other."""
    x = band.x
    for sheet in sheets:
        scale = band.height / sheet.paper.height
        box = Box(x, band.y, sheet.paper.width * scale, band.height)
        if box.right > band.right:
            return
        shrink = move(box.x, box.y).after(_scaled(scale))
        yield Shape(rectangle_path(box), "#ffffff", LINE, EDGE), [one.moved(shrink) for one in sheet.front.placed]
        x += box.width + BETWEEN


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
