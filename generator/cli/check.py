"""`proofdeck check`: every mistake, and nothing written but what `--claims` finds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.terminal import (
    Format,
    GameNames,
    ProgressBar,
    ProjectFolder,
    Trust,
    exit_code,
    guarded,
    show_problems,
)


def check(
    games: GameNames = None,
    project: ProjectFolder = Path(),
    style: Annotated[Format, typer.Option("--format", help="How problems are printed.")] = "full",
    claims: Annotated[
        bool,
        typer.Option(
            "--claims",
            help="Decide the claims that take long, and keep that in rules_md/claims.json.",
            show_default=False,
        ),
    ] = False,
    trust: Trust = False,
) -> None:
    """Name every mistake in the spreadsheet, the templates and the rules, and write nothing."""
    with guarded(style, project):
        from generator.pipeline.making import check as check_project

        with ProgressBar(claims and style == "full") as progress:
            problems = check_project(project, games or [], trust=trust, settling=progress if claims else None)
        show_problems(problems, style, project, sys.stdout)
        if not problems and style == "full":
            typer.echo("No problems found.")
        raise typer.Exit(exit_code(problems))
