"""A rectangle, with sharp or round corners."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.ground.units import Box
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.face import Mark
from proofdeck.paper.faces.options import COMMON, FREE_SHAPE, LABEL, length
from proofdeck.paper.faces.scene import Scene, Values, shape

OPTIONS = {
    **COMMON,
    **FREE_SHAPE,
    **LABEL,
    "corner": length(0, 200, 0.0, "mm, radius of the corners"),
}


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    yield from shape(display.rectangle_path(box, values["corner"]), values, box, scene)
