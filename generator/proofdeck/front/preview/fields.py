"""How the options of elements are called and grouped where cards are arranged, in words that need no TOML."""

from __future__ import annotations

from collections.abc import Mapping

PLACE = "Place"
GROUPS: Mapping[str, Mapping[str, str]] = {
    "": {
        "text": "words", "label": "words", "icon": "icon", "file": "picture", "code": "code", "cells": "cells",
        "key": "looks of the cells", "points": "corners", "sides": "sides", "inner": "points of a star", "d": "outline",
        "view": "size of the outline", "kind": "kind of code", "at": "copies at",
    },
    PLACE: {
        "x": "X", "y": "Y", "width": "W", "height": "H", "x2": "end X", "y2": "end Y", "angle": "turned by",
    },
    "Type": {
        "font": "font", "label_font": "font", "size": "size", "label_size": "size", "min_size": "smallest size",
        "label_min_size": "smallest size", "fit": "same size for all", "align": "alignment",
        "valign": "height in the box", "bold": "bold", "italic": "italic", "line_height": "line spacing",
        "paragraph_gap": "between paragraphs", "tracking": "letter spacing", "hyphenate": "hyphens",
        "lines": "most lines", "columns": "columns", "column_gap": "between columns", "curve": "along a curve",
        "direction": "direction",
    },
    "Fill": {
        "colour": "colour", "label_colour": "colour of words", "fill": "fill", "ground": "ground", "opacity": "opacity",
        "mode": "filling the box", "focus": "kept in sight", "mask": "cut to", "tint": "tint",
        "transparent": "colour left out", "rule": "holes", "corner": "corner radius", "gap": "between cells",
    },
    "Line": {
        "stroke": "line colour", "stroke_width": "line width", "dash": "dashes", "outline": "outline of letters",
        "slice": "edges in pixels", "edge": "width of edges",
    },
    "Effects": {
        "shadow": "shadow", "glow": "glow", "blend": "mixing", "twice": "again upside down",
        "flip": "lower copies turned",
    },
    "Printing": {
        "when": "only if", "bleed": "reaches into the bleed", "file_bleed": "bleed of the picture",
        "low_ink": "with low ink", "level": "damage allowed", "ignore": "warnings left out",
    },
}  # fmt: skip
"""Group -> option -> its name for people. The first group, and the place, are never folded."""
_GROUP_OF = {key: group for group, keys in GROUPS.items() for key in keys}


def label_of(key: str) -> str:
    """What the option is called on the page."""
    return GROUPS[group_of(key)].get(key, key.replace("_", " "))


def group_of(key: str) -> str:
    """The group of the option; effects for one that no group names."""
    return _GROUP_OF.get(key, "Effects")
