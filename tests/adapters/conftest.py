"""The games that adapters are tried on: the five, and the one that a new project with an engine begins with."""

from __future__ import annotations

import pytest
from tables import playable, with_engine

from generator.engine.state import Game
from generator.problems import Problems
from generator.project import load_project
from generator.starting import start_project

STARTER = "starter-of-adapters"


@pytest.fixture(scope="session")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Game:
    root = tmp_path_factory.mktemp("starter") / STARTER
    start_project(root, engine=True)
    problems = Problems()
    project = load_project(root, problems)
    found = project.playable(project.games[STARTER], problems, trust=True)
    assert not problems
    assert found is not None
    return found.game


@pytest.fixture(params=[*with_engine(), STARTER])
def game(request: pytest.FixtureRequest, starter: Game) -> Game:
    return starter if request.param == STARTER else playable(request.param).game
