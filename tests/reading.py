"""Files read back with other libraries than the one that wrote them: pikepdf for geometry, pdfium and Pillow to see."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
from PIL import Image

from proofdeck.book.changes.printed import SHEET_LIST
from proofdeck.source.project.request import PADS

MM = 25.4 / 72

Matrix = tuple[float, float, float, float, float, float]


class PlacedForm(NamedTuple):
    """A form on a page. matrix: from the card's mm (y down) to the paper's mm (y down); box: its /BBox in mm."""

    name: str
    matrix: Matrix
    box: tuple[float, float, float, float]

    def apply(self, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f


def times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    m, n, o, p, q, r = then
    return (a * m + b * o, a * n + b * p, c * m + d * o, c * n + d * p, e * m + f * o + q, e * n + f * p + r)


def forms(pdf: bytes, page: int) -> list[PlacedForm]:
    """Every form painted on the page, by following the page's own operators."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        target = document.pages[page]
        height = float(target.MediaBox[3])
        to_mm: Matrix = (MM, 0, 0, -MM, 0, height * MM)
        return [
            PlacedForm(name, times(matrix, to_mm), tuple(float(n) for n in target.Resources.XObject[name].BBox))  # type: ignore[arg-type]
            for name, matrix in _painted(target)
        ]


def _painted(page: Any) -> Iterator[tuple[str, Matrix]]:
    current: Matrix = (1, 0, 0, 1, 0, 0)
    stack: list[Matrix] = []
    for instruction in pikepdf.parse_content_stream(page):
        operands, word = list(instruction.operands), str(instruction.operator)
        if word == "q":
            stack.append(current)
        elif word == "Q":
            current = stack.pop()
        elif word == "cm":
            numbers: Any = tuple(float(n) for n in operands)
            current = times(numbers, current)
        elif word == "Do":
            yield str(operands[0]), current


def text_inside(pdf: bytes, page: int, x: float, y: float, right: float, bottom: float) -> str:
    """The text in a rectangle of the page, in mm, y down."""
    document = pypdfium2.PdfDocument(pdf)
    height = document[page].get_height()
    textpage = document[page].get_textpage()
    return str(textpage.get_text_bounded(x / MM, height - bottom / MM, right / MM, height - y / MM)).strip()


def page_count(pdf: bytes) -> int:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return len(opened.pages)


def text_of(pdf: bytes, page: int) -> str:
    return str(pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_range()).replace("\r\n", "\n")


def pixels(pdf: bytes, page: int, dpi: float = 72) -> Image.Image:
    image: Image.Image = pypdfium2.PdfDocument(pdf)[page].render(scale=dpi / 72).to_pil().convert("RGB")
    return image


def picture(path: Path) -> Image.Image:
    """The picture in a file, which is closed again."""
    with Image.open(path) as image:
        image.load()
        return image


def pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    """Its channels."""
    found = image.getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def all_pixels(image: Image.Image) -> list[tuple[int, ...]]:
    """Row by row, each with its channels."""
    data, count = image.tobytes(), len(image.getbands())
    return [tuple(data[start : start + count]) for start in range(0, len(data), count)]


def ink(image: Image.Image) -> float:
    """Share of the picture that is dark: 0 is white, 1 is black."""
    grey = image.convert("L").histogram()
    return 1 - sum(value * count for value, count in enumerate(grey)) / (255 * image.width * image.height)


def is_beside_cards(name: str) -> bool:
    """Whether a build makes that file beside sheets and books: a pad, a master sheet, a list."""
    return is_pad(name) or name.endswith(SHEET_LIST)


def is_pad(name: str) -> bool:
    """Whether a file is a score pad or a master sheet, which every build makes beside all else."""
    return name.rpartition("/")[2].startswith(PADS)
