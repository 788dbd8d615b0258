"""A folder that is open: where its templates, icons and images are, and its games, which are read when needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cache import cache_folder, digest, engine_digest
from generator.files import children, is_file, is_folder, read_text
from generator.places import TEMPLATES, shipped_root
from generator.problems import Problem, Problems, ProofdeckError, did_you_mean, has_errors, hint_from, listed
from generator.workspace.answers import Asked
from generator.workspace.store import LAYOUT, Store
from generator.workspace.workspace import Workspace

if TYPE_CHECKING:
    from generator.engine.loading import Playable
    from generator.faces.sizes import Shape
    from generator.faces.template import Template
    from generator.project.game import Game

BASE = "base"
"""The folder of templates for games that have none of their own."""


GAME_NAMES, GAME_CALLED = "generator.project.reading.game_names", "generator.project.reading.game_called"
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

    def __init__(self, root: Path, store: Store | None = None) -> None:
        super().__init__(root, store)
        self.games: Mapping[str, Game] = Games(self)

    def __reduce__(self) -> tuple[object, ...]:
        """In another process, the same folder is opened again."""
        return open_project, (self.root, self.remembers)

    @cached_property
    def template_folders(self) -> list[tuple[Path, str]]:
        """Folders of templates, the project's first, then the shipped ones."""
        own = self.root / TEMPLATES
        shipped = shipped_root() / TEMPLATES
        return [(own, TEMPLATES)] if own.resolve() == shipped.resolve() else [(own, TEMPLATES), (shipped, "shipped")]

    def template_path(self, game: str, side: str, kind: str) -> Path | None:
        """`<game>/<side>-<kind>.toml`, or `<game>/<side>.toml`, or the same in `base`."""
        suffixes = (f"-{kind}", "") if kind else ("",)
        names = (f"{folder}/{side}{suffix}.toml" for folder in (game, BASE) for suffix in suffixes)
        from generator.faces.template_files import find_template

        paths = (find_template(name, self.template_folders) for name in names)
        return next((path for path in paths if path is not None), None)

    def is_plain(self, path: Path | None) -> bool:
        """Whether it is a plain template that comes with Proofdeck, for games without one."""
        return path is not None and path in {
            shipped_root() / TEMPLATES / BASE / f"{side}.toml" for side in ("front", "back")
        }

    def has_own_front(self, game: str) -> bool:
        """Whether the game has a front, or is shipped, so that none needs to be made."""
        own = len(self.template_folders) == 1
        return own or not self.is_plain(self.template_path(game, "front", ""))

    def has_template(self, game: str, kind: str) -> bool:
        """Whether the game or the base has a template for exactly this kind of card."""
        names = [f"{folder}/{side}-{kind}.toml" for folder in (game, BASE) for side in ("front", "back")]
        return any(is_file(place / name) for place, _ in self.template_folders for name in names)

    def template_texts(self, game: str) -> list[str]:
        """The text of a game's templates, as written."""
        paths = [path for path in children(self.root / TEMPLATES / game) if path.suffix == ".toml"]
        return [read_text(path) for path in paths]

    def template(self, path: Path, problems: Problems, shape: Shape | None = None) -> Template | None:
        """The template in that file. shape: for a back, that of its front, which it has by default."""
        from generator.faces.template import POKER, load_template

        return load_template(path, self.template_folders, problems, shape or POKER)

    def icon_folders(self, game: str) -> list[Path]:
        return [
            folder / sub
            for folder, _ in self.template_folders
            for sub in (f"{game}/icons", "icons")
            if is_folder(folder / sub)
        ]

    def image_folders(self, game: str) -> list[Path]:
        """Where images of that game are looked for besides the project folder."""
        folders = (folder / sub for folder, _ in self.template_folders for sub in (game, "base"))
        return [folder for folder in folders if is_folder(folder)]

    def playable(self, game: Game, problems: Problems, *, trust: bool = False) -> Playable | None:
        """The game with the engine that its page names; None if it names none or there were problems."""
        from generator.engine.loading import load_playable

        return load_playable(game.page, game.deck, self.root, problems, trust=trust, players=game.about.players)

    @contextmanager
    def engine_faults(self, game: Game, problems: Problems) -> Iterator[None]:
        """Add failures of the project's engine inside the block to `problems`, and carry on after it."""
        if "engine" not in game.page.head:
            yield
            return
        from generator.engine.loading import origin_of

        try:
            with origin_of(game.page, self.root).faults():
                yield
        except ProofdeckError as error:
            problems.extend(error.problems)

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


def open_project(root: Path, remembers: bool = True) -> Project:
    """Open the folder. remembers: whether answers of earlier runs are used, and those of this run are kept."""
    return Project(root, Store(store_of(root), engine_digest()) if remembers else None)


def store_of(root: Path) -> Path:
    """The file in which answers about that folder are kept."""
    return cache_folder() / f"{digest(LAYOUT, str(root.resolve()))}.db"
