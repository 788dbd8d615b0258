"""Faces that earlier runs of the program have laid out, so that a changed card costs one face and not a deck of them.

A face is made of its template, of the cells and other names that the template can use, and of what it refers to: fonts,
outlines and pixels. All of this is part of its key, or compared with what it refers to now. Faces with mistakes are
never kept, because a mistake must be reported each time.
"""

from __future__ import annotations

import hashlib
import pickle
from contextlib import suppress
from typing import Any

from generator.cache import cache_folder, digest, engine_digest
from generator.faces.face import Face
from generator.faces.materials import MaterialError
from generator.files import files_below, write_file
from generator.pipeline.face_keys import FaceKeys
from generator.problems import ProofdeckError
from generator.project import Project

SPARE = 300
"""Faces kept besides those of the last run: other editions of the game, and what a card was before."""
SIZE_OF_DIGEST = 32

Entry = tuple[Face, str]
"""A face, and the key of everything that it refers to."""


class KeptFaces:
    """The faces of one game, kept in a file of the user's cache folder."""

    def __init__(self, project: Project, game: str) -> None:
        self._path = cache_folder() / "faces" / f"{digest(game)}.faces"
        self._made_with = digest(engine_digest(), *_templates(project))
        self._known = self._read()
        self._used: dict[str, Entry] = {}
        self._is_new = False

    def memory(self, template: str, keys: FaceKeys) -> Memory:
        """The faces of the template with that name. keys: of what faces refer to now."""
        return Memory(self, template, keys)

    def get(self, name: str, keys: FaceKeys) -> Face | None:
        """The face with that name if all that it refers to is what it was."""
        if (entry := self._known.get(name)) is None:
            return None
        face, made_of = entry
        with suppress(MaterialError, OSError):
            if keys.face(face) == made_of:
                self._used[name] = entry
                return face
        return None

    def add(self, name: str, face: Face, keys: FaceKeys) -> None:
        """Remember a face that has just been laid out."""
        with suppress(MaterialError, OSError):
            self._used[name] = face, keys.face(face)
            self._is_new = True

    def save(self) -> None:
        """Write the faces of this run and some others. Failing to write the cache is not an error."""
        if self._is_new:
            others = [(name, entry) for name, entry in self._known.items() if name not in self._used]
            packed = pickle.dumps((self._made_with, dict(others[-SPARE:]) | self._used), pickle.HIGHEST_PROTOCOL)
            with suppress(ProofdeckError):
                write_file(self._path, _hash(packed) + packed)

    def _read(self) -> dict[str, Entry]:
        """What the file holds for the same program and templates; nothing if it is damaged."""
        try:
            data = self._path.read_bytes()
        except OSError:
            return {}
        packed = data[SIZE_OF_DIGEST:]
        if _hash(packed) != data[:SIZE_OF_DIGEST]:
            return {}
        made_with, faces = pickle.loads(packed)  # noqa: S301 - whoever can write here can also change this program
        return faces if made_with == self._made_with else {}


class Memory:
    """Those faces of a game that are made with one template."""

    def __init__(self, faces: KeptFaces, template: str, keys: FaceKeys) -> None:
        self._faces, self._template, self._keys = faces, template, keys

    def get(self, key: object) -> Face | None:
        return self._faces.get(digest(self._template, key), self._keys)

    def __setitem__(self, key: object, face: Face) -> None:
        self._faces.add(digest(self._template, key), face, self._keys)


def _templates(project: Project) -> list[Any]:
    """All that a template could extend, by its place and contents."""
    return [
        part
        for folder, shown in project.template_folders
        for path in files_below(folder)
        if path.suffix == ".toml"
        for part in (shown, path.relative_to(folder).as_posix(), path.read_bytes())
    ]


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=SIZE_OF_DIGEST).digest()
