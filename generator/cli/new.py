"""`proofdeck new DIR`: a small game to start from."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.plain import say
from generator.cli.terminal import guarded, shown


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that does not exist yet, or is empty.")],
    like: Annotated[
        str | None,
        typer.Option("--like", metavar="GAME", help="Start from a shipped game instead.", show_default=False),
    ] = None,
    engine: Annotated[
        bool,
        typer.Option("--engine", help="With an engine: rules in Python that play, prove and simulate the game."),
    ] = False,
) -> None:
    """Make a project that builds unedited, with comments that teach."""
    with guarded():
        from generator.starting import start_project

        made = start_project(folder, like, engine=engine)
        for path in made:
            say(shown(path))
        if like and not engine:
            say(f"\nThe engine stays that of {like}, which comes with Proofdeck; --engine copies it as your own.")
        trust = " --trust" if engine else ""
        say(f"\nNext: cd {shlex.quote(shown(folder))} && proofdeck build{trust}")
