"""`proofdeck bots`: how strong the bots of a game are, compared with each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.cli import completing
from generator.cli.plain import say
from generator.cli.playing import MOST_GAMES, Cluster, Jobs, Players, Seed, crew_of, names_of
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
    style_of,
)
from generator.problems import Problems, counted, listed


def bots(
    game: GameName,
    deals: Annotated[
        int, typer.Option("--games", min=2, max=MOST_GAMES, help="How many deals for each pair of bots.")
    ] = 50,
    players: Players = None,
    named: Annotated[
        str,
        typer.Option("--bots", help="From weak to strong: random, greedy, search.", autocompletion=completing.bots),
    ] = "random,greedy,search",
    seed: Seed = 1,
    jobs: Jobs = 0,
    cluster: Cluster = "",
    as_json: AsJson = False,
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Let bots play each other, and show how strong they are, with Elo ratings and intervals."""
    with guarded(style_of(as_json), project):
        from generator.lab.climbing import climb
        from generator.lab.simulation import Simulation

        asked = Simulation(game, deals, players, names_of(named), seed, crew_of(jobs, cluster), trust)
        problems = Problems()
        with ProgressBar(not as_json) as progress:
            found = climb(project, asked, progress, problems)
        show_problems(problems, "full", project, sys.stderr)
        if as_json:
            print_object(found)
        else:
            say("\n".join(_report(found)))
        if found["stopped"] == "interrupted":
            raise typer.Exit(ExitCode.INTERRUPTED)


def _report(found: dict[str, Any]) -> Iterator[str]:
    yield f"{found['title']}: {found['players']} players, seed {found['seed']}"
    yield "Each deal is played from every seat: one bot sits there, and the weaker bot sits everywhere else."
    yield ""
    even = _percent(1 / found["players"])
    for step in found["steps"]:
        low, high = (_percent(end) for end in step["interval"])
        yield (
            f"{step['bot']} against {step['against']}: wins {_percent(step['wins'])} (95 %: {low} to {high}; equals "
            f"win {even}), Elo {_rating(step)}, {counted(step['deals'], 'deal')}"
        )
    weak = [f"{step['bot']} does not beat {step['against']}" for step in found["steps"] if not step["stronger"]]
    if weak:
        yield ""
        yield f"As far as these games show, {listed(weak)}. Figures of games between weak bots may mislead."
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what is known so far."


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _rating(step: dict[str, Any]) -> str:
    low, high = (_elo(end) for end in step["elo_interval"])
    return f"{_elo(step['elo'])} ({low} to {high})"


def _elo(rating: float | None) -> str:
    """With its sign; a rating that no game has bounded is not a number."""
    if rating is None:
        return "without bound"
    return f"{rating:+.0f}".replace("-", "−")
