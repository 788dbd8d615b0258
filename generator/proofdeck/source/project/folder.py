"""A folder that is open: where its templates, icons and images are, and its games, which are read when needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.ground.cache import cache_folder, digest, engine_digest
from proofdeck.ground.places import TEMPLATES, shipped_root
from proofdeck.ground.problems import Problem, ProofdeckError, did_you_mean, has_errors, hint_from, listed
from proofdeck.ground.workspace.answers import Asked
from proofdeck.ground.workspace.store import LAYOUT, Store
from proofdeck.ground.workspace.workspace import Workspace

if TYPE_CHECKING:
    from proofdeck.source.project.game import Game
    from proofdeck.source.project.request import Options

BASE = "base"
"""The folder of templates for games that have none of their own."""


PAST = "earlier versions"
GAME_NAMES, GAME_CALLED = "proofdeck.source.project.reading.game_names", "proofdeck.source.project.reading.game_called"
TRANSLATION = "proofdeck.source.project.languages.translation_of"
SHEETS_SEEN = "proofdeck.source.project.reading.sheets_seen"
"""The questions that are answered by reading, which a build with nothing to do does not load."""


class Games(Mapping[str, "Game"]):
    """The games of a project by name, each read when it is needed."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def __getitem__(self, name: str) -> Game:
        if name not in self._names:
            raise KeyError(name)
        found: Game = self._project.ask(Asked(GAME_CALLED, (name,)))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def _names(self) -> tuple[str, ...]:
        found: tuple[str, ...] = self._project.ask(Asked(GAME_NAMES, ()))
        return found


class Project(Workspace):
    """A folder that holds games, open for questions."""

    def __init__(self, root: Path, store: Store | None = None, past_of: Path | None = None) -> None:
        super().__init__(root, store)
        self._past_of = past_of
        self.games: Mapping[str, Game] = Games(self)

    def __reduce__(self) -> tuple[object, ...]:
        """In another process, the same folder is opened again."""
        return open_project, (self.root, self.remembers, self._past_of)

    def place_of(self, game: str, options: Options) -> Path:
        """Where the files of a game are put; only a translation has a folder of its own."""
        lang = options.lang and self.ask(Asked(TRANSLATION, (game, options.lang)))
        return replace(options, lang=lang).folder_of(self.root, game)

    @cached_property
    def template_folders(self) -> list[tuple[Path, str]]:
        """Folders of templates, the project's first, then the shipped ones."""
        own = self.root / TEMPLATES
        shipped = shipped_root() / TEMPLATES
        return [(own, TEMPLATES)] if own.resolve() == shipped.resolve() else [(own, TEMPLATES), (shipped, "shipped")]

    def chosen(self, names: Sequence[str], problems: Sequence[Problem]) -> list[Game]:
        """The games with those names, or all of them. problems: what was found when the project was read.

        Raises ProofdeckError naming every unknown game, after those problems, which may explain why it is unknown.
        """
        unknown = [name for name in names if name not in self.games]
        if unknown:
            wrong = list(problems) if has_errors(problems) else []
            raise ProofdeckError([*wrong, *map(self._unknown, unknown if self.games or not wrong else [])])
        return [self.games[name] for name in dict.fromkeys(names)] if names else list(self.games.values())

    def _unknown(self, name: str) -> Problem:
        known = f"Games: {listed(self.games)}." if self.games else "The spreadsheet has no cards."
        return Problem("E503", f"there is no game '{name}'", hint=hint_from(did_you_mean(name, self.games), known))


def open_project(root: Path, remembers: bool = True, past_of: Path | None = None) -> Project:
    """Open the folder. remembers: whether answers of earlier runs are used, and those of this run are kept.

    past_of: the project of which it holds an earlier version; all earlier versions share a store.
    """
    kept_in = store_of(root) if past_of is None else store_of(past_of, PAST)
    return Project(root, Store(kept_in, engine_digest()) if remembers else None, past_of)


def store_of(root: Path, what: str = "") -> Path:
    """The file in which answers about that folder are kept, or about earlier versions of it."""
    return cache_folder() / f"{digest(LAYOUT, str(root.resolve()), what)}.db"
