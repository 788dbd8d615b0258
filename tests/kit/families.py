"""Four small games of other families than the five, each a project whose engine is one file of the kit."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generator.engine.loading import Playable
from generator.problems import Problems
from generator.project.opening import playable_of
from generator.project.reading import load_project

HERE = Path(__file__).parent
FAMILIES = {"bids": 90, "dice": 70, "workers": 140, "roads": 152}
"""The folders, and the most lines of each engine that are not empty."""


@cache
def family(name: str) -> Playable:
    """That game; a mistake in its page or its cards fails here."""
    problems = Problems()
    project = load_project(HERE / name, problems)
    (game,) = project.games.values()
    found = playable_of(project, game, problems, trust=True)
    assert not problems
    assert found is not None
    return found


def seats() -> list[tuple[str, int]]:
    """Each family with its fewest and its most players."""
    found = [(name, family(name).game) for name in FAMILIES]
    return [(name, count) for name, game in found for count in sorted({game.min_players, game.max_players})]
