"""Colours as people see them: how bright, how different, and how colour-blind people see them.

A colour is (red, green, blue), each from 0 to 1, as sRGB has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import dist

Rgb = tuple[float, float, float]

GREY = "grey"
BLACK = "#000000"
MOST_KEPT = 4096
"""Results that are kept: the letters of a text have one colour, and nearly always one behind them."""
_BRIGHTNESS: Rgb = (0.2126, 0.7152, 0.0722)

VISION: Mapping[str, tuple[Rgb, Rgb, Rgb]] = {
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    GREY: (_BRIGHTNESS, _BRIGHTNESS, _BRIGHTNESS),
}
"""Linear light without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1), and without colour."""

_XYZ: tuple[Rgb, Rgb, Rgb] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Rgb = (0.95047, 1.0, 1.08883)


def rgb(colour: str) -> Rgb:
    """Of `#rrggbb` or `#rrggbbaa`."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def brightness(colour: Rgb) -> float:
    """From 0 for black to 1 for white, in linear light."""
    return _dot(_BRIGHTNESS, _linear(colour))


@lru_cache(maxsize=MOST_KEPT)
def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast as defined by WCAG 2: from 1 for equal colours to 21 for black on white."""
    low, high = sorted(map(brightness, (one, other)))
    return (high + 0.05) / (low + 0.05)


def difference(one: Rgb, other: Rgb, vision: str = "") -> float:
    """CIE 1976 delta E: from about 2 on, a difference is visible. vision: a name in VISION, or "" for normal sight."""
    return dist(_lab(one, vision), _lab(other, vision))


def _lab(colour: Rgb, vision: str) -> Rgb:
    light = _linear(colour)
    if vision:
        red, green, blue = (min(1.0, max(0.0, _dot(row, light))) for row in VISION[vision])
        light = red, green, blue
    x, y, z = (_root(_dot(row, light) / white) for row, white in zip(_XYZ, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(colour: Rgb) -> Rgb:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return red, green, blue


def _dot(one: Rgb, other: Rgb) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share * (29 / 6) ** 2 / 3 + 4 / 29


def grey_of(colour: str) -> str:
    """The grey that is as bright as the colour, and as translucent."""
    light = brightness(rgb(colour))
    level = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{f'{round(level * 255):02x}' * 3}{colour[7:]}"
