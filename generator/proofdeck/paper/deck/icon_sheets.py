"""A picture of all icons available to a game, each with its name below it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from proofdeck.ground.problems import Problems
from proofdeck.ground.units import MM_PER_POINT, Box, Size
from proofdeck.paper.deck.folders import icon_folders
from proofdeck.paper.deck.templates import supplies_of
from proofdeck.paper.faces.face import Face, Font, Icon, Mark, Shape, rectangle_path
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.faces.scene import contained
from proofdeck.paper.faces.setting import fit, place
from proofdeck.paper.faces.text import Style, compose_plain
from proofdeck.paper.ink.materials import Sources
from proofdeck.paper.ink.raster import contact_sheet
from proofdeck.paper.ink.supplies import Supplies, supplies_from
from proofdeck.source.project.folder import Project
from proofdeck.source.project.reading import load_project

COLUMNS = 12
CELL = Size(30, 34)
EMBLEM = Box(6, 3, 18, 18)
NAME = Box(1.5, 24, 27, 8)
LARGEST, SMALLEST = 9 * MM_PER_POINT, 4 * MM_PER_POINT
LABEL = Font("Alegreya Sans", 500)
INK, GROUND = "#222222", "#ffffff"


def icons_for(root: Path, game: str) -> Supplies:
    """The icons of a game or, without one, of any folder. Raises ProofdeckError if there is no such game."""
    if game:
        problems = Problems()
        project = load_project(root, problems)
        (found,) = project.chosen([game], problems)
        return supplies_of(project, found)
    project = Project(root)
    return supplies_from(project, Sources.of(project, icon_folders(project, "base")))


def icon_sheet(names: Sequence[str], supplies: Supplies) -> bytes:
    """A PNG with an icon in each cell; the cell of an unreadable icon has only its name."""
    return contact_sheet([_cell(name, supplies) for name in names], supplies, COLUMNS)


def _cell(name: str, supplies: Supplies) -> Face:
    marks: list[Mark] = [Shape(rectangle_path(Box(0, 0, CELL.width, CELL.height)), GROUND)]
    try:
        aspect = supplies.aspect(name)
    except MaterialError:
        aspect = None
    if aspect:
        marks.append(Icon(name, contained(aspect, EMBLEM), INK))
    style = Style(*(LABEL,) * 4, INK, "center", line_height=1.1)
    composed = compose_plain(name, style, supplies)
    height = supplies.cap_height(LABEL)
    size = fit(composed, style, NAME, LARGEST, SMALLEST, height).size
    return Face(CELL, 0.0, "rectangle", (*marks, *place(composed, style, NAME, size, height)))
