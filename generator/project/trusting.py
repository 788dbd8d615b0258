"""Finds a project's own engines, and records that the user trusts them."""

from __future__ import annotations

from pathlib import Path

from generator.engine.loading import OURS
from generator.engine.trust import remember
from generator.problems import Problem, Problems, ProofdeckError
from generator.project.folder import Project
from generator.project.game import Game
from generator.project.reading import load_project


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
