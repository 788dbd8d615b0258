"""`build`: makes whatever is not up to date.

Unchanged work is skipped twice. A game is not even laid out if everything that its files were made of is as it was, and
its files are untouched. Of a game that was touched, only files are made whose content would be another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from proofdeck.front.making.leftovers import of_earlier_builds, outdated
from proofdeck.ground.problems import has_errors, in_reading_order
from proofdeck.ground.workspace.answers import Asked
from proofdeck.ground.workspace.outputs import GameOutputs, Output, is_up_to_date, part_of
from proofdeck.ground.workspace.workspace import Progress, no_progress
from proofdeck.source.project.folder import SHEETS_SEEN, Project, open_project
from proofdeck.source.project.layouts import layout_of
from proofdeck.source.project.printers import error_of
from proofdeck.source.project.request import Built, Options
from proofdeck.source.project.settings import read_settings

CHOSEN, PLAN = "proofdeck.front.making.plans.chosen", "proofdeck.front.making.plans.plan"
"""The questions which games are built, and which files a game has. A build with nothing to do does not load them."""


def build(root: Path, games: Sequence[str], options: Options, progress: Progress = no_progress) -> Built:
    """Make every file that is not up to date, except for games with an error in their cards.

    If there is an error in the spreadsheet or the request, nothing is made. Raises ProofdeckError if there is no
    project, and for mistakes in its settings.
    """
    options = options.with_settings(read_settings(root))
    options = replace(options, arrangement=layout_of(root, options.layout), measured=error_of(options.printer))
    project = open_project(root, options.cache)
    project.progress = progress
    asked = Asked(CHOSEN, (tuple(games), options.plain))
    names: tuple[str, ...] = project.settle(asked)
    problems = project.summary(asked).problems
    parts = list(_parts(project, names, options, writes=not has_errors(problems)))
    told = in_reading_order([*problems, *(problem for part in parts for problem in part.problems)])
    outputs = [output for part in parts for output in part.outputs]
    sheets = project.ask(Asked(SHEETS_SEEN, ()))
    built = Built(outputs, told, notes=[note for part in parts for note in part.notes], sheets=sheets)
    others = of_earlier_builds(project, games, options, built)
    sources = [path for part in parts for path in project.files_behind(part.plan)] if others else []
    project.close()
    return replace(built, leftovers=[] if options.only else others, outdated=outdated(others, sources))


def _parts(project: Project, names: Sequence[str], options: Options, *, writes: bool) -> Iterator[GameOutputs]:
    """What was made of each game; nothing is loaded for games that are up to date."""
    asked = {name: Asked(PLAN, (name, options.plain)) for name in names}
    folders = {name: project.place_of(name, options) for name in names}
    if writes and all(is_up_to_date(project, asked[name], folders[name]) for name in names):
        for name in names:
            rows = project.ask(asked[name]).files
            outputs = [Output(name, folders[name] / path, says, False) for path, says, _ in rows]
            yield part_of(project, asked[name], outputs)
        return
    from proofdeck.front.making.plans import Workshop, make_games

    yield from make_games(Workshop(project, options, writes), names)
