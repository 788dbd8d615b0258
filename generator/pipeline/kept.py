"""Remembers builds and checks: their inputs, output files and problems.

As long as no input has changed and no output has been touched, the remembered result is used. Nothing is remembered
after an error, because what was missing may be there the next time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.cache import Record, digest, engine_digest
from generator.engine.trust import trusted_code
from generator.files import signatures
from generator.pipeline.request import Built, Output
from generator.pipeline.touched import Touched, look
from generator.places import find_spreadsheet
from generator.problems import Problem, as_row, has_errors
from generator.project import Game, load_project

TICK = 10_000_000
"""Nanoseconds by which the time of a file may be behind the clock."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Finished work. read: files found while working; more: other stored data, as JSON."""

    built: Built
    read: list[Path]
    more: Mapping[str, Any] = field(default_factory=dict)


def inputs_of(root: Path, *, tests: bool = False) -> str:
    """A hash of every file that work on a project may read, whatever the cards say. tests: include its tests.

    Raises ProofdeckError if there is no project.
    """
    spreadsheet = find_spreadsheet(root).resolve()
    return digest(
        engine_digest(), trusted_code(root), signatures([spreadsheet]), sorted(look(root, tests=tests).items())
    )


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
        return Kept(Built(rows, [Problem(**row) for row in facts["problems"]]), read, facts["more"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


class Shelf:
    """Remembered work on the games of a project, each by a hash of its inputs.

    what: the kind of work, with all its options.
    """

    def __init__(self, root: Path, problems: list[Problem], record: Record, what: object, *, tests: bool) -> None:
        """Reads the project. tests: include its tests. Raises ProofdeckError if there is no project."""
        self._began, seen = time.time_ns(), look(root, tests=tests)
        self.project = load_project(root, problems)
        self._touched = Touched(self.project, seen)
        self._record, self._what = record, what
        self._inputs: dict[str, str] = {}

    def take(self, game: Game) -> Kept | None:
        """The last result, if it would be the same today.

        A problem in the spreadsheet must still be at the same place, because rows above it may have come or gone.
        """
        self._inputs[game.name] = self._touched.inputs(game)
        facts = self._record.build(self._name(game))
        kept = unchanged(facts, self._inputs[game.name])
        if kept is None or facts.get("places") == _places(game):
            return kept
        files = {place.file for card in game.deck for place in card.places.values()}
        return None if any(problem.file in files for problem in kept.built.problems) else kept

    def lay(self, game: Game, kept: Kept) -> None:
        """Remember a result. Raises KeyError for a game that was not looked up before."""
        facts = facts_of(self._inputs[game.name], kept, self._began)
        self._record.remember_build(self._name(game), facts and facts | {"places": _places(game)})

    def _name(self, game: Game) -> str:
        return digest("game", game.name, self._what)


def _places(game: Game) -> str:
    """A digest that changes if a cell of its cards moves in the spreadsheet."""
    return digest([sorted((name, place) for name, place in card.places.items()) for card in game.deck])
