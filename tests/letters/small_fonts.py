"""Fonts of a few letters, made for one test: each letter is a box, as wide as the test says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM = 1000


def box(width: int, height: int = 700, left: int = 50) -> Any:
    """The outline of a letter."""
    pen = TTGlyphPen(None)
    pen.moveTo((left, 0))
    for point in ((left, height), (width - 50, height), (width - 50, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def builder(letters: Mapping[str, int], *, unused: int = 0, family: str = "Small", height: int = 700) -> FontBuilder:
    """A font of those letters, each so many thousandths of an em wide; a blank has no ink.

    unused: glyphs before the first letter, so that the same letter has another number than in other fonts.
    """
    made = FontBuilder(EM, isTTF=True)
    spare = [f"spare{number}" for number in range(unused)]
    names = {letter: f"u{ord(letter):04X}" for letter in letters}
    widths = {name: letters[letter] for letter, name in names.items()} | dict.fromkeys((".notdef", *spare), 500)
    made.setupGlyphOrder([".notdef", *spare, *names.values()])
    made.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    blank = {name for letter, name in names.items() if not letter.strip()}
    glyphs = {name: TTGlyphPen(None).glyph() if name in blank else box(width, height) for name, width in widths.items()}
    made.setupGlyf(glyphs)
    made.setupHorizontalMetrics({name: (width, 50) for name, width in widths.items()})
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": family, "styleName": "Regular", "psName": f"{family}-Regular"})
    made.setupOS2(sCapHeight=700)
    made.setupPost()
    return made


def save_font(path: Path, letters: Mapping[str, int], **how: Any) -> Path:
    """The font as a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    builder(letters, **how).save(path)
    return path
