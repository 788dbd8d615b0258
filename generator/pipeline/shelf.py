"""Remembers the work on each game of a project, under a hash of what that game is made of."""

from __future__ import annotations

import time
from pathlib import Path

from generator.cache import Record, digest
from generator.pipeline.kept import Kept, facts_of, look, unchanged
from generator.pipeline.touched import Touched
from generator.problems import Problems
from generator.project import Game, load_project


class Shelf:
    """Remembered work on the games of a project, each by a hash of its inputs.

    what: the kind of work, with all its options.
    """

    def __init__(self, root: Path, problems: Problems, record: Record, what: object, *, tests: bool) -> None:
        """Reads the project. tests: include its tests. Raises ProofdeckError if there is no project."""
        self._began, seen = time.time_ns(), look(root, tests=tests)
        self.project = load_project(root, problems, remembers=record.is_enabled)
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
