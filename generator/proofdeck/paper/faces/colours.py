"""Turns a colour as written into a Paint: `#rgb`, `#rrggbb`, `#rrggbbaa`, a name from [colours] or of CSS, `rgb(...)`,
`hsl(...)`, `none`, `linear(90, a, b)`, `radial(a, b)` or `spot(Gold, #c9a227)`. A gradient fills the given box and may
contain `clear`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Colour, Gradient, Paint, Spot
from proofdeck.paper.faces.options import shown

CLEAR = "clear"
"""In a gradient: a fully transparent version of the neighbouring colour."""
TRANSPARENT = "transparent"
"""What CSS calls `none` and, in a gradient, `clear`."""
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_CALL = re.compile(r"(linear|radial|spot)\((.*)\)", re.IGNORECASE | re.DOTALL)
_CSS = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
DEEPEST_NAMES = 5
MOST = 255
"""Of red, green, blue or opacity."""


class UnknownColourError(ValueError):
    """`name` is not a known colour."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{shown(name)} is not a known colour")
        self.name = name


def parse_paint(text: str, palette: Callable[[str], str | None], box: Box) -> Paint | None:
    """The paint, or None for `none`. palette: name -> colour. Raises UnknownColourError."""
    text = _settled(text, palette)
    if text.casefold() in {"", "none", TRANSPARENT}:
        return None
    call = _CALL.fullmatch(text)
    if call is None:
        return _solid(text, palette)
    parts = [part.strip() for part in _between_commas(call[2])]
    kind = call[1].casefold()
    if kind == "spot" and len(parts) == 2 and parts[0]:
        return Spot(parts[0], _solid(parts[1], palette)[:7])
    angle = _number(parts.pop(0)) if kind == "linear" and parts else 0.0
    if kind == "spot" or angle is None or not 2 <= len(parts) <= 16:
        raise UnknownColourError(text)
    colours = _beside([CLEAR if part.casefold() in {CLEAR, TRANSPARENT} else _solid(part, palette) for part in parts])
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
    text = _settled(text, palette).casefold()
    if not _HEX.fullmatch(text):
        text = _of_css(text)
    text = "#" + "".join(digit * 2 for digit in text[1:]) if len(text) <= 5 else text
    return text.removesuffix("ff") if len(text) == 9 else text


@lru_cache(maxsize=1024)
def _of_css(text: str) -> Colour:
    """A colour of CSS: a name, `rgb(40, 80, 120)` or `hsl(200 50% 40%)`, with or without an opacity behind it."""
    from PIL import ImageColor

    call = _CSS.fullmatch(text)
    parts = re.split(r"[\s,/]+", call[2].strip()) if call else []
    plain = f"{call[1]}({','.join(parts[:3]).replace('deg', '')})" if call else text
    alpha = 1.0 if len(parts) < 4 else _share(parts[3])
    try:
        channels = ImageColor.getrgb(plain)[:3]
    except ValueError:
        raise UnknownColourError(text) from None
    is_sound = all(0 <= channel <= MOST for channel in channels) and alpha is not None and len(parts) <= 4
    if not is_sound or not (call or text in ImageColor.colormap):
        raise UnknownColourError(text)
    return "#" + "".join(f"{channel:02x}" for channel in (*channels, round((alpha or 0) * MOST)))


def names_of_css() -> list[str]:
    from PIL import ImageColor

    return list(ImageColor.colormap)


def _share(text: str) -> float | None:
    """`0.5` or `50%`; None for anything that is not from 0 to 1."""
    value = _number(text.removesuffix("%"))
    share = value / 100 if value is not None and text.endswith("%") else value
    return share if share is not None and 0 <= share <= 1 else None


def _between_commas(text: str) -> list[str]:
    """The parts of a text that are separated by commas outside brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


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
