"""Text in a box: spans -> words -> lines -> runs of glyphs.

Widths are kept in em, so that text is shaped once and measured at any size. Lines are broken for least raggedness;
text that does not fit is stepped down to the smallest size allowed, and if that is not enough the caller is told.
`faces` knows nothing of fonts or ink: Materials are handed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from generator.faces.face import Font, Glyph, Icon, Mark, Paint, TextRun
from generator.faces.markup import Break, InlineIcon, Span, Words
from generator.faces.materials import Materials
from generator.units import MM_PER_POINT, Box

STEP = 0.25 * MM_PER_POINT
"""Shrinking to fit goes down by a quarter of a point."""
DESCENT = 0.24
"""Room below the last baseline, in em."""
ICON_HEIGHT = 1.05
"""Height of an inline icon, in em."""
ICON_GAP = 0.06
"""Air on both sides of an inline icon, in em."""
LAST_LINE = 0.2
"""What the shortfall of a paragraph's last line counts."""
LONELY = 0.3
"""A last line shorter than this share of the room counts in full."""
ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Style:
    """How the words of one text look. line_height is a factor of the size; paragraph_gap and tracking are in em."""

    regular: Font
    bold: Font
    italic: Font
    bold_italic: Font
    colour: Paint
    align: Literal["left", "center", "right", "justify"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    line_height: float = 1.2
    paragraph_gap: float = 0.0
    tracking: float = 0.0
    opacity: float = 1.0

    def font(self, words: Words) -> Font:
        if words.bold:
            return self.bold_italic if words.italic else self.bold
        return self.italic if words.italic else self.regular


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a word in one font (glyphs) or an inline icon (name); width in em.

    frame: of an icon, where its own box begins behind the left edge of the piece, and how wide that is, in em. Its ink
    may take less.
    """

    width: float
    font: Font
    glyphs: tuple[Glyph, ...] = ()
    icon: str = ""
    colour: str = ""
    frame: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Word:
    """What no line break divides. space: the blank that follows it on the same line. Widths in em."""

    pieces: tuple[Piece, ...]
    width: float
    space: tuple[Glyph, ...]
    space_width: float


@dataclass(slots=True)
class Composed:
    """Words of a text by paragraphs, and what could not be set."""

    paragraphs: list[list[Word]]
    missing: dict[str, Font] = field(default_factory=dict)
    unknown_icons: list[str] = field(default_factory=list)

    @property
    def widest(self) -> float:
        return max((word.width for words in self.paragraphs for word in words), default=0.0)


def compose(spans: Iterable[Span], style: Style, materials: Materials) -> Composed:
    """Shape every word once."""
    composed = Composed([[]])
    pieces: list[Piece] = []

    def finish(space: tuple[Glyph, ...]) -> None:
        if pieces:
            width, blank = sum(piece.width for piece in pieces), sum(glyph.advance for glyph in space)
            composed.paragraphs[-1].append(Word(tuple(pieces), width, space, blank))
            pieces.clear()

    for span in spans:
        if isinstance(span, Break):
            finish(())
            composed.paragraphs.append([])
        elif isinstance(span, InlineIcon):
            aspect = materials.aspect(span.name)
            if aspect is None:
                composed.unknown_icons.append(span.name)
            left, right = materials.ink(span.name) if aspect else (0.0, 1.0)
            frame = (ICON_GAP - left * ICON_HEIGHT, (aspect or 1.0) * ICON_HEIGHT)
            width = (right - left) * ICON_HEIGHT + 2 * ICON_GAP
            pieces.append(Piece(width, style.regular, icon=span.name, colour=span.colour, frame=frame))
        else:
            font = style.font(span)
            space = _tracked(materials.shape(" ", font), style.tracking)
            for part, breaks, blank in _parts(span.text):
                if part:
                    glyphs = _tracked(materials.shape(part, font), style.tracking)
                    composed.missing.update((glyph.text, font) for glyph in glyphs if glyph.id == 0)
                    pieces.append(Piece(sum(glyph.advance for glyph in glyphs), font, glyphs))
                if breaks:
                    finish(space if blank else ())
    finish(())
    return composed


_BLANKS = " \t\f\v"


def _parts(text: str) -> Iterator[tuple[str, bool, bool]]:
    """(word, may a line end here, is a blank here), from left to right. A hyphen inside a word may end a line."""
    start = 0
    for index, letter in enumerate(text):
        if letter in _BLANKS:
            yield text[start:index], True, True
            start = index + 1
        elif letter == "-" and text[index - 1 : index].isalpha() and text[index + 1 : index + 2].isalpha():
            yield text[start : index + 1], True, False
            start = index + 1
    if start < len(text):
        yield text[start:], False, False


def _tracked(glyphs: tuple[Glyph, ...], tracking: float) -> tuple[Glyph, ...]:
    if not tracking:
        return glyphs
    return tuple(glyph._replace(advance=glyph.advance + tracking) for glyph in glyphs)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The size (mm) at which text fits its box; fits is False when even the smallest size was too large."""

    size: float
    fits: bool


def fit(composed: Composed, style: Style, box: Box, size: float, smallest: float, cap_height: float) -> Fitted:
    """The largest size from `size` down to `smallest` at which everything stands inside box."""
    while True:
        if _fits_at(composed, style, box, size, cap_height):
            return Fitted(size, True)
        if size <= smallest + ROUNDING:
            return Fitted(smallest, False)
        size = max(smallest, size - STEP)


def _fits_at(composed: Composed, style: Style, box: Box, size: float, cap_height: float) -> bool:
    room = box.width / size + ROUNDING
    if composed.widest > room:
        return False
    counts = [_count_lines(words, room) for words in composed.paragraphs]
    return height(sum(counts), len(counts), style, cap_height) * size <= box.height + ROUNDING


def height(lines: int, paragraphs: int, style: Style, cap_height: float) -> float:
    """Of a block of text, in em: from the top of the first capitals to below the last line's tails."""
    below = DESCENT if lines > 1 else 0.0
    return cap_height + (lines - 1) * style.line_height + (paragraphs - 1) * style.paragraph_gap + below


def _count_lines(words: Sequence[Word], room: float) -> int:
    """The fewest lines, by filling each."""
    lines, used, space = 1, 0.0, 0.0
    for word in words:
        if used and used + space + word.width > room:
            lines, used = lines + 1, word.width
        else:
            used += (space if used else 0.0) + word.width
        space = word.space_width
    return lines


def break_lines(words: Sequence[Word], room: float) -> list[list[Word]]:
    """As few lines as can be, the shortfalls as even as can be (least sum of squares; the last line may be short)."""
    fewest = _count_lines(words, room)
    if fewest == 1:
        return [list(words)]
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for end in range(1, len(words) + 1):
        best.append(min(_line_costs(words, end, room, best)))
    lines: list[list[Word]] = []
    end = len(words)
    while end:
        start = best[end][2]
        lines.append(list(words[start:end]))
        end = start
    return lines[::-1]


def _line_costs(
    words: Sequence[Word], end: int, room: float, best: Sequence[tuple[int, float, int]]
) -> Iterator[tuple[int, float, int]]:
    """(lines, cost, start) for each last line that ends before word `end`."""
    width = 0.0
    for start in range(end - 1, -1, -1):
        width += words[start].width + (words[start].space_width if start < end - 1 else 0.0)
        if width > room and start < end - 1:
            return
        lines, cost, _ = best[start]
        yield lines + 1, cost + _raggedness(width, room, end == len(words)), start


def _raggedness(width: float, room: float, is_last: bool) -> float:
    """What a line costs: its shortfall squared; a last line may be short, but not a lonely word."""
    shortfall = (room - width) ** 2
    return shortfall if not is_last or width < LONELY * room else LAST_LINE * shortfall


def place(composed: Composed, style: Style, box: Box, size: float, cap_height: float) -> list[Mark]:
    """Marks for the text at that size."""
    room = box.width / size + ROUNDING
    paragraphs = [break_lines(words, room) for words in composed.paragraphs]
    lines = sum(map(len, paragraphs))
    between = ((lines - 1) * style.line_height + (len(paragraphs) - 1) * style.paragraph_gap) * size
    slack = box.height - between - cap_height * size
    lift = DESCENT * size if lines > 1 else 0.0
    top = {"top": 0.0, "middle": slack / 2, "bottom": slack - lift}[style.valign]
    baseline = box.y + top + cap_height * size
    marks: list[Mark] = []
    for paragraph in paragraphs:
        for number, line in enumerate(paragraph, start=1):
            justified = style.align == "justify" and number < len(paragraph)
            marks.extend(_set_line(line, style, box, baseline, size, cap_height, justified))
            baseline += style.line_height * size
        baseline += style.paragraph_gap * size
    return marks


def _set_line(
    line: Sequence[Word], style: Style, box: Box, baseline: float, size: float, cap_height: float, justified: bool
) -> Iterator[Mark]:
    if not line:
        return
    width = sum(word.width for word in line) + sum(word.space_width for word in line[:-1])
    slack = box.width / size - width
    gaps = sum(bool(word.space) for word in line[:-1])
    stretch = max(0.0, slack / gaps) if justified and gaps else 0.0
    offset = {"left": 0.0, "justify": 0.0, "center": slack / 2, "right": slack}[style.align]
    x = box.x + offset * size
    run: list[Glyph] = []
    font, run_x = style.regular, x
    for word, is_last in zip(line, [False] * (len(line) - 1) + [True], strict=True):
        for piece in word.pieces:
            if run and (piece.icon or piece.font != font):
                yield TextRun(font, size, run_x, baseline, tuple(run), style.colour, style.opacity)
                run = []
            if piece.icon:
                yield _inline_icon(piece, style, x, baseline, size, cap_height)
            else:
                if not run:
                    font, run_x = piece.font, x
                run.extend(piece.glyphs)
            x += piece.width * size
        if word.space and not is_last:
            if run:
                run.extend(_tracked(word.space, stretch))
            x += (word.space_width + stretch) * size
    if run:
        yield TextRun(font, size, run_x, baseline, tuple(run), style.colour, style.opacity)


def _inline_icon(piece: Piece, style: Style, x: float, baseline: float, size: float, cap_height: float) -> Icon:
    high = ICON_HEIGHT * size
    middle = baseline - cap_height * size / 2
    left, wide = piece.frame
    box = Box(x + left * size, middle - high / 2, wide * size, high)
    return Icon(piece.icon, box, piece.colour or style.colour, style.opacity)
