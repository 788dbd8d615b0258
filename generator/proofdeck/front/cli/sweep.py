"""`proofdeck sweep`: a game with several values of the same numbers, and each figure over them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofdeck.front.cli.folders import only_game
from proofdeck.front.cli.playing import MOST_GAMES, Bench, Run, preamble
from proofdeck.front.cli.terminal import GameName, shown
from proofdeck.ground.flags import Flag

if TYPE_CHECKING:
    from proofdeck.play.lab.results import Swept


def sweep(
    *,
    game: GameName = "",
    axes: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUES]...", help="What to change: goal.2=6..10, or peace.2=0,2,4."),
    ] = None,
    games: Annotated[int, Flag("How many games of each.", least=2, most=MOST_GAMES)] = 500,
    bench: Bench,
    run: Run,
) -> None:
    """Play a game with several values of the same numbers, and show each figure over them."""
    from proofdeck.play.lab.sweeping import sweep as play

    if "=" in game:
        game, axes = only_game(run.project), [game, *(axes or [])]
    if not axes:
        raise typer.BadParameter("nothing is to be changed; write NAME=VALUES, such as goal.2=6..10")
    asked = bench.simulation(game, games, trust=run.trust)
    run.show(partial(play, run.project, asked, axes), partial(_report, run.project))


def _report(project: Path, found: Swept) -> Iterator[str]:
    """The figures in words, after their pictures are written."""
    from proofdeck.paper.deck.painting import style_of_game
    from proofdeck.play.lab.levels import as_words, name_of
    from proofdeck.play.lab.sweeping import write_sweep

    file = write_sweep(project, found, style_of_game(project, found["game"]))
    yield f"{found['title']}: {found['games']:,} games of each, {found['players']} players, seed {found['seed']}"
    yield ""
    yield from preamble(found["hardly_ever"])
    names = [name_of(row) for row in found["versions"][0]["figures"]]
    width = max(len(version["name"]) for version in found["versions"])
    yield f"{'':<{width}}  {'  '.join(names)}"
    for version in found["versions"]:
        cells = (f"{as_words(row):>{len(name)}}" for name, row in zip(names, version["figures"], strict=True))
        yield f"{version['name']:<{width}}  {'  '.join(cells)}"
    yield ""
    if found["stopped"] == "interrupted":
        yield "Interrupted: only these versions were finished."
    yield shown(file)
