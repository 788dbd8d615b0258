"""`proofdeck mcp`: serves a copy of the project to an assistant, which is told by the rules what is wrong."""

from __future__ import annotations

from pathlib import Path

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import ExitCode, ProjectFolder
from proofdeck.ground.flags import Trust


def mcp(project: ProjectFolder = Path(), trust: Trust = False) -> None:
    """Serve a copy of the project to an assistant, by the Model Context Protocol on standard input and output."""
    try:
        from proofdeck.front.referee.serving import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        say("The Model Context Protocol is not installed. Run `pip install 'proofdeck[mcp]'`.", err=True)
        raise typer.Exit(ExitCode.USAGE) from None
    serve(project, trust=trust)
