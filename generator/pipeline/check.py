"""`check`: finds every mistake of a project, without printing.

As in a build, nothing is even read if no input has been touched since the last check.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.cache import Record, digest
from generator.pipeline.conforming import Tried
from generator.pipeline.kept import facts_of, inputs_of, unchanged
from generator.pipeline.proving import GameProof
from generator.pipeline.request import Progress, no_progress
from generator.problems import Problem, Problems, ProofdeckError, in_reading_order
from generator.wishes import Wishes, read_wishes


@dataclass(frozen=True, slots=True)
class Report:
    """A summary. tables: the proof of each game's clauses; tried: the project's own engines."""

    problems: list[Problem]
    tables: list[GameProof] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)


def report(
    root: Path,
    games: Sequence[str],
    record: Record,
    progress: Progress = no_progress,
    *,
    trust: bool = False,
    lang: str = "",
) -> Report:
    """The mistakes of those games, all by default, the proof of their clauses and the tests of their own engines.

    lang: the language of the games; by default that of the project. Raises ProofdeckError if the folder is not a
    project.
    """
    wrong = Problems()
    lang = lang or known_wishes(root, wrong).lang
    inputs, began = inputs_of(root, tests=True, trust=trust), time.time_ns()
    name = digest("check", sorted(games), trust, lang)
    kept = unchanged(record.build(name), inputs)
    if kept is None:
        from generator.pipeline.checking import check_all

        kept = check_all(root, games, record, progress, trust=trust, lang=lang)
        record.remember_build(name, facts_of(inputs, kept, began))
        record.save()
    tables = [GameProof.of(row) for row in kept.more["tables"]]
    told = in_reading_order([*wrong, *kept.built.problems])
    return Report(told, tables, [Tried.of(row) for row in kept.more["tried"]])


def known_wishes(root: Path, problems: Problems) -> Wishes:
    """The settings of the project; the defaults if its file has mistakes."""
    try:
        return read_wishes(root)
    except ProofdeckError as error:
        problems.extend(error.problems)
    return Wishes()
