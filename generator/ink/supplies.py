"""Fonts, icons and images of one project, behind the interface that layout uses (`faces.materials.Materials`)."""

from __future__ import annotations

from dataclasses import dataclass

from generator.faces.face import Font, Glyph, Mark, Path, Shape
from generator.faces.seen import Thumbnail
from generator.ink.drawings import is_drawing
from generator.ink.fonts import FontBook
from generator.ink.icons import IconBook
from generator.ink.images import Images


@dataclass(frozen=True, slots=True)
class Supplies:
    """Everything that ink needs for printing."""

    fonts: FontBook
    icons: IconBook
    images: Images

    def shape(self, text: str, font: Font) -> tuple[Glyph, ...]:
        return self.fonts.shape(text, font)

    def cap_height(self, font: Font) -> float:
        return self.fonts.cap_height(font)

    def aspect(self, icon: str) -> float | None:
        if "." not in icon:
            return self.icons.aspect(icon)
        wide, high = self.images.size(icon)
        return wide / high

    def ink(self, icon: str) -> tuple[float, float]:
        return self.icons.ink(icon) if "." not in icon else (0.0, self.aspect(icon) or 1.0)

    def icon_names(self) -> list[str]:
        return self.icons.names()

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
        outline = self.icons.outline(name)
        layers = outline.layers if outline else ()
        return [Shape(layer.path, stroke_width=layer.stroke_width, even_odd=layer.even_odd) for layer in layers]
