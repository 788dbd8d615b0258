"""A picture of the project, or a grey box with its name if it is missing."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.ground.units import Box
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.face import Font, Mark, Picture, Shape
from proofdeck.paper.faces.markup import escaped, parse_markup
from proofdeck.paper.faces.materials import MaterialError, Materials, MissingError
from proofdeck.paper.faces.options import (
    BLEED,
    BLENDED,
    COMMON,
    SHADOW,
    ElementOption,
    WordOption,
    focus,
    insets,
    length,
    paint,
    text,
)
from proofdeck.paper.faces.pictures import MASKS, frame, to_the_cut
from proofdeck.paper.faces.scene import Scene, Values, box_of
from proofdeck.paper.faces.setting import fit, place
from proofdeck.paper.faces.text import Style, compose

OPTIONS = {
    **COMMON,
    "file": ElementOption(text, "", "path from the project folder; nothing is printed when empty"),
    "mode": ElementOption(
        WordOption("cover", "contain", "stretch", also="mode"), "cover", "how the picture fills the box"
    ),
    "focus": ElementOption(focus, (0.5, 0.5), 'the point that cover keeps in sight: "0.5,0.3"'),
    "corner": length(0, 200, 0.0, "mm, radius of the corners"),
    "mask": ElementOption(
        WordOption("none", "ellipse", "hexagon", "diamond", "shield", also="mask"),
        "none",
        "the shape that the picture is cut to",
    ),
    "tint": ElementOption(paint, "none", "the picture in shades of this colour"),
    "transparent": ElementOption(paint, "none", "the colour of a picture that is not painted, such as its background"),
    "low_ink": ElementOption(
        WordOption("tint", "outline", "off"), "tint", "what `--ink low` makes of it: light grey, its lines, or nothing"
    ),
    "slice": ElementOption(insets, (), "a frame: pixels of the picture that are its edges, one number or four"),
    "edge": ElementOption(insets, (), "how wide these edges are on the card, in mm", "mm"),
    "file_bleed": length(0, 50, None, "mm of bleed that the picture has around its cut; more is mirrored"),
    **BLENDED,
    **BLEED,
    **SHADOW,
}
NAME = Font("Alegreya Sans", 500)
PLACEHOLDER, PLACEHOLDER_INK = "#dcdad5", "#4a4a4a"
MOST_LETTERS = 40
LARGEST_NAME = 4.0
"""mm: of the name of a missing picture."""


def draw(values: Values, box: Box, scene: Scene) -> Iterator[Mark]:
    """A picture in its box, cut and tinted as specified, or the nine parts of a frame; a grey box if it is missing."""
    file, trim = values["file"].strip(), box_of(values, scene.size)
    if not file:
        return
    if not scene.has_image(file, "file"):
        if _is_missing(file, scene.materials):
            yield from _placeholder(file, box, trim, scene.materials)
        return
    tint = scene.paint(values["tint"], box, "tint")
    unpainted = scene.paint(values["transparent"], box, "transparent")
    clip = display.rectangle_path(box, values["corner"]) if values["corner"] else ()
    whole = Picture(
        file,
        box,
        values["mode"],
        values["focus"],
        values["opacity"],
        MASKS[values["mask"]](box) if values["mask"] in MASKS else clip,
        tint[:7] if isinstance(tint, str) else "",
        low_ink=values["low_ink"],
        transparent=unpainted[:7] if isinstance(unpainted, str) else "",
    )
    if values["slice"]:
        yield from frame(whole, values, scene.materials.image_size(file))
    elif values["file_bleed"] is not None and box != trim:
        yield to_the_cut(whole, trim, values["file_bleed"])
    else:
        yield whole


def _is_missing(file: str, materials: Materials) -> bool:
    try:
        materials.check_image(file)
    except MaterialError as error:
        return isinstance(error, MissingError)
    return False


def _placeholder(file: str, box: Box, trim: Box, materials: Materials) -> Iterator[Mark]:
    """A grey box with the name of the file."""
    yield Shape(display.rectangle_path(box), PLACEHOLDER)
    room = trim.inset(min(3.0, trim.width / 8, trim.height / 8))
    style = Style(NAME, NAME, NAME, NAME, PLACEHOLDER_INK, "center", "middle", 1.2)
    composed = compose(parse_markup(escaped(file.rpartition("/")[2][:MOST_LETTERS])), style, materials)
    height = materials.cap_height(NAME)
    size = fit(composed, style, room, LARGEST_NAME, 0.5, height).size
    yield from place(composed, style, room, size, height)
