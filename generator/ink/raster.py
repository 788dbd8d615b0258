"""Faces -> PNG files and pictures of whole decks: the same PDF that is printed, seen through pdfium.

A page is exactly as large as its whole pixels, because pdfium rounds page sizes up. pdfium is not thread-safe, so many
faces are shared out among processes.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from typing import Any

from generator.faces.face import Face
from generator.ink.document import Document
from generator.ink.library import Library
from generator.sheets.transform import Transform
from generator.units import MM_PER_INCH, POINTS_PER_INCH, Box, Size

PNG_LEVEL = 2
FACES_WORTH_A_PROCESS = 12


def pixels_of(size: Size, dpi: float) -> tuple[int, int]:
    """Width and height in whole pixels."""
    return max(1, round(size.width / MM_PER_INCH * dpi)), max(1, round(size.height / MM_PER_INCH * dpi))


def faces_pdf(faces: Sequence[Face], library: Library, dpi: float) -> bytes:
    """One face a page; each page is a whole number of pixels, the face in its middle."""
    document = Document(library, "faces")
    for face in faces:
        width, height = pixels_of(face.size, dpi)
        paper = Size(width * MM_PER_INCH / dpi, height * MM_PER_INCH / dpi)
        content = document.content()
        x, y = (paper.width - face.size.width) / 2, (paper.height - face.size.height) / 2
        content.form(document.face(face), Transform(1, 0, 0, 1, x, y))
        document.page(paper, content)
    return document.finish()


def rasterise(pdf: bytes, sizes: Sequence[tuple[int, int]], dpi: float) -> Iterator[tuple[int, bytes]]:
    """(number of the page, PNG) for every page, in any order. sizes: of each page, in pixels."""
    count = len(sizes)
    processes = min(os.cpu_count() or 1, count // FACES_WORTH_A_PROCESS, 8)
    if processes < 2:
        yield from _pngs(pdf, list(range(count)), sizes, dpi)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    shares = [list(range(start, count, processes)) for start in range(processes)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        futures = [pool.submit(_share, pdf, share, [sizes[n] for n in share], dpi) for share in shares]
        for future in as_completed(futures):
            yield from future.result()


def _share(pdf: bytes, numbers: list[int], sizes: list[tuple[int, int]], dpi: float) -> list[tuple[int, bytes]]:
    return list(_pngs(pdf, numbers, sizes, dpi))


def _pngs(pdf: bytes, numbers: list[int], sizes: Sequence[tuple[int, int]], dpi: float) -> Iterator[tuple[int, bytes]]:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    for number, size in zip(numbers, sizes, strict=True):
        yield number, _png(document[number], size, dpi)
    document.close()


def _png(page: Any, size: tuple[int, int], dpi: float) -> bytes:
    image = page.render(scale=dpi / POINTS_PER_INCH, rev_byteorder=True).to_pil().convert("RGB")
    page.close()
    if image.size != size:
        raise AssertionError(f"pdfium made {image.size} pixels instead of {size}")
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=PNG_LEVEL, dpi=(dpi, dpi))
    return stream.getvalue()


CONTACT_WIDTH = 1800
CONTACT_GAP = 3.0
CONTACT_SCALE = 0.5
CONTACT_COLOUR = "#e9e7e2"


def contact_sheet(faces: Sequence[Face], library: Library) -> bytes:
    """A picture of all the faces, row by row, as PNG."""
    columns = max(1, round((len(faces) * 1.4) ** 0.5))
    rows = [faces[start : start + columns] for start in range(0, len(faces), columns)]
    heights = [max(face.size.height for face in row) * CONTACT_SCALE for row in rows]
    width = max(sum(face.size.width * CONTACT_SCALE + CONTACT_GAP for face in row) for row in rows) + CONTACT_GAP
    height = sum(heights) + CONTACT_GAP * (len(rows) + 1)
    dpi = CONTACT_WIDTH / width * MM_PER_INCH
    pixels = pixels_of(Size(width, height), dpi)
    paper = Size(pixels[0] * MM_PER_INCH / dpi, pixels[1] * MM_PER_INCH / dpi)
    document = Document(library, "contact sheet")
    content = document.content()
    y = CONTACT_GAP
    for row, row_height in zip(rows, heights, strict=True):
        x = CONTACT_GAP
        for face in row:
            box = Box(x, y, face.size.width * CONTACT_SCALE, face.size.height * CONTACT_SCALE)
            content.form(document.face(face), Transform(CONTACT_SCALE, 0, 0, CONTACT_SCALE, x, y), box)
            x += box.width + CONTACT_GAP
        y += row_height + CONTACT_GAP
    document.page(paper, content)
    return next(png for _, png in rasterise(document.finish(), [pixels], dpi))
