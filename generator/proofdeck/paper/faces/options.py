"""The vocabulary of card templates: every option of every element, with its type, default and meaning.

The loader checks templates against this list, `docs/templates.md` documents it, and layout reads it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from proofdeck.paper.faces.face import Path
from proofdeck.paper.faces.field_words import VALUES
from proofdeck.paper.faces.lengths import Ruler
from proofdeck.paper.faces.path_data import read_path
from proofdeck.paper.faces.paths import Track


@dataclass(frozen=True, slots=True)
class ElementOption:
    """parse: converts a value from TOML or Jinja to its type; raises ValueError with a plain sentence.

    unit: for a length, what a plain number means, as in `Ruler.measured`.
    """

    parse: Callable[[object], object]
    default: object
    says: str
    unit: str = ""

    def value(self, raw: Any, ruler: Ruler) -> Any:
        """The typed value; lengths with units are measured. Raises ValueError."""
        plain = ruler.measured(raw, self.unit)
        try:
            return self.parse(plain)
        except ValueError as error:
            if plain == raw:
                raise
            raise ValueError(f"{shown(raw)}: {error}, in {'pt' if self.unit == 'pt' else 'mm'}") from None


def number(low: float = -1000.0, high: float = 1000.0, what: str = "a number") -> Callable[[object], float]:
    def parse(raw: Any) -> float:
        try:
            value = float(raw.strip()) if isinstance(raw, str) else float(raw)
        except (ValueError, TypeError):
            raise ValueError(f"{shown(raw)} is not {what}") from None
        if isinstance(raw, bool) or not math.isfinite(value):
            raise ValueError(f"{shown(raw)} is not {what}")
        if not low <= value <= high:
            raise ValueError(f"{value:g} is not between {low:g} and {high:g}")
        return value

    return parse


def length(low: float, high: float, default: object, says: str, unit: str = "mm") -> ElementOption:
    """The option of a length between `low` and `high`, which plain numbers are in `unit`."""
    share = " or %" if unit in {"across", "down"} else ""
    units = f"mm, cm, in, pt{', px' if share else ' or px'}{share}"
    what = f"a length; write a number of {'pt' if unit == 'pt' else 'mm'}, or one with its unit: {units}"
    return ElementOption(number(low, high, what), default, says, unit)


def whole(low: int, high: int) -> Callable[[object], int]:
    inner = number(low, high)

    def parse(raw: object) -> int:
        value = inner(raw)
        if value != int(value):
            raise ValueError(f"{shown(raw)} is not a whole number")
        return int(value)

    return parse


def text(raw: object) -> str:
    if isinstance(raw, (str, int, float)) and not isinstance(raw, bool):
        return str(raw)
    raise ValueError(f"{shown(raw)} is not a text")


class WordOption:
    """Reads one of the words. also: the option whose values other tools have other words for."""

    def __init__(self, *words: str, also: str = "") -> None:
        self.words, self.also = words, also

    def __call__(self, raw: object) -> str:
        word = str(raw).strip().casefold()
        word = VALUES.get(self.also, {}).get(word, word)
        if word not in self.words:
            raise ValueError(f"{shown(raw)} is not one of {', '.join(self.words)}")
        return word


def flag(raw: object) -> bool:
    """true or false; a text is true unless it is "", 0, no, false or none."""
    return raw.strip().casefold() not in {"", "0", "no", "false", "none"} if isinstance(raw, str) else bool(raw)


def pairs(raw: Any) -> tuple[tuple[float, float], ...]:
    """`"0,0 10,0 5,8"` or `[[0, 0], [10, 0], [5, 8]]`."""
    rows = raw.split() if isinstance(raw, str) else raw
    try:
        points = tuple(
            (float(x), float(y)) for x, y in (row.split(",") if isinstance(row, str) else row for row in rows)
        )
    except (ValueError, TypeError, AttributeError):
        raise ValueError(f"{shown(raw)} is not a list of points such as '0,0 10,0 5,8'") from None
    if len(points) > 500 or not all(math.isfinite(n) and abs(n) <= 1000 for point in points for n in point):
        raise ValueError(f"{shown(raw)} has too many points, or points too far away")
    return points


def lengths(raw: Any) -> tuple[float, ...]:
    """`"1 0.5"` or `[1, 0.5]`."""
    rows = raw.split() if isinstance(raw, str) else raw if isinstance(raw, list) else [raw]
    values = tuple(number(0, 1000)(row) for row in rows)
    if len(values) > 8 or (values and not any(values)):
        raise ValueError(f"{shown(raw)} is not a pattern such as '1 0.5'")
    return values


def focus(raw: object) -> tuple[float, float]:
    points = pairs([raw])
    if not all(0 <= n <= 1 for n in points[0]):
        raise ValueError(f"{shown(raw)} is not a point such as '0.5,0.3' (shares of width and height)")
    return points[0]


def cells(raw: object) -> tuple[tuple[str, ...], ...]:
    """`"x . x / . @ . / x . x"`: rows separated by `/`, cells by spaces."""
    rows = tuple(tuple(row.split()) for row in str(raw).split("/")) if str(raw).strip() else ()
    if sum(map(len, rows)) > 400:
        raise ValueError("a grid can have at most 400 cells")
    return rows


def effect(*says: str) -> Callable[[object], tuple[()] | tuple[tuple[float, ...], str]]:
    """Lengths and a colour: `"0.5 0.5 1 #00000080"`; empty for none."""

    def parse(raw: object) -> tuple[()] | tuple[tuple[float, ...], str]:
        words = text(raw).strip()
        if words.casefold() in {"", "none"}:
            return ()
        parts = words.split(maxsplit=len(says))
        if len(parts) <= len(says):
            raise ValueError(f"{shown(raw)} is not {', '.join(says)} in mm and a colour")
        return tuple(number(-50, 50)(part) for part in parts[:-1]), parts[-1]

    return parse


def insets(raw: object) -> tuple[float, ...]:
    """Top, right, bottom and left: `"12"` for all four, `"12 8 12 8"`, or empty."""
    values = tuple(number(0, 100_000)(part) for part in (raw.split() if isinstance(raw, str) else [raw]))
    if len(values) not in {0, 1, 4}:
        raise ValueError(f"{shown(raw)} is not one number, or four: top, right, bottom, left")
    return values * 4 if len(values) == 1 else values


def outline(raw: object) -> Path:
    """The `d` of an SVG path."""
    words = text(raw).strip()
    if len(words) > LONGEST_OUTLINE:
        raise ValueError(f"a path can have at most {LONGEST_OUTLINE:,} characters; use an SVG file for a drawing")
    if words and not _OUTLINE.fullmatch(words):
        raise ValueError(f"{shown(raw)} is not a path such as 'M0,0 L10,0 L5,8 Z'")
    path = read_path(words) if words else ()
    if not all(math.isfinite(number) and abs(number) <= FURTHEST for _, numbers in path for number in numbers):
        raise ValueError(f"{shown(raw)} has points that are too far away")
    return path


def curve(raw: object) -> float | Path:
    """A radius in mm, or the `d` of an SVG path."""
    if isinstance(raw, str) and raw.strip()[:1] in {"M", "m"}:
        path = outline(raw)
        try:
            Track(path)
        except ValueError as error:
            raise ValueError(f"{shown(raw)}: {error}") from None
        return path
    if isinstance(raw, str) and not raw.strip():
        return ()
    radius = number(-1000, 1000)(raw)
    if 0 < abs(radius) < 1:
        raise ValueError(f"{radius:g} mm is too small for the radius of a curve; use 1 or more")
    return radius or ()


def paint(raw: object) -> str:
    """A colour, which is checked later, when the palette is known."""
    if isinstance(raw, str):
        return raw.strip()
    raise ValueError(f"{shown(raw)} is not a colour such as '#8a2b2b'")


def table(raw: object) -> Mapping[str, object]:
    if isinstance(raw, Mapping):
        return raw
    raise ValueError(f"{shown(raw)} is not a table")


def shown(raw: object) -> str:
    """A value as a message quotes it, cut off if it is long."""
    words = re.sub(r"\s+", " ", raw if isinstance(raw, str) else repr(raw))
    return f"'{words[:40]}…'" if len(words) > 41 else f"'{words}'"


def codes(raw: object) -> tuple[str, ...]:
    """Warnings to suppress: `"W312"`, `"W312 W314"` or `["W312", "W314"]`."""
    words = text(raw).split() if not isinstance(raw, list) else [text(row) for row in raw]
    for word in words:
        if word not in IGNORABLE:
            raise ValueError(f"{shown(word)} is not one of {', '.join(IGNORABLE)}")
    return tuple(words)


IGNORABLE = ("W308", "W309", *(f"W{number}" for number in range(311, 319)))
"""Warnings about faces that a designer can suppress."""
LONGEST_OUTLINE = 10_000
FURTHEST = 10_000
_OUTLINE = re.compile(r"[Mm](?:[MmLlHhVvCcSsQqTtAaZz\s,]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?)*+")
BLENDS = "normal multiply screen overlay darken lighten hard-light soft-light difference".split()
share = number(0, 1)
REACH = (-1000.0, 1000.0)
"""How far from the edge of a card an element can be, in mm."""

COMMON = {
    "when": ElementOption(flag, True, "the element is left out when this is empty, 0, no, false or none"),
    "x": length(*REACH, None, "mm from the left edge of the trim; the left edge when left out", "across"),
    "y": length(*REACH, None, "mm from the top edge of the trim; the top edge when left out", "down"),
    "width": length(0, 1000, None, "mm; to the right edge when left out", "across"),
    "height": length(0, 1000, None, "mm; to the bottom edge when left out", "down"),
    "angle": ElementOption(number(-360, 360), 0.0, "degrees, clockwise about the middle of the element"),
    "opacity": ElementOption(share, 1.0, "0 is not there, 1 is solid"),
    "twice": ElementOption(flag, False, "paint it again, turned by 180 degrees about the middle of the card"),
    "ignore": ElementOption(codes, (), 'warnings that are not given of this element: ["W312"]'),
}
BLENDED = {
    "blend": ElementOption(WordOption(*BLENDS, also="blend"), "normal", "how its colours mix with what is below")
}
BLEED = {"bleed": ElementOption(flag, False, "sides of its box that lie on the cut reach into the bleed")}
SHADOW = {
    "shadow": ElementOption(
        effect("right", "down", "blur"), (), 'right, down and blur in mm, colour: "0.4 0.6 1 #00000066"', "mm"
    )
}
AROUND = {
    **SHADOW,
    "outline": ElementOption(effect("width"), (), 'a line around it: width in mm, colour: "0.4 white"', "mm"),
    "glow": ElementOption(effect("width"), (), 'light around it: width in mm, colour: "1.5 #ffffffcc"', "mm"),
}
SHAPE = {
    "fill": ElementOption(paint, "none", "colour inside: a name, #rrggbb, none, linear(...), radial(...) or spot(...)"),
    "stroke": ElementOption(paint, "none", "colour of the line"),
    "stroke_width": length(0, 50, 0.3, "mm"),
    "dash": ElementOption(lengths, (), 'mm on, mm off: "1 0.5"', "mm"),
}
FREE_SHAPE = {**SHAPE, **BLENDED, **BLEED, **SHADOW}
FONTS = "a name from [fonts]"
TEXT = {
    "font": ElementOption(text, "body", FONTS),
    "size": length(2, 400, 9.0, "pt", "pt"),
    "min_size": length(
        2, 400, None, "pt: text that does not fit shrinks down to this; no shrinking when left out", "pt"
    ),
    "fit": ElementOption(
        WordOption("card", "deck"), "card", "deck: one size for all cards, the one that the longest text needs"
    ),
    "colour": ElementOption(paint, "black", "colour of the letters"),
    "align": ElementOption(
        WordOption("left", "center", "right", "justify", also="align"), "left", "where the lines stand in the box"
    ),
    "valign": ElementOption(
        WordOption("top", "middle", "bottom", also="valign"), "top", "where the block stands in the box"
    ),
    "bold": ElementOption(flag, False, "all words bold"),
    "italic": ElementOption(flag, False, "all words italic"),
    "line_height": ElementOption(number(0.5, 4), 1.2, "distance of baselines, as a factor of the size"),
    "paragraph_gap": ElementOption(number(0, 4), 0.0, "additional distance after a line break of the author, in em"),
    "tracking": ElementOption(number(-0.2, 2), 0.0, "additional space between letters, in em"),
    "hyphenate": ElementOption(flag, False, "divide words at the ends of lines, as the language of the game does"),
    "lines": ElementOption(whole(0, 200), 0, "lines at most: text shrinks until it has no more; any number when 0"),
    "columns": ElementOption(whole(1, 6), 1, "columns side by side in the box"),
    "column_gap": length(0, 50, 3.0, "mm between columns"),
    "curve": ElementOption(
        curve, (), "one line along an arc of this radius in mm (a bowl when negative), or along a path", "mm"
    ),
}
LABEL = {
    "label": ElementOption(text, "", "words in the middle of it, with markup"),
    **{f"label_{name}": TEXT[name] for name in ("font", "size", "min_size", "colour")},
}
"""A text in the middle of a shape."""
