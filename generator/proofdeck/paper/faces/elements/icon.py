"""An icon, or several copies of it."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Mark
from proofdeck.paper.faces.options import AROUND, BLENDED, COMMON, ElementOption, flag, length, paint, pairs, text
from proofdeck.paper.faces.scene import Scene, Values, contained
from proofdeck.paper.faces.setting import emblem

OPTIONS = {
    **COMMON,
    "icon": ElementOption(text, "", "the icon's name; nothing is printed when empty"),
    "colour": ElementOption(paint, "black", "colour of the icon"),
    "at": ElementOption(pairs, (), 'several copies, each centred on a share of the box: "0.5,0 0.5,1"'),
    "size": length(0.1, 400, None, "mm, height of each copy of `at`"),
    "flip": ElementOption(flag, False, "copies in the lower half of the box stand on their heads"),
    **BLENDED,
    **AROUND,
}


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    name = scene.icon_name(values["icon"].strip())
    if not name or not scene.has_icon(name, "icon"):
        return
    colour = scene.paint(values["colour"], box, "colour")
    aspect = scene.materials.aspect(name) or 1.0
    if colour is None:
        return
    if not values["at"]:
        yield emblem(name, contained(aspect, box), colour, values["opacity"])
        return
    high = box.height / 5 if values["size"] is None else values["size"]
    for x, y in values["at"]:
        angle = 180.0 if values["flip"] and y > 0.5 else 0.0
        centre = Box(box.x + x * box.width - aspect * high / 2, box.y + y * box.height - high / 2, aspect * high, high)
        yield emblem(name, centre, colour, values["opacity"], angle)
