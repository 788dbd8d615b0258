"""Paints a grid: lines, text and space to write, in the colour and fonts of a game, with little ink.

The result is one face of the first given size on which everything fits, or several of the last size. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.faces.face import Face, Mark, Shape
from generator.faces.materials import Materials
from generator.scoring.paper.grid import Grid, Row
from generator.scoring.paper.measuring import (
    AIR,
    AIR_OF_CELL,
    AIR_OF_HEAD,
    AIR_OF_NOTE,
    EDGE,
    FIELD,
    SIZES,
    Align,
    Dress,
    Measures,
    Pen,
    Type,
    below,
    measured,
    stands_beside,
)
from generator.units import Box, Size

GREY = "#b4b0a8"
HAIR, FINE, STRONG = 0.13, 0.3, 0.7
"""Lines between cells; around players and above sums; at both ends of the grid."""
DOTS = (0.25, 0.85)
FIELD_GAP = 4.0

Line = tuple[float, float, float, float]


class Painted(NamedTuple):
    """faces: empty if the text does not fit even on the last size. missing: characters missing from the fonts."""

    faces: tuple[Face, ...]
    missing: tuple[str, ...] = ()


def paint(grid: Grid, dress: Dress, materials: Materials, sizes: Sequence[Size] = SIZES) -> Painted:
    """Paint on one face of the first size with enough space, or on several faces of the last size.

    Raises MaterialError for a missing font.
    """
    pen = Pen(dress, materials)
    chosen: Measures | None = None
    for size in sizes:
        found = measured(grid, size, pen)
        chosen = found or chosen
        if found is not None and len(found.parts) == 1:
            break
    parts = range(len(chosen.parts)) if chosen else ()
    faces = tuple(Face(chosen.size, 0.0, "rectangle", _marks(grid, chosen, part, pen)) for part in parts if chosen)
    return Painted(faces, tuple(sorted(pen.missing)))


def _marks(grid: Grid, measures: Measures, part: int, pen: Pen) -> tuple[Mark, ...]:
    frame = _Frame.of(grid, measures, part)
    marks = [
        *_title(grid, measures, pen),
        *_groups(grid, frame, pen),
        *_heads(grid, frame, pen),
        *(
            mark
            for row, top, bottom in frame.rows
            for mark in _cells(grid, frame, row, Box(0, top, 0, bottom - top), pen)
        ),
        *_lines(grid, frame, pen.dress.accent),
        *_below(grid, measures, part, pen),
    ]
    return tuple(marks)


class _Frame(NamedTuple):
    """The lines of one face. xs: edges of the columns; rows: each with its top and bottom."""

    xs: tuple[float, ...]
    top: float
    heads: float
    body: float
    rows: tuple[tuple[Row, float, float], ...]
    bottom: float

    @classmethod
    def of(cls, grid: Grid, measures: Measures, part: int) -> _Frame:
        xs = [EDGE]
        for width in measures.widths:
            xs.append(xs[-1] + width)
        heads = measures.top + measures.groups
        y = body = heads + measures.heads
        rows = []
        for place in measures.parts[part]:
            rows.append((grid.rows[place], y, y + measures.heights[place]))
            y += measures.heights[place]
        return cls(tuple(xs), measures.top, heads, body, tuple(rows), y)


# -- words -------------------------------------------------------------------------------------------------------------


def _title(grid: Grid, measures: Measures, pen: Pen) -> Iterator[Mark]:
    right = measures.size.width - EDGE
    room = right - EDGE - FIELD * len(grid.fields)
    yield from pen.set(grid.title, measures.letters, Box(EDGE, EDGE, room, measures.title), "left", "middle")
    about = Box(EDGE, EDGE + measures.title + AIR_OF_NOTE, right - EDGE, measures.about)
    yield from pen.set(grid.about, pen.about, about, "left", "top")
    y = EDGE + measures.title - AIR_OF_NOTE
    for place, name in enumerate(reversed(grid.fields), 1):
        x = right - place * FIELD + FIELD_GAP
        wide = pen.width(name, pen.head)
        yield from pen.set(name, pen.head, Box(x, y - 4, wide + AIR_OF_CELL, 4), "left", "bottom")
        yield _stroke([(x + wide + AIR_OF_CELL, y, x + FIELD - FIELD_GAP, y)], GREY, FINE)


def _groups(grid: Grid, frame: _Frame, pen: Pen) -> Iterator[Mark]:
    column = 0
    for group in grid.groups:
        x, right = frame.xs[column], frame.xs[column + group.span]
        column += group.span
        box = Box(x + AIR_OF_CELL, frame.top, right - x - 2 * AIR_OF_CELL, frame.heads - frame.top)
        yield from pen.set(group.words, pen.strong, box, "center", "middle")
        yield from pen.set(group.hint, pen.hint, Box(box.x, box.y + AIR_OF_CELL, box.width, 3), "left", "top")


def _heads(grid: Grid, frame: _Frame, pen: Pen) -> Iterator[Mark]:
    high = frame.body - frame.heads - 2 * AIR_OF_HEAD
    for column, (x, right) in zip(grid.columns, pairwise(frame.xs), strict=True):
        align: Align = "center" if column.room or column.centred else "left"
        inset = 0.0 if x == EDGE and align == "left" else AIR_OF_CELL
        box = Box(x + inset, frame.heads + AIR_OF_HEAD, right - x - inset, high)
        if align == "center":
            box = Box(x + inset / 2, box.y, right - x - inset, high)
        if not column.note:
            yield from pen.set(column.head, pen.head, box, align, "middle")
            continue
        first = pen.block(column.head, pen.head, box.width)
        yield from pen.set(column.head, pen.head, box, align, "top")
        rest = Box(box.x, box.y + first + AIR_OF_NOTE, box.width, high - first - AIR_OF_NOTE)
        yield from pen.set(column.note, pen.hint, rest, align, "top")


def _cells(grid: Grid, frame: _Frame, row: Row, band: Box, pen: Pen) -> Iterator[Mark]:
    """band: the position and height of the row."""
    if row.kind == "section":
        box = Box(EDGE, band.y, frame.xs[-1] - EDGE, band.height)
        yield from _labelled(row.cells[0], row.note, pen.section, box, "left", pen)
        return
    kind = pen.strong if row.kind == "sum" else pen.label
    for place, words in enumerate(row.cells):
        column = grid.columns[place]
        x, right = frame.xs[place], frame.xs[place + 1]
        first = 0.0 if not place and not column.centred else AIR_OF_CELL
        box = Box(x + first, band.y, right - x - AIR_OF_CELL - first, band.height)
        align: Align = "center" if column.centred or column.room else "left"
        yield from _labelled(words, row.note_of(place), kind, box, align, pen)


def _labelled(words: str, note: str, kind: Type, box: Box, align: Align, pen: Pen) -> Iterator[Mark]:
    """Text in the middle of a cell, with its note at the right end or below."""
    if not note or stands_beside(words, note, kind, box.width, pen):
        yield from pen.set(words, kind, box, align)
        yield from pen.set(note, pen.note, box, "right")
        return
    first, second = pen.block(words, kind, box.width), pen.block(note, pen.note, box.width)
    y = box.y + (box.height - first - AIR_OF_NOTE - second) / 2
    yield from pen.set(words, kind, Box(box.x, y, box.width, first), align, "top")
    yield from pen.set(note, pen.note, Box(box.x, y + first + AIR_OF_NOTE, box.width, second), align, "top")


def _below(grid: Grid, measures: Measures, part: int, pen: Pen) -> Iterator[Mark]:
    room = measures.size.width - 2 * EDGE
    y = measures.size.height - EDGE - below(grid, room, pen) + AIR
    for note in grid.notes:
        high = pen.block(note, pen.note, room)
        yield from pen.set(note, pen.note, Box(EDGE, y, room, high), "left", "top")
        y += high + AIR_OF_NOTE
    low = measures.size.height - EDGE
    yield from pen.set(grid.foot, pen.foot, Box(EDGE, y, room * 0.8, low - y), "left", "bottom")
    if len(measures.parts) > 1:
        page = f"page {part + 1} of {len(measures.parts)}"
        yield from pen.set(page, pen.foot, Box(EDGE, y, room, low - y), "right", "bottom")


# -- lines -------------------------------------------------------------------------------------------------------------


def _lines(grid: Grid, frame: _Frame, accent: str) -> Iterator[Shape]:
    left, right = frame.xs[0], frame.xs[-1]
    above = [(left, top, right, top) for row, top, _ in frame.rows if row.kind != "sum"]
    sums = [(left, top, right, top) for row, top, _ in frame.rows if row.kind == "sum"]
    ends = [(left, frame.top, right, frame.top), (left, frame.bottom, right, frame.bottom)]
    hard, hairs, dotted = _uprights(grid, frame)
    yield from _strokes([*above, *hairs], GREY, HAIR)
    yield from _strokes(dotted, GREY, HAIR * 2, DOTS)
    yield from _strokes([*sums, *hard, (left, frame.body, right, frame.body)], accent, FINE)
    yield from _strokes(ends, accent, STRONG)


def _uprights(grid: Grid, frame: _Frame) -> tuple[list[Line], list[Line], list[Line]]:
    """Lines around each player's part, between columns, and between the parts of one column."""
    starts, column = set(), 0
    for group in grid.groups:
        column += group.span
        starts.add(column)
    hard: list[Line] = []
    hairs: list[Line] = []
    dotted: list[Line] = []
    for place, x in enumerate(frame.xs[1:-1], 1):
        soft = grid.columns[place].soft
        kind = hard if place in starts else dotted if soft else hairs
        if place in starts or grid.columns[place - 1].room or not grid.groups:
            kind.append((x, frame.top if place in starts else frame.heads, x, frame.body))
        for row, start, end in frame.rows:
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


def _strokes(lines: Sequence[Line], colour: str, width: float, dash: tuple[float, ...] = ()) -> Iterator[Shape]:
    if lines:
        yield _stroke(lines, colour, width, dash)


def _stroke(lines: Sequence[Line], colour: str, width: float, dash: tuple[float, ...] = ()) -> Shape:
    """All lines as one path."""
    path = tuple(segment for line in lines for segment in (("M", line[:2]), ("L", line[2:])))
    return Shape(path, None, colour, width, dash)
