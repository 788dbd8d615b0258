"""The folder of the project that a command is about, and the game if it has only one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from proofdeck.source.project.game import Game


def project_of(context: typer.Context, named: Path) -> Path:
    """The folder given after or before the command, or else the nearest project folder at or above the current one."""
    if named != Path():
        return named
    before = context.find_root().params.get("folder")
    return before or nearest_project()


def nearest_project() -> Path:
    """The current folder or the nearest one above it with a spreadsheet of cards; the current one if there is none."""
    from proofdeck.ground.places import is_project

    here = Path.cwd()
    found = next((folder for folder in (here, *here.parents) if is_project(folder)), here)
    return Path(os.path.relpath(found))


def game_names_in(root: Path) -> tuple[str, ...]:
    """The names of the games of a project. Raises ProofdeckError if the folder is none."""
    from proofdeck.ground.problems import Problems
    from proofdeck.source.project.reading import load_project

    return tuple(load_project(root, Problems(), only="").games)


def as_spoken(root: Path, game: Game) -> Game:
    """The game in the language of the project's settings, if it is translated into it."""
    from proofdeck.ground.problems import Problems
    from proofdeck.source.project.languages import in_language
    from proofdeck.source.project.reading import load_project
    from proofdeck.source.project.settings import language_in

    lang = language_in(root, "")
    return in_language(load_project(root, Problems(), game.name), game, lang, Problems()) if lang else game


def only_game(root: Path) -> str:
    """The name of the only game of a project. Raises ProofdeckError if it has several, or none."""
    names = game_names_in(root)
    if len(names) == 1:
        return names[0]
    from proofdeck.ground.problems import Problem, ProofdeckError, listed

    if not names:
        raise ProofdeckError(Problem("E503", "the spreadsheet has no cards, so there is no game yet"))
    hint = f"Add the name of one of them: {listed(names)}."
    raise ProofdeckError(Problem("E503", f"this project has {len(names)} games, and none is named", hint=hint))
