"""Keys of faces: what a face depends on, so that equal keys mean equal ink."""

from __future__ import annotations

from proofdeck.ground.cache import digest
from proofdeck.paper.faces.face import Face, Font, Icon, Picture, TextRun
from proofdeck.paper.ink.materials import material_key
from proofdeck.paper.ink.supplies import Supplies


class FaceKeys:
    """Keys of faces: the display list, and everything it refers to (fonts, outlines, pixels)."""

    def __init__(self, supplies: Supplies) -> None:
        self._supplies = supplies
        self._faces: dict[str, str] = {}

    def face(self, face: Face) -> str:
        """The key of a face; equal for equal faces that refer to the same things."""
        if face.digest not in self._faces:
            project, sources = self._supplies.project, self._supplies.sources
            materials = sorted(material_key(project, sources, *name) for name in names_on(face))
            self._faces[face.digest] = digest(face.digest, materials)
        return self._faces[face.digest]


Name = tuple[str, str | Font]
"""`icon`, `image` or `font`, and which."""


def names_on(face: Face) -> set[Name]:
    """The fonts, icons and images that a face names, each with its kind."""
    found: set[Name] = set()
    for mark in face.leaves():
        if isinstance(mark, TextRun):
            found.add(("font", mark.font))
        elif isinstance(mark, Icon):
            found.add(("icon", mark.name))
        elif isinstance(mark, Picture):
            found.add(("image", mark.file))
    return found
