"""What faces need to know of fonts, icons and images, without knowing how ink handles them."""

from __future__ import annotations

from typing import Protocol

from generator.faces.face import Font, Glyph


class MaterialError(ValueError):
    """A font, icon or image that is not there or cannot be used; `hint` is the cure."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Materials(Protocol):
    """Handed in by the pipeline."""

    def shape(self, text: str, font: Font) -> tuple[Glyph, ...]:
        """Glyphs in em; id 0 for a character that the font lacks. Raises MaterialError for an unusable font."""

    def cap_height(self, font: Font) -> float:
        """Height of a capital, in em. Raises MaterialError for an unusable font."""

    def aspect(self, icon: str) -> float | None:
        """Width of an icon one unit high; None when there is none of that name. Raises MaterialError."""

    def ink(self, icon: str) -> tuple[float, float]:
        """Where the ink of an icon begins and ends from left to right, in units of its height."""

    def icon_names(self) -> list[str]:
        """Every icon there is."""

    def check_image(self, file: str) -> None:
        """Raises MaterialError for an image that is not there or cannot be used."""
