"""Stores everything people have confirmed in one SQLite file, to which entries are only ever added.

A stream is one match, one tournament or one unfinished table; its entries are events in order, and the code that folds
them decides what they mean. Nothing is ever changed or removed, not even by `undone`, so nothing is lost; the file
itself refuses both.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeVar

from proofdeck.ground.places import data_folder
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.score.entries import BEGUN, HOME, UNDONE, Entry, Stream, standing

NAMED_BY = "PROOFDECK_DB"
FILE = "scores.db"
APPLICATION = 0x50444543
"""SQLite's `application_id` of Proofdeck's files: `PDEC`."""
PATIENCE = 10.0
"""Seconds to wait while another terminal writes."""
MOMENT = 0.01
"""Seconds between two attempts."""
Done = TypeVar("Done")
MIGRATIONS = (
    """
    CREATE TABLE entry (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        stream INTEGER NOT NULL,
        at TEXT NOT NULL,
        what TEXT NOT NULL,
        data TEXT NOT NULL
    );
    CREATE INDEX entry_of_stream ON entry (kind, stream, number);
    """,
    """
    CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are only added'); END;
    CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are only added'); END;
    """,
)
"""Migrations from version n to n + 1. The version is SQLite's `user_version`."""


def ledger_path(named: Path | None = None) -> Path:
    """The file given, or the one named by PROOFDECK_DB, or the one in the user's data folder."""
    if named is not None:
        return named
    if by_environment := os.environ.get(NAMED_BY):
        return Path(by_environment)
    return data_folder() / FILE


class Ledger:
    """One file. Every method raises ProofdeckError, with advice, if the file cannot be used.

    A missing file is created by the first entry; until then it counts as empty. home: the project folder for which the
    file is opened, or "" outside any project.
    """

    def __init__(self, path: Path, home: str = "") -> None:
        self.path = path
        self.home = home
        self._open: sqlite3.Connection | None = None
        self._for_writing = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._open is not None:
            self._open.close()
        self._open, self._for_writing = None, False

    def begin(self, kind: str, data: Mapping[str, object], at: str = "") -> Stream:
        """Begin a stream with its first entry."""
        with self.writing():
            stream = Stream(kind, max((known.number for known in self.streams(kind)), default=0) + 1)
            self.append(stream, BEGUN, data, at)
        return stream

    def append(self, stream: Stream, what: str, data: Mapping[str, object], at: str = "") -> Entry:
        """Add an entry, which is on disk when this returns (outside `writing`). at: the time; now by default."""
        at = at or datetime.now(UTC).isoformat(timespec="seconds")
        written = json.dumps(data, ensure_ascii=False)
        with self.writing() as connection:
            row = (stream.kind, stream.number, at, what, written)
            cursor = connection.execute("INSERT INTO entry (kind, stream, at, what, data) VALUES (?, ?, ?, ?, ?)", row)
            return Entry(cursor.lastrowid or 0, at, what, data)

    def undo(self, stream: Stream) -> Entry | None:
        """Take back the last entry that counts, and return it; None if only the first is left."""
        with self.writing():
            last = standing(self.entries(stream))[-1]
            if last.what == BEGUN:
                return None
            self.append(stream, UNDONE, {"entry": last.number})
        return last

    def entries(self, stream: Stream) -> list[Entry]:
        """All entries of a stream in order; empty if there is no such stream."""
        asked = "SELECT number, at, what, data FROM entry WHERE kind = ? AND stream = ? ORDER BY number"
        return [self._entry(row) for row in self._rows(asked, stream)]

    def streams(self, kind: str) -> list[Stream]:
        """The streams of a kind, the one last written to at the end."""
        asked = "SELECT stream FROM entry WHERE kind = ? GROUP BY stream ORDER BY max(number)"
        return [Stream(kind, int(number)) for (number,) in self._rows(asked, (kind,))]

    def streams_at_home(self, kind: str) -> list[Stream]:
        """The streams of a kind begun in this ledger's project, or in none; all of them outside any project."""
        if not self.home:
            return self.streams(kind)
        asked = (
            "SELECT stream, number, at, what, data FROM entry"
            " WHERE number IN (SELECT min(number) FROM entry WHERE kind = ? GROUP BY stream)"
        )
        homes = {int(stream): self._entry(tuple(row)).data.get(HOME) for stream, *row in self._rows(asked, (kind,))}
        return [stream for stream in self.streams(kind) if homes[stream.number] in {None, self.home}]

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Make everything read and added inside the block one transaction; other terminals wait."""
        with self._told():
            connection = self._writable()
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.rollback()
                raise
            connection.commit()

    # -- the file ------------------------------------------------------------------------------------------------------

    def _rows(self, asked: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._told():
            connection = self._open or self._readable()
            return connection.execute(asked, values).fetchall() if connection is not None else []

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        number, at, what, written = row
        try:
            data = json.loads(written)
        except (TypeError, ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise ProofdeckError(self._damaged(f"entry {number} cannot be read"))
        return Entry(int(number), str(at), str(what), data)

    def _readable(self) -> sqlite3.Connection | None:
        """A connection for reading, even of a read-only file; None if there is no file yet."""
        if not self.path.exists():
            return None
        self._check_kind()
        try:
            version = _patiently(lambda: self._connect("mode=rw"))
        except sqlite3.OperationalError as error:
            if not _is_protected(error):
                raise
            version = self._connect("mode=ro&immutable=1")
        return self._open if version else None

    def _writable(self) -> sqlite3.Connection:
        if not self._for_writing:
            self._check_kind()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _patiently(self._made_ready)
            self._for_writing = True
        assert self._open is not None
        return self._open

    def _made_ready(self) -> None:
        """Open the file for writing, and bring it up to date."""
        self._connect("mode=rwc")
        assert self._open is not None
        self._open.execute("PRAGMA journal_mode = WAL")
        self._migrate(self._open)

    def _check_kind(self) -> None:
        """Raises ProofdeckError for a folder or a device."""
        if self.path.exists() and not self.path.is_file():
            raise ProofdeckError(self._problem("E730", "is a folder or a device, not a file", "Name a file with --db."))

    def _connect(self, how: str) -> int:
        """Reopen the file and return its version. Raises ProofdeckError if it is not one of ours."""
        self.__exit__()
        uri = f"{self.path.absolute().as_uri()}?{how}"
        self._open = sqlite3.connect(uri, timeout=PATIENCE, isolation_level=None, uri=True)
        self._open.execute("PRAGMA synchronous = FULL")
        self._open.execute("BEGIN")
        (tables,), (application,), (version,) = (
            self._open.execute(asked).fetchone()
            for asked in ("SELECT count(*) FROM sqlite_master", "PRAGMA application_id", "PRAGMA user_version")
        )
        self._open.execute("COMMIT")
        if application != APPLICATION and (application or tables):
            raise ProofdeckError(self._problem("E733", "belongs to another program", "Name another file with --db."))
        if version > len(MIGRATIONS):
            message = f"was written by a newer Proofdeck (version {version}; this one reads up to {len(MIGRATIONS)})"
            raise ProofdeckError(self._problem("E731", message, "Update Proofdeck. The file was left as it is."))
        return int(version)

    def _migrate(self, connection: sqlite3.Connection) -> None:
        """Run each migration completely or not at all, in one terminal at a time."""
        if connection.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS):
            return
        connection.execute("BEGIN EXCLUSIVE")
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            for number, script in enumerate(MIGRATIONS[version:], version + 1):
                for statement in _statements(script):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
        except BaseException:
            connection.rollback()
            raise
        connection.commit()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn an SQLite error into a problem with advice."""
        try:
            yield
        except sqlite3.Error as error:
            raise ProofdeckError(self._from_sqlite(error)) from None
        except OSError as error:
            raise ProofdeckError(
                self._problem("E730", f"cannot be written: {error.strerror or error}", WHERE)
            ) from None

    def _from_sqlite(self, error: sqlite3.Error) -> Problem:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
            return self._damaged(str(error))
        if code in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}:
            return self._problem(
                "E730", f"cannot be written: {error}", "If the disk is full, free some space and try again."
            )
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            message = f"has been locked by another program for {PATIENCE:g} s"
            return self._problem("E734", message, "Close that program, or wait, and try again.")
        return self._problem("E730", f"cannot be opened or written: {error}", WHERE)

    def _damaged(self, why: str) -> Problem:
        hint = (
            "Keep it as it is: `sqlite3 FILE .recover` can recover its data. Until then, name another file with --db."
        )
        return self._problem("E732", f"is damaged: {why}", hint)

    def _problem(self, code: str, message: str, hint: str) -> Problem:
        said = f"the file of scores {message}; everything confirmed before is unchanged"
        return Problem(code, said, str(self.path), hint=hint)


WHERE = f"Check its permissions, or name another file with --db or {NAMED_BY}."


def _patiently(work: Callable[[], Done]) -> Done:
    """Retry while another terminal is creating the file, because SQLite itself does not wait then."""
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
        time.sleep(MOMENT)


def _is_protected(error: sqlite3.OperationalError) -> bool:
    return error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, split where SQLite considers them complete."""
    statement = ""
    for piece in script.strip().split(";"):
        statement += f"{piece};"
        if sqlite3.complete_statement(statement):
            if statement.strip(" \n;"):
                yield statement
            statement = ""
