"""Fonts, icons and images of one project, behind the interface that layout uses (`faces.materials.Materials`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from proofdeck.ground.units import Box
from proofdeck.ground.workspace.workspace import Workspace
from proofdeck.paper.faces import face as display
from proofdeck.paper.faces.face import Font, Glyph, Mark, Raster, Shape
from proofdeck.paper.faces.materials import Direction
from proofdeck.paper.faces.seen import Thumbnail
from proofdeck.paper.ink.colour_fonts import box_in_colour
from proofdeck.paper.ink.fonts import FontBook
from proofdeck.paper.ink.images import AS_IT_IS, THUMBNAIL, ImageError, Pixels, Way, shaded, target_size
from proofdeck.paper.ink.materials import (
    NOWHERE_ELSE,
    Sources,
    drawing,
    font_file,
    glyph_drawing,
    icon_outline,
    image_path,
    image_pixels,
    image_size,
    image_thumbnail,
    names_of_icons,
    own_fonts,
    raster_fault,
)
from proofdeck.paper.ink.rasters import raster_image, word_fonts
from proofdeck.paper.svg.drawing import Drawing, Outline, is_drawing


@dataclass(frozen=True, slots=True)
class Supplies:
    """Everything that ink needs for printing."""

    project: Workspace
    sources: Sources
    fonts: FontBook

    def shape(self, text: str, font: Font, direction: Direction = "ltr") -> tuple[Glyph, ...]:
        return self.fonts.shape(text, font, direction)

    def cap_height(self, font: Font) -> float:
        return self.fonts.cap_height(font)

    def outline(self, icon: str) -> Outline | None:
        """The outline of an icon; None if the name is unknown. Raises IconError if the file cannot be used."""
        return icon_outline(self.project, self.sources, icon)

    def own_fonts(self) -> tuple[Font, ...]:
        return own_fonts(self.project)

    def lost_styles(self, font: Font) -> str:
        return self.fonts.file(font).lost(font)

    def colours(self, font: Font, glyph: int) -> Box | None:
        return box_in_colour(self.fonts.file(font), glyph)

    def aspect(self, icon: str) -> float | None:
        if "." in icon:
            wide, high = self.image_size(icon)
            return wide / high
        outline = self.outline(icon)
        return outline.aspect if outline else None

    def ink(self, icon: str) -> tuple[float, float]:
        """The whole box for an image or an unknown icon."""
        if "." in icon:
            return 0.0, self.aspect(icon) or 1.0
        outline = self.outline(icon)
        return outline.ink if outline and outline.layers else (0.0, 1.0)

    def icon_names(self) -> list[str]:
        return names_of_icons(self.project, self.sources)

    def image_path(self, file: str) -> Path:
        """The path of an image, or of the drawing that it is in. Raises ImageError if it is not in the project."""
        return self.project.path_of(image_path(self.project, self.sources, file))

    def image_size(self, file: str) -> tuple[float, float]:
        if self.is_drawing(file):
            found = drawing(self.project, self.sources, file)
            return found.width, found.height
        return image_size(self.project, self.sources, file)

    def drawing(self, file: str, tint: str = "", grey: bool = False, transparent: str = "") -> Drawing:
        """An SVG file in its own colours, in shades of `tint`, or in light grey, without what is `transparent`."""
        return shaded(drawing(self.project, self.sources, file), tint, grey, transparent)

    def pixels(self, file: str, box: Box, way: Way = AS_IT_IS) -> Pixels:
        """The image, or a part of it, scaled down to PRINT_DPI for `box` (mm)."""
        return image_pixels(self.project, self.sources, file, target_size(self.image_size(file), box, way), way)

    def shapes(self, file: str, transparent: str = "") -> tuple[display.Path, ...]:
        return self.drawing(file, transparent=transparent).silhouette if self.is_drawing(file) else ()

    def unpainted(self, file: str) -> tuple[str, ...]:
        """Of an image, or of an icon by its name."""
        if "." not in file:
            return outline.unpainted if (outline := self.outline(file)) else ()
        return self.drawing(file).unpainted if self.is_drawing(file) else ()

    def as_pixels(self, file: str) -> tuple[str, ...]:
        """The parts of a drawing that are painted as pixels, and what is missing for them."""
        if not is_drawing(file) or not (found := self.drawing(file)).as_pixels:
            return ()
        missing = {one for raster in found.rasters for one in word_fonts(self.project, raster.families).missing}
        return (*found.as_pixels, *(f"words in another font because there is no '{one}'" for one in sorted(missing)))

    def fonts_in(self, file: str) -> tuple[str, ...]:
        """The files of fonts in the project that the words of a drawing are set in."""
        found = drawing(self.project, self.sources, file).rasters if is_drawing(file) else ()
        return tuple(name for one in found for name in word_fonts(self.project, one.families).own)

    def check_image(self, file: str) -> None:
        self.image_size(file)
        if is_drawing(file) and (why := raster_fault(self.project, self.sources, file)):
            raise ImageError(f"'{file}': {why[0]}", why[1])

    def raster(self, mark: Raster, dots: float) -> tuple[Box, Pixels | None]:
        """A part of a drawing as pixels, and where it is. dots: pixels per unit."""
        found = raster_image(self.project, mark, dots)
        if found is None:
            return mark.box, None
        box, image = found
        alpha = image.getchannel("A")
        return box, Pixels(*image.size, jpeg=False, data=image.convert("RGB").tobytes(), alpha=alpha.tobytes())

    def raster_thumbnail(self, mark: Raster) -> tuple[Box, Thumbnail]:
        """The same, reduced."""
        found = raster_image(self.project, mark, THUMBNAIL / max(mark.box.width, mark.box.height))
        box, image = found or (mark.box, None)
        return box, Thumbnail(*image.size, image.tobytes()) if image else Thumbnail(1, 1, bytes(4))

    def is_drawing(self, file: str) -> bool:
        return is_drawing(file) or glyph_drawing(self.project, file) is not None

    def drawn(self, file: str, tint: str, transparent: str) -> tuple[Mark, ...]:
        return self.drawing(file, tint, transparent=transparent).marks if self.is_drawing(file) else ()

    def thumbnail(self, file: str, tint: str, transparent: str) -> Thumbnail:
        return image_thumbnail(self.project, self.sources, file, tint, transparent)

    def icon_shapes(self, name: str) -> list[Shape]:
        outline = self.outline(name)
        layers = outline.layers if outline else ()
        return [Shape(layer.path, stroke_width=layer.stroke_width, even_odd=layer.even_odd) for layer in layers]


def supplies_from(project: Workspace, sources: Sources = NOWHERE_ELSE) -> Supplies:
    """Everything that ink needs, from there. Words that were shaped once stay so while the project is open."""
    known: dict[Sources, Supplies] = project.workshop.setdefault(Supplies, {})
    if sources not in known:
        known[sources] = Supplies(project, sources, FontBook(partial(font_file, project)))
    return known[sources]
