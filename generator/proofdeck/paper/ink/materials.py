"""The fonts, icons and images of an open project: each is read once, and whoever uses it has read it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.ground.cache import digest
from proofdeck.ground.files import children, inside, read_file
from proofdeck.ground.places import FONTS
from proofdeck.ground.workspace.workspace import Kept, Workspace, question
from proofdeck.paper.faces.face import Font
from proofdeck.paper.faces.seen import Thumbnail
from proofdeck.paper.ink.colour_fonts import drawing_of, glyph_of, png_of, upright_png
from proofdeck.paper.ink.fonts import FONT_FILES, FontError, FontFile, find_font
from proofdeck.paper.ink.icons import find_icon, icon_names, read_icon_set
from proofdeck.paper.ink.images import (
    THUMBNAIL,
    Pixels,
    Way,
    find_image,
    pixels_of,
    read_drawing_in,
    thumbnail_of,
    upright,
)
from proofdeck.paper.ink.rasters import raster_image, word_fonts
from proofdeck.paper.svg.drawing import SIDE, Drawing, Outline, is_drawing
from proofdeck.paper.svg.tree import SvgError
from proofdeck.source.rules.page import written_picture

if TYPE_CHECKING:
    from PIL import Image


WRITTEN_NAME = re.compile(r"(?P<page>.+):(?P<digest>[0-9a-f]{16})\.\w+")


class Sources(NamedTuple):
    """Where icons and images are looked for, besides the project's own folder. icon_sets: files of icons."""

    icon_folders: tuple[str, ...] = ()
    icon_sets: tuple[str, ...] = ()
    image_folders: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, project: Workspace, icons: Iterable[Path] = (), sets: Iterable[str] = (), images: Iterable[Path] = ()
    ) -> Sources:
        """The folders by names that are the same wherever the project is."""
        folders, others = (tuple(project.short(str(path)) for path in paths) for paths in (icons, images))
        return cls(folders, tuple(sets), others)


NOWHERE_ELSE = Sources()


@question()
def font_file(project: Workspace, font: Font) -> FontFile:
    """The file of a font. Raises FontError if there is none."""
    return find_font(project.root, font)


@question()
def own_fonts(project: Workspace) -> tuple[Font, ...]:
    """Those in the folder for fonts, without those that cannot be read."""
    found: list[Font] = []
    for path in children(project.root / FONTS):
        if path.suffix.casefold() in FONT_FILES:
            with suppress(FontError, OSError):
                font_file(project, font := Font("", file=path.relative_to(project.root).as_posix()))
                found.append(font)
    return tuple(found)


@question(Kept.VALUE)
def damage_of_font(project: Workspace, font: Font, glyphs: tuple[int, ...]) -> str:
    """Why a font of the project cannot be embedded with those glyphs, or ""."""
    try:
        font_file(project, font).subset(glyphs)
    except FontError as error:
        return str(error)
    return ""


@question(Kept.VALUE)
def icon_outline(project: Workspace, sources: Sources, name: str) -> Outline | None:
    """The outline of an icon; None if the name is unknown. Raises IconError if the file cannot be used."""
    folders = map(project.path_of, sources.icon_folders)
    return find_icon(name, folders, (icon_set(project, file) for file in sources.icon_sets))


@question()
def names_of_icons(project: Workspace, sources: Sources) -> list[str]:
    """Every available name."""
    folders = map(project.path_of, sources.icon_folders)
    return icon_names(folders, (icon_set(project, file) for file in sources.icon_sets))


@question()
def icon_set(project: Workspace, file: str) -> dict[str, str]:
    """Name -> SVG. Raises IconError if the file cannot be used."""
    return read_icon_set(project.root, file)


@question()
def image_path(project: Workspace, sources: Sources, file: str) -> str:
    """The file of an image, by the name that it has in inputs. Raises ImageError if there is none."""
    return project.short(str(find_image(project.root, [*map(project.path_of, sources.image_folders)], file)))


@question(Kept.VALUE)
def image_size(project: Workspace, sources: Sources, file: str) -> tuple[int, int]:
    """Width and height in pixels, as displayed. Raises ImageError if it cannot be printed."""
    return _upright(project, sources, file).size


@question(Kept.VALUE)
def drawing(project: Workspace, sources: Sources, file: str) -> Drawing:
    """An SVG file, or a letter, in its own colours. Raises ImageError."""
    if letter := glyph_drawing(project, file):
        return letter
    return read_drawing_in(_path_or_data(project, sources, file), file)


@question(Kept.VALUE)
def raster_fault(project: Workspace, sources: Sources, file: str) -> tuple[str, str] | None:
    """Why a part of a drawing cannot be painted as pixels, and what to do; None if all can."""
    try:
        for mark in drawing(project, sources, file).rasters:
            raster_image(project, mark, THUMBNAIL / SIDE)
    except SvgError as error:
        return str(error), error.hint
    return None


@question()
def glyph_drawing(project: Workspace, file: str) -> Drawing | None:
    """The letter in colour with that name; None for any other picture. Raises MaterialError."""
    found = glyph_of(file)
    return found and drawing_of(font_file(project, found[0]), found[1], found[2], file)


@question()
def image_pixels(project: Workspace, sources: Sources, file: str, target: tuple[int, int], way: Way) -> Pixels:
    """An image at that size. Raises ImageError."""
    return pixels_of(_upright(project, sources, file), target, way)


@question(Kept.VALUE)
def image_thumbnail(project: Workspace, sources: Sources, file: str, tint: str, transparent: str) -> Thumbnail:
    """An image reduced to a few pixels. Raises ImageError."""
    return thumbnail_of(_upright(project, sources, file), tint, transparent)


def _upright(project: Workspace, sources: Sources, file: str) -> Image.Image:
    if found := glyph_of(file):
        return upright_png(png_of(font_file(project, found[0]), found[1]), file)
    return upright(_path_or_data(project, sources, file), file)


def _path_or_data(project: Workspace, sources: Sources, file: str) -> Path | bytes:
    """Of a picture that is written into a page, as `RULES.md:0123456789abcdef.png` names it, what is in it."""
    if (found := WRITTEN_NAME.fullmatch(file)) and (page := inside(project.root, found["page"])):
        return written_picture(page, found["digest"])
    return project.path_of(image_path(project, sources, file))


@question()
def material_key(project: Workspace, sources: Sources, kind: str, what: str | Font) -> str:
    """A digest of an `icon`, an `image` or a `font`, as decks on the table remember it."""
    if isinstance(what, Font):
        font = font_file(project, what)
        return digest(what, font.data, font.axes)
    if kind == "icon":
        return digest(what, icon_outline(project, sources, what))
    if found := glyph_of(what):
        return digest(what, font_file(project, found[0]).data)
    rasters = drawing(project, sources, what).rasters if is_drawing(what) else ()
    fonts = [found for one in rasters if one.has_words for _, found in word_fonts(project, one.families).files]
    source = _path_or_data(project, sources, what)
    return digest(what, source if isinstance(source, bytes) else read_file(source), *fonts)
