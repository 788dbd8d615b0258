"""The one store: answers about a project that earlier runs have given, in a file of SQLite in the user's cache folder.

Losing it costs time and nothing else. Whatever is damaged, locked or written by another version is treated as unknown.
What an answer was made of is kept as a row of digests, so that thousands of answers can be checked without being built.
"""

from __future__ import annotations

import glob
import os
import pickle
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from proofdeck.ground.files import Signature, signature
from proofdeck.ground.workspace.answers import SIZE, Answer, Asked, Id, Input, Read, hashed

MOST_ANSWERS = 200_000
"""Answers that are kept; the oldest are forgotten first."""
PATIENCE = 2.0
"""Seconds to wait for another process that is writing."""
LAYOUT = 3
"""Changes with the tables, so that a file with other ones is not opened."""
TABLES = """
create table if not exists program (digest text);
create table if not exists answers
    (id blob primary key, number integer, digest blob, reads blob, problems blob, asked blob, value blob, seal blob)
    without rowid;
create table if not exists inputs (id blob primary key, look text, at text) without rowid;
create table if not exists files (path text primary key, signature text, digest blob) without rowid;
create table if not exists outputs (path text primary key, signature text, key text) without rowid;
"""
PROTOCOL = pickle.HIGHEST_PROTOCOL
RECORD = 2 * SIZE + 1
"""Bytes of one read in a row: its id, its digest, and whether it is an input."""
DAMAGED = (pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError, ImportError, LookupError)
UNPACKABLE = (pickle.PicklingError, TypeError, AttributeError, RecursionError)


class Trace(NamedTuple):
    """An answer as it is kept, without its value: digest, reads and problems, packed."""

    digest: bytes
    reads: bytes
    problems: bytes

    def unpacked(self) -> Answer[object] | None:
        """The answer without its value; None if it is damaged."""
        with suppress(*DAMAGED):
            problems = pickle.loads(self.problems) if self.problems else ()  # noqa: S301 - whoever writes here can also change this program
            return Answer(self.digest, _unpacked(self.reads), problems, None, is_whole=False)
        return None


class Store:
    """Answers by the ids of their questions.

    program: a digest of the program; answers of another program are forgotten.
    """

    def __init__(self, path: Path | None, program: str = "") -> None:
        """path: None to remember nothing."""
        self._traces: dict[Id, Trace] | None = None
        self._new: dict[Id, tuple[object, ...]] = {}
        self._values: dict[Id, bytes] = {}
        self._inputs: dict[Id, Input] | None = None
        self._new_inputs: dict[Id, Input] = {}
        self._files: dict[str, tuple[str, bytes]] | None = None
        self._new_files: dict[str, tuple[Signature, bytes]] = {}
        self._opened = _opened(path, program) if path is not None else None

    @property
    def is_open(self) -> bool:
        """Whether there is a file."""
        return self._opened is not None

    # -- answers -------------------------------------------------------------------------------------------------------

    def answer(self, one: Id, *, alone: bool = False) -> Answer[object] | None:
        """The answer without its value, which may never be needed. alone: whether few others will be asked for."""
        if alone and self._traces is None:
            query = "select digest, reads, problems, seal from answers where id = ?"
            row = self._row(query, one)
            return _sound(*row) if row is not None else None
        if self._traces is None:
            rows = self._rows("select id, digest, reads, problems, seal from answers")
            self._traces = {found: Trace(*rest) for found, *rest, seal in rows if hashed(b"".join(rest)) == seal}
        trace = self._traces.get(one)
        return trace.unpacked() if trace is not None else None

    def digest(self, one: Id) -> bytes | None:
        """The digest of the answer."""
        row = self._row("select digest from answers where id = ?", one)
        return row[0] if row is not None else None

    def asked(self, one: Id) -> Asked | None:
        """The question that an answer in the store belongs to."""
        row = self._row("select asked from answers where id = ?", one)
        with suppress(*DAMAGED):
            found: Asked | None = pickle.loads(row[0]) if row is not None else None  # noqa: S301 - as above
            return found
        return None

    def value(self, one: Id) -> tuple[Any] | None:
        """The value of an answer, alone in a tuple; None if it was not kept."""
        packed = self._values.get(one)
        if packed is None:
            row = self._row("select value from answers where id = ?", one)
            packed = row[0] if row is not None else None
        data = packed[SIZE:] if packed else b""
        if packed is None or hashed(data) != packed[:SIZE]:
            return None
        with suppress(*DAMAGED):
            return (pickle.loads(data),)  # noqa: S301 - as above
        return None

    def input(self, one: Id) -> Input | None:
        """The input of that id."""
        if self._inputs is None:
            rows = self._rows("select id, look, at from inputs")
            self._inputs = {found: Input(look, tuple(at.split("\0"))) for found, look, at in rows}
        return self._new_inputs.get(one) or self._inputs.get(one)

    def keep(self, one: Id, asked: Asked, answer: Answer[object], *, with_value: bool) -> None:
        """Remember an answer once `save` is called. What cannot be packed is not remembered."""
        with suppress(*UNPACKABLE):
            self._values.pop(one, None)
            if with_value:
                data = pickle.dumps(answer.value, PROTOCOL)
                self._values[one] = hashed(data) + data
            if self._opened is not None:
                problems = pickle.dumps(answer.problems, PROTOCOL) if answer.problems else b""
                trace = Trace(answer.digest, _packed(answer.reads), problems)
                named = pickle.dumps(asked, PROTOCOL)
                self._new[one] = (*trace, named, self._values.get(one), hashed(b"".join(trace)))

    def keep_input(self, one: Id, read: Input) -> None:
        """Remember what an id in traces stands for."""
        self._new_inputs[one] = read

    # -- files ---------------------------------------------------------------------------------------------------------

    def digest_of_file(self, path: str, now: Signature | None) -> bytes | None:
        """The digest of a file that had this signature when it was read."""
        if (new := self._new_files.get(path)) is not None:
            return new[1] if new[0] == now else None
        if self._files is None:
            rows = self._rows("select path, signature, digest from files")
            self._files = {known: (then, digest) for known, then, digest in rows}
        then, digest = self._files.get(path, ("", None))
        return digest if then == repr(now) else None

    def keep_file(self, path: str, now: Signature, digest: bytes) -> None:
        """Remember what is in a file as long as it has that signature."""
        self._new_files[path] = now, digest

    def made(self, path: Path) -> str | None:
        """The key under which a file was written; None if it was not written here, or was touched since."""
        row = self._row("select signature, key from outputs where path = ?", _absolute(path))
        return row[1] if row is not None and row[0] == repr(signature(path)) else None

    def made_below(self, folder: Path) -> set[Path]:
        """The files in that folder that were written here and have not been touched since."""
        begins = f"{_absolute(folder)}{os.sep}"
        rows = self._rows("select path, signature from outputs where substr(path, 1, ?) = ?", len(begins), begins)
        return {folder / path[len(begins) :] for path, then in rows if then == repr(signature(path))}

    def keep_made(self, keys: Mapping[Path, str]) -> None:
        """Remember files that have just been written. Failing to is not an error."""
        rows = [(_absolute(path), repr(signature(path)), key) for path, key in keys.items()]
        if self._opened is not None:
            with suppress(sqlite3.Error, OSError), self._opened as opened:
                opened.executemany("insert or replace into outputs values (?, ?, ?)", rows)

    # -- the file of the store -----------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write what is new. Failing to write is not an error."""
        if self._opened is None or not (self._new or self._new_inputs or self._new_files):
            return
        with suppress(sqlite3.Error, OSError), self._opened as opened:
            (last,) = opened.execute("select coalesce(max(number), 0) from answers").fetchone()
            rows = [(one, last + at, *columns) for at, (one, columns) in enumerate(self._new.items(), 1)]
            opened.executemany("insert or replace into answers values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            inputs = [(one, read.look, "\0".join(read.at)) for one, read in self._new_inputs.items()]
            opened.executemany("insert or ignore into inputs values (?, ?, ?)", inputs)
            files = [(path, repr(then), digest) for path, (then, digest) in self._new_files.items()]
            opened.executemany("insert or replace into files values (?, ?, ?)", files)
            (many,) = opened.execute("select count(*) from answers").fetchone()
            if many > MOST_ANSWERS:
                oldest = "select id from answers order by number limit ?"
                opened.execute(f"delete from answers where id in ({oldest})", [many - MOST_ANSWERS])  # noqa: S608
            self._values.clear()
        if self._inputs is not None:
            self._inputs |= self._new_inputs
        if self._files is not None:
            self._files |= {path: (repr(then), digest) for path, (then, digest) in self._new_files.items()}
        for new in (self._new, self._new_inputs, self._new_files):
            new.clear()

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    def _row(self, query: str, *given: object) -> Any:
        return next(iter(self._rows(query, *given)), None)

    def _rows(self, query: str, *given: object) -> Sequence[Any]:
        if self._opened is not None:
            with suppress(sqlite3.Error, OSError):
                return self._opened.execute(query, given).fetchall()
        return ()


def _is_ours(path: Path) -> bool:
    """Whether the file, if there is one, and its folder belong to this user; a pickle of anybody else can do harm."""
    if not hasattr(os, "getuid"):
        return True
    with suppress(OSError):
        files = [path.parent, *path.parent.glob(f"{glob.escape(path.name)}*")]
        return all(one.lstat().st_uid == os.getuid() for one in files)
    return False


def _opened(path: Path, program: str) -> sqlite3.Connection | None:
    """The file with its tables, emptied if another program wrote it, made again if damaged; None if there is none."""
    for _ in range(2):
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        if not _is_ours(path):
            return None
        try:
            opened = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
        except sqlite3.Error:
            return None
        try:
            opened.execute("pragma synchronous = off")
            found = opened.execute("select name from sqlite_master where name = 'outputs'").fetchone()
            if found is None:
                opened.execute("pragma journal_mode = wal")
                opened.executescript(TABLES)
            if opened.execute("select digest from program").fetchone() != (program,):
                with opened:
                    for table in ("program", "answers", "inputs"):
                        opened.execute(f"delete from {table}")  # noqa: S608 - one of three words
                    opened.execute("insert into program values (?)", [program])
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


def _sound(digest: bytes, reads: bytes, problems: bytes, seal: bytes) -> Answer[object] | None:
    """That answer, if it is undamaged."""
    with suppress(TypeError):
        if hashed(digest + reads + problems) == seal:
            return Trace(digest, reads, problems).unpacked()
    return None


def _packed(reads: Iterable[Read]) -> bytes:
    return b"".join(read.id + read.digest + (b"\1" if read.is_input else b"\0") for read in reads)


def _unpacked(reads: bytes) -> list[Read]:
    return [
        Read(reads[at : at + SIZE], reads[at + SIZE : at + 2 * SIZE], reads[at + 2 * SIZE] == 1)
        for at in range(0, len(reads), RECORD)
    ]


def _absolute(path: Path) -> str:
    return str(path.resolve())
