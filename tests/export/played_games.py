"""Whole games as transcripts, for two interpreters that are to play them alike."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.transcript import record
from proofdeck.play.setup.opening import open_game


def records(root: Path, name: str, bot: str, seeds: int) -> Iterator[str]:
    """The SHA-256 of the transcript of each game. root: of a project; bot: who sits in each seat."""
    _, playable = open_game(root, name, Problems(), trust=False)
    game = playable.game
    seats = range(game.min_players, game.max_players + 1)
    for seed in range(seeds):
        players = seats[seed % len(seats)]
        state = game.new_initial_state(players, seed)
        bots = [bot_makers(playable.engine)[bot](Random(seed + seat)) for seat in range(players)]
        lines = record(game, state, seed, [bot] * players, bots, playable.fingerprint)
        yield hashlib.sha256("\n".join(lines).encode()).hexdigest()
