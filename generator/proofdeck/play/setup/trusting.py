"""Finds a project's own engines, and records that the user trusts them."""

from __future__ import annotations

from pathlib import Path

from proofdeck.ground.cache import digest
from proofdeck.ground.files import everything_in
from proofdeck.ground.places import OUTPUT, RULES, TEMPLATES, find_spreadsheet
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.loading import OURS, Playable
from proofdeck.play.engine.trust import code_digest, remember
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.reading import load_project


def own_engine(game: Game) -> str:
    """The module of an engine that does not come with Proofdeck; "" for any other game."""
    module = game.page.text("engine", Problems()) if "engine" in game.page.head else ""
    return module if module and not module.startswith(OURS) else ""


def own_engines(project: Project) -> dict[str, str]:
    """The games whose page names an engine that does not come with Proofdeck -> its module."""
    named = {name: own_engine(game) for name, game in project.games.items()}
    return {name: module for name, module in named.items() if module}


def trust_project(root: Path) -> tuple[list[str], list[Path]]:
    """Trust the engines of that project, and return their modules and the files they may depend on.

    Raises ProofdeckError if the folder is not a project, or if none of its pages names an engine of its own.
    """
    engines = sorted(set(own_engines(load_project(root, Problems())).values()))
    if not engines:
        message = f"no rules page in '{root}' names an engine of its own, so there is nothing to trust"
        raise ProofdeckError(Problem("E647", message, hint="Engines that come with Proofdeck do not need it."))
    return engines, remember(root, engines)


def digest_of_engine(project: Project, playable: Playable) -> str:
    """A digest of all that decides how a game is played.

    An engine of the project may read any file besides its code, but cards and parameters say themselves what they are.
    """
    if playable.origin.ours:
        return playable.fingerprint
    code = code_digest(project.root)
    known = () if code is None else (RULES, TEMPLATES, find_spreadsheet(project.root))
    read = everything_in(project.root, *(project.root / name for name in (OUTPUT, *known)))
    return digest(code, read, playable.fingerprint)
