"""A PDF that shows every picture of an order with the line of the cut and the safe area drawn in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.front.export.pictures import PaintedFace
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.transform import STAY, Transform
from proofdeck.ground.units import MM_PER_POINT, Box
from proofdeck.paper.faces.face import Font, Mark, Path, Shape, TextRun, outline_path
from proofdeck.paper.ink.supplies import Supplies

if TYPE_CHECKING:
    from proofdeck.paper.ink.document import Document

PAPER = PAPERS["a4"]
SIDE, TOP, GAP, CAPTION = 12.0, 22.0, 4.0, 5.0
SCALE = 0.6
LABEL, HEADING = Font("Alegreya Sans", 400), Font("Alegreya Sans", 700)
INK, CUT, SAFE = "#1d1d1f", "#d62828", "#1a7f37"
LINE, DASH = 0.25, (1.0, 0.6)
LETTERS = 34
LEGEND = "red: the cut · green: keep words and emblems inside · every picture is shown with its bleed"


class ProofPage(NamedTuple):
    """The pictures of one product, each with its caption. safe: mm inside the cut."""

    heading: str
    pictures: tuple[tuple[str, PaintedFace], ...]
    safe: float


def print_proof(title: str, shown: Sequence[ProofPage], supplies: Supplies) -> bytes:
    """The PDF; each product begins on a page of its own."""
    from proofdeck.paper.ink.document import Document

    document = Document(supplies, title, "proof")
    for product in shown:
        _print_product(document, title, product, supplies)
    return document.finish()


def _print_product(document: Document, title: str, product: ProofPage, supplies: Supplies) -> None:
    around = product.pictures[0][1].format.around
    room = Box(SIDE, TOP, PAPER.width - 2 * SIDE, PAPER.height - TOP - SIDE)
    scale = min(SCALE, room.width / around.width, (room.height - CAPTION) / around.height)
    width, height = around.width * scale + GAP, around.height * scale + CAPTION + GAP
    columns, rows = max(1, int((room.width + GAP) // width)), max(1, int((room.height + GAP) // height))
    for start in range(0, len(product.pictures), columns * rows):
        content = document.content()
        content.marks(_words(f"{title} · {product.heading}", HEADING, 11, SIDE, 13, supplies))
        content.marks(_words(LEGEND, LABEL, 8, SIDE, 18, supplies))
        for at, (words, picture) in enumerate(product.pictures[start : start + columns * rows]):
            x, y = room.x + at % columns * width, room.y + at // columns * height
            box = Box(x, y, around.width * scale, around.height * scale)
            content.form(document.face(picture.face), _placed(picture, scale, box), box)
            content.marks([*_lines(picture, product.safe, scale, box)])
            content.marks(_words(words[:LETTERS], LABEL, 7, x, box.bottom + 3.5, supplies))
        document.page(PAPER, content)


def _placed(picture: PaintedFace, scale: float, box: Box) -> Transform:
    """The face in the middle of its box, turned as in the picture."""
    face, how = picture
    by = scale * how.scale(face)
    if how.turned:
        width, height = face.size.height * by, face.size.width * by
        turn = Transform(0, -1, 1, 0, 0, face.size.width)  # anticlockwise, as the pictures are
    else:
        width, height, turn = face.size.width * by, face.size.height * by, STAY
    x, y = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
    return Transform(by, 0, 0, by, x, y).after(turn)


def _lines(picture: PaintedFace, safe: float, scale: float, box: Box) -> Iterator[Mark]:
    how, face = picture.format, picture.face
    corner = face.corner * how.scale(face) * scale
    width, height = how.trim.width * scale, how.trim.height * scale
    cut = Box(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)
    yield _line(outline_path(face.outline, cut, corner), CUT)
    inner = outline_path(face.outline, cut.inset(safe * scale), max(0.0, corner - safe * scale))
    yield _line(inner, SAFE, DASH)


def _line(path: Path, colour: str, dash: tuple[float, ...] = ()) -> Shape:
    return Shape(path, None, colour, LINE, dash)


def _words(words: str, font: Font, points: float, x: float, y: float, supplies: Supplies) -> list[TextRun]:
    return [TextRun(font, points * MM_PER_POINT, x, y, supplies.shape(words, font), INK)]
