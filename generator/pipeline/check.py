"""`check`: finds every mistake of a project, without printing.

As in a build, nothing is even read if no input has been touched since the last check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from generator.pipeline.conforming import Tried
from generator.problems import Problem, Problems, ProofdeckError, in_reading_order
from generator.project.folder import Project, open_project
from generator.project.reading import problems_of_project
from generator.project.settings import Wishes, read_wishes
from generator.rulebook.proving import GameProof
from generator.workspace.answers import Asked
from generator.workspace.workspace import Kept, Progress, no_progress, question


class GameReport(NamedTuple):
    """What is found in a game. problems: every mistake of it.

    proof: of its clauses; unproved: why there is none; tried: the test of the project's own engine.
    """

    title: str
    proof: GameProof | None
    tried: Tried | None
    unproved: str
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What is found in a project. problems: in reading order."""

    problems: list[Problem]
    games: list[GameReport]


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
    simulated: how many games to play for the proof, by default none; without a proof if an engine fails in them.
    Raises ProofdeckError if the folder is not a project.
    """
    wrong = Problems()
    lang = lang or known_wishes(root, wrong).lang
    project = open_project(root, cache)
    project.progress = progress
    chosen = games_to_check.about(tuple(games), lang)
    names = project.settle(chosen)
    has_failed = False
    if simulated is not None:
        from generator.rulebook.proving import simulate_games

        try:
            simulate_games(project, names, simulated, progress, trust=trust)
        except ProofdeckError as error:
            has_failed = True
            wrong.extend(error.problems)
    asked = {name: report_on.about(name, lang, trust, simulated) for name in names}
    if all(map(project.is_settled, asked.values())):
        found = [whole_report(project, one) for one in asked.values()]
    else:
        from generator.pipeline.checking import check_games

        found = check_games(project, asked)
    behind = (project.summary(chosen).problems, *(one.problems for one in found))
    project.close()
    if has_failed:
        found = [one._replace(proof=None) for one in found]
    return Report(in_reading_order([*wrong, *chain.from_iterable(behind)]), found)


def check(
    root: Path, games: Sequence[str] = (), *, trust: bool = False, lang: str = "", cache: bool = True
) -> list[Problem]:
    """The mistakes of those games alone."""
    return report(root, games, trust=trust, lang=lang, cache=cache).problems


def whole_report(project: Project, asked: Asked) -> GameReport:
    """The report that answers the question, with all problems behind it."""
    found: GameReport = project.ask(asked)
    return found._replace(problems=project.summary(asked).problems)


@question(Kept.VALUE)
def games_to_check(project: Project, games: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """The names of the games to check. Raises ProofdeckError if that cannot be done."""
    from generator.project.languages import check_language

    problems = Problems()
    problems_of_project(project, problems)
    project.collector().extend(problems)
    found = project.chosen(games, problems)
    check_language(project, found, lang)
    return tuple(game.name for game in found)


@question(Kept.VALUE)
def report_on(project: Project, name: str, lang: str, trust: bool, simulated: int | None) -> GameReport:
    """What is found in one game, without the problems, which are reported."""
    from generator.pipeline.checking import check_game

    return check_game(project, name, lang, trust, simulated, project.collector())


def known_wishes(root: Path, problems: Problems) -> Wishes:
    """The settings of the project; the defaults if its file has mistakes."""
    try:
        return read_wishes(root)
    except ProofdeckError as error:
        problems.extend(error.problems)
    return Wishes()
