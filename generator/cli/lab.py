"""`proofdeck lab`: what a game and its cards are like, as a report."""

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

MOST_EXCHANGES = 100_000


def lab(
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=2, max=MOST_GAMES, help="How many games.")] = 1000,
    exchanges: Annotated[
        int,
        typer.Option(
            "--exchanges",
            min=0,
            max=MOST_EXCHANGES,
            help="For each card, play that many games twice: with the card in an opening hand, and with another.",
        ),
    ] = 0,
    players: Players = None,
    bots: Bots = "greedy",
    seed: Seed = 1,
    jobs: Jobs = 0,
    cluster: Cluster = "",
    as_json: AsJson = False,
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Let bots play, and report which cards are strong and what the game is like, in output/GAME/lab.html."""
    with guarded(style_of(as_json), project):
        from generator.lab.examining import examine, write_report
        from generator.lab.simulation import Simulation
        from generator.pipeline.painting import pictures_of_cards
        from generator.problems import Problems

        asked = Simulation(game, games, players, names_of(bots), seed, crew_of(jobs, cluster), trust)
        problems = Problems()
        with ProgressBar(not as_json) as progress:
            found = examine(project, asked, progress, problems, exchanges)
        show_problems(problems, "full", project, sys.stderr)
        if as_json:
            print_object(found)
        else:
            files = write_report(project, found, pictures_of_cards(project, found["game"]))
            say("\n".join(_report(found)))
            say("\n".join(shown(file) for file in files))
        if found["stopped"] == "interrupted":
            raise typer.Exit(ExitCode.INTERRUPTED)


def _report(found: dict[str, Any]) -> Iterator[str]:
    from generator.lab.report import about_cards, sentences

    bots = ", ".join(found["bots"])
    yield f"{found['title']}: {found['games']:,} games, {found['players']} players ({bots}), seed {found['seed']}"
    yield ""
    yield from preamble(found)
    yield from sentences(found)
    yield ""
    yield from about_cards(found["cards"])
    yield ""
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what is known so far."
