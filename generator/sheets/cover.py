"""The first page: how to print, rulers, and a cross on both sides that measures how the printer turns its paper.

In: what the sheets are. Out: two faces as large as the paper, made of the same marks as a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.faces.face import Face, Font, Mark, Shape, rectangle_path
from generator.faces.markup import parse_markup
from generator.faces.materials import Materials
from generator.faces.setting import place
from generator.faces.text import Style, compose
from generator.sheets.imposition import paper_flip
from generator.sheets.sheet import Imposition, Sheet
from generator.sheets.transform import move
from generator.units import MM_PER_INCH, MM_PER_POINT, Box, Size

TITLE = Font("Cinzel", 700)
BODY = Font("Alegreya Sans", 400)
BOLD = Font("Alegreya Sans", 700)
ITALIC = Font("Alegreya Sans", 400, italic=True)
BOLD_ITALIC = Font("Alegreya Sans", 700, italic=True)
INK = "#1d1d1f"
QUIET = "#5c5c62"
THIN, THICK = 0.15, 0.3
SIDE = 22.0
"""mm from the paper's edge to the text."""
TOP, LINE = 20.0, 6.2
"""mm: from the edge of the paper to the first line of a list, and from line to line."""
MOST_LETTERS = 90
"""Of a line of that list on the narrowest paper."""
REACH = 20.0
"""mm from the calibration cross to the end of its arms."""


@dataclass(frozen=True, slots=True)
class Imprint:
    """What the first page and the foot of each sheet say of a print.

    exchange: what to do with the deck on the table, where the sheets hold what changed and nothing else.
    """

    title: str
    about: str
    cards: int
    sheets: int
    low_ink: bool
    how: Imposition
    folded: bool
    exchange: tuple[str, ...] = ()


def cover(imprint: Imprint, materials: Materials) -> tuple[Face, Face | None]:
    """The first page, and its back where backs are printed on backs."""
    paper = imprint.how.paper
    front = _page(paper, (*_words(imprint, materials), *_rulers(paper, materials), *_target(imprint, materials)))
    two_sided = imprint.how.duplex != "none" and not imprint.folded
    return front, _page(paper, tuple(_scale(imprint, materials))) if two_sided else None


def exchange_pages(imprint: Imprint, materials: Materials) -> list[Face]:
    """What to take out of the deck and what to put in, before the sheets; none for sheets of a whole deck."""
    paper, lines = imprint.how.paper, imprint.exchange
    room = int((paper.height - 2 * TOP - 14) / LINE)
    pages = []
    for start in range(0, len(lines), room):
        marks = [*_text("What changes in the deck", Box(SIDE, TOP, paper.width - 2 * SIDE, 10), 18, materials, TITLE)]
        for row, line in enumerate(lines[start : start + room]):
            y = TOP + 14 + row * LINE
            marks += [Shape(rectangle_path(Box(SIDE, y, 3.2, 3.2)), None, INK, THIN)]
            box = Box(SIDE + 6, y - 0.4, paper.width - 2 * SIDE - 6, LINE)
            marks += _text(_shortened(_escaped(line)), box, 10.5, materials)
        pages.append(_page(paper, tuple(marks)))
    return pages


def _shortened(line: str) -> str:
    return line if len(line) <= MOST_LETTERS else f"{line[: MOST_LETTERS - 1]}…"


def _page(paper: Size, marks: tuple[Mark, ...]) -> Face:
    return Face(paper, 0.0, "rectangle", marks)


def _text(
    words: str, box: Box, points: float, materials: Materials, font: Font = BODY, colour: str = INK, align: str = "left"
) -> Iterator[Mark]:
    bold = font if font == TITLE else BOLD
    style = Style(font, bold, ITALIC, BOLD_ITALIC, colour, align, "top", 1.35, 0.45)  # type: ignore[arg-type]
    composed = compose(parse_markup(words), style, materials)
    yield from place(composed, style, box, points * MM_PER_POINT, materials.cap_height(font))


def _words(imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    width = imprint.how.paper.width - 2 * SIDE
    yield from _text(_escaped(imprint.title), Box(SIDE, 20, width, 12), 24, materials, TITLE)
    sheets = f"{imprint.sheets} sheet{'s' if imprint.sheets != 1 else ''}"
    edition = ", low-ink edition" if imprint.low_ink else ""
    pieces = f"{imprint.cards} pieces on {sheets} of {imprint.how.paper_name.upper()} paper{edition}"
    about = "\n".join(part for part in (_escaped(imprint.about), pieces) if part)
    yield from _text(about, Box(SIDE, 32, width, 12), 11, materials, colour=QUIET)
    yield from _text("\n".join(_steps(imprint)), Box(SIDE, 50, width, 104), 12, materials)


def _steps(imprint: Imprint) -> Iterator[str]:
    yield "**1. Print at 100 %** (actual size). Never let the printer fit or shrink the pages: the rulers must be true."
    if imprint.folded:
        yield "**2. Print one side only.** Score and fold each sheet on the dashed line, print outwards; glue it."
        yield "**3. Cut** from mark to mark once the glue is dry. Each back is then behind its front."
    elif imprint.how.duplex == "none":
        yield "**2. Print one side only.** All fronts come first, then all backs in the same order of sheets."
        yield "**3. Glue or sleeve.** Glue each front sheet to its back sheet before you cut; or cut both."
    else:
        edge = "long" if imprint.how.duplex == "long-edge" else "short"
        yield f"**2. Print on both sides, turned on the {edge} edge.** Try this page and its back first."
        yield (
            "**3. Check the cross.** Hold the sheet against a light and look at its *back*: where on the scale does the"
            " front's cross shine through? Build again with those numbers: **--back-offset X,Y**."
        )
        yield "**4. Cut** from mark to mark with a ruler and a sharp knife, long cuts first; or cut and sleeve."


def _escaped(words: str) -> str:
    return "".join(f"\\{letter}" if letter in "*:<\\" else letter for letter in words)


def _rulers(paper: Size, materials: Materials) -> Iterator[Mark]:
    y = paper.height - 42.0
    yield from _ruler(SIDE, y, 50, 1.0, 10, "50 mm", materials)
    yield from _ruler(SIDE, y + 16, 32, MM_PER_INCH / 16, 16, "2 in", materials)


def _ruler(x: float, y: float, count: int, step: float, major: int, name: str, materials: Materials) -> Iterator[Mark]:
    """A scale from (x, y) to the right: a tick each `step` mm, a long one each `major` ticks."""
    for tick in range(count + 1):
        length = 5.0 if tick % major == 0 else 3.5 if tick % (major // 2) == 0 else 2.0
        yield _line(x + tick * step, y, x + tick * step, y + length, THIN)
    yield _line(x, y, x + count * step, y, THICK)
    yield from _text(name, Box(x + count * step + 2, y - 0.5, 30, 5), 9, materials, BOLD)


def _target(imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    if imprint.how.duplex == "none" or imprint.folded:
        return
    x, y = _centre(imprint.how.paper)
    yield from _cross(x, y)
    yield from _text("front", Box(x + 2, y - REACH - 1, 20, 4), 8, materials, colour=QUIET)


def _centre(paper: Size) -> tuple[float, float]:
    return paper.width / 2, paper.height * 0.66


def _cross(x: float, y: float) -> Iterator[Mark]:
    yield _line(x - REACH, y, x + REACH, y, THIN)
    yield _line(x, y - REACH, x, y + REACH, THIN)


def _scale(imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    """The back of the cross: a scale of millimetres in both directions, numbered for the reader of the back."""
    paper = imprint.how.paper
    right, down = imprint.how.back_offset
    x, y = move(right, down).after(paper_flip(paper, imprint.how.duplex)).apply(*_centre(paper))
    yield from _cross(x, y)
    for step in range(-10, 11):
        long = 2.0 if step % 5 else 4.0
        yield _line(x + step, y - long / 2, x + step, y + long / 2, THIN)
        yield _line(x - long / 2, y + step, x + long / 2, y + step, THIN)
    for step in (-10, 10):
        yield from _text(f"{step:+d}", Box(x + step - 4, y + 3, 8, 3), 7, materials, align="center")
        yield from _text(f"{step:+d}", Box(x + 3, y + step - 1, 8, 3), 7, materials)
    yield from _text("**X** to the right", Box(x + REACH + 2, y - 1.2, 40, 4), 9, materials)
    yield from _text("**Y** downwards", Box(x - 20, y + REACH + 2, 40, 4), 9, materials, align="center")
    moved = f" Backs are moved by {right:g},{down:g} already: add what you read." if right or down else ""
    words = (
        "Against a light: at which X and Y does the front's cross shine through? Build with **--back-offset X,Y**."
        + moved
    )
    yield from _text(words, Box(SIDE, y - REACH - 16, paper.width - 2 * SIDE, 10), 11, materials, align="center")


def _line(x1: float, y1: float, x2: float, y2: float, width: float) -> Shape:
    return Shape((("M", (x1, y1)), ("L", (x2, y2))), None, INK, width)


def imprint_of(
    title: str,
    about: str,
    cards: int,
    sheets: Sequence[Sheet],
    how: Imposition,
    low_ink: bool,
    exchange: tuple[str, ...] = (),
) -> Imprint:
    """exchange: of sheets with what changed."""
    folded = bool(sheets) and all(sheet.back is None for sheet in sheets)
    return Imprint(title, about, cards, len(sheets), low_ink, how, folded, exchange)
