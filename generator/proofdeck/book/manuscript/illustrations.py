"""Pictures that an author has put into a page of rules: files of the project, shown as large as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import unquote

from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.sizes import unprintable
from proofdeck.ground.problems import Problems, listed
from proofdeck.ground.units import MM_PER_INCH, Box, Size
from proofdeck.paper.deck.picture_files import PictureFiles
from proofdeck.paper.faces.face import Face, Picture
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.ink.images import ENDINGS
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.rules.page import SHORT

PIXEL = MM_PER_INCH / 96
"""The width of a pixel on a page, in mm, as browsers have it."""
WIDEST = 178.0
"""The width of the text of an A4 page, in mm; a larger picture is shown as wide as that."""
REMOTE = ("http:", "https:", "//")


@dataclass(frozen=True, slots=True)
class Illustrated:
    """A book with the pictures of its author. faces: those found, by name."""

    book: Manuscript
    faces: Mapping[str, Face]


def illustrated_by_author(
    project: Project, game: Game, book: Manuscript, supplies: Supplies, problems: Problems
) -> Illustrated:
    """Find the pictures of a page, from its folder and from the project's; warn of each that cannot be shown."""
    for at, message in unprintable(game.book.lines):
        problems.report("W619", message, game.book.place(at), hint="Put a picture of it into the page.")
    files = PictureFiles(project.root, (project.root / game.book.shown).parent)
    faces: dict[str, Face] = {}
    words: dict[str, str] = {}
    for one in book.illustrations:
        try:
            faces[one.name] = _written(game, supplies, one.source) or _face(files, supplies, one.source)
            words[one.name] = one.words
        except MaterialError as error:
            message = f"{error}, so the book shows its words"
            named = re.compile(rf"(?<![\w./%-]){re.escape(one.source)}")
            line = next((number for number, line in game.book.lines if named.search(line)), None)
            problems.report("W619", message, game.book.place(line), hint=error.hint)
    return Illustrated(replace(book, described={**book.described, **words}), faces)


def _written(game: Game, supplies: Supplies, source: str) -> Face | None:
    """The picture that is written into the page, or into the page of which it is a translation; else None."""
    found = SHORT.fullmatch(source)
    if found is None:
        return None
    ending = found["kind"].replace("svg+xml", "svg").replace("x-", "")
    for page in dict.fromkeys((game.book.shown, game.page.shown)):
        name = f"{page}:{found['digest']}.{ending}"
        try:
            return _shown(name, supplies)
        except MaterialError as error:
            told = str(error).replace(f"'{name}'", f"a picture ({found['kind']}) in the page")
            flaw = MaterialError(told, error.hint)
    raise flaw


def _face(files: PictureFiles, supplies: Supplies, source: str) -> Face:
    """Raises MaterialError if there is no such picture, or none that can be shown."""
    file = files.find(unquote(source.partition("?")[0].partition("#")[0]))
    if source.startswith("data:"):
        kind = source.partition(";")[0].removeprefix("data:")[:40]
        raise MaterialError(f"a picture ({kind}) in the page cannot be read", "Save it as a file, and name that.")
    if file is None and source.startswith(REMOTE):
        raise MaterialError(f"the picture '{source}' is not in the project", "Save it there; nothing is downloaded.")
    if file is None:
        raise MaterialError(f"there is no picture '{source}'", f"Pictures end in {listed(ENDINGS)}.")
    return _shown(file, supplies)


def _shown(file: str, supplies: Supplies) -> Face:
    width, height = supplies.image_size(file)
    shown = min(width * PIXEL, WIDEST)
    size = Size(shown, shown * height / width)
    return Face(size, 0.0, "rectangle", (Picture(file, Box(0, 0, size.width, size.height), "stretch"),))
