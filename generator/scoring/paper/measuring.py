"""Measures the parts of a grid on a face: columns, rows and their text. Lengths in mm.

Text keeps its size and takes as many lines as it needs; only a title may shrink. All remaining space is for writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from generator.faces.face import Font, Mark
from generator.faces.materials import Materials
from generator.faces.setting import break_lines, fit, height, place
from generator.faces.text import Composed, Style, compose_plain
from generator.scoring.paper.grid import Column, Grid, Row
from generator.units import MM_PER_POINT, Box, Size

Align = Literal["left", "center", "right"]
VAlign = Literal["top", "middle", "bottom"]

EDGE = 6.0
"""From the edge of a face to its contents."""
LEAST_ROW, LEAST_COLUMN, LEAST_WIDE = 6.5, 12.0, 24.0
"""The space needed to write numbers, and words."""
TALLEST_ROW, TALLEST_LINE_OF_WORDS = 13.0, 8.0
NAMES, SECTION = 9.0, 6.0
"""Heights of rows for names of players, and for text across all columns."""
AIR, AIR_OF_CELL, AIR_OF_NOTE = 2.2, 1.0, 1.5
"""Space below the title, next to text in a cell, and between text and its note."""
AIR_OF_HEAD = 1.6
NOTE_GAP = 2.5
PAGE_NUMBER = 20.0
"""Space for the page number next to the foot."""
FIELD = 36.0
"""Space for a blank next to the title."""
WIDEST_WORDS = 58.0
SHARE_OF_WIDE = 3
"""How many times as much remaining space a text column gets as a number column."""
TITLE_LINES = (7.0, 12.0, 24.0)
"""Possible heights of a title; the first in which it fits is used."""
SMALLEST_TITLE = 9 * MM_PER_POINT
ROUNDING = 1e-6
INK, QUIET = "#1d1d1f", "#5c5c62"

SIZES = (Size(98, 88), Size(98, 132), Size(196, 88), Size(196, 132), Size(132, 196), Size(196, 264), Size(264, 196))
"""Six, four, three, two, two or one of them fit on A4 and on Letter, with room for crop marks."""
PAGE, WIDE_PAGE = Size(199, 268), Size(268, 199)
"""Pads printed on A4 or Letter as they are, without cutting."""


class Dress(NamedTuple):
    """accent: `#rrggbb` of titles and strong lines; title, text: families of fonts.

    scale: factor for the size of letters, for charts read from a distance.
    """

    accent: str
    title: str
    text: str
    scale: float = 1.0


class Type(NamedTuple):
    """One type style; size in mm."""

    font: Font
    size: float
    colour: str


class Pen:
    """Typesets text in the styles of a dress. missing: characters missing from the fonts, found so far."""

    def __init__(self, dress: Dress, materials: Materials) -> None:
        self._materials = materials
        self._composed: dict[tuple[str, Font], Composed] = {}
        self.dress, self.missing = dress, set[str]()
        point = MM_PER_POINT * dress.scale
        text, bold, italic = Font(dress.text), Font(dress.text, 700), Font(dress.text, italic=True)
        self.title = Type(Font(dress.title, 700), 16 * point, dress.accent)
        self.section = Type(bold, 8.5 * point, dress.accent)
        self.about = Type(italic, 9 * point, QUIET)
        self.label = Type(text, 9.5 * point, INK)
        self.strong = Type(bold, 9.5 * point, INK)
        self.head = Type(text, 8 * point, QUIET)
        self.note = Type(text, 7.5 * point, QUIET)
        self.hint = Type(text, 6.5 * point, QUIET)
        self.foot = Type(text, 6 * point, QUIET)

    def width(self, words: str, kind: Type) -> float:
        """The width of text on one line."""
        composed = self._compose(words, kind)
        return kind.size * sum(word.width + word.space_width for line in composed.paragraphs for word in line.words)

    def longest(self, words: str, kind: Type) -> float:
        """The width of the widest word."""
        return self._compose(words, kind).widest * kind.size

    def block(self, words: str, kind: Type, room: float) -> float:
        """The height of text broken into lines of the given width."""
        line = self._compose(words, kind).paragraphs[0].words
        return self.lines(len(break_lines(line, room / kind.size + ROUNDING)), kind) if line else 0.0

    def lines(self, count: int, kind: Type) -> float:
        """The height of a number of lines."""
        return height(count, 1, _style(kind), self._materials.cap_height(kind.font)) * kind.size

    def set(self, words: str, kind: Type, box: Box, align: Align = "left", valign: VAlign = "middle") -> list[Mark]:
        composed = self._compose(words, kind)
        if not composed.paragraphs[0].words:
            return []
        return place(composed, _style(kind, align, valign), box, kind.size, self._materials.cap_height(kind.font))

    def shrunk(self, words: str, kind: Type, box: Box) -> Type | None:
        """The style reduced until the text fits; None if it does not fit."""
        found = fit(
            self._compose(words, kind),
            _style(kind),
            box,
            kind.size,
            SMALLEST_TITLE,
            self._materials.cap_height(kind.font),
        )
        return kind._replace(size=found.size) if found.fits else None

    def _compose(self, words: str, kind: Type) -> Composed:
        key = words, kind.font
        if key not in self._composed:
            composed = compose_plain(" ".join(words.split()), _style(kind), self._materials)
            self.missing.update(character for character in composed.missing if character.strip())
            self._composed[key] = composed
        return self._composed[key]


def _style(kind: Type, align: Align = "left", valign: VAlign = "top") -> Style:
    return Style(kind.font, kind.font, kind.font, kind.font, kind.colour, align, valign, 1.12)


class Measures(NamedTuple):
    """Measures of a grid on faces of one size: the heights of its bands from top to bottom, its columns and its rows.

    letters: of the title. parts: the rows of each face.
    """

    size: Size
    letters: Type
    title: float
    about: float
    groups: float
    heads: float
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    parts: tuple[range, ...]

    @property
    def top(self) -> float:
        """The top of the grid."""
        return EDGE + self.title + self.about + AIR


def measured(grid: Grid, size: Size, pen: Pen) -> Measures | None:
    """The measures; None if something does not fit even on a face of its own."""
    room = size.width - 2 * EDGE
    widths = _widths(grid, room, pen)
    titled = _title(grid, room, pen)
    words = [(grid.about, pen.about), (grid.foot, pen.foot), *((note, pen.note) for note in grid.notes)]
    if widths is None or titled is None or any(pen.longest(one, kind) > room for one, kind in words):
        return None
    letters, title = titled
    about = pen.block(grid.about, pen.about, room) + AIR_OF_NOTE if grid.about else 0.0
    groups = NAMES if grid.groups else 0.0
    heads = max((_head_height(column, width, pen) for column, width in zip(grid.columns, widths, strict=True)))
    heights = [_row_height(row, widths, pen) for row in grid.rows]
    body = size.height - 2 * EDGE - title - about - AIR - groups - heads - below(grid, room, pen)
    parts = _parts(heights, body)
    if parts is None:
        return None
    tallest = TALLEST_ROW if any(column.room for column in grid.columns) else TALLEST_LINE_OF_WORDS * pen.dress.scale
    heights = _stretched(grid.rows, heights, parts[0], body, tallest)
    return Measures(size, letters, title, about, groups, heads, widths, tuple(heights), parts)


def below(grid: Grid, room: float, pen: Pen) -> float:
    """The height of notes and the foot below the grid."""
    notes = sum(pen.block(note, pen.note, room) + AIR_OF_NOTE for note in grid.notes)
    return AIR + notes + AIR_OF_NOTE + pen.block(grid.foot, pen.foot, room - PAGE_NUMBER)


def _title(grid: Grid, room: float, pen: Pen) -> tuple[Type, float] | None:
    """The style and height of the title; None if it is too long."""
    for high in (lines * pen.dress.scale for lines in TITLE_LINES):
        letters = pen.shrunk(grid.title, pen.title, Box(0, 0, room - FIELD * len(grid.fields), high))
        if letters is not None:
            return letters, high
    return None


def _widths(grid: Grid, room: float, pen: Pen) -> tuple[float, ...] | None:
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


def _column_width(grid: Grid, number: int, column: Column, pen: Pen) -> tuple[float, float]:
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


def _head_height(column: Column, width: float, pen: Pen) -> float:
    room = width - AIR_OF_CELL
    parts = [pen.block(column.head, pen.head, room), pen.block(column.note, pen.hint, room)]
    told = [part for part in parts if part]
    return sum(told) + (AIR_OF_NOTE * (len(told) - 1) + 2 * AIR_OF_HEAD if told else 0.0)


def _row_height(row: Row, widths: Sequence[float], pen: Pen) -> float:
    if row.kind == "section":
        return SECTION * pen.dress.scale
    kind = pen.strong if row.kind == "sum" else pen.label
    highest = LEAST_ROW
    for number, words in enumerate(row.cells):
        room = widths[number] - 2 * AIR_OF_CELL
        highest = max(highest, cell_height(words, row.note_of(number), kind, room, pen) + 2 * AIR_OF_CELL)
    return highest


def cell_height(words: str, note: str, kind: Type, room: float, pen: Pen) -> float:
    """The height of text with its note next to it or below."""
    high = pen.block(words, kind, room)
    if not note or stands_beside(words, note, kind, room, pen):
        return high
    return high + AIR_OF_NOTE + pen.block(note, pen.note, room)


def stands_beside(words: str, note: str, kind: Type, room: float, pen: Pen) -> bool:
    """Whether text and its note fit on one line."""
    return pen.width(words, kind) + NOTE_GAP + pen.width(note, pen.note) <= room + ROUNDING


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


def _stretched(rows: Sequence[Row], heights: list[float], part: range, body: float, tallest: float) -> list[float]:
    """Rows share the remaining height of the first face, up to `tallest`; they are equal on all faces."""
    shown = [one for one in part if rows[one].kind != "section"]
    more = (body - sum(heights[one] for one in part)) / max(1, len(shown))
    return [
        high if row.kind == "section" else max(high, min(tallest, high + more))
        for row, high in zip(rows, heights, strict=True)
    ]
