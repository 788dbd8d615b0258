"""Bots that play each other, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.lab.ladder import Rung, play_around, step_of
from generator.lab.simulation import Simulation
from generator.problems import Problem, Problems, ProofdeckError
from generator.project.opening import seated
from generator.project.series import Series, played
from generator.project.versions import Version

if TYPE_CHECKING:
    from generator.workspace.workspace import Progress

LADDER = ("random", "greedy", "search")
"""Starts with the bot that should be the weakest."""


def climb(root: Path, asked: Simulation, progress: Progress, problems: Problems) -> dict[str, Any]:
    """Let each bot play the one before it. games: the number of deals, each played from every seat.

    The figures are the same for any number of jobs. Ctrl-C ends play, and the figures so far are returned. Raises
    ProofdeckError if the game cannot be played.
    """
    version = Version(root, asked.game, trust=asked.trust)
    game, playable = version.open(problems)
    players = asked.players or playable.game.min_players
    seated(playable, asked.bots, players)
    if len(asked.bots) < 2:
        raise ProofdeckError(Problem("E806", "a ladder needs two bots", field="bots", hint="Name another bot."))
    play = partial(play_around, players=players)
    steps: list[Rung] = []
    shares: list[float] = []
    stopped = "games"
    pairs = list(pairwise(asked.bots))
    progress(game.title, 0, len(pairs) * asked.games)
    try:
        for below, above in pairs:
            shares = []
            series = Series(version, (above, below), asked.seed, asked.games)
            with closing(played(series, play, asked.crew)) as chunks:
                for chunk in chunks:
                    shares += chunk
                    progress(game.title, len(steps) * asked.games + len(shares), len(pairs) * asked.games)
            steps.append(step_of(above, below, players, shares))
    except KeyboardInterrupt:
        steps += _begun(pairs[len(steps) :], players, shares)
        if not steps:
            raise
        stopped = "interrupted"
    head = {"version": 1, "game": game.name, "title": game.title, "players": players, "seed": asked.seed}
    return {**head, "deals": asked.games, "stopped": stopped, "steps": [step.as_row() for step in steps]}


def _begun(pairs: Sequence[tuple[str, str]], players: int, shares: Sequence[float]) -> list[Rung]:
    """The step that was interrupted."""
    if not pairs or len(shares) < 2:
        return []
    below, above = pairs[0]
    return [step_of(above, below, players, shares)]
