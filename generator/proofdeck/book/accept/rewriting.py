"""Rewrites rules pages for `accept`, completely or not at all, and undoes that and what a patch has changed."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from proofdeck.book.accept.proposing import Edit, apply
from proofdeck.ground.cache import digest
from proofdeck.ground.files import rewrite_file, write_file
from proofdeck.ground.places import data_folder
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.source.project.game import Game
from proofdeck.source.rules.page import read_page

VERSION = 1


class PageChangedError(ProofdeckError):
    """A page has been changed since it was read."""


@dataclass(frozen=True, slots=True)
class PageBackup:
    """One file as it was before a run, in base64, None if there was none, and digests of what the run wrote."""

    before: str | None
    made: tuple[str, ...] = ()


class Pages:
    """The pages of one run. Each is written only if it is still as it was read or last written."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._data: dict[str, bytes] = {}
        self._kept: dict[str, PageBackup] = {}

    def text(self, game: Game) -> str:
        """The current page. Raises PageChangedError if it differs from what the examples were read from."""
        shown = game.page.shown
        if shown not in self._data:
            self._data[shown] = (self._root / shown).read_bytes()
            if read_page(self._root / shown, shown, Problems()) != game.page:
                raise _changed(shown)
        return decoded(self._data[shown])

    def write(self, game: Game, edits: Iterable[Edit]) -> None:
        """Apply edits to a page. Raises PageChangedError if it was changed elsewhere."""
        shown = game.page.shown
        data = apply(self.text(game), edits).encode("utf-8", "surrogateescape")
        path = (self._root / shown).resolve()
        with path.open("r+b") as file:
            if file.read() != self._data[shown]:
                raise _changed(shown)
        kept = self._kept.get(shown) or PageBackup(b64encode(self._data[shown]).decode())
        self._kept[shown] = replace(kept, made=(*kept.made, digest(data)))
        write_note(self._root, self._kept)
        rewrite_file(path, data)
        self._data[shown] = data


def take_back(root: Path, games: Sequence[str]) -> list[str]:
    """Undo what the last run wrote to the pages of these games, or of all, and return the pages.

    Raises ProofdeckError, undoing nothing, if there is nothing to undo or a page has changed since.
    """
    kept = _read_note(root)
    pages = _of_games(root, kept, games)
    if not pages:
        raise ProofdeckError(Problem("E518", "there is no accepted example to take back"))
    for shown in pages:
        if not _is_as_written(root / shown, kept[shown]):
            message = f"nothing was taken back, because {shown} has changed since"
            hint = "Look at it with `git diff`, and change it by hand."
            raise ProofdeckError(Problem("E518", message, hint=hint))
    for shown in pages:
        if (before := kept[shown].before) is not None:
            rewrite_file((root / shown).resolve(), b64decode(before))
        else:
            (root / shown).unlink()
    write_note(root, {shown: one for shown, one in kept.items() if shown not in pages})
    return pages


def can_take_back(root: Path, games: Sequence[str]) -> bool:
    """Whether `take_back` would undo anything."""
    kept = _read_note(root)
    pages = _of_games(root, kept, games)
    return bool(pages) and all(_is_as_written(root / shown, kept[shown]) for shown in pages)


def _of_games(root: Path, kept: Mapping[str, PageBackup], games: Sequence[str]) -> list[str]:
    """The pages of these games, or of all, but for those that a run did not come to write."""
    changed = (shown for shown, one in kept.items() if _encoded(root / shown) != one.before)
    return [shown for shown in changed if not games or Path(shown).stem in games]


def _encoded(path: Path) -> str | None:
    return b64encode(path.read_bytes()).decode() if path.is_file() else None


def _is_as_written(path: Path, kept: PageBackup) -> bool:
    return path.is_file() and digest(path.read_bytes()) in kept.made


def decoded(data: bytes) -> str:
    """All bytes of the file, even if they are not text."""
    return data.decode("utf-8", "surrogateescape")


def _changed(shown: str) -> PageChangedError:
    hint = "Nothing was overwritten. Run `proofdeck accept` again to start with the page as it is now."
    return PageChangedError(Problem("E517", f"{shown} was changed by somebody else in the meantime", hint=hint))


# -- the note of the last run ------------------------------------------------------------------------------------------


def _note(root: Path) -> Path:
    return data_folder() / "accepted" / f"{digest(str(root.resolve()))}.json"


def write_note(root: Path, pages: Mapping[str, PageBackup]) -> None:
    """Keep how the files of the last run were before it, by their names."""
    facts = {"version": VERSION, "pages": {shown: asdict(one) for shown, one in pages.items()}}
    write_file(_note(root), json.dumps(facts).encode())


def _read_note(root: Path) -> dict[str, PageBackup]:
    """The note of the last run; empty if there is none or it cannot be read."""
    try:
        facts: Any = json.loads(_note(root).read_bytes())
        if facts["version"] != VERSION:
            return {}
        rows = {str(name): (one["before"], tuple(one["made"])) for name, one in facts["pages"].items()}
        return {name: PageBackup(None if old is None else str(old), made) for name, (old, made) in rows.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
