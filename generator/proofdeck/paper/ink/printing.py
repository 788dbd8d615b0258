"""Prints sheets to one PDF: the first page, then each sheet's front and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofdeck.ground.transform import STAY, Transform
from proofdeck.paper.faces.face import Face, polygon_path
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.ink.beside import (
    LABEL_FROM_EDGE,
    LABEL_ROOM,
    cut_lines,
    cut_marks,
    label_of_tile,
    line_of_text,
    lines_of,
    matrix_of,
)
from proofdeck.paper.ink.content import Content
from proofdeck.paper.ink.document import Document
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.sheets import registration
from proofdeck.paper.sheets.cover import Imprint, cover, exchange_pages, rooms_for_pictures
from proofdeck.paper.sheets.marks import FOLD_DASH, JOINT_DASH
from proofdeck.paper.sheets.sheet import Placed, Sheet, Side
from proofdeck.paper.sheets.showcase import NOTHING_SHOWN, Showcase, showcase
from proofdeck.paper.svg.geometry import inverse
from proofdeck.source.project.layouts import Marks

Progress = Callable[[int, int], None]
"""(done, of)"""


def print_sheets(
    sheets: Sequence[Sheet], imprint: Imprint, supplies: Supplies, progress: Progress | None = None
) -> bytes:
    """The PDF, deterministic: the same sheets give the same bytes."""
    larger, larger_back = enlarging_sides(imprint.how.enlarging, imprint.how.back)
    document = Document(supplies, imprint.title, f"{imprint.how.paper_name.upper()} print sheets")
    layout = imprint.how.layout
    if layout is None or layout.first_page:
        front, back = cover(imprint, supplies)
        shown = showcase(sheets, *rooms_for_pictures(imprint, supplies))
        _whole_page(document, front, shown, moved=larger)
        if back is not None:
            _whole_page(document, back, moved=larger_back)
    separate = imprint.how.duplex == "none"
    for face in exchange_pages(imprint, supplies):
        _whole_page(document, face)
        if not separate and not imprint.folded:
            document.page(imprint.how.paper, document.content())
    for number, sheet in enumerate(sheets, start=1):
        label = _label(imprint, number, "fold" if sheet.back is None else "front")
        _side(document, supplies, sheet, sheet.front, imprint, label, cuts=True)
        if sheet.back is not None and not separate and not imprint.folded:
            _side(document, supplies, sheet, sheet.back, imprint, _label(imprint, number, "back"))
        if progress:
            progress(number, len(sheets))
    if separate:
        for number, sheet in enumerate(sheets, start=1):
            if sheet.back is not None and sheet.back.placed:
                _side(document, supplies, sheet, sheet.back, imprint, _label(imprint, number, "back"))
    return document.finish()


def print_pages(title: str, faces: Sequence[Face], supplies: Supplies, moved: Sequence[Transform] = ()) -> bytes:
    """The PDF of faces that are as large as their paper. moved: what moves or enlarges each of them."""
    document = Document(supplies, title)
    for number, face in enumerate(faces):
        _whole_page(document, face, moved=moved[number] if moved else STAY)
    return document.finish()


def enlarging_sides(front: Transform, back: Transform) -> tuple[Transform, Transform]:
    """What enlarges both sides of a sheet. front: the front alone; back: what has moved all that is on the back."""
    return front, back.after(front).after(inverse(back) or STAY)


def _whole_page(document: Document, face: Face, shown: Showcase = NOTHING_SHOWN, *, moved: Transform = STAY) -> None:
    content = document.content()
    content.form(document.face(face), STAY)
    for placed, line in shown.faces:
        paint_placed(document, content, placed)
        content.marks([line])
    for line, several in shown.sheets:
        content.marks([line])
        for placed in several:
            paint_placed(document, content, placed)
    document.page(face.size, content, moved=moved)


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
        content.marks(cut_marks(sheet.front, sheet.plan.layout.marks))
        document.page(sheet.paper, content, sheet.front.trim, turned=sheet.plan.turned)
    return document.finish()


def _label(imprint: Imprint, number: int, side: str) -> str:
    say = imprint.phrases
    foot = say("foot", issue=imprint.issue, number=number, sheets=imprint.sheets, side=say(f"side_{side}"))
    return " · ".join(filter(None, (foot, imprint.command)))


def _side(
    document: Document,
    materials: Materials,
    sheet: Sheet,
    side: Side,
    imprint: Imprint,
    label: str,
    *,
    cuts: bool = False,
) -> None:
    content, how, is_back = document.content(), imprint.how, side is sheet.back
    for placed in side.placed:
        paint_placed(document, content, placed)
    content.marks(cut_marks(side, sheet.plan.layout.marks))
    content.marks(lines_of(side.folds, Marks(), JOINT_DASH if sheet.plan.tiling else FOLD_DASH))
    if sheet.plan.tiling:
        label_of_tile(content, materials, sheet, imprint, is_back=is_back)
    if cuts:
        cut_lines(document, content, side, clipped=sheet.plan.tiling is not None)
        if marks := sheet.plan.registration:
            content.add("q", matrix_of(sheet.plan.to_paper))
            content.marks([*registration.shapes(marks, sheet.plan.frame)])
            content.add("Q")
    has_room = side.bleed.bottom <= sheet.paper.height - LABEL_ROOM - how.lost
    if side.placed and has_room and sheet.plan.layout.imprint:
        content.marks(line_of_text(label, sheet, materials, LABEL_FROM_EDGE + how.lost))
    moved = enlarging_sides(how.enlarging, how.back)[is_back]
    document.page(sheet.paper, content, side.trim, side.bleed, moved=moved)
