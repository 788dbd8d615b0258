"""Values of attributes and of CSS: lengths, colours and transforms, as browsers read them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, isfinite, radians, sin, tan
from types import MappingProxyType

from proofdeck.ground.transform import STAY, Transform, move
from proofdeck.paper.faces.face import Colour
from proofdeck.paper.faces.path_data import NUMBER

UNITS: Mapping[str, float] = MappingProxyType(
    {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "q": 96 / 101.6}
)
X_HEIGHT = 0.5
"""em"""
_LENGTH = re.compile(rf"\s*({NUMBER.pattern})\s*([a-z]*|%)\s*", re.IGNORECASE)
_CALL = re.compile(r"\s*,?\s*([a-z]+)\s*\(([^()]*)\)\s*", re.IGNORECASE)
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_PROFILE = re.compile(r"\bicc-color\([^)]*\)|\bdevice-(?:gray|rgb|cmyk|nchannel)\([^)]*\)")
_ANGLES = {"": 1.0, "deg": 1.0, "rad": 57.29577951308232, "turn": 360.0, "grad": 0.9}


@lru_cache(maxsize=1 << 14)
def _measured(words: str) -> tuple[float, str] | None:
    match = _LENGTH.fullmatch(words)
    number = float(match[1]) if match else 0.0
    return (number, match[2].casefold()) if match and isfinite(number) else None


def length(words: str | None, whole: float, em: float = 16.0, otherwise: float = 0.0) -> float:
    """A length in units of its element. whole: what 100 % are; otherwise: for words that are not a length."""
    found = _measured(words) if words else None
    if found is None:
        return otherwise
    number, unit = found
    if unit in UNITS:
        return number * UNITS[unit]
    share = {"%": whole / 100, "em": em, "rem": 16.0, "ex": em * X_HEIGHT, "ch": em * X_HEIGHT}.get(unit)
    return otherwise if share is None else number * share


def share(words: str | None, otherwise: float) -> float:
    """`0.5` or `50%`, from 0 to 1."""
    return min(max(length(words, 1.0, otherwise=otherwise), 0.0), 1.0)


def lengths(words: str, whole: float, em: float = 16.0) -> list[float]:
    return [length(word, whole, em) for word in re.split(r"[\s,]+", words.strip()) if word]


@lru_cache(maxsize=1 << 12)
def colour(words: str) -> Colour | None:
    """A colour of CSS as `#rrggbb` or `#rrggbbaa`; None if it is none. A colour profile after it is left out."""
    words = _PROFILE.sub("", words).strip().casefold()
    if _HEX.fullmatch(words):
        return _opaque(words if len(words) > 5 else "#" + "".join(digit * 2 for digit in words[1:]))
    from tinycss2 import color4

    try:
        found = color4.parse_color(words)
    except (ValueError, ArithmeticError, RecursionError):
        return None
    if found is None or isinstance(found, str):
        return None
    try:
        red, green, blue = (found if found.space == "srgb" else found.to("srgb")).coordinates
    except (NotImplementedError, ArithmeticError):
        red, green, blue = found.coordinates  # the few other spaces of screens are near enough
    parts = (red, green, blue, found.alpha)
    return _opaque("#" + "".join(f"{round(255 * min(max(part or 0.0, 0.0), 1.0)):02x}" for part in parts))


def _opaque(found: str) -> Colour:
    return found[:7] if found[7:] == "ff" else found


@lru_cache(maxsize=1 << 12)
def transform(words: str, em: float = 16.0, width: float = 0.0, height: float = 0.0) -> Transform | None:
    """The transform of an attribute or of CSS; None if it cannot be read. width, height: what 100 % are."""
    found, end = STAY, 0
    for match in _CALL.finditer(words):
        if match.start() != end:
            return None
        end = match.end()
        one = _one(match[1].casefold(), re.split(r"[\s,]+", match[2].strip()), em, (width, height))
        if one is None:
            return None
        found = found.after(one)
    return found if end == len(words) and all(map(isfinite, found)) else None


def _one(name: str, words: Sequence[str], em: float, whole: tuple[float, float]) -> Transform | None:
    if not all(_LENGTH.fullmatch(word) for word in words):
        return _one(name, NUMBER.findall(" ".join(words)), em, whole) if NUMBER.findall(" ".join(words)) else None
    n = [length(word, whole[at % 2], em) for at, word in enumerate(words)]
    count = len(n)
    if name == "matrix" and count == 6:
        return Transform(*n)
    if name == "translate" and count in {1, 2}:
        return move(n[0], n[1] if count > 1 else 0.0)
    if name in {"translatex", "translatey"} and count == 1:
        return move(n[0], 0.0) if name[-1] == "x" else move(0.0, length(words[0], whole[1], em))
    if name.startswith("scale") and count in {1, 2}:
        across, down = (length(word, 1.0) for word in (words[0], words[-1]))
        return Transform(1.0 if name == "scaley" else across, 0, 0, 1.0 if name == "scalex" else down, 0, 0)
    return _turned(name, [_degrees(word) for word in words], n)


def _turned(name: str, angles: Sequence[float], n: Sequence[float]) -> Transform | None:
    c, s = cos(radians(angles[0])), sin(radians(angles[0]))
    if name in {"rotate", "rotatez"} and len(n) in {1, 3}:
        around = move(n[1], n[2]) if len(n) == 3 else STAY
        back = move(-n[1], -n[2]) if len(n) == 3 else STAY
        return around.after(Transform(c, s, -s, c, 0, 0)).after(back)
    if name in {"skewx", "skewy", "skew"} and len(n) <= 1 + (name == "skew"):
        across, down = tan(radians(angles[0])), tan(radians(angles[1] if len(n) > 1 else 0.0))
        return Transform(1, across, 0, 1, 0, 0) if name == "skewy" else Transform(1, down, across, 1, 0, 0)
    return None


def _degrees(words: str) -> float:
    found = _measured(words)
    return found[0] * _ANGLES.get(found[1], 1.0) if found else 0.0


def origin(words: str, box: tuple[float, float, float, float], em: float) -> tuple[float, float]:
    """The point of `transform-origin` in a box of x, y, width and height."""
    x, y, width, height = box
    places = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    given = words.casefold().split()[:2]
    if len(given) == 2 and (given[0] in {"top", "bottom"} or given[1] in {"left", "right"}):
        given.reverse()
    if len(given) == 1:
        given = ["center", given[0]] if given[0] in {"top", "bottom"} else [given[0], "center"]
    across, down = (places.get(word, word) for word in given or ["0", "0"])
    return x + length(across, width, em), y + length(down, height, em)


def view_box(words: str | None) -> tuple[float, float, float, float] | None:
    """x, y, width and height; None without one."""
    numbers = [float(number) for number in NUMBER.findall(words or "")]
    if len(numbers) != 4 or not all(map(isfinite, numbers)):
        return None
    return numbers[0], numbers[1], numbers[2], numbers[3]


def fitted(inner: tuple[float, float, float, float], outer: tuple[float, float, float, float], how: str) -> Transform:
    """From a viewBox to its place, by `preserveAspectRatio`."""
    x, y, width, height = inner
    left, top, wide, high = outer
    words = [word for word in how.split() if word != "defer"] or ["xMidYMid"]
    across, down = wide / width, high / height
    if words[0] != "none":
        across = down = (max if words[1:] == ["slice"] else min)(across, down)
        at = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
        left += (wide - width * across) * at.get(words[0][1:4], 0.5)
        top += (high - height * down) * at.get(words[0][5:8], 0.5)
    return Transform(across, 0, 0, down, left - x * across, top - y * down)
