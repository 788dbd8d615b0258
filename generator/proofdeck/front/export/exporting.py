"""`export`: makes the files of one target that are not up to date; nothing is loaded if all of them are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

from proofdeck.front.export.settings import TargetSettings
from proofdeck.ground.places import EXPORTS
from proofdeck.ground.problems import Problems, has_errors, in_reading_order
from proofdeck.ground.workspace.outputs import FilePlan, GameOutputs, Output, is_up_to_date, make, part_of
from proofdeck.ground.workspace.workspace import Kept, Progress, no_progress, question
from proofdeck.source.cards.values import slug
from proofdeck.source.project.folder import Project, open_project
from proofdeck.source.project.layouts import layout_of
from proofdeck.source.project.request import Built, Options
from proofdeck.source.project.settings import read_settings


def export(
    root: Path,
    target: str,
    games: Sequence[str],
    options: Options,
    settings: TargetSettings,
    progress: Progress = no_progress,
    layouts: Sequence[str] = (),
) -> Built:
    """Make the files of that target in output/GAME/export/TARGET, except for games with an error in their cards.

    Those for a layout by name are in TARGET-LAYOUT, so that each machine has its own; layouts: makes those of each.

    Files of an earlier export that no longer belong there are removed, unless somebody has changed them. Raises
    ProofdeckError if there is no such target, layout or project, and for settings that the target does not take.
    """
    options = replace(options.with_settings(read_settings(root)), papers=(), booklet=False)
    project = open_project(root, options.cache)
    project.progress = progress
    each = [settings._replace(layout=name) for name in dict.fromkeys(layouts)] or [settings]
    asked = chosen_for.about(target, tuple(games), options.plain, each[0])
    names = project.settle(asked)
    problems = list(project.summary(asked).problems)
    outputs: list[Output] = []
    for name in layouts:
        layout_of(project.root, name)
    for name, one in () if has_errors(problems) else product(names, each):
        part = _exported(project, target, name, options, one)
        outputs += part.outputs
        problems += part.problems
    project.close()
    return Built(outputs, in_reading_order(problems))


def _exported(project: Project, target: str, name: str, options: Options, settings: TargetSettings) -> GameOutputs:
    folder = folder_of(project, target, name, options, settings)
    if settings.since:
        from proofdeck.front.export.target import target_of

        if said_then := target_of(target).said_then:
            settings = settings._replace(since=said_then(project, name, options, settings.since, folder))
    asked = files_of.about(target, name, options.plain, settings, str(folder.resolve()))
    if is_up_to_date(project, asked, folder):
        rows = project.ask(asked).files
        return part_of(project, asked, [Output(name, folder / path, says, False) for path, says, _ in rows])
    found: FilePlan = project.ask(asked)
    outputs: list[Output] = []
    if found.is_sound:
        from proofdeck.front.export.target import jobs_for

        again = partial(jobs_for, project, target, name, options, settings, folder, Problems())
        outputs = list(make(project, asked, folder, name, lambda: again()[0]))
        for old in project.store.made_below(folder) - {output.path for output in outputs}:
            old.unlink(missing_ok=True)
    return part_of(project, asked, outputs)


def folder_of(project: Project, target: str, name: str, options: Options, settings: TargetSettings) -> Path:
    """Where the files of a target are put."""
    place = f"{target}-{slug(settings.layout)}" if settings.layout else target
    return project.place_of(name, options) / EXPORTS / place


@question(Kept.VALUE)
def chosen_for(
    project: Project, target: str, games: tuple[str, ...], options: Options, settings: TargetSettings
) -> tuple[str, ...]:
    """The names of the games to export. Raises ProofdeckError if that cannot be done."""
    from proofdeck.front.export.target import check_settings, target_of
    from proofdeck.front.making.plans import choose

    check_settings(target_of(target), settings)
    return tuple(game.name for game in choose(project, games, options, project.collector()))


@question(Kept.VALUE)
def files_of(
    project: Project, target: str, name: str, options: Options, settings: TargetSettings, folder: str
) -> FilePlan:
    """The files that a target makes of a game. folder: where they are put, which some of them say."""
    from proofdeck.front.export.target import jobs_for

    jobs, is_sound = jobs_for(project, target, name, options, settings, Path(folder), project.collector())
    return FilePlan.of(project, jobs, is_sound=is_sound)
