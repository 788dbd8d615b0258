"""What faces need to know of fonts, icons and images, without knowing how ink handles them."""

from __future__ import annotations

from typing import Protocol

from generator.faces.face import Font, Glyph, Path


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
        """Width of an icon one unit high; None when there is none of that name. Raises MaterialError.

        A name with a dot in it is an image of the project.
        """

    def ink(self, icon: str) -> tuple[float, float]:
        """Where the ink of an icon begins and ends from left to right, in units of its height."""

    def icon_names(self) -> list[str]:
        """Every icon there is."""

    def image_size(self, file: str) -> tuple[float, float]:
        """Width and height of an image, in its own units. Raises MaterialError."""

    def shapes(self, file: str) -> tuple[Path, ...]:
        """Of a drawing, the outlines of all that is in it, in its own units; empty for an image of pixels."""

    def unpainted(self, file: str) -> tuple[str, ...]:
        """What a drawing holds that is not painted."""

    def check_image(self, file: str) -> None:
        """Raises MaterialError for an image that is not there or cannot be used."""
