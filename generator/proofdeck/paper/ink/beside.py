"""What is painted beside the cards of a sheet: marks, lines to cut along, and labels."""

from __future__ import annotations

from collections.abc import Sequence

from proofdeck.ground.transform import Transform, flip_across, quarter_turn
from proofdeck.ground.units import MM_PER_POINT, Box
from proofdeck.paper.faces.face import Face, Mark, Path, Shape, TextRun, line_path, outline_path, rectangle_path
from proofdeck.paper.faces.markup import escaped
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.ink.content import Content
from proofdeck.paper.ink.document import Document
from proofdeck.paper.sheets.cover import Imprint
from proofdeck.paper.sheets.drawing import BODY, text
from proofdeck.paper.sheets.imposition import ROUNDING, paper_flip
from proofdeck.paper.sheets.marks import Line
from proofdeck.paper.sheets.sheet import Sheet, Side
from proofdeck.source.project.layouts import Marks

CUT_LINE = (("#ffffff", ()), ("#333333", (1.2, 0.8)))
"""Colours and dashes (mm) of cut lines, from the bottom up. On any ground, one of the two has a contrast of at least
3.5 : 1; a single colour disappears on grounds that are about as dark."""
OVER_INK = Marks(width=0.75, colour="#ffffff")
"""What is painted below crop marks that begin within the bleed."""
LABEL_COLOUR = "#7a7a7a"
LABEL_SIZE = 6.5 * MM_PER_POINT
LABEL_FROM_EDGE = 6.0
LABEL_SIDE = 30.0
"""mm from the sides of the paper, so that a cutting machine does not take letters for its marks."""
LABEL_ROOM = 10.0
TILE_LABEL, TILE_LABEL_SIZE = 4.0, 8.0
"""mm, pt: the room for the label of a tile, and its letters."""


def cut_marks(side: Side, look: Marks) -> list[Shape]:
    """The crop marks, on white where they begin within the bleed."""
    ink = side.bleed.inset(ROUNDING)
    over = [line for line in side.marks if ink.x < line[0] < ink.right and ink.y < line[1] < ink.bottom]
    return [*(lines_of(over, OVER_INK) if look.style == "corners" else []), *lines_of(side.marks, look)]


def lines_of(lines: Sequence[Line], look: Marks, dash: tuple[float, ...] = ()) -> list[Shape]:
    """All lines as one path."""
    path = tuple(segment for line in lines for segment in (("M", line[:2]), ("L", line[2:])))
    return [Shape(path, None, look.colour, look.width, dash)] if path else []


def cut_lines(document: Document, content: Content, side: Side, *, clipped: bool) -> None:
    """Outlines that crop marks cannot show (tokens, hexagons, round corners), in a layer of their own.

    clipped: whether only part of a face is on the sheet.
    """
    shaped = [placed for placed in side.placed if not (placed.face.is_cut_straight or side.cuts)]
    if not shaped and not side.cuts:
        return
    document.begin_cut_layer(content)
    content.marks(_along(tuple(segment for line in side.cuts for segment in line_path(line))))
    for placed in shaped:
        content.add("q")
        if clipped:
            content.clip(rectangle_path(placed.clip), even_odd=False)
        content.add(matrix_of(placed.transform))
        content.marks(_outlines(placed.face))
        content.add("Q")
    content.add("EMC")


def label_of_tile(content: Content, materials: Materials, sheet: Sheet, imprint: Imprint, *, is_back: bool) -> None:
    """Which tile of which board it is: above it, or at its right if boards of one row leave no room there."""
    plan, (row, column) = sheet.plan, sheet.tile
    board = next(board for board in imprint.boards if board.label == sheet.label)
    top, right, _, _ = plan.layout.margin
    frame, place, edge = plan.frame, plan.to_paper, top
    if board.rows == 1:
        frame, place, edge = frame.turned(), place.after(quarter_turn(frame.width)), right
    if is_back:
        place = paper_flip(sheet.paper, imprint.how.duplex).after(place).after(flip_across(frame.width))
    place_of = {"row": row + 1, "rows": board.rows, "column": column + 1, "columns": board.columns}
    words = escaped(imprint.phrases("tile", name=board.name, **place_of))
    box = Box(LABEL_SIDE, edge, frame.width - 2 * LABEL_SIDE, TILE_LABEL)
    content.add("q", matrix_of(place))
    content.marks(text(words, box, TILE_LABEL_SIZE, materials, colour=LABEL_COLOUR, align="center", lines=1))
    content.add("Q")


def matrix_of(transform: Transform) -> str:
    return f"{' '.join(f'{n:.4f}' for n in transform)} cm"


def _outlines(face: Face) -> list[Shape]:
    trim = Box(0, 0, face.size.width, face.size.height)
    return _along(outline_path(face.outline, trim, face.corner))


def _along(path: Path) -> list[Shape]:
    """Lines to cut along."""
    return [Shape(path, None, colour, Marks().width, dash) for colour, dash in CUT_LINE]


def line_of_text(words: str, sheet: Sheet, materials: Materials, above: float) -> Sequence[Mark]:
    """At the foot of the paper; smaller if it is too long. above: from the edge to the letters."""
    glyphs = materials.shape(words, BODY)
    length = sum(glyph.advance for glyph in glyphs)
    size = min(LABEL_SIZE, (sheet.paper.width - 2 * LABEL_SIDE) / length)
    if not all(glyph.id for glyph in glyphs):
        wide, points = sheet.paper.width - 2 * LABEL_SIDE, LABEL_SIZE / MM_PER_POINT
        box = Box(LABEL_SIDE, sheet.paper.height - above - LABEL_SIZE, wide, 2 * LABEL_SIZE)
        return [*text(words, box, points, materials, colour=LABEL_COLOUR, align="center", lines=1)]
    x, y = (sheet.paper.width - length * size) / 2, sheet.paper.height - above
    return [TextRun(BODY, size, x, y, glyphs, LABEL_COLOUR)]
