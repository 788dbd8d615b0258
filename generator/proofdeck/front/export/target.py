"""The shape of a target: what it is called, which settings it takes, and the files it makes of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from proofdeck.front.export.settings import TARGETS, TargetSettings
from proofdeck.ground import plugins
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean, has_errors, hint_from, listed
from proofdeck.ground.workspace.outputs import Job
from proofdeck.paper.deck.designs import Design, designs_of
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.languages import in_language
from proofdeck.source.project.request import Options


@dataclass(frozen=True)
class ExportedGame:
    """One game, laid out for export. folder: where its files go; problems: what was noticed on the way."""

    project: Project
    game: Game
    made: Print
    folder: Path
    options: Options
    problems: Problems

    @cached_property
    def designs(self) -> list[Design]:
        """Every different pair of faces, with its copies."""
        return designs_of(self.made, self.options.players)


class Target(NamedTuple):
    """One destination. says: what it makes; takes: settings; said_then: what a game said in a version, as JSON."""

    name: str
    says: str
    takes: tuple[str, ...]
    jobs: Callable[[ExportedGame, TargetSettings], list[Job]]
    said_then: Callable[[Project, str, Options, str, Path], str] | None = None


def target_names() -> list[str]:
    """All targets: ours in the order of the list, then those of other packages."""
    return list(dict.fromkeys((*TARGETS, *plugins.offered(plugins.TARGETS))))


def target_of(name: str) -> Target:
    """Raises ProofdeckError if there is no such target, or if the package that offers it does not have it."""
    if name in TARGETS:
        found: Target = import_module(f"proofdeck.front.export.{name}").TARGET
        return found
    entry = plugins.offered(plugins.TARGETS).get(name)
    if entry is None:
        names = target_names()
        hint = hint_from(did_you_mean(name, names), f"The targets are {listed(names)}.")
        raise ProofdeckError(Problem("E530", f"there is no target '{name}'", field="target", hint=hint))
    try:
        added = plugins.loaded(entry)
    except Exception as error:
        raise ProofdeckError(_unusable(entry.value, f"it fails: {error}")) from error
    if not isinstance(added, Target):
        raise ProofdeckError(_unusable(entry.value, "it is not a Target"))
    return added._replace(name=name)


def _unusable(value: str, why: str) -> Problem:
    hint = "Tell whoever wrote the package, or uninstall it."
    return Problem("E530", f"the target '{value}' of another package cannot be used: {why}", field="target", hint=hint)


def jobs_for(
    project: Project,
    target: str,
    name: str,
    options: Options,
    settings: TargetSettings,
    folder: Path,
    problems: Problems,
) -> tuple[Sequence[Job], bool]:
    """The files that a target makes of a game, and whether they can be made."""
    own = Problems()
    game = in_language(project, project.games[name], options.lang, own)
    made = lay_out(project, game, options, own)
    jobs: Sequence[Job] = []
    if not has_errors(own):
        goods = ExportedGame(project, game, made, folder, options, own)
        jobs = target_of(target).jobs(goods, settings) if goods.designs else []
        if not jobs and not has_errors(own):
            own.append(_nothing_of(goods, target))
    problems.extend(game.located(own))
    return jobs, not has_errors(own)


def _nothing_of(goods: ExportedGame, target: str) -> Problem:
    why, hint = "no card of it fits", "`proofdeck export --list` shows the other targets."
    if not goods.designs:
        why, hint = "it has no cards to print", "Give at least one card a quantity of 1 or more."
    return Problem("E539", f"'{target}' makes nothing of {goods.game.title}: {why}", field="target", hint=hint)


def as_option(name: str) -> str:
    """`--base-url` for a setting called base_url."""
    return f"--{name.replace('_', '-')}"


def check_settings(target: Target, settings: TargetSettings) -> None:
    """Raises ProofdeckError naming every setting that this target does not take."""
    given = [name for name, value in settings._asdict().items() if value is not None]
    takes = f"It takes {listed(map(as_option, target.takes))}." if target.takes else "It takes none of these settings."
    strange = [
        Problem("E531", f"'{target.name}' does not take {as_option(name)}", field=name, hint=takes)
        for name in given
        if name not in target.takes
    ]
    if strange:
        raise ProofdeckError(strange)
