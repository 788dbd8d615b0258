"""`proofdeck sweep`: a game with several values of the same numbers, and each figure over them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.cli.plain import say
from generator.cli.playing import MOST_GAMES, Bots, Cluster, Jobs, Players, Seed, crew_of, names_of, preamble
from generator.cli.terminal import (
    AsJson,
    ExitCode,
    GameName,
    ProgressBar,
    ProjectFolder,
    Trust,
    guarded,
    print_object,
    show_problems,
    shown,
    style_of,
)


def sweep(
    game: GameName,
    axes: Annotated[
        list[str], typer.Argument(metavar="NAME=VALUES...", help="What to change: goal.2=6..10, or peace.2=0,2,4.")
    ],
    games: Annotated[int, typer.Option("--games", min=2, max=MOST_GAMES, help="How many games of each.")] = 500,
    players: Players = None,
    bots: Bots = "greedy",
    seed: Seed = 1,
    jobs: Jobs = 0,
    cluster: Cluster = "",
    as_json: AsJson = False,
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Play a game with several values of the same numbers, and show each figure over them."""
    with guarded(style_of(as_json), project):
        from generator.lab.simulation import Simulation
        from generator.lab.sweeping import sweep as play
        from generator.lab.sweeping import write_sweep
        from generator.problems import Problems

        asked = Simulation(game, games, players, names_of(bots), seed, crew_of(jobs, cluster), trust)
        problems = Problems()
        with ProgressBar(not as_json) as progress:
            found = play(project, asked, axes, progress, problems)
        show_problems(problems, "full", project, sys.stderr)
        if as_json:
            print_object(found)
        else:
            file = write_sweep(project, found)
            say("\n".join(_report(found)))
            say(shown(file))
        if found["stopped"] == "interrupted":
            raise typer.Exit(ExitCode.INTERRUPTED)


def _report(found: dict[str, Any]) -> Iterator[str]:
    from generator.lab.levels import as_words, name_of

    yield f"{found['title']}: {found['games']:,} games of each, {found['players']} players, seed {found['seed']}"
    yield ""
    yield from preamble(found)
    names = [name_of(row) for row in found["versions"][0]["figures"]]
    width = max(len(version["name"]) for version in found["versions"])
    yield f"{'':<{width}}  {'  '.join(names)}"
    for version in found["versions"]:
        cells = (f"{as_words(row):>{len(name)}}" for name, row in zip(names, version["figures"], strict=True))
        yield f"{version['name']:<{width}}  {'  '.join(cells)}"
    yield ""
    if found["stopped"] == "interrupted":
        yield "Interrupted: only these versions were finished."
