"""A straight line."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.ground.units import Box
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.face import Mark, Shape
from proofdeck.paper.faces.options import BLENDED, COMMON, REACH, SHAPE, ElementOption, length, paint
from proofdeck.paper.faces.scene import Scene, Values

OPTIONS = {
    **COMMON,
    "x2": length(*REACH, None, "mm, where the line ends; the same x when left out", "across"),
    "y2": length(*REACH, None, "mm, where the line ends; the same y when left out", "down"),
    "stroke": ElementOption(paint, "black", "colour of the line"),
    "stroke_width": SHAPE["stroke_width"],
    "dash": SHAPE["dash"],
    **BLENDED,
}


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    x2 = box.x if values["x2"] is None else values["x2"]
    y2 = box.y if values["y2"] is None else values["y2"]
    stroke = scene.paint(values["stroke"], box, "stroke")
    if stroke is not None and values["stroke_width"]:
        path: display.Path = (("M", (box.x, box.y)), ("L", (x2, y2)))
        yield Shape(path, None, stroke, values["stroke_width"], values["dash"], values["opacity"])
