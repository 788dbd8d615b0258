"""`proofdeck trust [DIR]`: run the engines of a project without saying --trust, until they change."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli.plain import say
from generator.cli.terminal import guarded, shown
from generator.problems import listed


def trust(
    folder: Annotated[
        Path, typer.Argument(metavar="[DIR]", help="The project folder; this one when left out.", show_default=False)
    ] = Path(),
    forget: Annotated[bool, typer.Option("--forget", help="Trust it no more.", show_default=False)] = False,
) -> None:
    """Run the engines of a project from now on, as they are; when their code changes, you are asked again."""
    with guarded("full", folder):
        if forget:
            from generator.engine.trust import forget as forget_folder

            say(f"{shown(folder)} is {'no longer' if forget_folder(folder) else 'not'} trusted.")
            return
        from generator.pipeline.trusting import trust_project

        engines, files = trust_project(folder)
        for path in files:
            say(shown(path))
        runs = f"The engine {engines[0]} runs" if len(engines) == 1 else f"The engines {listed(engines)} run"
        say(f"\n{runs} now without --trust. When one of these files changes, or another is added,")
        say("you are asked again. `proofdeck trust --forget` takes it back.")
