"""Remembers which folders the user trusts to run their own engines, and what was in them.

It works like direnv's `allow`: a folder is trusted as it is. If any file that could be imported from it changes, or a
page names another engine, the user is asked again. The record is kept in the user's data folder, never in the project,
so that a project from a stranger cannot trust itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from pathlib import Path
from typing import Literal

from proofdeck.ground.cache import digest
from proofdeck.ground.files import read_file, write_file
from proofdeck.ground.places import data_folder
from proofdeck.ground.problems import Problem, ProofdeckError

FILE = "trusted.json"
UNTRUSTED = "E609"
"""The problem of an engine that is not trusted: its examples are not run, and it does not say what scores."""
VERSION = 1
MOST_FILES = 500
"""The most importable files in a trusted folder; they are read each time an engine is loaded."""

MOST_FOLDERS = 5_000

Trust = Literal["unknown", "changed", "trusted"]


def trust_in(folder: Path, engine: str) -> Trust:
    """Whether the engine of the project in that folder is trusted to run."""
    entry = _remembered().get(str(folder.resolve()))
    if not isinstance(entry, dict):
        return "unknown"
    engines, code = entry.get("engines"), code_digest(folder)
    if not isinstance(engines, list) or engine not in engines:
        return "unknown"
    return "trusted" if code is not None and code == entry.get("code") else "changed"


def remember(folder: Path, engines: Iterable[str]) -> list[Path]:
    """Trust the engines with those names as they are now, and return the files this depends on.

    Raises ProofdeckError if there are too many files, or if the user's data folder cannot be written.
    """
    files, code = code_of(folder), code_digest(folder)
    if files is None:
        message = f"'{folder}' has more than {MOST_FILES} files that an engine could import, or very many folders"
        hint = "Move files that no engine needs elsewhere, or use --trust each time."
        raise ProofdeckError(Problem("E647", message, hint=hint))
    entry = {"engines": sorted(engines), "code": code}
    _write({**_remembered(), str(folder.resolve()): entry})
    return files


def forget(folder: Path) -> bool:
    """Stop trusting the folder, and return whether it was trusted."""
    known = _remembered()
    if known.pop(str(folder.resolve()), None) is None:
        return False
    _write(known)
    return True


def code_of(folder: Path) -> list[Path] | None:
    """The files that Python could import as modules from that folder, sorted; None if there are too many."""
    suffixes = tuple({*SOURCE_SUFFIXES, *EXTENSION_SUFFIXES})
    found: list[Path] = []
    for number, (parent, names) in enumerate(_importable(folder.resolve()), 1):
        found += [parent / name for name in names if name.endswith(suffixes) and name.split(".")[0].isidentifier()]
        if len(found) > MOST_FILES or number > MOST_FOLDERS:
            return None
    return sorted(found)


def code_digest(folder: Path) -> str | None:
    """A digest that changes if one of those files does or another is added; None if there are too many."""
    root, files = folder.resolve(), code_of(folder)
    if files is None:
        return None
    return digest(*(part for file in files for part in (file.relative_to(root).as_posix(), _bytes(file))))


def _importable(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """The folder and possible packages in it, following links, each once."""
    met: set[str] = set()
    for parent, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(parent)
        if real in met:
            folders.clear()
            continue
        met.add(real)
        folders[:] = sorted(name for name in folders if name.isidentifier() and name != "__pycache__")
        yield Path(parent), names


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b"unreadable"


def _remembered() -> dict[str, object]:
    """Folder -> what is trusted in it; empty if the file is missing or not ours."""
    try:
        data = json.loads(read_file(data_folder() / FILE))
        folders = data["folders"] if data["version"] == VERSION else {}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return folders if isinstance(folders, dict) else {}


def _write(folders: dict[str, object]) -> None:
    data = {"version": VERSION, "folders": folders}
    write_file(data_folder() / FILE, json.dumps(data, ensure_ascii=False, indent=2).encode())
