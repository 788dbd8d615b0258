"""Keys of faces: what a face depends on, so that equal keys mean equal ink."""

from __future__ import annotations

from generator.cache import digest
from generator.faces.face import Face, Font, Icon, Mark, Picture, TextRun
from generator.ink.supplies import Supplies


class FaceKeys:
    """Keys of faces: the display list, and everything it refers to (fonts, outlines, pixels)."""

    def __init__(self, supplies: Supplies) -> None:
        self._supplies = supplies
        self._known: dict[object, str] = {}
        self._faces: dict[str, str] = {}

    def face(self, face: Face) -> str:
        """The key of a face; equal for equal faces that refer to the same things."""
        if face.digest not in self._faces:
            named = {name for mark in face.leaves() if (name := _names(mark)) is not None}
            self._faces[face.digest] = digest(face.digest, sorted(self._material(name) for name in named))
        return self._faces[face.digest]

    def _material(self, name: _Name) -> str:
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def _read(self, name: _Name) -> str:
        kind, what = name
        if kind == "icon":
            return digest(what, self._supplies.icons.outline(str(what)))
        if kind == "image":
            return digest(what, self._supplies.images.path(str(what)).read_bytes())
        assert isinstance(what, Font)
        file = self._supplies.fonts.file(what)
        return digest(what, file.data, file.axes)


_Name = tuple[str, str | Font]


def _names(mark: Mark) -> _Name | None:
    if isinstance(mark, TextRun):
        return "font", mark.font
    if isinstance(mark, Icon):
        return "icon", mark.name
    return ("image", mark.file) if isinstance(mark, Picture) else None
