"""Fonts, icons and images of one project, behind the interface that layout uses (`faces.materials.Materials`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from generator.faces.face import Font, Glyph, Mark, Path, Shape
from generator.faces.seen import Thumbnail
from generator.ink.drawings import is_drawing
from generator.ink.fonts import FontBook
from generator.ink.icons import Outline
from generator.ink.materials import NOWHERE_ELSE, Images, Sources, font_file, icon_outline, names_of_icons
from generator.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Supplies:
    """Everything that ink needs for printing."""

    project: Workspace
    sources: Sources
    fonts: FontBook
    images: Images

    def shape(self, text: str, font: Font) -> tuple[Glyph, ...]:
        return self.fonts.shape(text, font)

    def cap_height(self, font: Font) -> float:
        return self.fonts.cap_height(font)

    def outline(self, icon: str) -> Outline | None:
        """The outline of an icon; None if the name is unknown. Raises IconError if the file cannot be used."""
        return icon_outline(self.project, self.sources, icon)

    def aspect(self, icon: str) -> float | None:
        if "." in icon:
            wide, high = self.images.size(icon)
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

    def image_size(self, file: str) -> tuple[float, float]:
        return self.images.size(file)

    def shapes(self, file: str, transparent: str = "") -> tuple[Path, ...]:
        return self.images.drawing(file, transparent=transparent).silhouette if is_drawing(file) else ()

    def unpainted(self, file: str) -> tuple[str, ...]:
        return self.images.drawing(file).unpainted if is_drawing(file) else ()

    def check_image(self, file: str) -> None:
        self.images.size(file)

    def is_drawing(self, file: str) -> bool:
        return is_drawing(file)

    def drawn(self, file: str, tint: str, transparent: str) -> tuple[Mark, ...]:
        return self.images.drawing(file, tint, transparent=transparent).marks if is_drawing(file) else ()

    def thumbnail(self, file: str, tint: str, transparent: str) -> Thumbnail:
        return self.images.thumbnail(file, tint, transparent)

    def icon_shapes(self, name: str) -> list[Shape]:
        outline = self.outline(name)
        layers = outline.layers if outline else ()
        return [Shape(layer.path, stroke_width=layer.stroke_width, even_odd=layer.even_odd) for layer in layers]


def supplies_from(project: Workspace, sources: Sources = NOWHERE_ELSE) -> Supplies:
    """Everything that ink needs, from there. Words that were shaped once stay so while the project is open."""
    known: dict[Sources, Supplies] = project.workshop.setdefault(Supplies, {})
    if sources not in known:
        fonts, images = FontBook(partial(font_file, project)), Images(project, sources)
        known[sources] = Supplies(project, sources, fonts, images)
    return known[sources]
