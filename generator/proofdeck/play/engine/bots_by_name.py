"""The bots of a game by their names: those of every game, and its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from proofdeck.play.engine.bots import RandomBot
from proofdeck.play.engine.engine import Engine, Rules
from proofdeck.play.engine.ismcts import Ismcts
from proofdeck.play.engine.referee import BotMaker
from proofdeck.play.engine.rollouts import Rollouts


def bot_makers(engine: Engine[Rules]) -> Mapping[str, BotMaker]:
    """The bots of a game by name: those of every game, and its other ones, which cannot take their names."""
    greedy = engine.greedy
    of_all: dict[str, BotMaker] = {
        "random": RandomBot,
        "greedy": greedy,
        "search": partial(Rollouts, greedy=greedy),
        "ismcts": Ismcts,
    }
    return {**of_all, **engine.bots, **of_all}
