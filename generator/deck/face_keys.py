"""Keys of faces: what a face depends on, so that equal keys mean equal ink."""

from __future__ import annotations

from collections.abc import Callable

from generator.cache import digest
from generator.faces.face import Face, Font, Icon, Mark, Picture, TextRun


class FaceKeys:
    """Keys of faces: the display list, and everything it refers to (fonts, outlines, pixels)."""

    def __init__(self, material: Callable[[str, str | Font], str]) -> None:
        """material: the key of an `icon`, an `image` or a `font`."""
        self._material = material
        self._faces: dict[str, str] = {}

    def face(self, face: Face) -> str:
        """The key of a face; equal for equal faces that refer to the same things."""
        if face.digest not in self._faces:
            self._faces[face.digest] = digest(face.digest, sorted(self._material(*name) for name in names_on(face)))
        return self._faces[face.digest]


Name = tuple[str, str | Font]
"""`icon`, `image` or `font`, and which."""


def names_on(face: Face) -> set[Name]:
    """The fonts, icons and images that a face names, each with its kind."""
    return {name for mark in face.leaves() if (name := _names(mark)) is not None}


def _names(mark: Mark) -> Name | None:
    if isinstance(mark, TextRun):
        return "font", mark.font
    if isinstance(mark, Icon):
        return "icon", mark.name
    return ("image", mark.file) if isinstance(mark, Picture) else None
