"""Opens a game of a folder, ready to play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generator.problems import Problems, ProofdeckError, has_errors, hint_from, listed
from generator.project.game import Game
from generator.project.reading import load_project

if TYPE_CHECKING:
    from generator.engine.loading import Playable


def open_game(root: Path, name: str, problems: Problems, *, trust: bool) -> tuple[Game, Playable]:
    """A game ready to play. Raises ProofdeckError with all problems if it cannot be played."""
    found = Problems()
    project = load_project(root, found, name)
    (game,) = project.chosen([name], found)
    playable = project.playable(game, found, trust=trust)
    if playable is None or has_errors(found):
        if not has_errors(found):
            games = load_project(root, Problems()).games.values()
            with_engine = [known.name for known in games if "engine" in known.page.head]
            hint = hint_from(f"Games with an engine: {listed(with_engine)}." if with_engine else "")
            found.report("E608", f"the rules of {game.title} name no engine", game.page.place(1), hint=hint)
        raise ProofdeckError(found)
    problems.extend(found)
    return game, playable
