"""`proofdeck trust [DIR]`: lets the engines of a project run without --trust until they change."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import shown
from proofdeck.ground.flags import Flag
from proofdeck.ground.problems import listed


def trust(
    project: Annotated[
        Path,
        typer.Argument(metavar="[DIR]", help="The project folder; the current one by default.", show_default=False),
    ] = Path(),
    forget: Annotated[bool, Flag("Stop trusting it.")] = False,
) -> None:
    """Trust the engines of a project as they are now; you are asked again if their code changes."""
    if forget:
        from proofdeck.play.engine.trust import forget as forget_folder

        say(f"{shown(project)} is {'no longer' if forget_folder(project) else 'not'} trusted.")
        return
    from proofdeck.play.setup.trusting import trust_project

    engines, files = trust_project(project)
    for path in files:
        say(shown(path))
    runs = f"The engine {engines[0]} runs" if len(engines) == 1 else f"The engines {listed(engines)} run"
    say(f"\n{runs} without --trust from now on. If one of these files changes, or another is added,")
    say("you are asked again. `proofdeck trust --forget` undoes this.")
