"""What is kept of a build or a check: which files it made of what, and what it had to say.

While nothing that it read has changed and nobody has touched what it wrote, it stands for one that would give the same.
Nothing is kept after an error: what was missing may be there the next time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.cache import Record, digest
from generator.files import signatures
from generator.pipeline.request import Built, Output
from generator.pipeline.touched import Touched, look
from generator.problems import Problem, as_row, has_errors
from generator.project import Game, load_project

TICK = 10_000_000
"""ns by which the time of a file may lie behind the clock."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What need not be done again. read: files that it found on its way; more: what else was kept, as JSON."""

    built: Built
    read: list[Path]
    more: Mapping[str, Any] = field(default_factory=dict)


def facts_of(inputs: str, kept: Kept, began: int) -> dict[str, Any]:
    """For the record; nothing after an error, or when something was changed while it was read.

    inputs: a hash of all that was known to be read before it began. began: by the clock, in ns.
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
    """None when anything that was read or written has been touched."""
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
    """What is kept of the games of a project, each under all that it is made of.

    what: which kind of work it is, with all that was asked for.
    """

    def __init__(self, root: Path, problems: list[Problem], record: Record, what: object, *, tests: bool) -> None:
        """Reads the project. tests: whether its tests are read as well. Raises ProofdeckError for no project."""
        self._began, seen = time.time_ns(), look(root, tests=tests)
        self.project = load_project(root, problems)
        self._touched = Touched(self.project, seen)
        self._record, self._what = record, what
        self._inputs: dict[str, str] = {}

    def take(self, game: Game) -> Kept | None:
        """What was found the last time, if it would be the same today.

        A problem that stands in the spreadsheet must still stand there: rows above it may have come or gone.
        """
        self._inputs[game.name] = self._touched.inputs(game)
        facts = self._record.build(self._name(game))
        kept = unchanged(facts, self._inputs[game.name])
        if kept is None or facts.get("places") == _places(game):
            return kept
        files = {place.file for card in game.deck for place in card.places.values()}
        return None if any(problem.file in files for problem in kept.built.problems) else kept

    def lay(self, game: Game, kept: Kept) -> None:
        """For the next time. Raises KeyError for a game that was not asked for before it was made."""
        facts = facts_of(self._inputs[game.name], kept, self._began)
        self._record.remember_build(self._name(game), facts and facts | {"places": _places(game)})

    def _name(self, game: Game) -> str:
        return digest("game", game.name, self._what)


def _places(game: Game) -> str:
    """Changes when a cell of its cards is found elsewhere in the spreadsheet."""
    return digest([sorted((name, place) for name, place in card.places.items()) for card in game.deck])
