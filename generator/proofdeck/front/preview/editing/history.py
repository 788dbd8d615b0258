"""What was done on the page, kept for the next run: a file of SQLite in the user's cache folder.

Losing it costs the undoing of earlier runs and nothing else, so whatever is damaged or locked is treated as empty.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.cache import digest
from proofdeck.ground.files import inside

MOST_STEPS = 500
"""Steps that are remembered."""
MOST_BYTES = 32 * 1024 * 1024
"""Of the contents of files that are kept; the oldest steps are forgotten first."""
MOST_PACKED = 1024 * 1024
"""Bytes of a file that is compressed. Larger ones are pictures and workbooks, which are as small as they can be."""
PATIENCE = 2.0
"""Seconds to wait for another process that is writing."""
TABLES = """
create table if not exists contents (digest text primary key, packed integer, data blob);
create table if not exists steps (number integer primary key autoincrement, undone integer, files text);
"""
DAMAGED = (sqlite3.Error, OSError, ValueError, TypeError, LookupError, zlib.error)


class EditStep(NamedTuple):
    """One change of one file. before, after: None if there is no file; says: what it does, such as `value of Wolf`."""

    file: Path
    before: bytes | None
    after: bytes | None
    says: str


class DoneTogether(NamedTuple):
    """Steps that are taken back together. number: in the history; 0 if they are not in it."""

    number: int
    steps: tuple[EditStep, ...]


class History:
    """The steps of a project."""

    def __init__(self, root: Path, path: Path) -> None:
        """root: of the project, without links; path: of the file, which may not be there yet."""
        self._root, self._path = root, path

    def read(self) -> tuple[list[DoneTogether], list[DoneTogether]]:
        """What can be undone and what can be done again, the next one last."""
        try:
            return self._read() if self._path.exists() else ([], [])
        except DAMAGED:
            self._forget()
            return [], []

    def _read(self) -> tuple[list[DoneTogether], list[DoneTogether]]:
        with closing(self._open()) as found:
            contents = {name: _unpacked(name, *rest) for name, *rest in found.execute("select * from contents")}
            rows = found.execute("select undone, number, files from steps order by number").fetchall()
        steps = [(undone, DoneTogether(number, tuple(self._steps(files, contents)))) for undone, number, files in rows]
        return [one for undone, one in steps if not undone], [one for undone, one in reversed(steps) if undone]

    def add(self, steps: Sequence[EditStep]) -> int:
        """Keep what was just done, in place of all that was undone, and return its number."""

        def write(found: sqlite3.Connection) -> int:
            found.execute("delete from steps where undone")
            files = []
            for step in steps:
                names = [None if data is None else digest(data) for data in (step.before, step.after)]
                for name, data in zip(names, (step.before, step.after), strict=True):
                    if data is not None:
                        found.execute("insert or ignore into contents values (?, ?, ?)", (name, *_packed(data)))
                files.append([step.file.relative_to(self._root).as_posix(), *names, step.says])
            number = (
                found.execute("insert into steps (undone, files) values (0, ?)", [json.dumps(files)]).lastrowid or 0
            )
            _shorten(found)
            return number

        return self._written(write)

    def set_undone(self, number: int, is_undone: bool) -> None:
        """Whether that has been taken back."""
        self._written(
            lambda found: found.execute("update steps set undone = ? where number = ?", [is_undone, number]).rowcount
        )

    def _steps(self, files: str, contents: dict[str, bytes]) -> Iterator[EditStep]:
        for name, before, after, says in json.loads(files):
            if (file := inside(self._root, name)) is None:
                raise ValueError(name)
            yield EditStep(file, before and contents[before], after and contents[after], says)

    def _written(self, write: Callable[[sqlite3.Connection], int]) -> int:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open()) as found, found:
                return write(found)
        except DAMAGED:
            self._forget()
            return 0

    def _forget(self) -> None:
        """Earlier steps are of no use without those that came later, so all are kept or none."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _open(self) -> sqlite3.Connection:
        found = sqlite3.connect(self._path, timeout=PATIENCE)
        found.execute("pragma synchronous = off")
        found.executescript(TABLES)
        return found


def _packed(data: bytes) -> tuple[bool, bytes]:
    return (True, zlib.compress(data, 1)) if len(data) < MOST_PACKED else (False, data)


def _unpacked(name: str, packed: bool, data: bytes) -> bytes:
    """Raises ValueError for what is damaged."""
    found = zlib.decompress(data) if packed else data
    if digest(found) != name:
        raise ValueError(name)
    return found


def _shorten(found: sqlite3.Connection) -> None:
    """Forget the oldest steps until there is room, and the contents that no step needs."""
    sizes: dict[str, int] = dict(found.execute("select digest, length(data) from contents"))
    kept, size, number = set[str](), 0, 0
    rows = found.execute("select number, files from steps order by number desc").fetchall()
    for number, files in rows[:MOST_STEPS]:  # noqa: B007 - it is the last that has room
        new = {name for _, *names, _ in json.loads(files) for name in names if name} - kept
        size += sum(sizes[name] for name in new)
        if size > MOST_BYTES:
            break
        kept |= new
    else:
        number -= 1
    found.execute("delete from steps where number <= ?", [number])
    found.executemany("delete from contents where digest = ?", [[name] for name in sizes.keys() - kept])
