"""Cells in rows, such as the tiles that a unit threatens."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.ground.units import Box
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.elements import icon, rectangle
from proofdeck.paper.faces.face import Mark
from proofdeck.paper.faces.options import COMMON, SHAPE, ElementOption, cells, length, share, table
from proofdeck.paper.faces.scene import Scene, Values, contained, shape
from proofdeck.paper.faces.setting import emblem

OPTIONS = {
    **COMMON,
    "cells": ElementOption(cells, (), 'rows separated by "/", cells by blanks: "x . x / . @ . / x . x"'),
    "gap": length(0, 100, 0.5, "mm between cells"),
    "key": ElementOption(
        table, {}, "what each word of cells looks like: {fill, stroke, stroke_width, corner, icon, colour}"
    ),
}

GRID_KEY = {
    **SHAPE,
    "corner": rectangle.OPTIONS["corner"],
    "icon": icon.OPTIONS["icon"],
    "colour": icon.OPTIONS["colour"],
    "scale": ElementOption(share, 0.7, "height of the icon, as a share of the cell"),
}
"""How one word of the cells may look."""


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    rows, gap = values["cells"], values["gap"]
    columns = max(map(len, rows), default=0)
    if not columns:
        return
    width = (box.width - gap * (columns - 1)) / columns
    height = (box.height - gap * (len(rows) - 1)) / len(rows)
    for down, row in enumerate(rows):
        for across, word in enumerate(row):
            looks = values["key"].get(word)
            if looks is not None:
                cell = Box(box.x + across * (width + gap), box.y + down * (height + gap), width, height)
                yield from _cell(scene.cell_values(looks), cell, scene)


def _cell(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    yield from shape(display.rectangle_path(box, values["corner"]), values, box, scene)
    name = scene.icon_name(values["icon"])
    if name and scene.has_icon(name, "key"):
        aspect = scene.materials.aspect(name) or 1.0
        colour = scene.paint(values["colour"], box, "key")
        inner = box.inset(min(box.width, box.height) * (1 - values["scale"]) / 2)
        if colour is not None:
            yield emblem(name, contained(aspect, inner), colour)
