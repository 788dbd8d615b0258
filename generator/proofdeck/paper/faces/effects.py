"""Outlines, glows and shadows: an element's silhouette in rings that fade outwards.

PDF has no blur, so a soft edge is a stack of lines around the silhouette, each a little narrower than the one before,
with opacities that add up to a smooth fade. It looks right at any size and costs a few bytes per ring.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Colour, Halo, Icon, Mark, Picture, Shape, TextRun, rectangle_path
from proofdeck.paper.faces.paths import mapped

RING = 0.12
"""mm from one ring to the next, too little to be visible on paper."""
MOST_RINGS = 16
FEWEST_RINGS = 4
DARK = "#000000"


@dataclass(frozen=True, slots=True)
class Effect:
    """One silhouette behind an element: moved by (x, y), wider by `spread`, fading over `blur`, all in mm."""

    colour: Colour
    x: float = 0.0
    y: float = 0.0
    spread: float = 0.0
    blur: float = 0.0


def behind(marks: Iterable[Mark], effects: Iterable[Effect]) -> Iterator[Halo]:
    """The marks painted below those of the element, the first effect lowest."""
    silhouettes: dict[float, list[Shape | TextRun | Icon]] = {}
    for mark in marks:
        if (found := _silhouette(mark)) is not None:
            silhouettes.setdefault(_beyond(mark), []).append(found)
    for effect in effects:
        for beyond, members in silhouettes.items():
            moved = tuple(_moved(mark, effect.x, effect.y) for mark in members)
            stack = rings(effect.spread + beyond, effect.blur, opacity_of(effect.colour))
            yield Halo(moved, effect.colour[:7], stack)


def opacity_of(colour: Colour) -> float:
    """The opacity of `#rrggbbaa`; 1 for `#rrggbb`."""
    return int(colour[7:9], 16) / 255 if len(colour) == 9 else 1.0


def rings(spread: float, blur: float, opacity: float) -> tuple[tuple[float, float], ...]:
    """(width of the line in mm, opacity), widest first: solid up to `spread`, gone at `spread + blur`.

    Painted over each other, their opacity grows with the square of the distance from the outer edge.
    """
    if blur <= 0:
        return ((2 * spread, round(opacity, 4)),)
    count = min(MOST_RINGS, max(FEWEST_RINGS, ceil(blur / RING)))
    found: list[tuple[float, float]] = []
    covered = 0.0
    for number in range(count, -1, -1):
        inwards = 1 - (number - 0.5) / count if number else 1.0
        wanted = opacity * inwards * inwards
        alone = 1.0 if covered >= 1 else max(0.0, 1 - (1 - wanted) / (1 - covered))
        found.append((round(2 * (spread + blur * number / count), 4), round(alone, 4)))
        covered = wanted
    return tuple(found)


def _silhouette(mark: Mark) -> Shape | TextRun | Icon | None:
    """The marks that cast a shadow, without their own colours."""
    if isinstance(mark, Shape):
        hollow = mark.fill is None
        return Shape(mark.path, None if hollow else DARK, DARK if hollow else None)
    if isinstance(mark, Picture):
        return Shape(mark.clip or rectangle_path(mark.box), DARK)
    return replace(mark, colour=DARK, opacity=1.0) if isinstance(mark, TextRun | Icon) else None


def _beyond(mark: Mark) -> float:
    """How far its stroke extends beyond its path, in mm."""
    return mark.stroke_width / 2 if isinstance(mark, Shape) and mark.stroke is not None else 0.0


def _moved(mark: Shape | TextRun | Icon, dx: float, dy: float) -> Shape | TextRun | Icon:
    if isinstance(mark, TextRun):
        return replace(mark, x=mark.x + dx, y=mark.y + dy)
    if isinstance(mark, Icon):
        return replace(mark, box=Box(mark.box.x + dx, mark.box.y + dy, mark.box.width, mark.box.height))
    return replace(mark, path=mapped(mark.path, (1, 1), (dx, dy)))
