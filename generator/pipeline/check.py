"""`check`: finds every mistake of a project, without printing.

As in a build, nothing is even read if no input has been touched since the last check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from generator.pipeline.conforming import Tried
from generator.problems import Problem, Problems, ProofdeckError, in_reading_order
from generator.project.folder import Project, open_project
from generator.project.reading import problems_of_project
from generator.project.settings import Wishes, read_wishes
from generator.rulebook.proving import GameProof
from generator.workspace.answers import Asked
from generator.workspace.workspace import Kept, Progress, no_progress, question


@dataclass(frozen=True, slots=True)
class Report:
    """A summary. tables: the proof of each game's clauses; tried: the project's own engines."""

    problems: list[Problem]
    tables: list[GameProof] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)


def report(
    root: Path,
    games: Sequence[str],
    progress: Progress = no_progress,
    *,
    trust: bool = False,
    lang: str = "",
    cache: bool = True,
) -> Report:
    """The mistakes of those games, all by default, the proof of their clauses and the tests of their own engines.

    lang: the language of the games; by default that of the project. cache: whether to use what earlier runs found.
    Raises ProofdeckError if the folder is not a project.
    """
    wrong = Problems()
    lang = lang or known_wishes(root, wrong).lang
    project = open_project(root, cache)
    project.progress = progress
    chosen = games_to_check.about(tuple(games), lang)
    names = project.settle(chosen)
    asked = {name: look_at.about(name, lang, trust) for name in names}
    if all(map(project.is_settled, asked.values())):
        found = [told(project, one) for one in asked.values()]
    else:
        from generator.pipeline.checking import look_at_all

        found = look_at_all(project, names, lang, trust=trust)
    behind = [
        problem for one in (project.summary(chosen).problems, *(one.problems for one in found)) for problem in one
    ]
    project.close()
    tables = [GameProof.of(row) for one in found for row in one.look.tables]
    return Report(
        in_reading_order([*wrong, *behind]), tables, [Tried.of(row) for one in found for row in one.look.tried]
    )


class Look(NamedTuple):
    """What is found in a game, as plain data: the proof of its clauses, and the test of its engine."""

    tables: list[dict[str, Any]]
    tried: list[dict[str, Any]]


class Told(NamedTuple):
    """What is found in a game, and every mistake of it."""

    look: Look
    problems: tuple[Problem, ...]


def told(project: Project, asked: Asked) -> Told:
    """What is found in the game of that question."""
    return Told(project.ask(asked), project.summary(asked).problems)


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
def look_at(project: Project, name: str, lang: str, trust: bool) -> Look:
    """The proof of the clauses of a game and the test of its engine; every mistake is reported."""
    from generator.pipeline.checking import look_at_game

    return look_at_game(project, name, lang, project.collector(), trust=trust)


def known_wishes(root: Path, problems: Problems) -> Wishes:
    """The settings of the project; the defaults if its file has mistakes."""
    try:
        return read_wishes(root)
    except ProofdeckError as error:
        problems.extend(error.problems)
    return Wishes()
