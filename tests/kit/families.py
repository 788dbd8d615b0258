"""Small games of other families, each a project whose engine is one file of the kit."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tables import with_answers

from proofdeck.front.starting import start_project
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.trial import conformance
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.project.reading import load_project

HERE = Path(__file__).parent
LINES = {
    "auction": 90,
    "dice": 70,
    "board": 140,
    "draft": 90,
    "rummy": 110,
    "roads": 110,
    "partners": 150,
    "coop": 120,
    "solo": 70,
}
"""The projects, and the most lines of each engine that are not empty. Roads is Salt Roads, dice and solo are in this
folder, and the others are starters.
"""


ROOM = TemporaryDirectory()


def folder_of(name: str) -> Path:
    """The project; those of starters and of Salt Roads are made as `new` makes them."""
    started = Path(ROOM.name) / name
    if (HERE / name).is_dir():
        return HERE / name
    if not started.exists():
        like = "salt-roads" if name == "roads" else None
        start_project(started, like, kind="" if like else name, engine=bool(like))
    return started


def copied(name: str, folder: Path) -> Path:
    """A copy of the project in that folder, of which a check already knows what it finds in few games."""
    root = shutil.copytree(folder_of(name), folder / name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conformance, "USUAL", conformance.Effort(games=1, tables=3, deals=60))
        return with_answers(root, name, "looked at briefly", trust=True)


@cache
def family(name: str) -> Playable:
    """That game; a mistake in its page or its cards fails here."""
    problems = Problems()
    project = load_project(folder_of(name), problems)
    (game,) = project.games.values()
    found = playable_of(project, game, problems, trust=True)
    assert not problems
    assert found is not None
    return found


def seats() -> list[tuple[str, int]]:
    """Each family with its fewest and its most players."""
    found = [(name, family(name).game) for name in LINES]
    return [(name, count) for name, game in found for count in sorted({game.min_players, game.max_players})]
