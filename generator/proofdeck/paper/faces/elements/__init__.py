"""The elements of a template, one module for each: the options that it takes, and `draw`, which turns it into marks.

`draw` takes the element's values (typed, computed for this card), its box and the Scene. A new element is a module
here, its name in MODULES, and a row in `docs/templates.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofdeck.ground.units import Box
from proofdeck.paper.faces.effects import Effect, behind
from proofdeck.paper.faces.elements import barcode, ellipse, grid, icon, image, line, path, polygon, qr, rectangle, text
from proofdeck.paper.faces.face import Group, Mark, Picture, Shape, Turned
from proofdeck.paper.faces.materials import Materials
from proofdeck.paper.faces.options import ElementOption
from proofdeck.paper.faces.paths import mapped
from proofdeck.paper.faces.pictures import placed_in
from proofdeck.paper.faces.scene import Scene, Values, box_of, out

MODULES = {
    module.__name__.rpartition(".")[2]: module
    for module in (rectangle, line, ellipse, polygon, path, text, icon, image, grid, barcode, qr)
}
ELEMENTS: dict[str, dict[str, ElementOption]] = {name: module.OPTIONS for name, module in MODULES.items()}
"""The options of each element, in the order of the documentation."""


def marks_of(kind: str, values: Values, scene: Scene) -> Iterator[Mark]:
    """All marks of one element, turned and repeated as specified."""
    box = box_of(values, scene.size)
    if values.get("bleed"):
        box = _into_the_bleed(box, scene)
    marks = tuple(MODULES[kind].draw(values, box, scene))
    if effects := _effects(values, box, scene):
        marks = (*behind([*_casting(marks, scene.materials)], effects), *marks)
    if values.get("blend", "normal") != "normal" and marks:
        marks = (Group(marks, blend=values["blend"]),)
    if values["angle"] and marks:
        marks = (Turned(values["angle"], *_middle_of(values, box), marks),)
    yield from marks
    if values["twice"] and marks:
        yield Turned(180.0, scene.size.width / 2, scene.size.height / 2, marks)


def _middle_of(values: Values, box: Box) -> tuple[float, float]:
    """What an element is turned about; of a line, the middle between its ends."""
    if "x2" not in values:
        return box.centre
    ends = ((start if values[end] is None else values[end]) for start, end in ((box.x, "x2"), (box.y, "y2")))
    across, down = ((start + end) / 2 for start, end in zip((box.x, box.y), ends, strict=True))
    return across, down


def _casting(marks: Iterable[Mark], materials: Materials) -> Iterator[Mark]:
    """The marks that cast shadows: for an SVG drawing that is not cropped, its shapes and not its box."""
    for mark in marks:
        paths = materials.shapes(mark.file, mark.transparent) if isinstance(mark, Picture) and not mark.clip else ()
        if isinstance(mark, Picture) and paths:
            placed = placed_in(mark, materials.image_size(mark.file))
            wide, high = materials.image_size(mark.file)
            scale = placed.width / wide, placed.height / high
            yield from (Shape(mapped(path, scale, (placed.x, placed.y)), "#000000") for path in paths)
        else:
            yield mark


def _into_the_bleed(box: Box, scene: Scene) -> Box:
    """The box with the sides that lie on the cut, or beyond it, moved out to the edge of the bleed."""
    left, top = (out(edge, scene.bleed) for edge in (box.x, box.y))
    right = scene.size.width - out(scene.size.width - box.right, scene.bleed)
    bottom = scene.size.height - out(scene.size.height - box.bottom, scene.bleed)
    return Box(left, top, right - left, bottom - top)


def _effects(values: Values, box: Box, scene: Scene) -> list[Effect]:
    """Its shadow, glow and outline, lowest first."""
    found: list[Effect] = []
    for name in ("shadow", "glow", "outline"):
        if not (wanted := values.get(name, ())):
            continue
        lengths, words = wanted
        colour = scene.paint(words, box, name)
        if not isinstance(colour, str):
            continue
        if name == "shadow":
            found.append(Effect(colour, x=lengths[0], y=lengths[1], blur=lengths[2]))
        elif name == "glow":
            found.append(Effect(colour, blur=lengths[0]))
        else:
            found.append(Effect(colour, spread=lengths[0]))
    return found
