"""An ellipse that fills its box."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.ground.units import Box
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.face import Mark
from proofdeck.paper.faces.options import COMMON, FREE_SHAPE, LABEL
from proofdeck.paper.faces.scene import Scene, Values, shape

OPTIONS = {**COMMON, **FREE_SHAPE, **LABEL}


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    yield from shape(display.ellipse_path(box), values, box, scene)
