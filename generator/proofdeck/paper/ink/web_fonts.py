"""Fonts embedded in HTML pages, reduced to the characters they need."""

from __future__ import annotations

from functools import cache

from proofdeck.paper.faces.face import Font
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.ink.fonts import FontBook, FontFile

LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), 0x2192, 0x2212)))
"""The characters in the fonts of pages for screens; the browser's fonts write all others."""
TITLE = 700
"""The weight of titles."""


@cache
def web_font(file: FontFile, characters: str) -> bytes:
    """The font reduced to these characters, as a TrueType or OpenType file; a variable font is fixed at its axes."""
    return file.web_subset(characters)


def title_font(fonts: FontBook, family: str) -> bytes:
    """The font of titles in that family; empty if there is none."""
    try:
        return web_font(fonts.file(Font(family, TITLE, italic=False)), LETTERS)
    except MaterialError:
        return b""
