"""The games that adapters are tried on: the shipped ones, and the one that a new project with an engine begins with."""

from __future__ import annotations

import pytest
from tables import playable, starter_in, with_engine

from proofdeck.play.engine.state import Game

STARTER = "starter-of-adapters"
TOGETHER = {"salt-roads"}
"""Games whose players choose at the same time, which `test_together.py` is about."""


@pytest.fixture(scope="session")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return starter_in(tmp_path_factory.mktemp("starter") / STARTER).game


@pytest.fixture(params=[*with_engine(), STARTER])
def game(request: pytest.FixtureRequest, starter: Game) -> Game:
    return starter if request.param == STARTER else playable(request.param).game


@pytest.fixture(params=[*(name for name in with_engine() if name not in TOGETHER), STARTER])
def game_in_turns(request: pytest.FixtureRequest, starter: Game) -> Game:
    """Those whose players take turns."""
    return starter if request.param == STARTER else playable(request.param).game
