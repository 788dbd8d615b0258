"""The one store: answers about a project that earlier runs have given, in a file of SQLite in the user's cache folder.

Losing it costs time and nothing else. Whatever is damaged, locked or written by another version is treated as unknown.
"""

from __future__ import annotations

import os
import pickle
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.files import Signature, signature
from generator.workspace.answers import SIZE_OF_DIGEST, Answer, Asked, hashed

MOST_ANSWERS = 60_000
"""Answers that are kept; the oldest are forgotten first."""
PATIENCE = 2.0
"""Seconds to wait for another process that is writing."""
LAYOUT = 1
"""Changes with the tables, so that a file with other ones is not opened."""
TABLES = """
create table if not exists answers
    (place blob primary key, number integer, digest blob, trace blob, value blob) without rowid;
create table if not exists files (path text primary key, signature text, digest blob) without rowid;
create table if not exists outputs (path text primary key, signature text, key text) without rowid;
"""


class Store:
    """Answers by what was asked.

    made_with: a digest of the program; answers of another program are not found.
    """

    def __init__(self, path: Path | None, made_with: str = "") -> None:
        """path: None to remember nothing."""
        self._made_with = made_with
        self._new: dict[bytes, dict[str, bytes | None]] = {}
        self._new_files: dict[str, tuple[Signature, bytes]] = {}
        self._opened = _opened(path) if path is not None else None

    @property
    def is_open(self) -> bool:
        """Whether there is a file."""
        return self._opened is not None

    def digest(self, asked: Asked) -> bytes | None:
        """The digest of the answer."""
        return self._column(asked, "digest")

    def trace(self, asked: Asked) -> Answer[Any] | None:
        """The answer without its value, which may never be needed."""
        packed = self._column(asked, "trace")
        with suppress(*DAMAGED):
            if packed is not None:
                digest, reads, problems = pickle.loads(packed)  # noqa: S301 - whoever writes here can change this program
                return Answer(digest, reads, problems, None, is_whole=False)
        return None

    def value(self, asked: Asked) -> tuple[Any] | None:
        """The value of an answer, alone in a tuple; None if it was not kept."""
        packed = self._column(asked, "value")
        with suppress(*DAMAGED):
            return None if packed is None else (pickle.loads(packed),)  # noqa: S301 - as above
        return None

    def keep(self, asked: Asked, answer: Answer[Any], *, with_value: bool) -> None:
        """Remember an answer once `save` is called. What cannot be packed is not remembered."""
        with suppress(*UNPACKABLE):
            trace = _sealed(pickle.dumps((answer.digest, dict(answer.reads), answer.problems), PROTOCOL))
            value = _sealed(pickle.dumps(answer.value, PROTOCOL)) if with_value else None
            self._new[self._place(asked)] = {"digest": _sealed(answer.digest), "trace": trace, "value": value}

    def digest_of_file(self, path: str, now: Signature | None) -> bytes | None:
        """The digest of a file that had this signature when it was read."""
        if (new := self._new_files.get(path)) is not None:
            return new[1] if new[0] == now else None
        row = self._row("select signature, digest from files where path = ?", path)
        return row[1] if row is not None and row[0] == repr(now) else None

    def keep_file(self, path: str, now: Signature, digest: bytes) -> None:
        """Remember what is in a file as long as it has that signature."""
        self._new_files[path] = now, digest

    def made(self, path: Path) -> str | None:
        """The key under which a file was written; None if it was not written here, or was touched since."""
        row = self._row("select signature, key from outputs where path = ?", _absolute(path))
        return row[1] if row is not None and row[0] == repr(signature(path)) else None

    def made_below(self, folder: Path) -> set[Path]:
        """The files in that folder that were written here and have not been touched since."""
        if self._opened is None:
            return set()
        begins = f"{_absolute(folder)}{os.sep}"
        query = "select path, signature from outputs where substr(path, 1, ?) = ?"
        with suppress(sqlite3.Error, OSError):
            rows = self._opened.execute(query, [len(begins), begins]).fetchall()
            return {folder / path[len(begins) :] for path, then in rows if then == repr(signature(Path(path)))}
        return set()

    def keep_made(self, keys: Mapping[Path, str]) -> None:
        """Remember files that have just been written, and forget those that are gone. Failing to is not an error."""
        if self._opened is None or not keys:
            return
        rows = [(_absolute(path), repr(signature(path)), key) for path, key in keys.items()]
        with suppress(sqlite3.Error, OSError), self._opened as opened:
            opened.executemany("insert or replace into outputs values (?, ?, ?)", rows)

    def save(self) -> None:
        """Write what is new. Failing to write is not an error."""
        if self._opened is None or not (self._new or self._new_files):
            return
        with suppress(sqlite3.Error, OSError), self._opened as opened:
            (last,) = opened.execute("select coalesce(max(number), 0) from answers").fetchone()
            rows = [(place, last + at, *columns.values()) for at, (place, columns) in enumerate(self._new.items(), 1)]
            opened.executemany("insert or replace into answers values (?, ?, ?, ?, ?)", rows)
            files = [(path, repr(then), digest) for path, (then, digest) in self._new_files.items()]
            opened.executemany("insert or replace into files values (?, ?, ?)", files)
            (many,) = opened.execute("select count(*) from answers").fetchone()
            if many > MOST_ANSWERS:
                oldest = "select place from answers order by number limit ?"
                opened.execute(f"delete from answers where place in ({oldest})", [many - MOST_ANSWERS])  # noqa: S608
        self._new.clear()
        self._new_files.clear()

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    def _place(self, asked: Asked) -> bytes:
        return hashed(repr((self._made_with, asked.question, asked.key)).encode())

    def _column(self, asked: Asked, column: str) -> bytes | None:
        """What is written there, if it is undamaged."""
        place = self._place(asked)
        if place in self._new:
            found = self._new[place][column]
        else:
            row = self._row(f"select {column} from answers where place = ?", place)  # noqa: S608 - one of three words
            found = row[0] if row is not None else None
        return _unsealed(found) if isinstance(found, bytes) else None

    def _row(self, query: str, key: object) -> Any:
        if self._opened is not None:
            with suppress(sqlite3.Error, OSError):
                return self._opened.execute(query, [key]).fetchone()
        return None


PROTOCOL = pickle.HIGHEST_PROTOCOL
DAMAGED = (pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError, ImportError, LookupError)
UNPACKABLE = (pickle.PicklingError, TypeError, AttributeError, RecursionError)


def _opened(path: Path) -> sqlite3.Connection | None:
    """The file with its tables; a damaged one is made again; None if none can be had."""
    for _ in range(2):
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            opened = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
        except sqlite3.Error:
            return None
        try:
            opened.execute("pragma journal_mode = wal")
            opened.execute("pragma synchronous = off")
            opened.executescript(TABLES)
            opened.execute("select place, number, digest, trace, value from answers limit 1").fetchone()
        except sqlite3.OperationalError:
            opened.close()
            return None
        except sqlite3.DatabaseError:
            opened.close()
            for file in path.parent.glob(f"{path.name}*"):
                with suppress(OSError):
                    file.unlink()
        else:
            return opened
    return None


def _absolute(path: Path) -> str:
    return str(path.resolve())


def _sealed(packed: bytes) -> bytes:
    return hashed(packed) + packed


def _unsealed(sealed: bytes) -> bytes | None:
    packed = sealed[SIZE_OF_DIGEST:]
    return packed if hashed(packed) == sealed[:SIZE_OF_DIGEST] else None
