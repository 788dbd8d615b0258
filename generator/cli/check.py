"""`proofdeck check`: every mistake, nothing written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.terminal import Format, GameNames, ProjectFolder, Trust, exit_code, guarded, show_problems


def check(
    games: GameNames = None,
    project: ProjectFolder = Path(),
    style: Annotated[Format, typer.Option("--format", help="How problems are printed.")] = "full",
    trust: Trust = False,
) -> None:
    """Name every mistake in the spreadsheet, the templates and the rules, and write nothing."""
    with guarded(style, project):
        from generator.pipeline.making import check as check_project

        problems = check_project(project, games or [], trust=trust)
        show_problems(problems, style, project, sys.stdout)
        if not problems and style == "full":
            typer.echo("No problems found.")
        raise typer.Exit(exit_code(problems))
