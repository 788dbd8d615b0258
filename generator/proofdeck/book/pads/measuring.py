"""Measures and sets the text of grids, in the styles of a game. Lengths in mm.

Text keeps its size and takes as many lines as it needs; only a title may shrink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from proofdeck.ground.units import MM_PER_POINT, Box, Size
from proofdeck.paper.faces.face import Font, Mark
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.faces.setting import break_lines, fit, height, place
from proofdeck.paper.faces.text import ComposedText, Style, compose_plain

Align = Literal["left", "center", "right"]
VAlign = Literal["top", "middle", "bottom"]

AIR_OF_NOTE = 1.5
"""Space between text and the smaller text below it."""
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


Part = tuple[str, Type]
"""Words in one style."""


class Pen:
    """Typesets text in the styles of a dress. missing: characters missing from the fonts, found so far."""

    def __init__(self, dress: Dress, materials: Materials) -> None:
        self._materials = materials
        self._composed: dict[tuple[str, Font], ComposedText] = {}
        self.dress, self.missing = dress, set[str]()
        point = MM_PER_POINT * dress.scale
        text, bold, italic = Font(dress.text), Font(dress.text, 700), Font(dress.text, italic=True)
        self.title = Type(Font(dress.title, 700), 16 * point, dress.accent)
        self.section = Type(bold, 8.5 * point, dress.accent)
        self.about = Type(italic, 9 * point, QUIET)
        self.label = Type(text, 9.5 * point, INK)
        self.strong = Type(bold, 9.5 * point, INK)
        self.head = Type(text, 8 * point, QUIET)
        self.note = Type(text, 8.5 * point, INK)
        self.hint = Type(text, 7 * point, QUIET)
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
        count = len(break_lines(line, room / kind.size + ROUNDING)) if line else 0
        return height(count, 1, _style(kind), self._cap_height(kind)) * kind.size if count else 0.0

    def stack(self, parts: Iterable[Part], room: float) -> float:
        """The height of texts one below the other; empty ones take no space."""
        highs = [high for words, kind in parts if (high := self.block(words, kind, room))]
        return sum(highs) + AIR_OF_NOTE * max(0, len(highs) - 1)

    def set(self, words: str, kind: Type, box: Box, align: Align = "left", valign: VAlign = "middle") -> list[Mark]:
        """The text in a box."""
        composed = self._compose(words, kind)
        if not composed.paragraphs[0].words:
            return []
        return place(composed, _style(kind, align, valign), box, kind.size, self._cap_height(kind))

    def set_stack(self, parts: Iterable[Part], box: Box, align: Align = "left") -> Iterator[Mark]:
        """Texts one below the other, from the top of a box."""
        y = box.y
        for words, kind in parts:
            if high := self.block(words, kind, box.width):
                yield from self.set(words, kind, Box(box.x, y, box.width, high), align, "top")
                y += high + AIR_OF_NOTE

    def shrunk(self, words: str, kind: Type, box: Box) -> Type | None:
        """The style reduced until the text fits; None if it does not fit."""
        composed = self._compose(words, kind)
        found = fit(composed, _style(kind), box, kind.size, SMALLEST_TITLE, self._cap_height(kind))
        return kind._replace(size=found.size) if found.fits else None

    def _cap_height(self, kind: Type) -> float:
        return self._materials.cap_height(kind.font)

    def _compose(self, words: str, kind: Type) -> ComposedText:
        key = words, kind.font
        if key not in self._composed:
            composed = compose_plain(" ".join(words.split()), _style(kind), self._materials)
            self.missing.update(character for character in composed.missing if character.strip())
            self._composed[key] = composed
        return self._composed[key]


def _style(kind: Type, align: Align = "left", valign: VAlign = "top") -> Style:
    return Style(kind.font, kind.font, kind.font, kind.font, kind.colour, align, valign, 1.12, borrows=True)
