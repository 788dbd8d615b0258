"""Turns spans into paragraphs of words, list items and table rows, shaping each word once.

Widths are in em, so that text can be measured at any size. `faces` knows nothing about fonts or ink; Materials are
passed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal, NamedTuple

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Font, Glyph, Paint
from proofdeck.paper.faces.letters import clusters, glyph_picture, shared
from proofdeck.paper.faces.markup import InlineIcon, LineBreak, Span, StyledWords
from proofdeck.paper.faces.materials import DIRECTIONS, Direction, Materials
from proofdeck.paper.faces.scripts import HYPHEN, levels, parts, runs_right_to_left, syllables

ICON_HEIGHT = 1.05
"""Height of an inline icon, in em."""
ICON_GAP = 0.06
"""Space on both sides of an inline icon, in em."""
SMALL_CAPITALS = 0.78
"""The size of small capitals as a share of the text's size."""
SCRIPT = 0.62
"""The size of superscripts and subscripts as a share of the text's size."""
RISES = {"": 0.0, "sup": 0.36, "sub": -0.16}
"""The distance of their baseline from that of the text, in em."""
MARKER_GAP = 0.45
"""Space between the mark of a list item and its text, in em."""
BULLET = "•"
ICON = "\ufffc"
"""A character that stands for an icon when text direction is determined."""
_ITEM = re.compile(r"(?:[-•]|\d{1,3}[.)])[ \t]+")
_RULED = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
Alignment = Literal["left", "center", "right", "justify"]


@dataclass(frozen=True, slots=True)
class Style:
    """How the words of one text look. line_height is a factor of the size; paragraph_gap and tracking are in em.

    lines: how many are allowed, any number if 0; columns, with column_gap in mm between them; divides: the language
    whose hyphenation is used, or "" for none. others: fonts asked in turn for letters that its font lacks;
    is_vertical: whether lines run down, the first one at the right. borrows: whether the others are all fonts of the
    project.
    """

    regular: Font
    bold: Font
    italic: Font
    bold_italic: Font
    colour: Paint
    align: Alignment = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    line_height: float = 1.2
    paragraph_gap: float = 0.0
    tracking: float = 0.0
    opacity: float = 1.0
    lines: int = 0
    columns: int = 1
    column_gap: float = 0.0
    divides: str = ""
    others: tuple[Font, ...] = ()
    is_vertical: bool = False
    borrows: bool = False

    def font(self, words: StyledWords) -> Font:
        if words.bold:
            return self.bold_italic if words.italic else self.bold
        return self.italic if words.italic else self.regular

    def other(self, number: int, words: StyledWords | InlineIcon) -> Font:
        """One of the others, in the style of the words if it may have one."""
        font = self.others[number]
        if isinstance(words, InlineIcon) or not (words.bold or words.italic):
            return font
        return font.styled(bold=words.bold, italic=words.italic and bool(font.file))


@dataclass(frozen=True, slots=True)
class WordPiece:
    """Part of a word in one font (glyphs) or an inline icon (name); width in em of the text.

    frame: for an icon, where its own box begins after the left edge of the piece, and its width, in em; its ink may be
    narrower. scale: size of the glyphs or the icon as a factor of the usual one; rise: how much higher, in em;
    level: odd for right-to-left text. box: where a letter in colour is, in em from the start of the baseline, y down;
    hidden: what is read in its place, without ink.
    """

    width: float
    font: Font
    glyphs: tuple[Glyph, ...] = ()
    icon: str = ""
    colour: str = ""
    frame: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0
    rise: float = 0.0
    level: int = 0
    box: Box | None = None
    hidden: tuple[Glyph, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """A unit that is never broken. space: the space after it on the same line, if any. Widths in em.

    hyphen: what is added if a line ends after it.
    """

    pieces: tuple[WordPiece, ...]
    width: float
    space: WordPiece | None
    space_width: float
    hyphen: tuple[WordPiece, ...] = ()

    @property
    def at_the_end(self) -> float:
        """Its width at the end of a line."""
        return self.width + sum(piece.width for piece in self.hyphen) if self.hyphen else self.width

    @property
    def scale(self) -> float:
        """The size factor of its largest letters; 1 for anything smaller."""
        return max([piece.scale for piece in self.pieces], default=1.0)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text up to a line break made by the author.

    marker: the mark before its lines, which are then indented by `indent` em; cells: words by column if it is a table
    row, with the alignment of each column; ruled: whether it has a rule below it; leftward: whether it begins at the
    right.
    """

    words: tuple[Word, ...] = ()
    marker: tuple[Word, ...] = ()
    indent: float = 0.0
    cells: tuple[tuple[Word, ...], ...] = ()
    aligned: tuple[Alignment, ...] = ()
    ruled: bool = False
    leftward: bool = False


@dataclass(slots=True)
class ComposedText:
    """A text as paragraphs, what could not be typeset, and the pictures that its letters in colour are.

    fonts: all in which something is printed.
    """

    paragraphs: list[Paragraph]
    missing: dict[str, Font] = field(default_factory=dict)
    unknown_icons: list[str] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)
    fonts: dict[Font, None] = field(default_factory=dict)

    @property
    def widest(self) -> float:
        """The width that its longest word needs."""
        return max((line.indent + word.width for line in self.paragraphs for word in line.words), default=0.0)

    def main_font(self, style: Style) -> Font:
        """The font whose capitals place its first line: that of the text, unless all letters are in another."""
        if not style.others:
            return style.regular
        pieces = (piece for line in self.paragraphs for word in line.words for piece in word.pieces)
        used = {piece.font for piece in pieces if any(glyph.text[:1].isalpha() for glyph in piece.glyphs)}
        plain = {style.regular, style.bold, style.italic, style.bold_italic}
        return min(used, key=repr) if used and not used & plain else style.regular

    @property
    def is_plain(self) -> bool:
        """Whether all lines have the same height and there are no table rows."""
        return not any(
            line.cells or any(piece.scale > 1 for word in line.words for piece in word.pieces)
            for line in self.paragraphs
        )


def compose(spans: Iterable[Span], style: Style, materials: Materials) -> ComposedText:
    """Shape every word once."""
    composed = ComposedText([])
    setter = _Setter(style, materials, composed)
    for line in _lines(spans):
        says = "".join(span.text if isinstance(span, StyledWords) else "\0" for span in line).strip()
        if _RULED.fullmatch(says) and composed.paragraphs and composed.paragraphs[-1].cells:
            _rule(composed.paragraphs, says)
        elif len(says) > 2 and says.startswith("|") and says.endswith("|"):
            cells = tuple(setter.words(cell) for cell in _cells(line))
            aligned = composed.paragraphs[-1].aligned if composed.paragraphs else ()
            composed.paragraphs.append(Paragraph(cells=cells, aligned=aligned))
        else:
            composed.paragraphs.append(_item(line, setter))
    return composed


def compose_plain(words: str, style: Style, materials: Materials) -> ComposedText:
    """Shape words in which nothing is a list, a table or markup, such as a name that somebody has typed."""
    composed = ComposedText([])
    line = [StyledWords(words)]
    says = _Setter(style, materials, composed).words(line)
    composed.paragraphs.append(Paragraph(says, leftward=runs_right_to_left(_letters(line))))
    return composed


def _lines(spans: Iterable[Span]) -> Iterator[list[StyledWords | InlineIcon]]:
    line: list[StyledWords | InlineIcon] = []
    for span in spans:
        if isinstance(span, LineBreak):
            yield line
            line = []
        else:
            line.append(span)
    yield line


def _rule(paragraphs: list[Paragraph], says: str) -> None:
    """The rule below the previous row, and the alignment of columns: `:--`, `:-:` or `--:`."""
    sets = [cell.strip() for cell in says.strip("|").split("|")]
    aligned: tuple[Alignment, ...] = tuple(
        "center" if cell[0] == cell[-1] == ":" else "right" if cell[-1] == ":" else "left" for cell in sets
    )
    paragraphs[-1] = replace(paragraphs[-1], ruled=True, aligned=aligned)


def _cells(line: Sequence[StyledWords | InlineIcon]) -> list[list[StyledWords | InlineIcon]]:
    """The contents between the vertical bars of a row."""
    cells: list[list[StyledWords | InlineIcon]] = [[]]
    for span in line:
        if isinstance(span, InlineIcon):
            cells[-1].append(span)
            continue
        first, *others = span.text.split("|")
        cells[-1].append(replace(span, text=first))
        cells.extend([replace(span, text=other)] for other in others)
    return cells[1:-1]


def _item(line: Sequence[StyledWords | InlineIcon], setter: _Setter) -> Paragraph:
    """A paragraph, indented behind a mark if it begins with `- ` or `1. `."""
    first = line[0] if line else None
    match = _ITEM.match(first.text) if isinstance(first, StyledWords) else None
    if match is None or not isinstance(first, StyledWords):
        return Paragraph(setter.words(line), leftward=runs_right_to_left(_letters(line)))
    says = match[0].strip()
    marker = setter.words([replace(first, text=BULLET if says == "-" else says)])
    indent = sum(word.width for word in marker) + MARKER_GAP
    rest = [replace(first, text=first.text[match.end() :]), *line[1:]]
    return Paragraph(setter.words(rest), marker, indent, leftward=runs_right_to_left(_letters(rest)))


def _letters(line: Sequence[StyledWords | InlineIcon]) -> str:
    """One character for each letter and each icon."""
    return "".join(span.text if isinstance(span, StyledWords) else ICON for span in line)


class _Run(NamedTuple):
    """Part of a line that is shaped alike: up to which letter, and in which font and direction."""

    end: int
    span: StyledWords | InlineIcon
    font: Font
    level: int


class _Setter:
    """Shapes spans into words, and notes missing characters and icons."""

    def __init__(self, style: Style, materials: Materials, composed: ComposedText) -> None:
        self._style = style
        self._materials = materials
        self._composed = composed

    def words(self, spans: Sequence[StyledWords | InlineIcon]) -> tuple[Word, ...]:
        words: list[Word] = []
        pieces: list[WordPiece] = []
        text = _letters(spans)
        runs, at = list(self._runs(spans, text)), 0

        def finish(before_space: _Run | None = None, hyphen: tuple[WordPiece, ...] = ()) -> None:
            if pieces:
                width, space = sum([piece.width for piece in pieces]), self._space(pieces[-1], before_space)
                words.append(Word(tuple(pieces), width, space, space.width if space else 0.0, hyphen))
                pieces.clear()

        for start, part, breaks, blank in parts(text):
            divided, now = syllables(part, self._style.divides), start
            for number, syllable in enumerate(divided, start=1):
                while text.startswith(HYPHEN, now):
                    now += 1
                end = now + len(syllable)
                while now < end:
                    while runs[at].end <= now:
                        at += 1
                    run, begin = runs[at], now
                    now = min(end, run.end)
                    if isinstance(run.span, InlineIcon):
                        pieces.append(replace(self._icon(run.span), level=run.level))
                    else:
                        pieces.extend(self._pieces(text[begin:now], run.span, run.font, run.level))
                if number < len(divided):
                    finish(hyphen=self._hyphen(runs[at]))
            if breaks:
                finish(next(run for run in runs[at:] if run.end > start + len(part)) if blank else None)
        finish()
        return tuple(words)

    def _runs(self, spans: Sequence[StyledWords | InlineIcon], text: str) -> Iterator[_Run]:
        """The parts of a line that are shaped alike: one span, font and direction each."""
        of, families, start = levels(text), self._families(spans), 0
        is_plain = not any(of)
        for span in spans:
            end = start + (1 if isinstance(span, InlineIcon) else len(span.text))
            if is_plain and not families:
                yield _Run(end, span, self._of_family(span, 0), 0)
            else:
                for at in range(start, end):
                    look = of[at], families and families[at]
                    if at + 1 == end or look != (of[at + 1], families and families[at + 1]):
                        yield _Run(at + 1, span, self._of_family(span, families[at] if families else 0), of[at])
            start = end

    def _of_family(self, span: StyledWords | InlineIcon, family: int) -> Font:
        """The font of a span: that of the text, or of so many of the others."""
        if family:
            return self._style.other(family - 1, span)
        return self._style.regular if isinstance(span, InlineIcon) else self._style.font(span)

    def _families(self, spans: Sequence[StyledWords | InlineIcon]) -> list[int]:
        """For each letter, which font prints it, as `_of_family` counts; empty if that of the text has all of them."""
        shape, style = self._materials.shape, self._style
        words = [span for span in spans if isinstance(span, StyledWords)]
        if not (style.others or style.borrows) or all(
            glyph.id for span in words for one in {*span.text} for glyph in shape(one, style.font(span))
        ):
            return []
        if style.borrows:
            self._style = replace(style, others=self._materials.own_fonts(), borrows=False)
        others = self._style.others
        found = [
            (one, span) for span in spans for one in (clusters(span.text) if isinstance(span, StyledWords) else ICON)
        ]

        def has(at: int, family: int) -> bool:
            letters, span = found[at]
            return letters == ICON or all(glyph.id for glyph in shape(letters, self._of_family(span, family)))

        families = shared([letters for letters, _ in found], len(others) + 1, has)
        return [family for (letters, _), family in zip(found, families, strict=True) for _ in letters]

    def _space(self, last: WordPiece, run: _Run | None) -> WordPiece | None:
        """The space after that piece, in its font if that has one, else in that of the run; None without a run."""
        if run is None or isinstance(run.span, InlineIcon):
            return None
        own, first = self._style.font(run.span), run.font if last.icon else last.font
        font = next(self._having(" ", (first, own, *self._style.others)), own)
        blank = self._materials.shape(" ", font, "ttb" if self._style.is_vertical else "ltr")
        glyphs = _larger(_tracked(blank, self._style.tracking), run.span.size)
        return WordPiece(sum([glyph.advance for glyph in glyphs]), font, glyphs, level=run.level)

    def _hyphen(self, run: _Run) -> tuple[WordPiece, ...]:
        """What is added to that run where it is divided at the end of a line."""
        if isinstance(run.span, InlineIcon):
            return ()
        font = next(self._having("-", (run.font, self._style.font(run.span))), run.font)
        return tuple(self._pieces("-", run.span, font, run.level))

    def _having(self, letter: str, fonts: Iterable[Font]) -> Iterator[Font]:
        """Those of the fonts that have a letter."""
        return (font for font in fonts if all(glyph.id for glyph in self._materials.shape(letter, font)))

    def _icon(self, span: InlineIcon) -> WordPiece:
        aspect = self._materials.aspect(span.name)
        if aspect is None:
            self._composed.unknown_icons.append(span.name)
        left, right = self._materials.ink(span.name) if aspect else (0.0, 1.0)
        high = ICON_HEIGHT * span.size
        frame = (ICON_GAP - left * high, (aspect or 1.0) * high)
        width = (right - left) * high + 2 * ICON_GAP
        return WordPiece(width, self._style.regular, (), span.name, span.colour, frame, span.size, span.rise)

    def _pieces(self, part: str, span: StyledWords, font: Font, level: int) -> Iterator[WordPiece]:
        scale = span.size * (SCRIPT if span.script else 1.0)
        rise = RISES[span.script] * span.size
        self._composed.fonts[font] = None
        direction: Direction = "ttb" if self._style.is_vertical else DIRECTIONS[level % 2]
        for letters, factor in _cased(part) if span.small_caps else [(part, 1.0)]:
            shown = letters.upper() if factor < 1 else letters
            glyphs = _tracked(self._materials.shape(shown, font, direction), self._style.tracking)
            said = shown
            for glyph in glyphs:
                said = glyph.text or said  # only the first glyph of a cluster of letters has their text
                if glyph.id == 0:
                    self._composed.missing[said] = font
            if factor < 1 and len(glyphs) == len(letters):
                glyphs = tuple(glyph._replace(text=letter) for glyph, letter in zip(glyphs, letters, strict=True))
            plain = WordPiece(0.0, font, glyphs, "", span.colour, (0.0, 0.0), scale * factor, rise, level)
            for piece in self._in_colour(plain) if font.file else [plain]:
                width = sum([glyph.advance for glyph in piece.glyphs or piece.hidden]) * scale * factor
                yield replace(piece, width=width)

    def _in_colour(self, piece: WordPiece) -> Iterator[WordPiece]:
        """The piece as it is, or divided at letters that are pictures."""
        found = [(glyph, self._materials.colours(piece.font, glyph.id)) for glyph in piece.glyphs]
        for is_plain, several in groupby(found, lambda one: one[1] is None):
            if is_plain:
                yield replace(piece, glyphs=tuple(glyph for glyph, _ in several))
                continue
            for glyph, box in several:
                colour = piece.colour or (self._style.colour if isinstance(self._style.colour, str) else "#000000")
                blank = self._materials.shape(" ", self._style.regular)[0]
                hidden = (blank._replace(advance=glyph.advance, text=glyph.text),)
                name = self._composed.pictures[glyph.text] = glyph_picture(piece.font, glyph.id, colour)
                yield replace(piece, font=self._style.regular, glyphs=(), icon=name, box=box, hidden=hidden)


def _cased(part: str) -> Iterator[tuple[str, float]]:
    """Runs of lowercase letters, which become small capitals, and of all other characters."""
    for match in re.finditer(r"[^\W\d_]+|[\W\d_]+", part):
        for is_lower, letters in groupby(match[0], str.islower):
            yield "".join(letters), SMALL_CAPITALS if is_lower else 1.0


def _larger(glyphs: tuple[Glyph, ...], by: float) -> tuple[Glyph, ...]:
    return glyphs if by == 1 else tuple(glyph._replace(advance=glyph.advance * by) for glyph in glyphs)


def _tracked(glyphs: tuple[Glyph, ...], tracking: float) -> tuple[Glyph, ...]:
    if not tracking:
        return glyphs
    return tuple(glyph._replace(advance=glyph.advance + tracking) for glyph in glyphs)
