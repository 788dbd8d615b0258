"""Pictures of faces for books and reports."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.problems import Problems, has_errors
from proofdeck.ground.shell import style
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.deck.templates import supplies_of
from proofdeck.paper.faces.face import Face
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.ink.web_fonts import title_font
from proofdeck.source.project.look import BookLook, look_of
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

REPORT_DPI = 90.0


class Paintable(NamedTuple):
    """A face with everything that it is painted with. digest: changes with any of it."""

    digest: str
    face: Face
    supplies: Supplies


def jpeg_of(ink: Paintable, dpi: float) -> bytes:
    """The face as a JPEG."""
    from proofdeck.paper.ink.raster import encode_jpeg, face_picture

    return face_picture(ink.face, ink.supplies, dpi, encode_jpeg)


def style_of(look: BookLook, supplies: Supplies) -> str:
    """The stylesheet of pages about a game."""
    return style(look.accent, look.night, title_font(supplies.fonts, look.title))


def style_of_game(root: Path, name: str) -> str:
    """The stylesheet of pages about the game of that name."""
    problems = Problems()
    project = load_project(root, problems, name)
    game = project.games[name]
    return style_of(look_of(project, game, problems), supplies_of(project, game))


def pictures_of_cards(root: Path, name: str) -> dict[str, bytes]:
    """The front of each card as a small PNG; none for a game that cannot be laid out."""
    from proofdeck.paper.ink.raster import faces_pdf, pixels_of, rasterise

    problems = Problems()
    project = load_project(root, problems, name)
    made = lay_out(project, project.games[name], Options(), problems)
    if has_errors(problems):
        return {}
    fronts = {item.label: item.front for item in reversed(made.items)}
    pdf = faces_pdf(list(fronts.values()), made.supplies, REPORT_DPI)
    pictures = rasterise(pdf, [pixels_of(face.size, REPORT_DPI) for face in fronts.values()], REPORT_DPI)
    return {card: png for card, (_, png) in zip(fronts, pictures, strict=True)}
