"""What pages about printing are drawn of: text, lines, rulers, and a cross with the scale that is behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofdeck.ground.phrases import Phrases
from proofdeck.ground.units import MM_PER_POINT, Box, Size
from proofdeck.paper.faces.face import Colour, Face, Font, Mark, Shape, TextRun, rectangle_path
from proofdeck.paper.faces.markup import parse_markup
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.faces.setting import fit, place
from proofdeck.paper.faces.text import Style, compose

TITLE = Font("Cinzel", 700)
BODY = Font("Alegreya Sans", 400)
BOLD = Font("Alegreya Sans", 700)
ITALIC = Font("Alegreya Sans", 400, italic=True)
BOLD_ITALIC = Font("Alegreya Sans", 700, italic=True)
INK = "#1d1d1f"
QUIET = "#5c5c62"
THIN, THICK = 0.15, 0.3
REACH = 20.0
"""mm from the calibration cross to the end of its arms."""
CARD, CORNER = Size(63.0, 88.0), 3.0
"""A playing card, and the radius of its corners."""


def page(paper: Size, marks: tuple[Mark, ...]) -> Face:
    return Face(paper, 0.0, "rectangle", marks)


def text(
    words: str,
    box: Box,
    points: float,
    materials: Materials,
    font: Font = BODY,
    colour: str = INK,
    align: str = "left",
    lines: int = 0,
) -> Iterator[Mark]:
    bold = BOLD if font == BODY else font
    style = Style(font, bold, ITALIC, BOLD_ITALIC, colour, align, "top", 1.25, 0.35, lines=lines, borrows=True)  # type: ignore[arg-type]
    composed = compose(parse_markup(words), style, materials)
    size, height = points * MM_PER_POINT, materials.cap_height(font)
    size = fit(composed, style, box, size, size / 2, height).size
    yield from place(composed, style, box, size, height)


def largest_for_all(lines: Iterable[str], width: float, points: float, materials: Materials, font: Font) -> float:
    """The size in points at which each of the lines fits into that width, at most `points`."""
    box = Box(0, 0, width, points)
    runs = [mark for words in lines for mark in text(words, box, points, materials, font, lines=1)]
    return min((mark.size for mark in runs if isinstance(mark, TextRun)), default=points * MM_PER_POINT) / MM_PER_POINT


def ruler(x: float, y: float, count: int, step: float, major: int, name: str, materials: Materials) -> Iterator[Mark]:
    """A scale from (x, y) to the right, with a tick every `step` mm and a long one every `major` ticks."""
    for tick in range(count + 1):
        length = 5.0 if tick % major == 0 else 3.5 if tick % (major // 2) == 0 else 2.0
        yield line(x + tick * step, y, x + tick * step, y + length, THIN)
    yield line(x, y, x + count * step, y, THICK)
    yield from text(f"**{name}**", Box(x, y + 6.5, 30, 4), 9, materials)


def outline_of_card(x: float, y: float, say: Phrases, materials: Materials) -> Iterator[Mark]:
    """The outline of a playing card on its side, to lay a real one on and check the scale."""
    card = Box(x, y, CARD.height, CARD.width)
    yield Shape(rectangle_path(card, CORNER), None, INK, THIN, (1.2, 0.8))
    words = say("playing_card", width=f"{CARD.width:g}", height=f"{CARD.height:g}")
    middle = Box(card.x + 8, card.centre[1] - 6, card.width - 16, 12)
    yield from text(words, middle, 10, materials, colour=QUIET, align="center")


def cross(x: float, y: float) -> Iterator[Mark]:
    yield line(x - REACH, y, x + REACH, y, THIN)
    yield line(x, y - REACH, x, y + REACH, THIN)


def scale(x: float, y: float, materials: Materials) -> Iterator[Mark]:
    """The back of a cross: millimetre scales in both directions, numbered as seen from the back."""
    yield from cross(x, y)
    for step in range(-10, 11):
        long = 2.0 if step % 5 else 4.0
        yield line(x + step, y - long / 2, x + step, y + long / 2, THIN)
        yield line(x - long / 2, y + step, x + long / 2, y + step, THIN)
    for step in (-10, 10):
        yield from text(f"{step:+d}", Box(x + step - 4, y + 3, 8, 3), 7, materials, align="center")
        yield from text(f"{step:+d}", Box(x + 3, y + step - 1, 8, 3), 7, materials)


def line(
    x1: float, y1: float, x2: float, y2: float, width: float, colour: Colour = INK, dash: tuple[float, ...] = ()
) -> Shape:
    return Shape((("M", (x1, y1)), ("L", (x2, y2))), None, colour, width, dash)
