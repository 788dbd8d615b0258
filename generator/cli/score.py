"""`proofdeck score`: what lies on the table, itemised and ranked."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.terminal import (
    AsJson,
    ExitCode,
    Format,
    GameName,
    ProjectFolder,
    Trust,
    guarded,
    read_text,
    show_problems,
)


def score(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="[FILE]", help="The table; - for standard input.")] = Path("-"),
    as_json: AsJson = False,
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Score a table: every item with the clause that gives it, who wins, and what decided."""
    style: Format = "json" if as_json else "full"
    with guarded(style, project):
        from generator.pipeline.playing import open_game
        from generator.problems import Problem, in_reading_order
        from generator.scoring.calculator import as_object, calculate
        from generator.scoring.report import as_text

        problems: list[Problem] = []
        found, playable = open_game(project, game, problems, trust=trust)
        shown, text = read_text(file)
        scored = calculate(playable, text, shown, problems)
        if scored is None:
            show_problems(in_reading_order(problems), style, file.parent, sys.stdout if as_json else sys.stderr)
            raise typer.Exit(ExitCode.PROBLEMS)
        show_problems(problems, "full", project, sys.stderr)
        if as_json:
            typer.echo(json.dumps(as_object(found.name, scored), ensure_ascii=False, indent=2))
        else:
            typer.echo(as_text(scored))
