"""Plans the files of a target: lays out a game, and asks the target for them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.deck.prints import lay_out
from generator.export.settings import Settings
from generator.export.target import ExportedGame, check_settings, target_of
from generator.making.plans import choose
from generator.problems import Problems, has_errors
from generator.project.folder import Project
from generator.project.languages import in_language
from generator.project.request import Options
from generator.workspace.outputs import Job


def choose_for(
    project: Project, target: str, games: Sequence[str], options: Options, settings: Settings
) -> tuple[str, ...]:
    """The names of the games to export. Raises ProofdeckError for a request that cannot be met."""
    check_settings(target_of(target), settings)
    return tuple(game.name for game in choose(project, games, options, project.collector()))


def jobs_for(
    project: Project, target: str, name: str, options: Options, settings: Settings, folder: Path, problems: Problems
) -> tuple[Sequence[Job], bool]:
    """The files of a target, and whether they can be made."""
    own = Problems()
    game = in_language(project, project.games[name], options.lang, own)
    made = lay_out(project, game, options, own)
    jobs: Sequence[Job] = []
    if not has_errors(own):
        goods = ExportedGame(project, game, made, folder, options, own)
        jobs = target_of(target).jobs(goods, settings) if goods.designs else []
    problems.extend(game.located(own))
    return jobs, not has_errors(own)
