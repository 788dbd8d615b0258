"""The one store: answers about a project that earlier runs have given, in a file of SQLite in the user's cache folder.

Losing it costs time and nothing else. Whatever is damaged, locked or written by another version is treated as unknown.
"""

from __future__ import annotations

import pickle
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.files import Signature
from generator.workspace.answers import SIZE_OF_DIGEST, Answer, Asked, hashed

MOST_ANSWERS = 60_000
"""Answers that are kept; the oldest are forgotten first."""
PATIENCE = 2.0
"""Seconds to wait for another process that is writing."""
TABLES = """
create table if not exists answers (place blob primary key, number integer, trace blob, value blob) without rowid;
create table if not exists files (path text primary key, signature text, digest blob) without rowid;
"""


class Store:
    """Answers by what was asked.

    made_with: a digest of the program; answers of another program are not found.
    """

    def __init__(self, path: Path | None, made_with: str = "") -> None:
        """path: None to remember nothing."""
        self._made_with = made_with
        self._new: dict[bytes, tuple[bytes, bytes | None]] = {}
        self._new_files: dict[str, tuple[Signature, bytes]] = {}
        self._opened = _opened(path) if path is not None else None

    @property
    def is_open(self) -> bool:
        """Whether there is a file."""
        return self._opened is not None

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
            self._new[self._place(asked)] = trace, value

    def digest_of_file(self, path: str, signature: Signature | None) -> bytes | None:
        """The digest of a file that had this signature when it was read."""
        if (new := self._new_files.get(path)) is not None:
            return new[1] if new[0] == signature else None
        row = self._row("select signature, digest from files where path = ?", path)
        return row[1] if row is not None and row[0] == repr(signature) else None

    def keep_file(self, path: str, signature: Signature, digest: bytes) -> None:
        """Remember what is in a file as long as it has that signature."""
        self._new_files[path] = signature, digest

    def save(self) -> None:
        """Write what is new. Failing to write is not an error."""
        if self._opened is None or not (self._new or self._new_files):
            return
        with suppress(sqlite3.Error, OSError), self._opened as opened:
            (last,) = opened.execute("select coalesce(max(number), 0) from answers").fetchone()
            rows = [(place, last + at, *packed) for at, (place, packed) in enumerate(self._new.items(), 1)]
            opened.executemany("insert or replace into answers values (?, ?, ?, ?)", rows)
            files = [(path, repr(signature), digest) for path, (signature, digest) in self._new_files.items()]
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
            found = self._new[place][0 if column == "trace" else 1]
        else:
            row = self._row(f"select {column} from answers where place = ?", place)  # noqa: S608 - one of two words
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
            opened.execute("select place, number, trace, value from answers limit 1").fetchone()
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


def _sealed(packed: bytes) -> bytes:
    return hashed(packed) + packed


def _unsealed(sealed: bytes) -> bytes | None:
    packed = sealed[SIZE_OF_DIGEST:]
    return packed if hashed(packed) == sealed[:SIZE_OF_DIGEST] else None
