"""Prints sheets to one PDF: the first page, then each sheet's front and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofdeck.ground.transform import STAY, Transform
from proofdeck.ground.units import MM_PER_POINT, Box
from proofdeck.paper.faces.face import Face, Mark, Path, Shape, TextRun, line_path, outline_path, polygon_path
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.ink.content import Content
from proofdeck.paper.ink.document import Document
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.sheets import registration
from proofdeck.paper.sheets.cover import Imprint, cover, exchange_pages, room_for_pictures
from proofdeck.paper.sheets.drawing import BODY, text
from proofdeck.paper.sheets.imposition import ROUNDING
from proofdeck.paper.sheets.marks import FOLD_DASH, Line
from proofdeck.paper.sheets.sheet import Placed, Sheet, Side
from proofdeck.paper.sheets.showcase import NO_TABLE, NOTHING_SHOWN, Showcase, TablePicture, showcase
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

Progress = Callable[[int, int], None]
"""(done, of)"""


def print_sheets(
    sheets: Sequence[Sheet],
    imprint: Imprint,
    supplies: Supplies,
    progress: Progress | None = None,
    table: TablePicture = NO_TABLE,
) -> bytes:
    """The PDF, deterministic: the same sheets give the same bytes. table: what the first page shows of the game."""
    document = Document(supplies, imprint.title, f"{imprint.how.paper_name.upper()} print sheets", imprint.ink == "low")
    layout = imprint.how.layout
    if layout is None or layout.first_page:
        front, back = cover(imprint, supplies)
        _whole_page(document, front, showcase(sheets, table, *room_for_pictures(imprint, supplies)))
        if back is not None:
            _whole_page(document, back)
    separate = imprint.how.duplex == "none"
    for face in exchange_pages(imprint, supplies):
        _whole_page(document, face)
        if not separate and not imprint.folded:
            document.page(imprint.how.paper, document.content())
    for number, sheet in enumerate(sheets, start=1):
        label = _label(imprint, number, "fold" if sheet.back is None else "front")
        _side(document, supplies, sheet, sheet.front, label, cuts=True)
        if sheet.back is not None and not separate and not imprint.folded:
            _side(document, supplies, sheet, sheet.back, _label(imprint, number, "back"))
        if progress:
            progress(number, len(sheets))
    if separate:
        for number, sheet in enumerate(sheets, start=1):
            if sheet.back is not None and sheet.back.placed:
                _side(document, supplies, sheet, sheet.back, _label(imprint, number, "back"))
    return document.finish()


def print_pages(title: str, faces: Sequence[Face], supplies: Supplies) -> bytes:
    """The PDF of faces that are as large as their paper."""
    document = Document(supplies, title)
    for face in faces:
        _whole_page(document, face)
    return document.finish()


def _whole_page(document: Document, face: Face, shown: Showcase = NOTHING_SHOWN) -> None:
    content = document.content()
    content.form(document.face(face), STAY)
    for placed, line in shown.faces:
        paint_placed(document, content, placed)
        content.marks([line])
    for line, several in shown.sheets:
        content.marks([line])
        for placed in several:
            paint_placed(document, content, placed)
    document.page(face.size, content)


def paint_placed(document: Document, content: Content, placed: Placed) -> None:
    clip = polygon_path(placed.within) if placed.within else placed.clip
    content.form(document.face(placed.face), placed.transform, clip)


def print_fronts(sheets: Sequence[Sheet], title: str, subject: str, supplies: Supplies) -> bytes:
    """The PDF of sheets that are not turned or folded, such as score pads: fronts and crop marks, no first page."""
    document = Document(supplies, title, subject)
    for sheet in sheets:
        content = document.content()
        for placed in sheet.front.placed:
            paint_placed(document, content, placed)
        content.marks(_cut_marks(sheet.front, sheet.plan.layout.marks))
        document.page(sheet.paper, content, sheet.front.trim, turned=sheet.plan.turned)
    return document.finish()


def _label(imprint: Imprint, number: int, side: str) -> str:
    say = imprint.phrases
    foot = say("foot", issue=imprint.issue, number=number, sheets=imprint.sheets, side=say(f"side_{side}"))
    return " · ".join(filter(None, (foot, imprint.command)))


def _side(
    document: Document, materials: Materials, sheet: Sheet, side: Side, label: str, *, cuts: bool = False
) -> None:
    content = document.content()
    for placed in side.placed:
        paint_placed(document, content, placed)
    content.marks(_cut_marks(side, sheet.plan.layout.marks))
    content.marks(_lines(side.folds, Marks(), FOLD_DASH))
    if cuts:
        _cut_lines(document, content, side)
        if marks := sheet.plan.registration:
            content.add("q", _matrix(sheet.plan.to_paper))
            content.marks([*registration.shapes(marks, sheet.plan.frame)])
            content.add("Q")
    has_room = side.bleed.bottom <= sheet.paper.height - LABEL_ROOM
    if side.placed and has_room and sheet.plan.layout.imprint:
        content.marks(_line_of_text(label, sheet, materials))
    document.page(sheet.paper, content, side.trim, side.bleed)


def _cut_marks(side: Side, look: Marks) -> list[Shape]:
    """The crop marks, on white where they begin within the bleed."""
    ink = side.bleed.inset(ROUNDING)
    over = [line for line in side.marks if ink.x < line[0] < ink.right and ink.y < line[1] < ink.bottom]
    return [*(_lines(over, OVER_INK) if look.style == "corners" else []), *_lines(side.marks, look)]


def _lines(lines: Sequence[Line], look: Marks, dash: tuple[float, ...] = ()) -> list[Shape]:
    """All lines as one path."""
    path = tuple(segment for line in lines for segment in (("M", line[:2]), ("L", line[2:])))
    return [Shape(path, None, look.colour, look.width, dash)] if path else []


def _cut_lines(document: Document, content: Content, side: Side) -> None:
    """Outlines that crop marks cannot show (tokens, hexagons, round corners), in a layer of their own."""
    shaped = [placed for placed in side.placed if not (placed.face.is_cut_straight or side.cuts)]
    if not shaped and not side.cuts:
        return
    document.begin_cut_layer(content)
    content.marks(_along(tuple(segment for line in side.cuts for segment in line_path(line))))
    for placed in shaped:
        content.add("q", _matrix(placed.transform))
        content.marks(_outlines(placed.face))
        content.add("Q")
    content.add("EMC")


def _matrix(transform: Transform) -> str:
    return f"{' '.join(f'{n:.4f}' for n in transform)} cm"


def _outlines(face: Face) -> list[Shape]:
    trim = Box(0, 0, face.size.width, face.size.height)
    return _along(outline_path(face.outline, trim, face.corner))


def _along(path: Path) -> list[Shape]:
    """Lines to cut along."""
    return [Shape(path, None, colour, Marks().width, dash) for colour, dash in CUT_LINE]


def _line_of_text(words: str, sheet: Sheet, materials: Materials) -> Sequence[Mark]:
    """At the foot of the paper; smaller if it is too long."""
    glyphs = materials.shape(words, BODY)
    length = sum(glyph.advance for glyph in glyphs)
    size = min(LABEL_SIZE, (sheet.paper.width - 2 * LABEL_SIDE) / length)
    if not all(glyph.id for glyph in glyphs):
        wide, points = sheet.paper.width - 2 * LABEL_SIDE, LABEL_SIZE / MM_PER_POINT
        box = Box(LABEL_SIDE, sheet.paper.height - LABEL_FROM_EDGE - LABEL_SIZE, wide, 2 * LABEL_SIZE)
        return [*text(words, box, points, materials, colour=LABEL_COLOUR, align="center", lines=1)]
    x, y = (sheet.paper.width - length * size) / 2, sheet.paper.height - LABEL_FROM_EDGE
    return [TextRun(BODY, size, x, y, glyphs, LABEL_COLOUR)]
