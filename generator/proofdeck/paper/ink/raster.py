"""Renders faces to PNG files and pictures of whole decks, from the same PDF that is printed, with pdfium.

A page is a whole number of pixels in size, because pdfium rounds page sizes up. pdfium is not thread-safe, so large
numbers of faces are divided among processes.
"""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from proofdeck.ground.processes import shared_out
from proofdeck.ground.transform import STAY, Transform, move
from proofdeck.ground.units import MM_PER_INCH, POINTS_PER_INCH, Box, Size
from proofdeck.paper.faces.face import Face, Shape, outline_path, rectangle_path
from proofdeck.paper.ink.document import Document
from proofdeck.paper.ink.printing import paint_placed
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.sheets.sheet import Sheet
from proofdeck.paper.svg.geometry import inverse

if TYPE_CHECKING:
    from ctypes import Array, c_ubyte

    from pypdfium2 import PdfPage

Encoder = Callable[["Array[c_ubyte]", tuple[int, int], int, float], bytes]
"""(pixels, size, bytes per row, dpi) -> a file."""
PNG_LEVEL = 2
JPEG_QUALITY = 88
ROUNDED_UP = 0.02
"""A fraction of a pixel, larger than the rounding of numbers in a PDF."""
PIXELS_WORTH_A_PROCESS = 9_000_000
"""About twelve cards at 300 dpi, or eighty at 110; for less, starting a process takes longer than the work."""
SHARE = 6
"""Faces that a process renders before returning them."""


def pixels_of(size: Size, dpi: float) -> tuple[int, int]:
    """Width and height in whole pixels."""
    return max(1, round(size.width / MM_PER_INCH * dpi)), max(1, round(size.height / MM_PER_INCH * dpi))


def _page_of(pixels: tuple[int, int], dpi: float) -> Size:
    """The page (mm) that pdfium renders to exactly these pixels: a hair smaller, because it rounds up."""
    width, height = ((count - ROUNDED_UP) * MM_PER_INCH / dpi for count in pixels)
    return Size(width, height)


def faces_pdf(faces: Sequence[Face], supplies: Supplies, dpi: float, beyond: float = 0.0) -> bytes:
    """A PDF with one face per page; each page is a whole number of pixels, with the face centred.

    beyond: mm to show outside the trim, for the bleed.
    """
    return framed_pdf(faces, [pixels_of(face.size.grown(beyond), dpi) for face in faces], supplies, dpi)


def framed_pdf(faces: Sequence[Face], sizes: Sequence[tuple[int, int]], supplies: Supplies, dpi: float) -> bytes:
    """A PDF with one face per page, each centred on a page of exactly that many pixels."""
    document = Document(supplies, "faces")
    for face, pixels in zip(faces, sizes, strict=True):
        paper = _page_of(pixels, dpi)
        content = document.content()
        x, y = (paper.width - face.size.width) / 2, (paper.height - face.size.height) / 2
        content.form(document.face(face), Transform(1, 0, 0, 1, x, y))
        document.page(paper, content)
    return document.finish()


def blocks_pdf(
    blocks: Sequence[tuple[Sheet, Box]], sizes: Sequence[tuple[int, int]], supplies: Supplies, dpi: float
) -> bytes:
    """A PDF with part of the front of a sheet per page: the box, as the cards see it, on exactly that many pixels."""
    document = Document(supplies, "blocks")
    for (sheet, box), pixels in zip(blocks, sizes, strict=True):
        content = document.content()
        to_box = move(-box.x, -box.y).after(inverse(sheet.plan.to_paper) or STAY)
        for placed in sheet.front.placed:
            paint_placed(document, content, placed.moved(to_box))
        document.page(_page_of(pixels, dpi), content)
    return document.finish()


def rasterise(
    pdf: bytes, sizes: Sequence[tuple[int, int]], dpi: float, encode: Encoder | None = None
) -> Iterator[tuple[int, bytes]]:
    """(page number, file) for every page. sizes: of each page, in pixels; encode: PNG by default."""
    count = len(sizes)
    processes = min(os.cpu_count() or 1, sum(width * height for width, height in sizes) // PIXELS_WORTH_A_PROCESS, 8)
    numbered = list(enumerate(sizes))
    if processes < 2:
        yield from _pictures((pdf, dpi, encode or encode_png), numbered)
        return
    shares = [numbered[start : start + SHARE] for start in range(0, count, SHARE)]
    for done in shared_out(shares, _pictures, _as_given, (pdf, dpi, encode or encode_png), processes):
        yield from done


def _as_given(pdf: bytes, dpi: float, encode: Encoder) -> tuple[bytes, float, Encoder]:
    return pdf, dpi, encode


def _pictures(
    given: tuple[bytes, float, Encoder], pages: Sequence[tuple[int, tuple[int, int]]]
) -> list[tuple[int, bytes]]:
    import pypdfium2

    pdf, dpi, encode = given
    document = pypdfium2.PdfDocument(pdf)
    done = [(number, _picture(document[number], size, dpi, encode)) for number, size in pages]
    document.close()
    return done


def face_picture(
    face: Face, supplies: Supplies, dpi: float, encode: Encoder | None = None, beyond: float = 0.0
) -> bytes:
    """A picture of one face, as a file. encode: PNG by default; beyond: as for `faces_pdf`."""
    size = pixels_of(face.size.grown(beyond), dpi)
    ((_, picture),) = rasterise(faces_pdf([face], supplies, dpi, beyond), [size], dpi, encode)
    return picture


def page_picture(pdf: bytes, number: int, dpi: float) -> bytes:
    """One page of a PDF as PNG; pages are counted from 0. Raises IndexError if there is no such page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    if number >= len(document):
        raise IndexError(number)
    bitmap = document[number].render(scale=dpi / POINTS_PER_INCH, rev_byteorder=True)
    made = encode_png(bitmap.buffer, (bitmap.width, bitmap.height), bitmap.stride, dpi)
    document.close()
    return made


def clear_picture(pdf: bytes, dpi: float, box: Box | None = None) -> bytes:
    """The first page of a PDF as PNG, transparent where nothing is painted. box: the part that is shown, in mm."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    bitmap = document[0].render(scale=dpi / POINTS_PER_INCH, fill_color=(255, 255, 255, 0), rev_byteorder=True)
    stored = io.BytesIO()
    image = bitmap.to_pil()
    if box is not None:
        sides = (box.x, box.y, box.right, box.bottom)
        left, top, right, bottom = (round(side / MM_PER_INCH * dpi) for side in sides)
        image = image.crop((left, top, max(left + 1, right), max(top + 1, bottom)))
    image.save(stored, "PNG", compress_level=PNG_LEVEL)
    document.close()
    return stored.getvalue()


def _picture(page: PdfPage, size: tuple[int, int], dpi: float, encode: Encoder) -> bytes:
    bitmap = page.render(scale=dpi / POINTS_PER_INCH, rev_byteorder=True)
    if (bitmap.width, bitmap.height, bitmap.n_channels) != (*size, 3):
        raise AssertionError(f"pdfium painted {bitmap.width} x {bitmap.height} pixels instead of {size[0]} x {size[1]}")
    made = encode(bitmap.buffer, size, bitmap.stride, dpi)
    bitmap.close()
    page.close()
    return made


def encode_png(pixels: Array[c_ubyte], size: tuple[int, int], stride: int, dpi: float) -> bytes:
    """RGB rows, `stride` bytes apart, as PNG.

    Rows are stored unfiltered: for flat colours the file is as small as with Pillow's filters (62 KB per card at 300
    dpi) and takes half the time (9 instead of 17 ms).
    """
    width, height = size
    view = memoryview(pixels)
    rows = b"".join([b"\0" + view[start : start + width * 3] for start in range(0, height * stride, stride)])
    per_metre = round(dpi / MM_PER_INCH * 1000)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
            _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            _chunk(b"IDAT", zlib.compress(rows, PNG_LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bare_pixels(pixels: Array[c_ubyte], size: tuple[int, int], stride: int, dpi: float) -> bytes:  # noqa: ARG001
    """RGB rows without padding."""
    view = memoryview(pixels)
    return b"".join(view[start : start + size[0] * 3] for start in range(0, size[1] * stride, stride))


def encode_jpeg(pixels: Array[c_ubyte], size: tuple[int, int], stride: int, dpi: float) -> bytes:
    """RGB rows, `stride` bytes apart, as JPEG: a fifth of a PNG, in a third of the time."""
    from PIL import Image

    stored = io.BytesIO()
    image = Image.frombuffer("RGB", size, bytes(pixels), "raw", "RGB", stride, 1)
    image.save(stored, "JPEG", quality=JPEG_QUALITY, subsampling=0, dpi=(dpi, dpi))
    return stored.getvalue()


CONTACT_WIDTH = 1800
MOST_COLUMNS = 1000
CONTACT_DPI = 200.0
CONTACT_GAP = 3.0
CONTACT_SCALE = 0.5
CONTACT_COLOUR = "#e9e7e2"


def contact_sheet(faces: Sequence[Face], supplies: Supplies, most_columns: int = MOST_COLUMNS) -> bytes:
    """A picture of all faces, row by row, as PNG."""
    columns = min(most_columns, max(1, round((len(faces) * 1.4) ** 0.5)))
    rows = [faces[start : start + columns] for start in range(0, len(faces), columns)]
    heights = [max(face.size.height for face in row) * CONTACT_SCALE for row in rows]
    width = max(sum(face.size.width * CONTACT_SCALE + CONTACT_GAP for face in row) for row in rows) + CONTACT_GAP
    height = sum(heights) + CONTACT_GAP * (len(rows) + 1)
    dpi = min(CONTACT_WIDTH / width * MM_PER_INCH, CONTACT_DPI)
    pixels = pixels_of(Size(width, height), dpi)
    paper = _page_of(pixels, dpi)
    document = Document(supplies, "contact sheet")
    content = document.content()
    content.marks([Shape(rectangle_path(Box(0, 0, paper.width, paper.height)), CONTACT_COLOUR)])
    y = CONTACT_GAP
    for row, row_height in zip(rows, heights, strict=True):
        x = CONTACT_GAP
        for face in row:
            box = Box(x, y, face.size.width * CONTACT_SCALE, face.size.height * CONTACT_SCALE)
            content.marks([Shape(outline_path(face.outline, box, face.corner * CONTACT_SCALE), "#ffffff")])
            content.form(document.face(face), Transform(CONTACT_SCALE, 0, 0, CONTACT_SCALE, x, y), box)
            x += box.width + CONTACT_GAP
        y += row_height + CONTACT_GAP
    document.page(paper, content)
    return next(png for _, png in rasterise(document.finish(), [pixels], dpi))
