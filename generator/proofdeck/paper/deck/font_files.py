"""The fonts in the folder `fonts/`: which are used, and which cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from proofdeck.ground.files import children
from proofdeck.ground.places import FONTS
from proofdeck.ground.problems import Place, Problems, listed
from proofdeck.paper.faces.face import Face, Font, Picture, TextRun
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.ink.fonts import FONT_FILES
from proofdeck.paper.ink.materials import font_file
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.source.project.folder import Project

OTHER_KINDS = (".eot", ".dfont", ".pfb", ".pfm", ".afm")
"""Files of fonts that no card can be printed with."""


def fonts_of_project(root: Path) -> Iterator[str]:
    """The files of fonts in the folder of the project, as templates name them."""
    for path in children(root / FONTS):
        if path.suffix.casefold() in {*FONT_FILES, *OTHER_KINDS}:
            yield f"{FONTS}/{path.name}"


def check_fonts(project: Project, problems: Problems) -> None:
    """Warn of the fonts that cannot be read."""
    for name in fonts_of_project(project.root):
        try:
            font_file(project, Font("", file=name))
        except MaterialError as error:
            problems.report("W322", str(error), Place(name), hint=error.hint)


def fonts_on(faces: Iterable[Face], supplies: Supplies) -> tuple[str, ...]:
    """The files of fonts with which something is printed on those faces, also inside drawings."""
    marks = [mark for face in faces for mark in face.leaves()]
    runs = {mark.font.file for mark in marks if isinstance(mark, TextRun)}
    pictures = {mark.file for mark in marks if isinstance(mark, Picture)}
    letters = {file.partition("#")[0] for file in pictures}
    return tuple(sorted((runs | letters | {font for file in pictures for font in supplies.fonts_in(file)}) - {""}))


def uses_of_fonts(root: Path, used: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """A line for each font of the project. used: by title of a game, the files of fonts on its cards."""
    for name in fonts_of_project(root):
        games = [title for title, files in used.items() if name in files]
        yield f"{name}: {f'on cards of {listed(games)}' if games else 'on no card'}"
