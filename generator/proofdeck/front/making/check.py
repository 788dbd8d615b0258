"""`check`: finds every mistake of a project, without printing.

As in a build, nothing is even read if no input has been touched since the last check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from proofdeck.front.making.reports import GameReport, whole_report
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, in_reading_order
from proofdeck.ground.workspace.answers import Asked
from proofdeck.ground.workspace.workspace import Progress, no_progress
from proofdeck.source.project.folder import SHEETS_SEEN, open_project
from proofdeck.source.project.settings import ProjectSettings, read_settings

GAMES, REPORT = "proofdeck.front.making.checking.games_to_check", "proofdeck.front.making.checking.report_on"
"""The questions which games are checked, and what is found in one. A check with nothing to do does not load them."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is found in a project. problems: in reading order; sheets: as in `Built`."""

    problems: list[Problem]
    games: list[GameReport]
    sheets: tuple[tuple[str, int, str], ...] = ()


def report(
    root: Path,
    games: Sequence[str] = (),
    progress: Progress = no_progress,
    *,
    trust: bool = False,
    lang: str = "",
    cache: bool = True,
    simulated: int | None = None,
) -> Report:
    """The mistakes of those games, all by default, the proof of their clauses and the tests of their own engines.

    lang: the language of the games; by default that of the project. cache: whether to use what earlier runs found.
    simulated: how many games to play for the proof, by default none. If an engine fails in them, there is no proof.
    Raises ProofdeckError if the folder is not a project.
    """
    wrong = Problems()
    lang = lang or known_settings(root, wrong).lang
    project = open_project(root, cache)
    project.progress = progress
    chosen = Asked(GAMES, (tuple(games), lang))
    names: tuple[str, ...] = project.settle(chosen)
    has_failed = False
    if simulated is not None:
        from proofdeck.book.manuscript.proving import simulate_games

        try:
            simulate_games(project, names, simulated, progress, trust=trust)
        except ProofdeckError as error:
            has_failed = True
            wrong.extend(error.problems)
    asked = {name: Asked(REPORT, (name, lang, trust, simulated)) for name in names}
    if all(map(project.is_settled, asked.values())):
        found = [whole_report(project, one) for one in asked.values()]
    else:
        from proofdeck.front.making.checking import check_games

        found = check_games(project, asked)
    behind = (project.summary(chosen).problems, *(one.problems for one in found))
    sheets = project.ask(Asked(SHEETS_SEEN, ()))
    project.close()
    if has_failed:
        found = [one._replace(proof=None) for one in found]
    return Report(in_reading_order([*wrong, *chain.from_iterable(behind)]), found, sheets)


def check(
    root: Path, games: Sequence[str] = (), *, trust: bool = False, lang: str = "", cache: bool = True
) -> list[Problem]:
    """The mistakes of those games alone."""
    return report(root, games, trust=trust, lang=lang, cache=cache).problems


def known_settings(root: Path, problems: Problems) -> ProjectSettings:
    """The settings of the project; the defaults if its file has mistakes."""
    try:
        return read_settings(root)
    except ProofdeckError as error:
        problems.extend(error.problems)
    return ProjectSettings()
