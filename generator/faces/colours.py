"""Turns a colour as written into a Paint: `#rgb`, `#rrggbb`, `#rrggbbaa`, a name from [colours], `none`,
`linear(90, a, b)`, `radial(a, b)` or `spot(Gold, #c9a227)`. A gradient fills the given box and may contain `clear`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from generator.faces.face import Colour, Gradient, Paint, Spot
from generator.faces.options import shown
from generator.units import Box

BASIC = {"black": "#000000", "white": "#ffffff", "grey": "#808080"}
CLEAR = "clear"
"""In a gradient: a fully transparent version of the neighbouring colour."""
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_CALL = re.compile(r"(linear|radial|spot)\(([^()]*)\)", re.IGNORECASE)
DEEPEST_NAMES = 5


class UnknownColourError(ValueError):
    """`name` is not a known colour."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{shown(name)} is not a known colour")
        self.name = name


def parse_paint(text: str, palette: Callable[[str], str | None], box: Box) -> Paint | None:
    """The paint, or None for `none`. palette: name -> colour. Raises UnknownColourError."""
    text = _settled(text, palette)
    if text in {"", "none"}:
        return None
    call = _CALL.fullmatch(text)
    if call is None:
        return _solid(text, palette)
    parts = [part.strip() for part in call[2].split(",")]
    kind = call[1].casefold()
    if kind == "spot" and len(parts) == 2 and parts[0]:
        return Spot(parts[0], _solid(parts[1], palette)[:7])
    angle = _number(parts.pop(0)) if kind == "linear" and parts else 0.0
    if kind == "spot" or angle is None or not 2 <= len(parts) <= 16:
        raise UnknownColourError(text)
    colours = _beside([CLEAR if part.casefold() == CLEAR else _solid(part, palette) for part in parts])
    stops = tuple((index / (len(colours) - 1), colour) for index, colour in enumerate(colours))
    if kind == "radial":
        return Gradient("radial", (*box.centre, math.hypot(box.width, box.height) / 2), stops)
    return Gradient("linear", _across(box, angle), stops)


def _beside(colours: list[Colour]) -> list[Colour]:
    """Replace each `clear` with a transparent neighbouring colour. Raises UnknownColourError if all are clear."""
    solid = [index for index, colour in enumerate(colours) if colour != CLEAR]
    if not solid:
        raise UnknownColourError(CLEAR)
    nearest = [min((abs(there - here), there) for there in solid)[1] for here in range(len(colours))]
    return [
        f"{colours[near][:7]}00" if colour == CLEAR else colour for colour, near in zip(colours, nearest, strict=True)
    ]


def _settled(text: str, palette: Callable[[str], str | None]) -> str:
    """Follow names that stand for other names to the colour at the end."""
    for _ in range(DEEPEST_NAMES):
        meaning = palette(text)
        if meaning is None:
            break
        text = meaning.strip()
    return text


def _solid(text: str, palette: Callable[[str], str | None]) -> Colour:
    text = _settled(text, palette)
    text = BASIC.get(text.casefold(), text).casefold()
    if not _HEX.fullmatch(text):
        raise UnknownColourError(text)
    text = "#" + "".join(digit * 2 for digit in text[1:]) if len(text) <= 5 else text
    return text.removesuffix("ff") if len(text) == 9 else text


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _across(box: Box, angle: float) -> tuple[float, float, float, float]:
    """Where a gradient starts and ends: 0 degrees is left to right, 90 is top to bottom."""
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    half = (abs(dx) * box.width + abs(dy) * box.height) / 2
    x, y = box.centre
    return tuple(round(n, 4) for n in (x - dx * half, y - dy * half, x + dx * half, y + dy * half))  # type: ignore[return-value]
