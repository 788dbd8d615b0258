"""Bots that play each other, from the weakest to the strongest."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.lab.ladder import play_around, step_of
from proofdeck.play.lab.results import Climbed, Step, Stopped
from proofdeck.play.lab.simulation import Experiment, Simulation, collect

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress

LADDER = ("random", "greedy", "search")
"""Starts with the bot that should be the weakest."""


def climb(root: Path, asked: Simulation, progress: Progress, problems: Problems) -> Climbed:
    """Let each bot play the one before it. games: the number of deals, each played from every seat.

    The figures are the same for any number of jobs. Ctrl-C ends play, and the figures so far are returned. Raises
    ProofdeckError if the game cannot be played.
    """
    one = Experiment.begin(root, asked, problems)
    if len(asked.bots) < 2:
        raise ProofdeckError(Problem("E806", "a ladder needs two bots", field="bots", hint="Name another bot."))
    play = partial(play_around, players=one.players)
    steps: list[Step] = []
    stopped: Stopped = "games"
    pairs = list(pairwise(asked.bots))

    def tell(done: int) -> None:
        progress(one.game.title, len(steps) * asked.games + done, len(pairs) * asked.games)

    tell(0)
    try:
        for below, above in pairs:
            series = replace(one.series, bots=(above, below))
            shares, stopped = collect(series, play, asked.crew, tell, 2)
            steps.append(step_of(above, below, one.players, shares))
            if stopped == "interrupted":
                break
    except KeyboardInterrupt:
        if not steps:
            raise
        stopped = "interrupted"
    return {**one.head, "deals": asked.games, "stopped": stopped, "steps": steps}
