"""Pictures of faces that earlier runs have painted for books, so that a changed card costs one picture.

The key of a picture is all that its face is made of, and its resolution.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.cache import digest, engine_digest
from generator.faces.face import Face
from generator.ink.supplies import Supplies
from generator.pipeline.face_keys import FaceKeys
from generator.pipeline.kept_parts import KeptParts


class KeptPictures:
    """The JPEGs of one game. keys: of what its faces refer to."""

    def __init__(self, game: str, keys: FaceKeys) -> None:
        self._kept: KeptParts[bytes] = KeptParts("pictures", game, engine_digest())
        self._keys = keys

    def jpegs(self, faces: Mapping[str, Face], supplies: Supplies, dpi: float) -> dict[str, bytes]:
        """The faces by name; those that are not known are painted."""
        keys = {name: digest(self._keys.face(face), dpi) for name, face in faces.items()}
        found = {name: jpeg for name, key in keys.items() if (jpeg := self._kept.get(key)) is not None}
        found |= painted({name: faces[name] for name in faces if name not in found}, supplies, dpi)
        for name, key in keys.items():
            self._kept.keep(key, found[name])
        self._kept.save()
        return {name: found[name] for name in faces}


def painted(faces: Mapping[str, Face], supplies: Supplies, dpi: float) -> dict[str, bytes]:
    """The faces by name as JPEGs."""
    from generator.ink.raster import encode_jpeg, faces_pdf, pixels_of, rasterise

    if not faces:
        return {}
    sizes = [pixels_of(face.size, dpi) for face in faces.values()]
    made = rasterise(faces_pdf([*faces.values()], supplies, dpi), sizes, dpi, encode_jpeg)
    return dict(zip(faces, (jpeg for _, jpeg in sorted(made)), strict=True))
