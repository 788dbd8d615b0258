"""`proofdeck mutate`: changes rules on purpose to see which examples notice."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.cli.plain import say
from generator.cli.terminal import (
    AsJson,
    GameName,
    ProgressBar,
    ProjectFolder,
    Trust,
    guarded,
    print_object,
    show_problems,
)
from generator.problems import Problems, counted


def mutate(game: GameName, as_json: AsJson = False, project: ProjectFolder = Path(), trust: Trust = False) -> None:
    """Change each number and rule of a game on purpose, and see whether the worked examples notice."""
    with guarded("json" if as_json else "full", project):
        from generator.rulebook.composing import mutate as change

        problems = Problems()
        with ProgressBar(not as_json) as progress:
            found = change(project, game, progress, problems, trust=trust)
        show_problems(problems, "full", project, sys.stderr)
        if as_json:
            print_object(found)
        else:
            say("\n".join(_report(found)))


def _report(found: dict[str, Any]) -> Iterator[str]:
    yield (
        f"{found['title']}: {counted(found['examples'], 'example')} notice{'s' if found['examples'] == 1 else ''} "
        f"{found['noticed']} of {counted(found['mutants'], 'change')} ({100 * found['score']:.0f} %)"
    )
    survivors = [verdict for verdict in found["verdicts"] if not verdict["noticed_by"]]
    if survivors:
        yield ""
        yield "unnoticed"
        width = max(len(verdict["rule"]) for verdict in survivors)
        for verdict in survivors:
            yield f"  {verdict['rule']:<{width}}  {verdict['change']}"
