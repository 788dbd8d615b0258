"""What faces need to know about fonts, icons and images, independent of how ink handles them."""

from __future__ import annotations

from typing import Literal, Protocol

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Font, Glyph, Path

Direction = Literal["ltr", "rtl", "ttb"]
DIRECTIONS: tuple[Direction, Direction] = ("ltr", "rtl")
"""That of an even level of text, and of an odd one."""


class MaterialError(ValueError):
    """A font, icon or image is missing or cannot be used; `hint` says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class MissingError(MaterialError):
    """There is no such image; what is damaged or cannot be used is not missing."""


class Materials(Protocol):
    """The fonts, icons and images, passed in by whoever lays out."""

    def shape(self, text: str, font: Font, direction: Direction = "ltr") -> tuple[Glyph, ...]:
        """Glyphs in em, from left to right; id 0 for a character missing from the font.

        Raises MaterialError for an unusable font.
        """

    def cap_height(self, font: Font) -> float:
        """Height of a capital, in em. Raises MaterialError for an unusable font."""

    def own_fonts(self) -> tuple[Font, ...]:
        """All fonts in the folder for fonts of the project that can be used."""

    def lost_styles(self, font: Font) -> str:
        """Which styles a font has only in name: `bold`, `italic`, `bold and italic` or ""."""

    def colours(self, font: Font, glyph: int) -> Box | None:
        """What a letter in colour fills, in em from the start of its baseline, y down; None for all others."""

    def aspect(self, icon: str) -> float | None:
        """Width of an icon one unit high; None if there is no such icon. Raises MaterialError.

        A name with a dot in it refers to an image of the project.
        """

    def ink(self, icon: str) -> tuple[float, float]:
        """Where the ink of an icon begins and ends horizontally, in units of its height."""

    def icon_names(self) -> list[str]:
        """The names of all icons."""

    def image_size(self, file: str) -> tuple[float, float]:
        """Width and height of an image, in its own units. Raises MaterialError."""

    def shapes(self, file: str, transparent: str = "") -> tuple[Path, ...]:
        """The outlines of everything in a drawing, in its own units; empty for a bitmap."""

    def unpainted(self, file: str) -> tuple[str, ...]:
        """The parts of a drawing, or of an icon, that are not painted."""

    def as_pixels(self, file: str) -> tuple[str, ...]:
        """The parts of a drawing that are painted as pixels."""

    def check_image(self, file: str) -> None:
        """Raises MaterialError for an image that is missing or cannot be used."""
