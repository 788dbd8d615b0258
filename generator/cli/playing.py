"""The options of commands that let bots play."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from generator.cli import completing

MOST_GAMES = 1_000_000

Players = Annotated[int | None, typer.Option("--players", help="How many players; the fewest allowed by default.")]
Bots = Annotated[
    str,
    typer.Option(
        "--bots", help="A bot for each seat in turn: random, greedy, search, ismcts.", autocompletion=completing.bots
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="A different number gives different games.")]
Jobs = Annotated[int, typer.Option("--jobs", min=0, max=256, help="Number of processes; 0 for one per core.")]


def names_of(bots: str) -> tuple[str, ...]:
    """The bots that are named, or one greedy bot."""
    return tuple(name.strip() for name in bots.split(",") if name.strip()) or ("greedy",)


def processes_of(jobs: int) -> int:
    return jobs or os.cpu_count() or 1
