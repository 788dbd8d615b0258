"""Lays out and paints a grid: lines, text and space to write, in the colour and fonts of a game, with little ink.

The result is one face of the first given size on which everything fits, or several of the last size. All space that
text does not need is for writing. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from proofdeck.book.pads.grid import PadColumn, PadGrid, PadRow
from proofdeck.book.pads.measuring import AIR_OF_NOTE, ROUNDING, SIZES, Align, Dress, Part, Pen, Type
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Mark, Shape
from proofdeck.paper.faces.materials import Materials

EDGE = 6.0
"""From the edge of a face to its contents."""
LEAST_ROW, LEAST_COLUMN, LEAST_WIDE = 6.5, 12.0, 24.0
"""The space needed to write numbers, and words."""
TALLEST_ROW, TALLEST_LINE_OF_WORDS = 13.0, 8.0
NAMES, SECTION = 9.0, 6.0
"""Heights of rows for names of players, and for text across all columns."""
AIR, AIR_OF_CELL, AIR_OF_HEAD = 2.2, 1.0, 1.6
"""Space below the title, next to text in a cell, and above and below a heading."""
NOTE_GAP = 2.5
"""Space between text and a note next to it."""
PAGE_NUMBER = 20.0
"""Space for the page number next to the foot."""
FIELD, FIELD_GAP = 36.0, 4.0
"""Space for a blank next to the title, of which the gap stays empty."""
WIDEST_WORDS = 58.0
SHARE_OF_WIDE = 3
"""How many times as much remaining space a text column gets as a number column."""
TITLE_LINES = (7.0, 12.0, 24.0)
"""Possible heights of a title; the first in which it fits is used."""
GREY = "#b4b0a8"
HAIR, FINE, STRONG = 0.13, 0.3, 0.7
"""Lines between cells; around players and above sums; at both ends of the grid."""
DOTS = (0.25, 0.85)

Line = tuple[float, float, float, float]
PlacedRow = tuple[PadRow, float, float]
"""A row with its top and bottom."""


class PaintedPad(NamedTuple):
    """faces: empty if the text does not fit even on the last size. missing: characters missing from the fonts."""

    faces: tuple[Face, ...]
    missing: tuple[str, ...] = ()


def paint(grid: PadGrid, dress: Dress, materials: Materials, sizes: Sequence[Size] = SIZES) -> PaintedPad:
    """Paint on one face of the first size with enough space, or on several faces of the last size.

    Raises MaterialError for a missing font.
    """
    pen = Pen(dress, materials)
    chosen: _Layout | None = None
    for size in sizes:
        found = _laid_out(grid, size, pen)
        chosen = found or chosen
        if found is not None and len(found.parts) == 1:
            break
    parts = range(len(chosen.parts)) if chosen else ()
    faces = tuple(Face(chosen.size, 0.0, "rectangle", tuple(chosen.marks(part))) for part in parts if chosen)
    return PaintedPad(faces, tuple(sorted(pen.missing)))


class _Layout(NamedTuple):
    """A grid on faces of one size.

    letters, title: the style and height of the title; xs: edges of the columns; top, heads, body: where names of
    players, headings and rows begin; heights: of all rows; parts: the rows of each face.
    """

    grid: PadGrid
    size: Size
    pen: Pen
    letters: Type
    title: float
    xs: tuple[float, ...]
    top: float
    heads: float
    body: float
    heights: tuple[float, ...]
    parts: tuple[range, ...]

    def marks(self, part: int) -> Iterator[Mark]:
        """What is painted on that face."""
        edges = [*accumulate((self.heights[place] for place in self.parts[part]), initial=self.body)]
        rows = [(self.grid.rows[place], *edge) for place, edge in zip(self.parts[part], pairwise(edges), strict=True)]
        yield from _title(self)
        yield from _groups(self)
        yield from _heads(self)
        for row, top, bottom in rows:
            yield from _cells(self, row, top, bottom - top)
        yield from _lines(self, rows)
        yield from _foot(self, part)


# -- space -------------------------------------------------------------------------------------------------------------


def _laid_out(grid: PadGrid, size: Size, pen: Pen) -> _Layout | None:
    """The layout; None if something does not fit even on a face of its own."""
    room = size.width - 2 * EDGE
    widths = _widths(grid, room, pen)
    titled = _title_in(grid, room, pen)
    words = [(grid.about, pen.about), (grid.foot, pen.foot), *_notes(grid, pen)]
    if widths is None or titled is None or any(pen.longest(one, kind) > room for one, kind in words):
        return None
    letters, title = titled
    about = pen.block(grid.about, pen.about, room) + AIR_OF_NOTE if grid.about else 0.0
    top = EDGE + title + about + AIR
    heads = top + (NAMES if grid.groups else 0.0)
    body = heads + max(_head_height(column, width, pen) for column, width in zip(grid.columns, widths, strict=True))
    heights = [_row_height(row, widths, pen) for row in grid.rows]
    space = size.height - EDGE - body - _below(grid, room, pen)
    parts = _parts(heights, space)
    if parts is None:
        return None
    tallest = TALLEST_ROW if any(column.room for column in grid.columns) else TALLEST_LINE_OF_WORDS * pen.dress.scale
    heights = _stretched(grid.rows, heights, parts[0], space, tallest)
    xs = tuple(accumulate(widths, initial=EDGE))
    return _Layout(grid, size, pen, letters, title, xs, top, heads, body, tuple(heights), parts)


def _notes(grid: PadGrid, pen: Pen) -> list[Part]:
    return [(note, pen.note) for note in grid.notes]


def _below(grid: PadGrid, room: float, pen: Pen) -> float:
    """The height of notes and the foot below the grid."""
    foot = pen.block(grid.foot, pen.foot, room - PAGE_NUMBER)
    return AIR + pen.stack(_notes(grid, pen), room) + AIR_OF_NOTE * (1 + bool(grid.notes)) + foot


def _title_in(grid: PadGrid, room: float, pen: Pen) -> tuple[Type, float] | None:
    """The style and height of the title; None if it is too long."""
    for high in (lines * pen.dress.scale for lines in TITLE_LINES):
        letters = pen.shrunk(grid.title, pen.title, Box(0, 0, room - FIELD * len(grid.fields), high))
        if letters is not None:
            return letters, high
    return None


def _widths(grid: PadGrid, room: float, pen: Pen) -> tuple[float, ...] | None:
    """Text columns as wide as their text, if possible; columns to write in share the remaining width."""
    pairs = [_column_width(grid, number, column, pen) for number, column in enumerate(grid.columns)]
    least, usual = (sum(pair[side] for pair in pairs) for side in (0, 1))
    if least > room + ROUNDING:
        return None
    if usual >= room:
        share = (room - least) / (usual - least) if usual > least else 0.0
        return tuple(narrow + share * (wide - narrow) for narrow, wide in pairs)
    takers = [float(column.room * (SHARE_OF_WIDE if column.wide else 1)) for column in grid.columns]
    if not any(takers):
        takers = [wide for _, wide in pairs]
    more = (room - usual) / (sum(takers) or 1)
    return tuple(wide + more * takes for (_, wide), takes in zip(pairs, takers, strict=True))


def _column_width(grid: PadGrid, number: int, column: PadColumn, pen: Pen) -> tuple[float, float]:
    """The least width of a column, and the width its text would like."""
    least = max(pen.longest(column.head, pen.head), pen.longest(column.note, pen.hint)) + 2 * AIR_OF_CELL
    usual = pen.width(column.head, pen.head) + 2 * AIR_OF_CELL
    if column.room:
        least = max(least, LEAST_WIDE if column.wide else LEAST_COLUMN)
        usual = max(least, usual)
    for row in grid.rows:
        if row.kind == "section" or number >= len(row.cells):
            continue
        kind = pen.strong if row.kind == "sum" else pen.label
        words, note = row.cells[number], row.note_of(number)
        wide = pen.width(words, kind) + (NOTE_GAP + pen.width(note, pen.note) if note else 0.0)
        least = max(least, pen.longest(words, kind) + 2 * AIR_OF_CELL, pen.longest(note, pen.note) + 2 * AIR_OF_CELL)
        usual = max(usual, wide + 2 * AIR_OF_CELL)
    return least, max(least, min(usual, WIDEST_WORDS * pen.dress.scale))


def _head(column: PadColumn, pen: Pen) -> list[Part]:
    return [(column.head, pen.head), (column.note, pen.hint)]


def _head_height(column: PadColumn, width: float, pen: Pen) -> float:
    high = pen.stack(_head(column, pen), width - AIR_OF_CELL)
    return high + 2 * AIR_OF_HEAD if high else 0.0


def _row_height(row: PadRow, widths: Sequence[float], pen: Pen) -> float:
    if row.kind == "section":
        return SECTION * pen.dress.scale
    highest = LEAST_ROW
    for number in range(len(row.cells)):
        parts, room = _cell(row, number, pen), widths[number] - 2 * AIR_OF_CELL
        high = pen.stack(parts[:1] if _is_one_line(parts, room, pen) else parts, room)
        highest = max(highest, high + 2 * AIR_OF_CELL)
    return highest


def _cell(row: PadRow, number: int, pen: Pen) -> list[Part]:
    """The text of a cell, and its note."""
    kind = pen.strong if row.kind == "sum" else pen.label
    return [(row.cells[number], kind), (row.note_of(number), pen.note)]


def _is_one_line(parts: Sequence[Part], room: float, pen: Pen) -> bool:
    """Whether text has no note, or fits on one line with it."""
    (words, kind), (note, small) = parts
    return not note or pen.width(words, kind) + NOTE_GAP + pen.width(note, small) <= room + ROUNDING


def _parts(heights: Sequence[float], body: float) -> tuple[range, ...] | None:
    """As many rows on each face as fit; None if a row is too high."""
    parts, start, used = [], 0, 0.0
    for number, high in enumerate(heights):
        if high > body:
            return None
        if used + high > body + ROUNDING:
            parts.append(range(start, number))
            start, used = number, 0.0
        used += high
    return (*parts, range(start, len(heights)))


def _stretched(rows: Sequence[PadRow], heights: list[float], part: range, body: float, tallest: float) -> list[float]:
    """Rows share the remaining height of the first face, up to `tallest`; they are equal on all faces."""
    shown = [one for one in part if rows[one].kind != "section"]
    more = (body - sum(heights[one] for one in part)) / max(1, len(shown))
    return [
        high if row.kind == "section" else max(high, min(tallest, high + more))
        for row, high in zip(rows, heights, strict=True)
    ]


# -- words -------------------------------------------------------------------------------------------------------------


def _title(layout: _Layout) -> Iterator[Mark]:
    grid, pen, right = layout.grid, layout.pen, layout.size.width - EDGE
    room = right - EDGE - FIELD * len(grid.fields)
    yield from pen.set(grid.title, layout.letters, Box(EDGE, EDGE, room, layout.title))
    yield from pen.set_stack([(grid.about, pen.about)], Box(EDGE, EDGE + layout.title + AIR_OF_NOTE, right - EDGE, 0))
    y = EDGE + layout.title - AIR_OF_NOTE
    for place, name in enumerate(reversed(grid.fields), 1):
        x = right - place * FIELD + FIELD_GAP
        wide = pen.width(name, pen.head)
        yield from pen.set(name, pen.head, Box(x, y - 4, wide + AIR_OF_CELL, 4), "left", "bottom")
        yield from _strokes([(x + wide + AIR_OF_CELL, y, x + FIELD - FIELD_GAP, y)], GREY, FINE)


def _groups(layout: _Layout) -> Iterator[Mark]:
    column, pen = 0, layout.pen
    for group in layout.grid.groups:
        x, right = layout.xs[column], layout.xs[column + group.span]
        column += group.span
        box = Box(x + AIR_OF_CELL, layout.top, right - x - 2 * AIR_OF_CELL, layout.heads - layout.top)
        yield from pen.set(group.words, pen.strong, box, "center")
        yield from pen.set(group.hint, pen.hint, Box(box.x, box.y + AIR_OF_CELL, box.width, 3), "left", "top")


def _heads(layout: _Layout) -> Iterator[Mark]:
    high = layout.body - layout.heads - 2 * AIR_OF_HEAD
    for column, (x, right) in zip(layout.grid.columns, pairwise(layout.xs), strict=True):
        align: Align = "center" if column.room or column.centred else "left"
        inset = 0.0 if x == EDGE and align == "left" else AIR_OF_CELL
        start = x + (inset / 2 if align == "center" else inset)
        box = Box(start, layout.heads + AIR_OF_HEAD, right - x - inset, high)
        if column.note:
            yield from layout.pen.set_stack(_head(column, layout.pen), box, align)
        else:
            yield from layout.pen.set(column.head, layout.pen.head, box, align)


def _cells(layout: _Layout, row: PadRow, y: float, high: float) -> Iterator[Mark]:
    """y, high: the position and height of the row."""
    if row.kind == "section":
        parts = [(row.cells[0], layout.pen.section), (row.note, layout.pen.note)]
        yield from _labelled(parts, Box(EDGE, y, layout.xs[-1] - EDGE, high), "left", layout.pen)
        return
    for number in range(len(row.cells)):
        column, x, right = layout.grid.columns[number], *layout.xs[number : number + 2]
        first = 0.0 if not number and not column.centred else AIR_OF_CELL
        box = Box(x + first, y, right - x - AIR_OF_CELL - first, high)
        align: Align = "center" if column.centred or column.room else "left"
        yield from _labelled(_cell(row, number, layout.pen), box, align, layout.pen)


def _labelled(parts: Sequence[Part], box: Box, align: Align, pen: Pen) -> Iterator[Mark]:
    """Text in the middle of a cell, with its note at the right end or below."""
    if _is_one_line(parts, box.width, pen):
        yield from pen.set(*parts[0], box, align)
        yield from pen.set(*parts[1], box, "right")
    else:
        y = box.y + (box.height - pen.stack(parts, box.width)) / 2
        yield from pen.set_stack(parts, Box(box.x, y, box.width, 0), align)


def _foot(layout: _Layout, part: int) -> Iterator[Mark]:
    grid, pen, low = layout.grid, layout.pen, layout.size.height - EDGE
    room = layout.size.width - 2 * EDGE
    y = low - _below(grid, room, pen) + AIR
    yield from pen.set_stack(_notes(grid, pen), Box(EDGE, y, room, 0))
    yield from pen.set(grid.foot, pen.foot, Box(EDGE, y, room * 0.8, low - y), "left", "bottom")
    if len(layout.parts) > 1:
        page = f"page {part + 1} of {len(layout.parts)}"
        yield from pen.set(page, pen.foot, Box(EDGE, y, room, low - y), "right", "bottom")


# -- lines -------------------------------------------------------------------------------------------------------------


def _lines(layout: _Layout, rows: Sequence[PlacedRow]) -> Iterator[Shape]:
    left, right, accent = layout.xs[0], layout.xs[-1], layout.pen.dress.accent
    above = [(left, top, right, top) for row, top, _ in rows if row.kind != "sum"]
    sums = [(left, top, right, top) for row, top, _ in rows if row.kind == "sum"]
    ends = [(left, y, right, y) for y in (layout.top, rows[-1][2] if rows else layout.body)]
    hard, hairs, dotted = _uprights(layout, rows)
    yield from _strokes([*above, *hairs], GREY, HAIR)
    yield from _strokes(dotted, GREY, HAIR * 2, DOTS)
    yield from _strokes([*sums, *hard, (left, layout.body, right, layout.body)], accent, FINE)
    yield from _strokes(ends, accent, STRONG)


def _uprights(layout: _Layout, rows: Sequence[PlacedRow]) -> tuple[list[Line], list[Line], list[Line]]:
    """Lines around each player's part, between columns, and between the parts of one column."""
    grid = layout.grid
    starts = {*accumulate(group.span for group in grid.groups)}
    hard, hairs, dotted = list[Line](), list[Line](), list[Line]()
    for place, x in enumerate(layout.xs[1:-1], 1):
        soft = grid.columns[place].soft
        kind = hard if place in starts else dotted if soft else hairs
        if place in starts or grid.columns[place - 1].room or not grid.groups:
            kind.append((x, layout.top if place in starts else layout.heads, x, layout.body))
        for row, start, end in rows:
            if row.kind == "line" or (row.kind != "section" and not soft):
                kind.append((x, start, x, end))
    return _joined(hard), _joined(hairs), _joined(dotted)


def _joined(lines: Iterable[Line]) -> list[Line]:
    """Join lines that continue each other downwards."""
    joined: list[Line] = []
    for line in lines:
        if joined and joined[-1][0] == line[0] and joined[-1][3] == line[1]:
            joined[-1] = (*joined[-1][:3], line[3])
        else:
            joined.append(line)
    return joined


def _strokes(lines: Sequence[Line], colour: str, width: float, dash: tuple[float, ...] = ()) -> list[Shape]:
    """All lines as one path; nothing if there are none."""
    path = tuple(segment for line in lines for segment in (("M", line[:2]), ("L", line[2:])))
    return [Shape(path, None, colour, width, dash)] if path else []
