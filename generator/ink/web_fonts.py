"""Fonts embedded in HTML pages, reduced to the characters they need."""

from __future__ import annotations

from functools import cache

from generator.ink.fonts import FontFile


@cache
def web_font(file: FontFile, characters: str) -> bytes:
    """The font reduced to these characters, as a TrueType or OpenType file; a variable font is fixed at its axes."""
    return file.web_subset(characters)
