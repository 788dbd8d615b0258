"""The parts of drawings that marks cannot show, as pixels, set in the fonts of the project."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.ground.files import names_ending
from proofdeck.ground.units import Box
from proofdeck.ground.workspace.workspace import Workspace, question
from proofdeck.paper.faces.face import Font, Raster
from proofdeck.paper.ink.fonts import FontError, FontFile, find_font
from proofdeck.paper.ink.images import without
from proofdeck.paper.svg.pixels import FAMILY, SERIF, painted

if TYPE_CHECKING:
    from PIL import Image

RASTER_DPI = 600
MOST_PIXELS = 16_000_000
FONTS = "fonts"
"""The folder of a project's fonts."""
_GENERIC = frozenset(("serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "inherit"))


def raster_image(project: Workspace, mark: Raster, dots: float) -> tuple[Box, Image.Image] | None:
    """What is seen of it, and where; None if nothing is. dots: pixels per unit. Raises SvgError."""
    from PIL import Image

    dots = min(dots, (MOST_PIXELS / (mark.box.width * mark.box.height)) ** 0.5)
    width, height = max(1, round(mark.box.width * dots)), max(1, round(mark.box.height * dots))
    fonts = font_files(project, mark.families)[0] if mark.families else ()
    with Image.open(io.BytesIO(painted(mark.svg, width, height, fonts))) as opened:
        image = opened.convert("RGBA")
    edges = image.getchannel("A").getbbox()
    if edges is None:
        return None
    left, top, right, bottom = edges
    across, down = mark.box.width / width, mark.box.height / height
    box = Box(mark.box.x + left * across, mark.box.y + top * down, (right - left) * across, (bottom - top) * down)
    return box, relit(mark, image.crop(edges))


def relit(mark: Raster, image: Image.Image) -> Image.Image:
    """The pixels in the colours that the drawing is recoloured with."""
    from PIL import Image

    image = without(mark.transparent, image)
    if not mark.levels:
        return image
    grey, alpha = image.convert("RGB").convert("L"), image.getchannel("A")
    parts = [[int(level[at : at + 2], 16) for level in mark.levels] for at in (1, 3, 5)]
    return Image.merge("RGBA", (*(grey.point(part) for part in parts), alpha))


@question()
def font_files(project: Workspace, families: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files of the fonts that words ask for, and the families that are not there. families: as CSS lists them."""
    found: dict[str, None] = {}
    for family in (FAMILY, SERIF):
        found.update(dict.fromkeys(_files(project.root, family)))
    own = [Font("", file=f"{FONTS}/{name}") for name in sorted(names_ending(project.root / FONTS, (".ttf", ".otf")))]
    there = {file: name.casefold() for font in own for file, name in _named(project.root, font)}
    found.update(dict.fromkeys(there))
    missing: dict[str, None] = {}
    for words in families:
        names = [name.strip().strip("'\"") for name in words.split(",")]
        for name in names:
            files = [*_files(project.root, name)]
            found.update(dict.fromkeys(files))
            if (
                not files
                and name.casefold() not in _GENERIC
                and name.casefold() not in there.values()
                and name == names[0]
            ):
                missing[name] = None
    return tuple(found), tuple(missing)


def _files(root: Path, family: str) -> Iterator[str]:
    for weight, italic in ((400, False), (700, False), (400, True), (700, True)):
        try:
            yield str(find_font(root, Font(family, weight, italic)).path)
        except FontError:
            return


def _named(root: Path, font: Font) -> Iterable[tuple[str, str]]:
    """The file of a font of the project and the family that it is of; nothing if it cannot be used."""
    import uharfbuzz as hb

    try:
        file: FontFile = find_font(root, font)
    except FontError:
        return []
    name = file.face.get_name(hb.OTNameIdPredefined.FONT_FAMILY)
    return [(str(file.path), name or "")]
