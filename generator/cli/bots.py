"""`proofdeck bots`: how strong the bots of a game are beside each other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.cli import completing
from generator.cli.plain import say
from generator.cli.simulate import MOST_GAMES
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
from generator.problems import counted, listed


def bots(
    game: GameName,
    deals: Annotated[int, typer.Option("--games", min=2, max=MOST_GAMES, help="How many deals for each step.")] = 50,
    players: Annotated[
        int | None, typer.Option("--players", help="How many players; the fewest allowed by default.")
    ] = None,
    named: Annotated[
        str,
        typer.Option("--bots", help="From weak to strong: random, greedy, ismcts.", autocompletion=completing.bots),
    ] = "random,greedy,ismcts",
    seed: Annotated[int, typer.Option("--seed", help="A different number gives different games.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", min=0, max=256, help="Number of processes; 0 for one per core.")] = 0,
    as_json: AsJson = False,
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Let bots play against each other, and say how far apart they are, with Elo and intervals."""
    with guarded(style_of(as_json), project):
        from generator.pipeline.climbing import climb
        from generator.pipeline.playing import Simulation
        from generator.problems import Problem

        names = tuple(name.strip() for name in named.split(",") if name.strip())
        asked = Simulation(game, deals, players, names, seed, jobs or os.cpu_count() or 1, trust)
        problems: list[Problem] = []
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
    yield "Each deal is played once with the stronger bot on every seat in turn, the other bot on all others."
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
