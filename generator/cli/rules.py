"""`proofdeck rules`: the rules of a game, filled in and numbered."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from generator.cli.plain import say
from generator.cli.terminal import GameName, ProjectFolder, exit_code, guarded, show_problems


def rules(game: GameName, project: ProjectFolder = Path()) -> None:
    """Print the rules of a game as Markdown, every number filled in, every clause numbered."""
    with guarded("full", project):
        from generator.pipeline.playing import print_rules, proved
        from generator.problems import Problem
        from generator.project import load_project

        problems: list[Problem] = []
        opened = load_project(project, problems)
        (chosen,) = opened.chosen([game], problems)
        text = print_rules(chosen, problems, proved(opened, chosen, []))
        if not text and not problems:
            problems.append(Problem("E612", f"{chosen.title} has no rules yet", chosen.page.shown))
        say(text, nl=False)
        show_problems(problems, "full", project, sys.stderr)
        raise typer.Exit(exit_code(problems))
