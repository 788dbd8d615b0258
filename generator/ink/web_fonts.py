"""Fonts inside a page for screens: the letters that it needs, found by their characters."""

from __future__ import annotations

from functools import cache

from generator.ink.fonts import FontFile


@cache
def web_font(file: FontFile, characters: str) -> bytes:
    """The font with only these characters, as a TrueType or OpenType file; a variable font stands where it should."""
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.unicode_set.update(map(ord, characters))
    wanted.flags = hb.SubsetFlags.NO_HINTING
    if file.axes:
        wanted.pin_all_axes_to_default(file.face)
        for tag, value in file.axes:
            wanted.pin_axis_location(file.face, tag, value)
    return bytes(wanted.subset(file.face).blob.data)
