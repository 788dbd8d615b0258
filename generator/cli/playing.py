"""The options of commands that let bots play."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Annotated, Any

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
Cluster = Annotated[
    str,
    typer.Option("--cluster", metavar="ADDRESS", help="Let the workers of this Dask scheduler play: tcp://HOST:8786."),
]


def names_of(bots: str) -> tuple[str, ...]:
    """The bots that are named, or one greedy bot."""
    return tuple(name.strip() for name in bots.split(",") if name.strip()) or ("greedy",)


def crew_of(jobs: int, cluster: str = "") -> int | str:
    """Who plays: the cluster at that address, or so many processes, one per core if there are to be none."""
    return cluster or jobs or os.cpu_count() or 1


def preamble(found: dict[str, Any]) -> Iterator[str]:
    """What the figures say nothing about, above them, and an empty line."""
    from generator.lab.usage import about_usage

    yield from (lines := [*about_usage(found["hardly_ever"])])
    if lines:
        yield ""
