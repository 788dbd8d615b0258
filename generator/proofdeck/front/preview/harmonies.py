"""Colours that go with another one and can be read, by lightness, chroma and hue as people see them (OKLCH)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, radians, sin

from proofdeck.ground.colour_vision import Rgb, contrast, rgb

TURNS = (30, 90, 120, 150, 180, 240, 270, 330)
"""Degrees on the colour wheel: beside it, across from it, in a triangle or a square."""
CHROMA = 0.115
OFFERED = 6.0
"""The contrast that is held with white letters and with the ground; 4.5 can be read."""
BLACK = "#000000"
_CONES: tuple[Rgb, Rgb, Rgb] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LIGHT: tuple[Rgb, Rgb, Rgb] = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)


@lru_cache(maxsize=64)
def harmonies(colour: str, grounds: Sequence[str]) -> Sequence[str]:
    """Colours that go with another one, each as light as it can be on and below those grounds."""
    angle = _hue(rgb(colour))
    return [_readable(angle + radians(turn), grounds) for turn in TURNS]


def _readable(angle: float, grounds: Sequence[str]) -> str:
    found = (_colour(level / 100, angle) for level in range(70, 0, -1))
    return next((one for one in found if all(contrast(rgb(one), rgb(ground)) >= OFFERED for ground in grounds)), BLACK)


def _hue(colour: Rgb) -> float:
    """In radians."""
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    one, two, three = (sum(map(float.__mul__, row, light)) ** (1 / 3) for row in _CONES)
    return atan2(
        0.0259040371 * one + 0.7827717662 * two - 0.8086757660 * three,
        1.9779984951 * one - 2.4285922050 * two + 0.4505937099 * three,
    )


def _colour(lightness: float, angle: float) -> str:
    """As `#rrggbb`; what a screen cannot show becomes the nearest that it can."""
    a, b = CHROMA * cos(angle), CHROMA * sin(angle)
    cones = [
        (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
        (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
        (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3,
    ]
    light = (min(1.0, max(0.0, sum(map(float.__mul__, row, cones)))) for row in _LIGHT)
    parts = (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in light)
    return f"#{''.join(f'{round(part * 255):02x}' for part in parts)}"
