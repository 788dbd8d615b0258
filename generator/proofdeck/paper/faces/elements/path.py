"""A path as SVG writes it, with curves and arcs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Mark
from proofdeck.paper.faces.options import COMMON, FREE_SHAPE, ElementOption, WordOption, lengths, outline
from proofdeck.paper.faces.paths import mapped
from proofdeck.paper.faces.scene import Scene, Values, box_of, corner_of, shape

OPTIONS = {
    **COMMON,
    **FREE_SHAPE,
    "d": ElementOption(outline, (), "the d of an SVG path, in mm from x, y: curves and arcs too"),
    "view": ElementOption(lengths, (), 'the width and height that d is drawn for, to fill the box: "24 24"'),
    "rule": ElementOption(
        WordOption("nonzero", "evenodd"), "nonzero", "which parts of a path that crosses itself are inside"
    ),
}


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    if not values["d"]:
        return
    if (view := values["view"]) and view[0] and view[-1]:
        drawn = mapped(values["d"], (box.width / view[0], box.height / view[-1]), (box.x, box.y))
    else:
        start = box_of(values, scene.size)
        there = mapped(values["d"], (1.0, 1.0), (start.x, start.y))
        drawn = tuple((kind, tuple(_corners(numbers, values, scene))) for kind, numbers in there)
    for one in shape(drawn, values, box, scene):
        yield replace(one, even_odd=values["rule"] == "evenodd")


def _corners(numbers: Sequence[float], values: Values, scene: Scene) -> Iterator[float]:
    """The points of one segment of a path, moved out like those of a polygon."""
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        yield from corner_of(x, y, values, scene)
