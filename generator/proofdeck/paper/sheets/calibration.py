"""The test sheet of a printer: hardly any ink, two crosses with their scales on the back, rulers, and a card to lay on.

It consists of two faces as large as the paper, made of the same marks as a card. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.ground.paper import Duplex
from proofdeck.ground.phrases import Phrases
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Mark
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.sheets.drawing import (
    BODY,
    CARD,
    QUIET,
    REACH,
    TITLE,
    cross,
    outline_of_card,
    page,
    ruler,
    scale,
    text,
)
from proofdeck.paper.sheets.imposition import paper_flip
from proofdeck.source.project.printer_error import Point, PrinterError

SIDE = 18.0
"""From the edge of the paper to text."""
AWAY = 35.0
"""From the edges of the paper to the middle of a cross: the farther apart they are, the better a turn shows."""


def crosses(paper: Size) -> tuple[Point, Point]:
    """Where the crosses are on the front: at the top left and at the bottom right."""
    return (AWAY, AWAY), (paper.width - AWAY, paper.height - AWAY)


def scales(paper: Size, duplex: Duplex) -> tuple[Point, Point]:
    """Where their scales are on the back, if the printer is not off."""
    first, second = (paper_flip(paper, duplex).apply(*place) for place in crosses(paper))
    return first, second


def faces(paper: Size, duplex: Duplex, error: PrinterError, say: Phrases, materials: Materials) -> tuple[Face, Face]:
    """Front and back. error: what is known of the printer, so that both crosses show nothing if it is right."""
    return page(paper, tuple(_front(paper, say, materials))), page(
        paper, tuple(_back(paper, duplex, error, say, materials))
    )


def _front(paper: Size, say: Phrases, materials: Materials) -> Iterator[Mark]:
    for number, (x, y) in enumerate(crosses(paper), start=1):
        yield from cross(x, y)
        yield from text(f"{number}", Box(x + 2, y - REACH, 10, 4), 10, materials, colour=QUIET)
    left = AWAY + REACH + 8
    wide = paper.width - left - SIDE
    yield from text(say("test_sheet"), Box(left, 18, wide, 9), 18, materials, TITLE, lines=1)
    yield from text(say("test_sheet_words"), Box(left, 28, wide, 36), 10, materials, BODY)
    yield from ruler(SIDE, 82, 150, 1.0, 10, "150 mm", materials)
    yield from outline_of_card(SIDE, 104, say, materials)
    left = SIDE + CARD.height + 8
    beside = Box(left, 104, paper.width - left - SIDE, CARD.width)
    yield from text(say("test_sheet_next"), beside, 10, materials, BODY)


def _back(paper: Size, duplex: Duplex, error: PrinterError, say: Phrases, materials: Materials) -> Iterator[Mark]:
    for number, place in enumerate(scales(paper, duplex), start=1):
        x, y = error.on(paper).apply(*place)
        yield from scale(x, y, materials)
        yield from text(f"{number}", Box(x + 2, y - REACH, 10, 4), 10, materials, colour=QUIET)
    middle = Box(SIDE, paper.height / 2 - 12, paper.width - 2 * SIDE, 24)
    yield from text(say("read_crosses"), middle, 11, materials, align="center")
