"""Remembers builds and checks: their inputs, output files and problems.

As long as no input has changed and no output has been touched, the remembered result is used. Nothing is remembered
after an error, because what was missing may be there the next time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.cache import digest, engine_digest
from generator.engine.trust import trusted_code
from generator.files import Signature, files_below, is_nothing, signature, signatures
from generator.pipeline.request import Built, Output
from generator.places import OUTPUT, RULES, TEMPLATES, TESTS, find_spreadsheet, pages_beside, shipped_root
from generator.problems import Problem, as_row, has_errors
from generator.wishes import FILE as SETTINGS

TICK = 10_000_000
"""Nanoseconds by which the time of a file may be behind the clock."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Finished work. read: files found while working; more: other stored data, as JSON."""

    built: Built
    read: list[Path]
    more: Mapping[str, Any] = field(default_factory=dict)


Seen = Mapping[Path, Signature | None]


def look(root: Path, *, tests: bool = False) -> Seen:
    """Every file that a game of the project may use, except its cards. tests: include its tests."""
    places = (root / TEMPLATES, shipped_root() / TEMPLATES, root / RULES, *((root / TESTS,) if tests else ()))
    below = (path for folder in places for path in files_below(folder.resolve(), is_nothing))
    return {path: signature(path) for path in (*pages_beside(root.resolve()), *below)}


def whole_project(root: Path) -> str:
    """A hash of what a project's engine may read: any of its files, except generated ones."""
    return project_but_for(root, OUTPUT)


def project_but_for(root: Path, *names: str) -> str:
    """A hash of all files of a project, except those files and folders of it."""
    files = (path for path in files_below(root) if path.relative_to(root).parts[0] not in names)
    return digest([(str(path), signature(path)) for path in files])


def inputs_of(root: Path, *, tests: bool = False, trust: bool = False) -> str:
    """A hash of every file that work on a project may read, whatever the cards say.

    tests: include its tests; trust: whether its engines run even if nobody has trusted them.

    Raises ProofdeckError if there is no project.
    """
    spreadsheet, trusted = find_spreadsheet(root).resolve(), trusted_code(root)
    settings = root.resolve() / SETTINGS
    of_engines = whole_project(root) if trust or trusted else ""
    seen = sorted(look(root, tests=tests).items())
    return digest(engine_digest(), trusted, of_engines, signatures([spreadsheet, settings]), seen)


def facts_of(inputs: str, kept: Kept, began: int) -> dict[str, Any]:
    """Data for the record; empty after an error, or if something changed while it was being read.

    inputs: a hash of all inputs known beforehand. began: the start time in ns.
    """
    read = signatures(kept.read)
    changed = any(max(signature[1:]) >= began - TICK for signature in read.values() if signature)
    if changed or has_errors(kept.built.problems):
        return {}
    there = signatures(output.path for output in kept.built.outputs)
    return {
        "inputs": inputs,
        "read": read,
        "outputs": [[out.game, str(out.path), out.says, there[str(out.path)]] for out in kept.built.outputs],
        "problems": [as_row(problem) for problem in kept.built.problems],
        "notes": kept.built.notes,
        "more": dict(kept.more),
    }


def unchanged(facts: dict[str, Any], inputs: str) -> Kept | None:
    """The remembered work; None if any input or output has been touched."""
    try:
        read = [Path(path) for path in facts["read"]]
        if facts["inputs"] != inputs or facts["read"] != signatures(read):
            return None
        outputs = facts["outputs"]
        written = signatures(Path(path) for _, path, _, _ in outputs)
        if any(written[path] != signature for _, path, _, signature in outputs):
            return None
        rows = [Output(game, Path(path), says, False) for game, path, says, _ in outputs]
        problems = [Problem(**row) for row in facts["problems"]]
        return Kept(Built(rows, problems, notes=list(facts["notes"])), read, facts["more"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
