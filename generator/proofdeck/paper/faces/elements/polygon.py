"""A polygon of given points, or a regular one or a star in its box."""

from __future__ import annotations

import math
from collections.abc import Iterator

from proofdeck.ground.units import Box
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.face import Mark
from proofdeck.paper.faces.options import COMMON, FREE_SHAPE, LABEL, ElementOption, pairs, share, whole
from proofdeck.paper.faces.scene import Scene, Values, box_of, corner_of, shape

OPTIONS = {
    **COMMON,
    **FREE_SHAPE,
    **LABEL,
    "points": ElementOption(pairs, (), 'mm from x, y: "0,0 10,0 5,8"', "points"),
    "sides": ElementOption(whole(0, 60), 0, "a regular polygon in the box, instead of points"),
    "inner": ElementOption(share, 0.0, "makes the regular polygon a star: inner radius as a share of the outer"),
}


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    points = values["points"]
    if values["sides"] >= 3:
        points = _regular(values["sides"], values["inner"], box)
    elif points:
        start = box_of(values, scene.size)
        points = tuple(corner_of(start.x + x, start.y + y, values, scene) for x, y in points)
    if len(points) >= 3:
        yield from shape(display.polygon_path(points), values, box, scene)


def _regular(sides: int, inner: float, box: Box) -> tuple[tuple[float, float], ...]:
    """Corners of a regular polygon or star with one corner at the top, filling the box."""
    radii = [1.0, inner] if inner else [1.0]
    count = sides * len(radii)
    (cx, cy), turn = box.centre, -math.pi / 2
    return tuple(
        (
            round(cx + math.cos(turn + 2 * math.pi * i / count) * radii[i % len(radii)] * box.width / 2, 4),
            round(cy + math.sin(turn + 2 * math.pi * i / count) * radii[i % len(radii)] * box.height / 2, 4),
        )
        for i in range(count)
    )
