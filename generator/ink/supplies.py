"""Fonts, icons and images of one project, behind the one face that layout sees (`faces.materials.Materials`)."""

from __future__ import annotations

from dataclasses import dataclass

from generator.faces.face import Font, Glyph
from generator.ink.fonts import FontBook
from generator.ink.icons import IconBook
from generator.ink.images import ImageBook


@dataclass(frozen=True, slots=True)
class Supplies:
    """Everything that ink can print with."""

    fonts: FontBook
    icons: IconBook
    images: ImageBook

    def shape(self, text: str, font: Font) -> tuple[Glyph, ...]:
        return self.fonts.shape(text, font)

    def cap_height(self, font: Font) -> float:
        return self.fonts.cap_height(font)

    def aspect(self, icon: str) -> float | None:
        return self.icons.aspect(icon)

    def ink(self, icon: str) -> tuple[float, float]:
        return self.icons.ink(icon)

    def icon_names(self) -> list[str]:
        return self.icons.names()

    def check_image(self, file: str) -> None:
        self.images.size(file)
