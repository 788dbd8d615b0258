"""The first page: what the sheets contain, how to print and cut them, rulers, and a cross to measure the printer.

It consists of two faces as large as the paper, made of the same marks as a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import NamedTuple

from proofdeck.ground.paper import Ink, paper_label
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.ground.units import MM_PER_INCH, Box, Size
from proofdeck.paper.faces.face import Colour, Face, Font, Mark, Shape, TextRun, rectangle_path
from proofdeck.paper.faces.markup import escaped
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.sheets.drawing import (
    CARD,
    INK,
    QUIET,
    REACH,
    THIN,
    TITLE,
    cross,
    largest_for_all,
    line,
    outline_of_card,
    page,
    ruler,
    scale,
    text,
)
from proofdeck.paper.sheets.imposition import paper_flip
from proofdeck.paper.sheets.pictograms import cuts, turning
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, Sheet, contents

SIDE = 18.0
"""mm from the paper's edge to the text."""
TOP, LINE = 20.0, 6.2
"""mm: from the paper's edge to the first line of a list, and from line to line."""
MOST_LETTERS = 90
"""Characters in a line of that list on the narrowest paper."""
HEADING = 13.0
"""pt"""
PICTURES, FOOT = 70.0, 88.0
"""mm: the height of the row of pictures, and of the text below it."""
STRIP = Size(58.0, 21.0)
"""Of the faces beside the title."""
AROUND = 5.0
"""mm from one block of the page to the next."""
GAP = 8.0
"""mm between pictures."""
LIST_TOP, BELOW_HEADING = 48.0, 8.0
"""mm: where the list of sheets begins, and from a heading to what is below it."""
COLUMN, SHORT = 0.58, 2
"""The share of the width that a short list has, and how many kinds of sheets are in one."""
SMALL, CAPTION = (12.0, 56.0), 30.0
"""mm: how high the picture of a sheet is at least and at most, and how wide its words are at least."""
SLEEVE = 3.0
"""mm by which a sleeve is larger than its card."""
MOST_KINDS = 9
"""Kinds of sheets that are listed."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of one size: their sheets, and how many of each kind. nested: whether they are a honeycomb."""

    first: int
    last: int
    size: Size
    outline: str
    kinds: tuple[tuple[str, int], ...]
    phrases: Phrases = ENGLISH
    nested: bool = False

    @property
    def where(self) -> str:
        name = "sheet" if self.first == self.last else "sheets"
        return self.phrases(name, number=self.first, first=self.first, last=self.last)

    @property
    def what(self) -> str:
        say = self.phrases
        return say("comma").join(say("of_kind", count=count, what=kind or say("card")) for kind, count in self.kinds)


class TiledBoard(NamedTuple):
    """A board on several sheets, by the label of its sheets."""

    label: str
    name: str
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Imprint:
    """What the first page and the foot of each sheet say about a print.

    pieces: what is on which sheets; accent, font: of the game; credit: author and licence; credits: of pictures and
    fonts; needs: what else is needed; exchange: how to update the printed deck, if the sheets contain only what has
    changed; issue: title, version and date; command: what makes the sheets again; phrases: those of the language;
    has_backs: whether anything is printed on a back; boards: those on several sheets.
    """

    title: str
    about: str
    cards: int
    sheets: int
    ink: Ink
    how: Imposition
    folded: bool
    exchange: tuple[str, ...] = ()
    pieces: tuple[Pieces, ...] = ()
    accent: Colour = INK
    font: Font = TITLE
    credit: str = ""
    credits: str = ""
    needs: str = ""
    issue: str = ""
    command: str = ""
    phrases: Phrases = ENGLISH
    has_backs: bool = True
    boards: tuple[TiledBoard, ...] = ()


def pieces_of(
    items: Sequence[PrintedCopy], sheets: Sequence[Sheet], kinds: Mapping[str, str], phrases: Phrases = ENGLISH
) -> tuple[Pieces, ...]:
    """Group neighbouring sheets with pieces of one size. kinds: label of a card -> its kind."""
    found = []
    numbered = enumerate(zip(sheets, contents(items, sheets), strict=True), start=1)
    for (size, outline), group in groupby(numbered, key=lambda row: _cut(row[1][1][0].front)):
        rows = list(group)
        begun = [members for _, (sheet, members) in rows if sheet.tile == (0, 0)]
        counts = Counter(kinds.get(item.label, "") for members in begun for item in members)
        nested = rows[0][1][0].plan.nested
        found.append(Pieces(rows[0][0], rows[-1][0], size, outline, tuple(counts.items()), phrases, nested))
    return tuple(found)


def _cut(face: Face) -> tuple[Size, str]:
    return face.size, face.outline


def cover(imprint: Imprint, materials: Materials) -> tuple[Face, Face | None]:
    """The first page, and its back if backs are printed on the other side."""
    paper = imprint.how.paper
    parts = (_head, _contents, _pictures, _foot, _target)
    front = page(paper, tuple(mark for part in parts for mark in part(imprint, materials)))
    two_sided = imprint.how.duplex != "none" and not imprint.folded
    return front, page(paper, tuple(_scale(imprint, materials))) if two_sided else None


def rooms_for_pictures(imprint: Imprint, materials: Materials) -> tuple[Box, dict[int, Box]]:
    """The room beside the title, and that of a sheet of each kind, by its number."""
    paper = imprint.how.paper
    beside = Box(paper.width - SIDE - STRIP.width, 30 - 1 - STRIP.height, STRIP.width, STRIP.height)
    return beside, {piece.first: sheet for piece, sheet, _ in _kinds(imprint, materials)}


def _kinds(imprint: Imprint, materials: Materials) -> list[tuple[Pieces, Box, Box]]:
    """The kinds of sheets, each with the room of its picture and that of its words, as large as the page allows.

    On a page with much to say, the last kinds have no room.
    """
    paper, top, pieces = imprint.how.paper, LIST_TOP + BELOW_HEADING, imprint.pieces
    notes = 0.0 if _is_short(imprint) else _bottom([*_notes(imprint, materials, 0.0)])
    width = (paper.width - 2 * SIDE) * (COLUMN if _is_short(imprint) else 1)
    high = paper.height - FOOT - PICTURES - AROUND - notes - top
    for count in range(min(len(pieces), MOST_KINDS), 0, -1):
        room = high if count == len(pieces) else high - LINE
        grids = (
            (_fitted(paper, width, room, columns, -(-count // columns)), columns) for columns in range(1, count + 1)
        )
        size, columns = max(grids)
        if size >= SMALL[0]:
            break
    else:
        return []
    cell, small = width / columns, paper.width / paper.height * size
    found = []
    for at, piece in enumerate(pieces[:count]):
        x, y = SIDE + at % columns * cell, top + at // columns * (size + AROUND)
        words = Box(x + small + 3, y, cell - small - 3 - AROUND, size)
        found.append((piece, Box(x, y, small, size), words))
    return found


def _is_short(imprint: Imprint) -> bool:
    """Whether so few kinds of sheets are listed that other words go beside them, and not below."""
    return len(imprint.pieces) <= SHORT


def _fitted(paper: Size, width: float, high: float, columns: int, rows: int) -> float:
    """How high a picture of the paper can be in a grid, with words beside it."""
    widest = width / columns - CAPTION - AROUND
    return min((high - (rows - 1) * AROUND) / rows, widest * paper.height / paper.width, SMALL[1])


def exchange_pages(imprint: Imprint, materials: Materials) -> list[Face]:
    """A page on what to take out of the deck and what to put in; none for sheets of a whole deck."""
    paper, lines = imprint.how.paper, imprint.exchange
    room = int((paper.height - 2 * TOP - 14) / LINE)
    pages = []
    for start in range(0, len(lines), room):
        words, box = imprint.phrases("what_changes"), Box(SIDE, TOP, paper.width - 2 * SIDE, 10)
        marks = [*text(words, box, 18, materials, TITLE)]
        for row, told in enumerate(lines[start : start + room]):
            y = TOP + 14 + row * LINE
            marks += [Shape(rectangle_path(Box(SIDE, y, 3.2, 3.2)), None, INK, THIN)]
            box = Box(SIDE + 6, y - 0.4, paper.width - 2 * SIDE - 6, LINE)
            marks += text(_shortened(escaped(told)), box, 10.5, materials)
        pages.append(page(paper, tuple(marks)))
    return pages


def _shortened(line: str) -> str:
    return line if len(line) <= MOST_LETTERS else f"{line[: MOST_LETTERS - 1]}…"


def _head(imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    paper = imprint.how.paper
    width = paper.width - 2 * SIDE
    title = Box(SIDE, 16, width - STRIP.width - GAP, 12)
    yield from text(escaped(imprint.title), title, 28, materials, imprint.font, imprint.accent, lines=1)
    yield line(SIDE, 30, paper.width - SIDE, 30, 0.7, imprint.accent)
    say = imprint.phrases
    sheets = say("sheets_of", count=imprint.sheets, paper=paper_label(imprint.how.paper_name))
    pieces = say("pieces_on", count=imprint.cards, sheets=sheets) + (
        say("comma") + say(EDITIONS[imprint.ink]) if imprint.ink in EDITIONS else ""
    )
    about = " · ".join(escaped(part) for part in (imprint.about, imprint.credit) if part)
    lines = "\n".join(part for part in (about, pieces) if part)
    yield from text(lines, Box(SIDE, 33, width, 12), 10.5, materials, colour=QUIET)


def _contents(imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    """What is on which sheet, beside its picture; then what paper to use and what else is needed."""
    say, kinds, bottom = imprint.phrases, _kinds(imprint, materials), LIST_TOP
    if kinds:
        yield from _heading(say("on_these_sheets"), SIDE, LIST_TOP, imprint, materials)
    for piece, _, room in kinds:
        words = f"**{piece.where}**\n{piece.what}\n{_size(piece)}"
        yield from text(words, room, 10, materials)
        bottom = max(bottom, room.bottom + AROUND)
    if more := len(imprint.pieces) - len(kinds):
        yield from text(say("more_sizes", count=more), Box(SIDE, bottom, 80, LINE), 10, materials)
        bottom += LINE
    yield from _notes(imprint, materials, LIST_TOP if kinds and _is_short(imprint) else bottom)


def _notes(imprint: Imprint, materials: Materials, top: float) -> Iterator[Mark]:
    """What else is needed and what paper to use: beside each other, or one below the other beside a short list."""
    width = imprint.how.paper.width - 2 * SIDE
    blocks = [("needs", [escaped(imprint.needs)])] if imprint.needs else []
    blocks.append(("paper", [*_stock(imprint)]))
    is_beside = bool(imprint.pieces) and _is_short(imprint)
    wide = width * (1 - COLUMN) if is_beside else (width - GAP * (len(blocks) - 1)) / len(blocks)
    x = SIDE + width * COLUMN if is_beside else SIDE
    for title, rows in blocks:
        marks = [*_block(imprint, materials, title, rows, Box(x, top, wide, 48))]
        yield from marks
        x, top = (x, _bottom(marks)) if is_beside else (x + wide + GAP, top)


def _bottom(marks: Sequence[Mark]) -> float:
    return max(mark.y for mark in marks if isinstance(mark, TextRun)) + AROUND


def _block(imprint: Imprint, materials: Materials, title: str, rows: Sequence[str], room: Box) -> Iterator[Mark]:
    """Lines below a heading, at the top of the room. title: the name of its phrase."""
    yield from _heading(imprint.phrases(title), room.x, room.y, imprint, materials)
    below = Box(room.x, room.y + BELOW_HEADING, room.width, room.height - BELOW_HEADING)
    yield from text("\n".join(rows), below, 10, materials)


def _size(piece: Pieces) -> str:
    number = piece.phrases.number
    return f"{number(piece.size.width)} × {number(piece.size.height)} mm"


def _stock(imprint: Imprint) -> Iterator[str]:
    say = imprint.phrases
    yield say("stock")
    cards = [piece for piece in imprint.pieces if piece.outline == "rectangle" and piece.size.width <= LARGEST_SLEEVE]
    if cards:
        size = max(cards, key=lambda piece: sum(count for _, count in piece.kinds)).size
        yield say("sleeves", width=f"{size.width + SLEEVE:.0f}", height=f"{size.height + SLEEVE:.0f}")
    for piece in imprint.pieces:
        if piece.outline == "ellipse" and piece.size.width <= LARGEST_PUNCH:
            yield say("tokens", width=say.number(piece.size.width))
    if any(piece.nested for piece in imprint.pieces):
        yield say("hexagons")
    for columns, rows in dict.fromkeys((board.columns, board.rows) for board in imprint.boards):
        names = [escaped(board.name) for board in imprint.boards if (board.columns, board.rows) == (columns, rows)]
        yield say("tiled", name=say("comma").join(names), columns=columns, rows=rows)
    if imprint.boards:
        yield say("tiled_words")


EDITIONS: Mapping[Ink, str] = {"low": "low_ink", "grey": "grey_edition"}
"""What the first page says of an ink."""
LARGEST_SLEEVE, LARGEST_PUNCH = 100.0, 80.0
"""mm: no sleeves are sold for wider cards, and no punches for larger tokens."""


def _heading(words: str, x: float, y: float, imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    """A heading, as large as all others on the page: so large that the steps fit beside each other."""
    steps = [f"{number}  {title}" for number, (title, _) in enumerate(_steps(imprint), start=1)]
    points = largest_for_all(steps, _step_width(imprint), HEADING, materials, imprint.font)
    room = Box(x, y, imprint.how.paper.width - SIDE - x, 6)
    yield from text(words, room, points, materials, imprint.font, imprint.accent, lines=1)


def _steps(imprint: Imprint) -> tuple[tuple[str, str], ...]:
    """Print, turn and cut: a few words and a sentence or two of each."""
    say = imprint.phrases
    return (say("print"), say("print_words")), _turning(imprint), (say("cut"), say("cut_words"))


def _step_width(imprint: Imprint) -> float:
    return (imprint.how.paper.width - 2 * SIDE - 2 * GAP) / 3


def _pictures(imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    """Three pictures: print at actual size, turn the paper, cut in this order."""
    paper = imprint.how.paper
    top = paper.height - FOOT - PICTURES
    width = _step_width(imprint)
    for number, (title, told) in enumerate(_steps(imprint)):
        x = SIDE + number * (width + GAP)
        yield from _heading(f"{number + 1}  {title}", x, top, imprint, materials)
        yield from text(told, Box(x, top + 8, width, 20), 10, materials)
        room = Box(x, top + 24, width, PICTURES - 29)
        if number == 0:
            yield from ruler(x, top + 26, 50, 1.0, 10, "50 mm", materials)
            yield from ruler(x, top + 43, 32, MM_PER_INCH / 16, 16, "2 in", materials)
        elif number == 1 and imprint.has_backs:
            way = "fold" if imprint.folded else imprint.how.duplex
            yield from turning(way, room, imprint.accent)
        elif number == 2:
            yield from cuts(room, imprint.accent, partial(_numbered, materials))


def _numbered(materials: Materials, number: int, x: float, y: float) -> Iterator[Mark]:
    yield from text(f"**{number}**", Box(x - 4, y - 1.6, 8, 4), 10, materials, align="center")


def _turning(imprint: Imprint) -> tuple[str, str]:
    """How to turn or fold the paper: in a few words, and in a sentence or two."""
    say, duplex = imprint.phrases, imprint.how.duplex
    if imprint.folded:
        return say("fold"), say("fold_words")
    if duplex == "none":
        return say("one_side"), say("one_side_words" if imprint.has_backs else "no_backs_words")
    return say(duplex), say("turn_words")


def _foot(imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    """An outline for a real card, to check the scale; then a note for people who build the sheets, and credits."""
    paper = imprint.how.paper
    top = paper.height - FOOT
    yield from outline_of_card(SIDE, top, imprint.phrases, materials)
    two_sided = imprint.how.duplex != "none" and not imprint.folded
    words = "\n".join(filter(None, (imprint.phrases("offset") if two_sided else "", escaped(imprint.credits))))
    yield from text(words, Box(SIDE, top + CARD.width + 4, paper.width - 2 * SIDE, 13), 8, materials, colour=QUIET)


def _target(imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    if imprint.how.duplex == "none" or imprint.folded:
        return
    x, y = _centre(imprint.how.paper)
    yield from cross(x, y)
    yield from text(imprint.phrases("side_front"), Box(x + 2, y - REACH, 20, 4), 8, materials, colour=QUIET)


def _centre(paper: Size) -> tuple[float, float]:
    return paper.width - SIDE - 42.0, paper.height - FOOT + CARD.width / 2


def _scale(imprint: Imprint, materials: Materials) -> Iterator[Mark]:
    """The back of the cross: millimetre scales in both directions, numbered as seen from the back."""
    paper, say = imprint.how.paper, imprint.phrases
    straight = paper_flip(paper, imprint.how.duplex).apply(*_centre(paper))
    x, y = imprint.how.back.apply(*straight)
    right, down = round(x - straight[0], 2), round(y - straight[1], 2)
    yield from scale(x, y, materials)
    yield from text(say("to_the_right"), Box(x + REACH + 2, y - 1.2, 40, 4), 9, materials)
    yield from text(say("downwards"), Box(x - 20, y + REACH + 2, 40, 4), 9, materials, align="center")
    moved = f"{say('blank')}{say('moved_already', x=f'{right:g}', y=f'{down:g}')}" if right or down else ""
    words = say("read_the_cross") + moved
    yield from text(words, Box(SIDE, y - REACH - 16, paper.width - 2 * SIDE, 10), 11, materials, align="center")
