"""Pictures of faces for books and reports."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from generator.deck.prints import lay_out
from generator.faces.face import Face
from generator.ink.supplies import Supplies
from generator.problems import Problems, has_errors
from generator.project.reading import load_project
from generator.project.request import Options

REPORT_DPI = 90.0


class Paintable(NamedTuple):
    """A face with everything that it is painted with. digest: changes with any of it."""

    digest: str
    face: Face
    supplies: Supplies


def jpeg_of(ink: Paintable, dpi: float) -> bytes:
    """The face as a JPEG."""
    from generator.ink.raster import encode_jpeg, faces_pdf, pixels_of, rasterise

    pdf = faces_pdf([ink.face], ink.supplies, dpi)
    ((_, jpeg),) = rasterise(pdf, [pixels_of(ink.face.size, dpi)], dpi, encode_jpeg)
    return jpeg


def pictures_of_cards(root: Path, name: str) -> dict[str, bytes]:
    """The front of each card as a small PNG; none for a game that cannot be laid out."""
    from generator.ink.raster import faces_pdf, pixels_of, rasterise

    problems = Problems()
    project = load_project(root, problems, name)
    made = lay_out(project, project.games[name], Options(), problems)
    if has_errors(problems):
        return {}
    fronts = {item.label: item.front for item in reversed(made.items)}
    pdf = faces_pdf(list(fronts.values()), made.supplies, REPORT_DPI)
    pictures = rasterise(pdf, [pixels_of(face.size, REPORT_DPI) for face in fronts.values()], REPORT_DPI)
    return {card: png for card, (_, png) in zip(fronts, pictures, strict=True)}
