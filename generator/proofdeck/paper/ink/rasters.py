"""The parts of drawings that marks cannot show, as pixels, set in the fonts of the project."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.ground.files import names_ending
from proofdeck.ground.places import FONTS
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
_GENERIC = frozenset(("serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "inherit"))


def raster_image(project: Workspace, mark: Raster, dots: float) -> tuple[Box, Image.Image] | None:
    """What is seen of it, and where; None if nothing is. dots: pixels per unit. Raises SvgError."""
    from PIL import Image

    dots = min(dots, (MOST_PIXELS / (mark.box.width * mark.box.height)) ** 0.5)
    width, height = max(1, round(mark.box.width * dots)), max(1, round(mark.box.height * dots))
    fonts = word_fonts(project, mark.families).files if mark.has_words else ()
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


class WordFonts(NamedTuple):
    """What the words of a drawing are set in.

    files: of all fonts that they may use, each with a digest of what is in it; own: those of the project that the
    drawing names; missing: the first choices of lists of which no family is there.
    """

    files: tuple[tuple[str, str], ...]
    own: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@question()
def word_fonts(project: Workspace, families: tuple[tuple[str, ...], ...]) -> WordFonts:
    """The fonts of those families, the usual ones, and all of the project. families: as in Raster."""
    names = [FAMILY, SERIF, *chain(*families)]
    found = {name: list(_styles(project.root, name)) for name in names}
    own = dict(_own_families(project.root))
    there = {*own.values(), *(name.casefold() for name in names if found[name])}
    lost = (first for first, *others in families if there.isdisjoint(map(str.casefold, (first, *others))))
    return WordFonts(
        tuple(dict.fromkeys((str(font.path), font.digest) for font in (*chain(*found.values()), *own))),
        tuple(f"{FONTS}/{font.path.name}" for font, name in own.items() if name in map(str.casefold, names)),
        tuple(dict.fromkeys(name for name in lost if name.casefold() not in _GENERIC)),
    )


def _styles(root: Path, family: str) -> Iterator[FontFile]:
    for weight, italic in ((400, False), (700, False), (400, True), (700, True)):
        try:
            yield find_font(root, Font(family, weight, italic))
        except FontError:
            return


def _own_families(root: Path) -> Iterator[tuple[FontFile, str]]:
    """The fonts of the project that can be used, each with its family in small letters."""
    import uharfbuzz as hb

    for name in names_ending(root / FONTS, (".ttf", ".otf")):
        with suppress(FontError):
            file = find_font(root, Font("", file=f"{FONTS}/{name}"))
            family, full = (
                file.face.get_name(one)
                for one in (hb.OTNameIdPredefined.FONT_FAMILY, hb.OTNameIdPredefined.POSTSCRIPT_NAME)
            )
            if full:  # without it resvg does not take the font
                yield file, (family or "").casefold()
