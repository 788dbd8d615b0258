"""Fonts inside a page for screens: the letters that it needs, found by their characters."""

from __future__ import annotations

from functools import cache

from generator.ink.fonts import FontFile


@cache
def web_font(file: FontFile, characters: str) -> bytes:
    """The font with only these characters, as a TrueType or OpenType file; a variable font stands where it should."""
    return file.web_subset(characters)
