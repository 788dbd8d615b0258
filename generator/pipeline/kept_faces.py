"""Faces that earlier runs of the program have laid out, so that a changed card costs one face and not a deck of them.

A face is made of its template, of the cells and other names that the template can use, and of what it refers to: fonts,
outlines and pixels. All of this is part of its key, or compared with what it refers to now. Faces with mistakes are
never kept, because a mistake must be reported each time.
"""

from __future__ import annotations

from contextlib import suppress

from generator.cache import digest, engine_digest
from generator.faces.face import Face
from generator.faces.materials import MaterialError
from generator.pipeline.face_keys import FaceKeys
from generator.pipeline.kept_parts import KeptParts
from generator.project import Project

Entry = tuple[Face, str]
"""A face, and the key of everything that it refers to."""


class KeptFaces:
    """The faces of one game."""

    def __init__(self, project: Project, game: str) -> None:
        self._kept: KeptParts[Entry] = KeptParts("faces", game, digest(engine_digest(), *project.template_files))

    def memory(self, template: str, keys: FaceKeys) -> Memory:
        """The faces of the template with that name. keys: of what faces refer to now."""
        return Memory(self, template, keys)

    def get(self, name: str, keys: FaceKeys) -> Face | None:
        """The face with that name if all that it refers to is what it was."""
        if (entry := self._kept.get(name)) is None:
            return None
        face, made_of = entry
        with suppress(MaterialError, OSError):
            if keys.face(face) == made_of:
                self._kept.keep(name, entry)
                return face
        return None

    def add(self, name: str, face: Face, keys: FaceKeys) -> None:
        """Remember a face that has just been laid out."""
        with suppress(MaterialError, OSError):
            self._kept.keep(name, (face, keys.face(face)))

    def save(self) -> None:
        self._kept.save()


class Memory:
    """Those faces of a game that are made with one template."""

    def __init__(self, faces: KeptFaces, template: str, keys: FaceKeys) -> None:
        self._faces, self._template, self._keys = faces, template, keys

    def get(self, key: object) -> Face | None:
        return self._faces.get(digest(self._template, key), self._keys)

    def __setitem__(self, key: object, face: Face) -> None:
        self._faces.add(digest(self._template, key), face, self._keys)
