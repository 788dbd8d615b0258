"""What commands have in common that let bots play: who plays, and how the figures are shown."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, ExitCode, ProgressBar, ProjectFolder, print_object, warn
from proofdeck.ground.flags import Flag, Trust
from proofdeck.ground.problems import Problems

if TYPE_CHECKING:
    from proofdeck.play.lab.results import Favour, Hardly
    from proofdeck.play.lab.simulation import Simulation

MOST_GAMES = 1_000_000

Figures = TypeVar("Figures", bound=Mapping[str, object])
"""What an experiment found, as `--json` prints it."""


def names_of(bots: str) -> tuple[str, ...]:
    """The bots that are named, or one greedy bot."""
    return tuple(name.strip() for name in bots.split(",") if name.strip()) or ("greedy",)


Players = Annotated[int | None, Flag("How many players; the fewest allowed by default.")]
Bots = Annotated[
    tuple[str, ...],
    Flag(
        "A bot for each seat in turn: random, greedy, search, ismcts.",
        read=names_of,
        usual="greedy",
        completion="bots",
    ),
]

Seed = Annotated[int, Flag("A different number gives different games.")]
Jobs = Annotated[int, Flag("Number of processes; 0 for one per core.", least=0, most=256)]
Cluster = Annotated[str, Flag("Let the workers of this Dask scheduler play: tcp://HOST:8786.", metavar="ADDRESS")]


@dataclass(frozen=True)
class Bench:
    """Who plays, from which seed, and how many processes share the games, or which cluster."""

    players: Players = None
    bots: Bots = ("greedy",)
    seed: Seed = 1
    jobs: Jobs = 0
    cluster: Cluster = ""

    @property
    def crew(self) -> int | str:
        """The cluster at that address, or so many processes, one per core if there are to be none."""
        return self.cluster or self.jobs or os.cpu_count() or 1

    def simulation(self, game: str, games: int, *, trust: bool) -> "Simulation":
        """So many games between these bots."""
        from proofdeck.book.manuscript.composing import clause_words
        from proofdeck.play.lab.simulation import Simulation

        return Simulation(game, games, self.players, self.bots, self.seed, self.crew, trust, clause_words)


@dataclass(frozen=True)
class ExperimentRun:
    """An experiment with a game of a project, and whether its figures are printed for programs."""

    as_json: AsJson = False
    project: ProjectFolder = Path()
    trust: Trust = False

    def show(
        self, play: Callable[[ProgressBar, Problems], Figures], report: Callable[[Figures], Iterable[str]]
    ) -> Figures:
        """Let bots play, and print the figures, or a report of them. Ends the command if Ctrl-C ended play."""
        problems = Problems()
        with ProgressBar(not self.as_json) as progress:
            found = play(progress, problems)
        warn(problems, self.project)
        if self.as_json:
            print_object(found)
        else:
            say("\n".join(report(found)))
        if found.get("stopped") == "interrupted":
            raise typer.Exit(ExitCode.INTERRUPTED)
        return found


def preamble(hardly: "list[Hardly]", favour: "Favour | None" = None) -> Iterator[str]:
    """What the figures say nothing about, above them, and an empty line."""
    from proofdeck.play.lab.usage import about_usage

    yield from (lines := [*about_usage(hardly, favour)])
    if lines:
        yield ""
