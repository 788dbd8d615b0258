"""Typesets text in a box, as lines, columns and tables, at the largest size that fits.

Lines are broken for least raggedness. Text that does not fit is reduced step by step to the smallest size allowed; if
that is not enough, the caller is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from proofdeck.ground.units import MM_PER_POINT, Box
from proofdeck.paper.faces.face import Font, Glyph, Icon, Mark, Paint, Path, Picture, Shape, TextRun, Turned
from proofdeck.paper.faces.paths import Track
from proofdeck.paper.faces.scripts import visual
from proofdeck.paper.faces.text import ICON_HEIGHT, Alignment, ComposedText, Paragraph, Style, Word, WordPiece

STEP = 0.25 * MM_PER_POINT
"""Text shrinks in steps of a quarter of a point."""
DESCENT = 0.24
"""Space below the last baseline, in em."""
LAST_LINE = 0.2
"""The weight of the shortfall of a paragraph's last line."""
LONELY = 0.3
"""The shortfall of a last line shorter than this share of the width counts in full."""
COLUMN_CAP = 1 - DESCENT
"""What stands for the height of capitals in vertical text, so that a line is one em wide."""
CELL_GAP = 1.0
"""Between columns of a table, in em."""
RULE_BELOW, RULE_WIDTH = 0.3, 0.045
"""The line below the head of a table: distance from the baseline and thickness, in em."""
ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Fitted:
    """The size (mm) at which text fits its box; fits: False if even the smallest size is too large."""

    size: float
    fits: bool


def fit(composed: ComposedText, style: Style, box: Box, size: float, smallest: float, cap_height: float) -> Fitted:
    """The largest size from `size` down to `smallest` at which everything fits in the box."""
    return _largest(lambda tried: _fits_at(composed, style, box, tried, cap_height), size, smallest)


def _largest(fits: Callable[[float], bool], size: float, smallest: float) -> Fitted:
    while not fits(size):
        if size <= smallest + ROUNDING:
            return Fitted(smallest, False)
        size = max(smallest, size - STEP)
    return Fitted(size, True)


def _fits_at(composed: ComposedText, style: Style, box: Box, size: float, cap_height: float) -> bool:
    room = _room(style, box, size)
    if composed.widest > room:
        return False
    if composed.is_plain and style.columns == 1:
        counts = [_count_lines(line.words, room - line.indent) for line in composed.paragraphs]
        lines, high = sum(counts), height(sum(counts), len(counts), style, cap_height)
    else:
        rows = list(_rows(composed.paragraphs, room))
        if any(word.width > part.width for row in rows for part in row.parts for word in part.words):
            return False
        lines = len(rows)
        high = max(_high(column, style, cap_height) for column in _columns(rows, style))
    return high * size <= box.height + ROUNDING and (not style.lines or lines <= style.lines)


def _room(style: Style, box: Box, size: float) -> float:
    """The maximum width of a line, in em."""
    return (box.width - (style.columns - 1) * style.column_gap) / style.columns / size + ROUNDING


def height(lines: int, paragraphs: int, style: Style, cap_height: float) -> float:
    """The height of a block of text in em, from the first line's capitals to the last line's descenders."""
    below = DESCENT if lines > 1 else 0.0
    return cap_height + (lines - 1) * style.line_height + (paragraphs - 1) * style.paragraph_gap + below


def _count_lines(words: Sequence[Word], room: float) -> int:
    """Break a paragraph into the fewest lines by filling each one."""
    lines, used, space = 1, 0.0, 0.0
    for word in words:
        if used and used + space + word.at_the_end > room:
            lines, used = lines + 1, word.width
        else:
            used += (space if used else 0.0) + word.width
        space = word.space_width
    return lines


def break_lines(words: Sequence[Word], room: float) -> list[list[Word]]:
    """The fewest lines with the most even shortfalls (least sum of squares; the last line may be short)."""
    fewest = _count_lines(words, room)
    if fewest == 1:
        return [list(words)]
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for end in range(1, len(words) + 1):
        best.append(_cheapest(words, end, room, best))
    lines: list[list[Word]] = []
    end = len(words)
    while end:
        start = best[end][2]
        lines.append(list(words[start:end]))
        end = start
    return lines[::-1]


def _cheapest(
    words: Sequence[Word], end: int, room: float, best: Sequence[tuple[int, float, int]]
) -> tuple[int, float, int]:
    """(lines, cost, start) for the best last line that ends before word `end`."""
    width, is_last = words[end - 1].at_the_end, end == len(words)
    lines, cost, _ = best[end - 1]
    found = (lines + 1, cost + _raggedness(width, room, is_last), end - 1)
    for start in range(end - 2, -1, -1):
        width += words[start].width + words[start].space_width
        if width > room:
            break
        lines, cost, _ = best[start]
        found = min(found, (lines + 1, cost + _raggedness(width, room, is_last), start))
    return found


def _raggedness(width: float, room: float, is_last: bool) -> float:
    """The cost of a line: its shortfall squared. A last line may be short, but not a single word."""
    shortfall = (room - width) ** 2
    return shortfall if not is_last or width < LONELY * room else LAST_LINE * shortfall


@dataclass(frozen=True, slots=True)
class WordRun:
    """Words of one line that are set together: `x` em from the left of the text, `width` em wide."""

    words: Sequence[Word]
    x: float
    width: float
    align: Alignment


@dataclass(frozen=True, slots=True)
class SetLine:
    """One line. scale: the size factor of its largest letters; starts: whether it begins a paragraph.

    ruled: whether it has a rule below it.
    """

    parts: tuple[WordRun, ...]
    scale: float
    starts: bool
    ruled: bool = False


def _row(parts: Sequence[WordRun], starts: bool, ruled: bool = False) -> SetLine:
    scale = max([1.0, *[word.scale for part in parts for word in part.words]])
    return SetLine(tuple(parts), scale, starts, ruled)


def _rows(paragraphs: Sequence[Paragraph], room: float, align: Alignment = "left") -> Iterator[SetLine]:
    """The lines of a text, from the top."""
    index = 0
    while index < len(paragraphs):
        count = 0
        while index + count < len(paragraphs) and paragraphs[index + count].cells:
            count += 1
        if count:
            yield from _table(paragraphs[index : index + count], room)
        else:
            yield from _paragraph(paragraphs[index], room, align)
        index += max(1, count)


def _paragraph(paragraph: Paragraph, room: float, align: Alignment) -> Iterator[SetLine]:
    indent = paragraph.indent
    lines = break_lines(paragraph.words, room - indent)
    for number, words in enumerate(lines):
        is_last = number == len(lines) - 1
        how: Alignment = "left" if align == "justify" and is_last else align
        parts = [WordRun(words, indent, room - indent, how if not paragraph.marker or how == "justify" else "left")]
        if number == 0 and paragraph.marker:
            parts.insert(0, WordRun(paragraph.marker, 0.0, indent, "left"))
        yield _row(_from_the_right(parts, room) if paragraph.leftward else parts, number == 0)


def _from_the_right(parts: Sequence[WordRun], room: float) -> list[WordRun]:
    """The alignment of a right-to-left paragraph: left and right are swapped."""
    return [
        WordRun(part.words, room - part.x - part.width, part.width, "right" if part.align == "left" else part.align)
        for part in parts
    ]


def _table(paragraphs: Sequence[Paragraph], room: float) -> Iterator[SetLine]:
    """Columns as wide as their widest cell; if they do not fit, the widest is narrowed and its cells wrap."""
    count = max(len(paragraph.cells) for paragraph in paragraphs)
    widths = [
        max((_width(paragraph.cells[at]) for paragraph in paragraphs if at < len(paragraph.cells)), default=0.0)
        for at in range(count)
    ]
    over = sum(widths) + CELL_GAP * (count - 1) - room
    if over > 0:
        widest = widths.index(max(widths))
        widths[widest] = max(widths[widest] - over, 0.0)
    starts = [before + CELL_GAP * at for at, before in enumerate(accumulate(widths, initial=0.0))]
    aligned = next((paragraph.aligned for paragraph in reversed(paragraphs) if paragraph.aligned), ())
    for paragraph in paragraphs:
        broken = [break_lines(cell, width + ROUNDING) for cell, width in zip(paragraph.cells, widths, strict=False)]
        deep = max(map(len, broken))
        for number in range(deep):
            parts = tuple(
                WordRun(
                    lines[number],
                    starts[at],
                    widths[at] + ROUNDING,
                    aligned[at] if at < len(aligned) else "left",
                )
                for at, lines in enumerate(broken)
                if number < len(lines)
            )
            yield _row(parts, number == 0, paragraph.ruled and number == deep - 1)


def _width(words: Sequence[Word]) -> float:
    return sum([word.width for word in words]) + sum([word.space_width for word in words[:-1]])


def _columns(rows: Sequence[SetLine], style: Style) -> list[Sequence[SetLine]]:
    """Divide lines evenly among columns, with any extra ones in the first columns."""
    count = min(style.columns, len(rows)) or 1
    deep = -(-len(rows) // count)
    return [rows[start : start + deep] for start in range(0, len(rows), deep)] or [rows]


def _high(rows: Sequence[SetLine], style: Style, cap_height: float) -> float:
    """The height of successive lines, in em."""
    if not rows:
        return cap_height
    below = DESCENT if len(rows) > 1 else 0.0
    return cap_height * rows[0].scale + sum(_down(row, style) for row in rows[1:]) + below


def _down(row: SetLine, style: Style) -> float:
    """From the previous baseline to that of the row, in em."""
    return style.line_height * row.scale + (style.paragraph_gap if row.starts else 0.0)


def place(composed: ComposedText, style: Style, box: Box, size: float, cap_height: float) -> list[Mark]:
    """Marks for the text at that size."""
    rows = list(_rows(composed.paragraphs, _room(style, box, size), style.align))
    columns = _columns(rows, style)
    wide = (box.width - (style.columns - 1) * style.column_gap) / style.columns
    slack = box.height - max(_high(column, style, cap_height) for column in columns) * size
    lift = DESCENT * size if max(map(len, columns)) > 1 else 0.0
    top = {"top": 0.0, "middle": (slack + lift) / 2, "bottom": slack}[style.valign]
    marks: list[Mark] = []
    for number, column in enumerate(columns):
        place_of_column = Box(box.x + number * (wide + style.column_gap), box.y, wide, box.height)
        baseline = box.y + top
        for at, row in enumerate(column):
            baseline += (_down(row, style) if at else cap_height * row.scale) * size
            for part in row.parts:
                marks.extend(_set_part(part, style, place_of_column, baseline, size, cap_height))
            if row.ruled:
                marks.append(_line_below(row, style, place_of_column, baseline, size))
    return marks


def _line_below(row: SetLine, style: Style, box: Box, baseline: float, size: float) -> Mark:
    last = max(row.parts, key=lambda part: part.x)
    y = baseline + RULE_BELOW * size
    path: Path = (("M", (box.x, y)), ("L", (box.x + min(box.width, (last.x + last.width) * size), y)))
    return Shape(path, None, style.colour, RULE_WIDTH * size, opacity=style.opacity)


def _set_part(part: WordRun, style: Style, box: Box, baseline: float, size: float, cap_height: float) -> Iterator[Mark]:
    line = part.words
    if not line:
        return
    slack = min(part.width, box.width / size - part.x) - _width(line) + line[-1].width - line[-1].at_the_end
    gaps = sum(bool(word.space) for word in line[:-1])
    stretch = max(0.0, slack / gaps) if part.align == "justify" and gaps else 0.0
    offset = {"left": 0.0, "justify": 0.0, "center": slack / 2, "right": slack}[part.align]
    x = box.x + (part.x + offset) * size
    run: list[Glyph] = []
    now, run_x = WordPiece(0.0, style.regular), x
    for piece in _in_sight(line):
        if isinstance(piece, Word):
            if run and piece.space:
                if piece.space.font != now.font:
                    yield _run(now, style, run_x, baseline, size, run)
                    now, run_x, run = replace(now, font=piece.space.font), x, []
                run.extend(_spread(piece.space.glyphs, stretch, now.scale))
            x += (piece.space_width + stretch) * size
            continue
        if run and (piece.icon or _look(piece) != _look(now)):
            yield _run(now, style, run_x, baseline, size, run)
            run = []
        if piece.icon:
            yield from _inline_picture(piece, style, x, baseline, size, cap_height)
        else:
            if not run:
                now, run_x = piece, x
            run.extend(piece.glyphs)
        x += piece.width * size
    if run:
        yield _run(now, style, run_x, baseline, size, run)


def _in_sight(line: Sequence[Word]) -> list[WordPiece | Word]:
    """The contents of the line from left to right; a word includes the space after it."""
    items: list[WordPiece | Word] = []
    of: list[int] = []
    for number, word in enumerate(line, start=1):
        is_last = number == len(line)
        pieces = (*word.pieces, *(word.hyphen if is_last else ()))
        items.extend(pieces)
        of.extend(piece.level for piece in pieces)
        if word.space and not is_last:
            items.append(word)
            of.append(word.space.level)
    return visual(items, of) if any(of) else items


def _look(piece: WordPiece) -> tuple[Font, str, float, float]:
    return piece.font, piece.colour, piece.scale, piece.rise


def _run(piece: WordPiece, style: Style, x: float, baseline: float, size: float, glyphs: Sequence[Glyph]) -> TextRun:
    y = baseline - piece.rise * size
    return TextRun(piece.font, size * piece.scale, x, y, tuple(glyphs), piece.colour or style.colour, style.opacity)


def _spread(space: tuple[Glyph, ...], stretch: float, scale: float) -> tuple[Glyph, ...]:
    """A space of the text between letters of a different size, widened by `stretch` em of the text."""
    if not stretch and scale == 1:
        return space
    return tuple(glyph._replace(advance=(glyph.advance + stretch) / scale) for glyph in space)


def _inline_picture(
    piece: WordPiece, style: Style, x: float, baseline: float, size: float, cap_height: float
) -> Iterator[Mark]:
    """An icon in the line, or a letter in colour; that is read as what it stands for."""
    if piece.box:
        if piece.hidden[0].text:
            yield replace(_run(piece, style, x, baseline, size, piece.hidden), opacity=0.0)
        em, at = piece.scale * size, piece.hidden[0]
        left, top = x + (piece.box.x + at.dx) * em, baseline - piece.rise * size + (piece.box.y - at.dy) * em
        place = Box(left, top, piece.box.width * em, piece.box.height * em)
        yield Picture(piece.icon, place, "stretch", opacity=style.opacity)
        return
    high = ICON_HEIGHT * piece.scale * size
    middle = baseline - (cap_height / 2 + piece.rise) * size
    left, wide = piece.frame
    box = Box(x + left * size, middle - high / 2, wide * size, high)
    yield emblem(piece.icon, box, piece.colour or style.colour, style.opacity)


def emblem(name: str, box: Box, colour: Paint, opacity: float = 1.0, angle: float = 0.0) -> Mark:
    """An icon in one colour, or the picture with that name in its own colours."""
    if "." not in name:
        return Icon(name, box, colour, opacity, angle)
    picture = Picture(name, box, "contain", opacity=opacity)
    return Turned(angle, *box.centre, (picture,)) if angle else picture


def lying(box: Box) -> Box:
    """The box of vertical text with its lines laid down: as wide as it is high."""
    return Box(0.0, 0.0, box.height, box.width)


def upright(marks: Iterable[Mark], box: Box) -> Iterator[Mark]:
    """The marks of text that was set in `lying(box)`, with its lines from top to bottom and from right to left."""
    for mark in marks:
        if isinstance(mark, TextRun):
            x, y = box.right - mark.y + (COLUMN_CAP - 0.5) * mark.size, box.y + mark.x
            down, glyphs = 0.0, []
            for glyph in mark.glyphs:
                glyphs.append(glyph._replace(advance=0.0, dy=glyph.dy - down))
                down += glyph.advance
            yield replace(mark, x=x, y=y, glyphs=tuple(glyphs))
        elif isinstance(mark, Icon | Picture):
            along, across = mark.box.centre
            middle = box.right - across, box.y + along
            wide, high = mark.box.width, mark.box.height
            yield replace(mark, box=Box(middle[0] - wide / 2, middle[1] - high / 2, wide, high))


def fit_along(composed: ComposedText, track: Track, size: float, smallest: float) -> Fitted:
    """The largest size at which all words fit on one line along the track."""
    wide = sum(_width(line.words) for line in composed.paragraphs)
    return _largest(lambda tried: wide * tried <= track.length + ROUNDING, size, smallest)


def place_along(composed: ComposedText, style: Style, track: Track, size: float, cap_height: float) -> Iterator[Mark]:
    """Marks for each letter, turned to the direction of the track at its centre."""
    words = [word for line in composed.paragraphs for word in line.words]
    slack = track.length - _width(words) * size
    x = {"left": 0.0, "justify": 0.0, "center": slack / 2, "right": slack}[style.align]
    for word in words:
        for piece in word.pieces:
            if piece.icon:
                px, py, angle = track.at(x + piece.width * size / 2)
                drawn = _inline_picture(piece, style, px - piece.width * size / 2, py, size, cap_height)
                yield Turned(angle, px, py, tuple(drawn))
                x += piece.width * size
            for glyph in piece.glyphs:
                wide = glyph.advance * size * piece.scale
                px, py, angle = track.at(x + wide / 2)
                run = _run(piece, style, px - wide / 2, py, size, [glyph])
                yield Turned(round(angle, 3), px, py, (run,))
                x += wide
        x += word.space_width * size
