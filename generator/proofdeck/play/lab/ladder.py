"""Bots that play each other, from the weakest to the strongest: the share of wins of each, and its Elo rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import inf, log10
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.engine.referee import BotMaker
from proofdeck.play.engine.state import Game
from proofdeck.play.lab.estimates import Sample, estimate_of
from proofdeck.play.lab.results import Climbed, LadderStep, Stopped
from proofdeck.play.lab.simulation import Experiment, Simulation, collect

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress

DEALS = 50
"""How many deals each pair of bots plays by default."""
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
    steps: list[LadderStep] = []
    stopped: Stopped = "games"
    pairs = list(pairwise(asked.bots))

    def tell(done: int) -> None:
        progress(one.game.title, len(steps) * asked.games + done, len(pairs) * asked.games)

    tell(0)
    try:
        for below, above in pairs:
            series = replace(one.series, bots=(above, below))
            shares, stopped = collect(series, play, asked.crew, tell, 2)
            steps.append(step_of(above, below, rivals_at(one.playable.game, one.players), shares))
            if stopped == "interrupted":
                break
    except KeyboardInterrupt:
        if not steps:
            raise
        stopped = "interrupted"
    return {**one.head, "deals": asked.games, "stopped": stopped, "steps": steps}


def play_around(game: Game, makers: Sequence[BotMaker], seed: int, index: int, *, players: int) -> float:
    """One deal, played once with the first bot on each side and the second on all others; its share of the wins.

    The games of one deal are one trial: what a deal or a side is worth does not get into the result. Against the game,
    each bot plays the deal on all seats, and the one that does better wins it.
    """
    one, other = makers
    sides = game.sides(players)
    if sides.is_together:
        own, theirs = (play_one(game, [bot] * players, seed, index).shares[0] for bot in makers)
        return (1 + own - theirs) / 2
    games = ([one if seat in side else other for seat in range(players)] for side in sides.seats)
    shares = [play_one(game, bots, seed, index).shares[side[0]] for side, bots in zip(sides.seats, games, strict=True)]
    return sum(shares) / len(shares)


def elo(share: float, players: int) -> float:
    """How far apart ratings are when one of so many players, the others being equal, wins that share."""
    if not 0 < share < 1:
        return -inf if share <= 0 else inf
    return 400 * log10(share * (players - 1) / (1 - share))


def rivals_at(game: Game, players: int) -> int:
    """How many can win a deal of a ladder: the sides, or two bots that play the same deal against the game."""
    return max(2, len(game.sides(players).seats))


def step_of(bot: str, against: str, players: int, shares: Sequence[float]) -> LadderStep:
    """One bot against a weaker one. players: who can win, as `rivals_at` counts them. shares: of the wins, deal by
    deal; 1 / players if both are equally strong.

    For the interval one deal more is lost, and one as far above an even share.
    """
    around, wins = estimate_of(Sample.of((*shares, 0.0, 2 / players))), sum(shares) / len(shares)
    low, high = max(0.0, around.low), min(1.0, around.high)
    return {
        "bot": bot,
        "against": against,
        "deals": len(shares),
        "wins": wins,
        "interval": [low, high],
        "even": 1 / players,
        "elo": _rating(wins, players),
        "elo_interval": [_rating(low, players), _rating(high, players)],
        "stronger": low > 1 / players,
    }


def _rating(share: float, players: int) -> float | None:
    """As `elo`; None without bounds."""
    rating = elo(share, players)
    return rating if abs(rating) != inf else None
