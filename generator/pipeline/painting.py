"""Pictures of faces for books, each painted once, by any run of the program."""

from __future__ import annotations

from typing import NamedTuple

from generator.faces.face import Face
from generator.ink.supplies import Supplies


class Ink(NamedTuple):
    """A face with everything that it is painted with. digest: changes with any of it."""

    digest: str
    face: Face
    supplies: Supplies


def jpeg_of(ink: Ink, dpi: float) -> bytes:
    """The face as a JPEG."""
    from generator.ink.raster import encode_jpeg, faces_pdf, pixels_of, rasterise

    pdf = faces_pdf([ink.face], ink.supplies, dpi)
    ((_, jpeg),) = rasterise(pdf, [pixels_of(ink.face.size, dpi)], dpi, encode_jpeg)
    return jpeg
