"""A small record, in the user's cache folder, of what was made from what, so that unchanged input costs nothing.

The record never holds a result, only keys: a key is a hash of everything that an output depends on, kept beside the
signature of the file that was written. Next to it are counts of simulated games and a list of the engines that passed
their tests. Losing any of it costs time and nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from generator.files import Signature, files_below, read_file, signature, write_file
from generator.problems import ProofdeckError

Made = TypeVar("Made")
VERSION = 1
MOST_BUILDS = 200
"""Builds remembered, of projects and of single games: the latest for each set of options."""
SOURCES = (".py", ".toml", ".html", ".js")
"""The files of this package that can change a result."""
LIBRARIES = (
    "reportlab",
    "uharfbuzz",
    "jinja2",
    "PIL",
    "pypdfium2",
    "svgelements",
    "tkinter_icons_rpga",
    "markdown_it",
    "typst",
    "bidi",
    "uniseg",
    "pyphen",
)


FONTS = "fontpkg_"
"""How the names of packages of fonts begin."""


def cache_folder() -> Path:
    """Where the platform keeps caches, or XDG_CACHE_HOME if that is set."""
    named = os.environ.get("XDG_CACHE_HOME")
    if named and Path(named).is_absolute():
        return Path(named) / "proofdeck"
    import platformdirs

    return platformdirs.user_cache_path("proofdeck", appauthor=False)


def digest(*parts: object) -> str:
    hashed = hashlib.blake2b(digest_size=16)
    for part in parts:
        hashed.update(part if isinstance(part, bytes) else repr(part).encode())
        hashed.update(b"\0")
    return hashed.hexdigest()


@lru_cache(maxsize=1)
def engine_digest() -> str:
    """A digest that changes when Proofdeck, a library it prints with or an installed font changes."""
    ours = (path for path in files_below(Path(__file__).parent) if path.suffix in SOURCES)
    sources = [(str(path), signature(path)) for path in ours]
    return digest(sources, [_installed(name) for name in LIBRARIES], _fonts(), sys.version_info[:2])


def _fonts() -> list[tuple[str, Signature | None]]:
    """The packages of fonts, and what changes when one is reinstalled. Python's own search takes 0.2 s."""
    found = []
    for place in sys.path:
        with contextlib.suppress(OSError), os.scandir(place or ".") as entries:
            packages = [Path(entry.path) for entry in entries if entry.name.startswith(FONTS)]
            found += [(str(package), signature(package / "__init__.py")) for package in packages]
    return sorted(found)


def _installed(library: str) -> Signature | None:
    """The signature of its first file, which each installation rewrites; far quicker to find than a version number."""
    spec = find_spec(library)
    return signature(Path(spec.origin)) if spec is not None and spec.origin else None


class Clean:
    """Remembers that an engine passed its tests, and in how many games and moves.

    key: a hash of everything that the result depends on.
    """

    def __init__(self, root: Path, game: str, key: str) -> None:
        self._path = cache_folder() / f"{digest(str(root.resolve()), game)}-clean.json"
        self._key = key

    def get(self) -> tuple[int, int] | None:
        """The number of games and moves; None if nothing is remembered under that key."""
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            if data["version"] != VERSION or data["key"] != self._key:
                return None
            return int(data["games"]), int(data["moves"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def remember(self, games: int, moves: int) -> None:
        """Failing to write the cache is not an error."""
        data = {"version": VERSION, "key": self._key, "games": games, "moves": moves}
        try:
            write_file(self._path, json.dumps(data).encode())
        except ProofdeckError:
            return


def counts_path(root: Path, game: str) -> Path:
    """The file that keeps counts of simulated games."""
    return cache_folder() / f"{digest(str(root.resolve()), game)}-counts.json"


class Counts:
    """Counts from simulations of one game, by the number of games: clause -> games in which it fired.

    key: a hash of everything that the counts depend on; counts stored under another key are ignored.
    """

    def __init__(self, root: Path, game: str, key: str, enabled: bool = True) -> None:
        self._path = counts_path(root, game) if enabled else None
        self._key = key

    def all(self) -> dict[int, dict[str, int]]:
        """Everything that is remembered."""
        if self._path is None:
            return {}
        try:
            data = json.loads(read_file(self._path))
            if data["version"] != VERSION or data["key"] != self._key:
                return {}
            return {
                int(games): {str(clause): int(count) for clause, count in counts.items()}
                for games, counts in data["counts"].items()
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}

    def remember(self, games: int, counts: dict[str, int]) -> None:
        """Add counts to those already remembered. Failing to write the cache is not an error."""
        if self._path is None:
            return
        data = {"version": VERSION, "key": self._key, "counts": {**self.all(), games: counts}}
        try:
            write_file(self._path, json.dumps(data).encode())
        except ProofdeckError:
            return
