"""Prints grids to PDF: score pads, master sheets, seating charts and slips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from proofdeck.book.pads.grid import PadGrid
from proofdeck.book.pads.measuring import SIZES, Dress
from proofdeck.book.pads.painting import paint
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import Problems, listed
from proofdeck.ground.units import Size
from proofdeck.ground.workspace.workspace import Workspace
from proofdeck.paper.faces.face import Face, Font
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.ink.supplies import Supplies, supplies_from
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, Sheet, choose_plan, impose
from proofdeck.source.project.layouts import built_in
from proofdeck.source.project.look import ANY, BookLook

KEPT_SHORT = 40
"""Characters of text that a message quotes."""


def supplies_for_grids(root: Path) -> Supplies:
    """Grids need fonts, but no icons or images. root: the project with the font files."""
    return supplies_from(Workspace(root))


def dress_of(look: BookLook, supplies: Supplies, problems: Problems) -> Dress:
    """The look of a game with its fonts, or with default fonts for missing ones, which are reported."""
    families = []
    for family, otherwise in ((look.title, ANY.title), (look.text, ANY.text)):
        try:
            supplies.fonts.file(Font(family, 700))
        except MaterialError as error:
            message = f"{error}, so {otherwise} is used on score pads and master sheets"
            problems.report("W742", message, hint=error.hint)
            families.append(otherwise)
        else:
            families.append(family)
    title, text = families
    return Dress(look.accent, title, text)


def faces_of(
    grids: Iterable[PadGrid], dress: Dress, supplies: Supplies, problems: Problems, sizes: Sequence[Size] = SIZES
) -> list[Face]:
    """All grids as faces. Text that does not fit, and characters missing from the fonts, become problems."""
    faces: list[Face] = []
    missing: set[str] = set()
    for grid in grids:
        painted = paint(grid, dress, supplies, sizes)
        faces.extend(painted.faces)
        missing.update(painted.missing)
        if not painted.faces:
            short = grid.title if len(grid.title) <= KEPT_SHORT else f"{grid.title[:KEPT_SHORT]}…"
            hint = "Shorten the title and the names in it."
            problems.report("W743", f"the text of '{short}' does not fit on the paper", hint=hint)
    if missing:
        characters = listed(f"'{character}'" for character in sorted(missing))
        message = f"{characters} cannot be printed, because {dress.title} or {dress.text} does not have it"
        problems.report("W742", message, hint="Name another font in the game's rulebook.toml.")
    return faces


def sheets_of(faces: Sequence[Face], paper: str, *, crop_marks: bool = True, fill: bool = False) -> list[Sheet]:
    """Sheets with as many faces as fit. fill: whether each face fills a sheet with copies of itself."""
    found: list[Sheet] = []
    for group in ([face] for face in faces) if fill else [list(faces)]:
        how = Imposition(paper, PAPERS[paper], built_in()["shared"], crop_marks=crop_marks)
        first = choose_plan(how, group[0].size, 0.0, "rectangle", 1) if group else None
        copies = first.per_sheet if fill and first else 1
        alone = first is not None and first.per_sheet == 1
        items = [PrintedCopy(face, None, "pad") for face in group for _ in range(copies)]
        found += impose(items, replace(how, crop_marks=crop_marks and not alone), Problems())
    return found


def print_grids(
    grids: Iterable[PadGrid],
    paper: str,
    look: BookLook,
    root: Path,
    title: str,
    subject: str,
    problems: Problems,
    sizes: Sequence[Size] = SIZES,
    scale: float = 1.0,
) -> bytes:
    """The PDF of charts or slips in the look of a game, as many on a page as fit. scale: of their letters."""
    from proofdeck.paper.ink.printing import print_fronts

    supplies = supplies_for_grids(root)
    dress = dress_of(look, supplies, problems)
    faces = faces_of(grids, dress._replace(scale=scale), supplies, problems, sizes)
    return print_fronts(sheets_of(faces, paper), title, subject, supplies)
