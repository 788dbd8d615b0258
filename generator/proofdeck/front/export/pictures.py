"""Faces as pictures of an exact size: trimmed or with bleed, cut to shape with alpha, alone or in a grid without gaps.

A face is scaled, without being distorted, until it covers the finished size. Where the bleed of its template ends
before that of the picture, its outermost pixels are repeated.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from proofdeck.front.export.target import ExportedGame
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.problems import counted
from proofdeck.ground.units import MM_PER_INCH, Box, Size
from proofdeck.ground.workspace.outputs import Job, MadeFiles, one_file
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.faces import face as shapes
from proofdeck.paper.faces.face import Face, Shape, outline_path, rectangle_path
from proofdeck.paper.faces.sizes import CORNER
from proofdeck.paper.ink.supplies import Supplies

Key = TypeVar("Key")
LEVEL = 6
"""Of compression: these files are uploaded once and kept."""
HARDLY = 0.05
"""A part of a pixel that nobody sees missing."""
WHITE = (255, 255, 255)


class Format(NamedTuple):
    """How a face becomes a picture.

    trim: the finished size in mm; canvas: pixels, bleed included; cut: the outline outside of which it is transparent,
    in mm of the canvas; turned: whether the face lies on its side.
    """

    trim: Size
    canvas: tuple[int, int]
    dpi: float
    cut: shapes.Path = ()
    turned: bool = False

    @property
    def around(self) -> Box:
        """The canvas in mm."""
        return Box(0, 0, *(pixels / self.dpi * MM_PER_INCH for pixels in self.canvas))

    def scale(self, face: Face) -> float:
        """How much larger the face becomes."""
        trim = self.trim.turned() if self.turned else self.trim
        return max(trim.width / face.size.width, trim.height / face.size.height)

    def lacks(self, face: Face) -> float:
        """mm of bleed that the template does not have."""
        bleed = max(self.around.width - self.trim.width, self.around.height - self.trim.height) / 2
        return bleed - face.bleed * self.scale(face)


def trimmed(face: Face, dpi: float, size: Size | None, corner: float | None = None) -> Format:
    """Cut at the edge, round corners and all.

    size: None for that of the face; it lies the same way as the face. corner: None for that of the face, or else of
    most playing cards.
    """
    trim = size or face.size
    turned = (trim.width > trim.height) != (face.size.width > face.size.height) and trim.width != trim.height
    trim = trim.turned() if turned else trim
    plain = Format(trim, pixels_at(trim, dpi), dpi)
    if face.outline != "rectangle":
        return plain._replace(cut=outline_path(face.outline, plain.around))
    if corner is None:
        corner = face.corner * plain.scale(face) or CORNER
    return plain._replace(cut=rectangle_path(plain.around, corner)) if corner else plain


def with_bleed(face: Face, dpi: float, size: Size | None, bleed: float) -> Format:
    """A rectangle with bleed on all sides."""
    plain = trimmed(face, dpi, size, 0.0)
    return Format(plain.trim, pixels_at(plain.trim.grown(bleed), dpi), dpi)


def pixels_at(size: Size, dpi: float) -> tuple[int, int]:
    """As `ink.raster.pixels_of`, which costs the import of what paints."""
    from proofdeck.paper.ink.raster import pixels_of

    return pixels_of(size, dpi)


class PaintedFace(NamedTuple):
    """A face in a format."""

    face: Face
    format: Format


def picture_job(goods: ExportedGame, says: str, wanted: Mapping[str, PaintedFace]) -> Job:
    """A PNG for each path; equal pictures are painted once."""

    def make(stale: Sequence[str], progress: Progress) -> MadeFiles:
        told = partial(progress, f"{goods.game.name}/{goods.folder.name}/*.png")
        return paint_each({path: wanted[path] for path in stale}, goods.made.supplies, told)

    return Job(says, {path: key_of(goods, one) for path, one in wanted.items()}, make)


def key_of(goods: ExportedGame, *pictures: PaintedFace) -> str:
    """What the pixels of these pictures depend on."""
    return digest("picture", engine_digest(), [(goods.made.keys.face(face), tuple(how)) for face, how in pictures])


def paint_each(
    wanted: Mapping[Key, PaintedFace], supplies: Supplies, told: Callable[[int, int], None] = lambda *_: None
) -> Iterator[tuple[Key, bytes]]:
    """A PNG for each key; equal pictures are painted once. told: is told how many are done, of how many."""
    keys: dict[tuple[str, Format], list[Key]] = {}
    for key, one in wanted.items():
        keys.setdefault((one.face.digest, one.format), []).append(key)
    different = [wanted[same[0]] for same in keys.values()]
    for done, (one, png) in enumerate(paint_pictures(different, supplies), start=1):
        told(done, len(different))
        for key in keys[one.face.digest, one.format]:
            yield key, png


def paint_pictures(pictures: Sequence[PaintedFace], supplies: Supplies) -> Iterator[tuple[PaintedFace, bytes]]:
    """Each picture as a PNG, those of one size and format together."""
    from proofdeck.paper.ink.raster import framed_pdf, rasterise

    groups: dict[tuple[Size, float, Format], list[PaintedFace]] = {}
    for one in pictures:
        groups.setdefault((one.face.size, one.face.bleed, one.format), []).append(one)
    for (size, bleed, how), members in groups.items():
        scale = how.scale(members[0].face)
        canvas = how.canvas[::-1] if how.turned else how.canvas
        inked = size.grown(bleed)
        lacking = _lacking(canvas[0], inked.width * scale, how.dpi), _lacking(canvas[1], inked.height * scale, how.dpi)
        pdf = framed_pdf([one.face for one in members], [canvas] * len(members), supplies, how.dpi * scale)
        finish = partial(finished, lacking=lacking, mask=_mask(how, supplies), turned=how.turned, at=how.dpi)
        for number, png in rasterise(pdf, [canvas] * len(members), how.dpi * scale, finish):
            yield members[number], png


def _lacking(pixels: int, length: float, dpi: float) -> int:
    """Pixels at each end that a length of ink in the middle does not cover completely."""
    return math.ceil(max(0.0, (pixels - length * dpi / MM_PER_INCH) / 2 - HARDLY))


def _mask(how: Format, supplies: Supplies) -> bytes:
    """The opacity of each pixel; empty if the whole picture is opaque."""
    from proofdeck.paper.ink.raster import bare_pixels, framed_pdf, rasterise

    if not how.cut:
        return b""
    shape = Face(Size(how.around.width, how.around.height), 0.0, "rectangle", (Shape(how.cut, "#000000"),))
    ((_, pixels),) = rasterise(framed_pdf([shape], [how.canvas], supplies, how.dpi), [how.canvas], how.dpi, bare_pixels)
    return bytes(255 - value for value in pixels[::3])


def finished(
    pixels: Any,
    size: tuple[int, int],
    stride: int,
    _dpi: float,
    *,
    lacking: tuple[int, int],
    mask: bytes,
    turned: bool,
    at: float,
) -> bytes:
    """Rendered pixels as PNG. lacking: columns and rows without ink at each edge; mask: opacities, or none."""
    from PIL import Image

    image = Image.frombuffer("RGB", size, bytes(pixels), "raw", "RGB", stride, 1)
    image = _extended(image, *lacking) if any(lacking) else image
    if turned:
        image = image.transpose(Image.Transpose.ROTATE_90)
    if mask:
        image.putalpha(Image.frombytes("L", image.size, mask))
    return as_png(image, at)


def _extended(image: Any, columns: int, rows: int) -> Any:
    """Repeat the outermost pixels that have ink out to the edges."""
    width, height = image.size
    columns, rows = min(columns, width // 2 - 1), min(rows, height // 2 - 1)
    inner = image.crop((columns, rows, width - columns, height - rows))
    strips = (
        ((0, rows), (0, 0, 1, inner.height), (columns, inner.height)),
        ((width - columns, rows), (inner.width - 1, 0, inner.width, inner.height), (columns, inner.height)),
    )
    for place, part, size in strips if columns else ():
        image.paste(inner.crop(part).resize(size), place)
    for edge, at in ((rows, 0), (height - rows - 1, height - rows)) if rows else ():
        image.paste(image.crop((0, edge, width, edge + 1)).resize((width, rows)), (0, at))
    return image


def as_png(image: Any, dpi: float) -> bytes:
    stored = io.BytesIO()
    image.save(stored, "PNG", compress_level=LEVEL, dpi=(dpi, dpi))
    return stored.getvalue()


class PictureGrid(NamedTuple):
    """Pictures of one format in rows without gaps."""

    columns: int
    rows: int

    def holding(self, count: int) -> PictureGrid:
        """As much of this grid as that many pictures need."""
        columns = min(self.columns, count)
        return PictureGrid(columns, -(-count // columns))


def grid_job(goods: ExportedGame, path: str, pictures: Sequence[PaintedFace], most: PictureGrid) -> Job:
    """A file of pictures side by side, in as much of a grid as they need."""
    grid = most.holding(len(pictures))
    says = f"{counted(len(pictures), 'picture')}, {grid.columns} × {grid.rows}"
    key = digest(key_of(goods, *pictures), grid)
    return one_file(path, says, key, lambda _: in_a_grid(pictures, grid, goods.made.supplies))


def in_a_grid(pictures: Sequence[PaintedFace], grid: PictureGrid, supplies: Supplies) -> bytes:
    """One PNG of pictures that all have the same canvas, row by row; cells left over are transparent or white."""
    from PIL import Image

    how = pictures[0].format
    width, height = how.canvas
    size = width * grid.columns, height * grid.rows
    sheet = Image.new("RGBA", size, (0, 0, 0, 0)) if how.cut else Image.new("RGB", size, WHITE)
    for index, png in paint_each(dict(enumerate(pictures)), supplies):
        row, column = divmod(index, grid.columns)
        sheet.paste(Image.open(io.BytesIO(png), formats=("PNG",)), (column * width, row * height))
    return as_png(sheet, how.dpi)
