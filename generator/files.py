"""Files that are replaced whole, even if the program is killed while writing, and signatures that tell them apart."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from generator.problems import Problem, ProofdeckError

Signature = list[int]
"""Size, modification time and inode change time in ns: equal signatures mean the same, untouched file."""


def write_file(path: Path, data: bytes) -> None:
    """Write to a temporary name next to it, then rename. Raises ProofdeckError if the folder cannot be written to."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        hint = "Check whether another program has the file open, the disk is full or the folder is protected."
        raise ProofdeckError(
            Problem("E505", f"cannot write {path.name}: {error.strerror or error}", str(path), hint=hint)
        ) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def append_line(path: Path, line: str) -> None:
    """Add a line to the end of a file, which is created if needed. Raises ProofdeckError if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:
        hint = "Check whether the disk is full or the folder is protected."
        raise ProofdeckError(
            Problem("E505", f"cannot write {path.name}: {error.strerror or error}", str(path), hint=hint)
        ) from None


def inside(root: Path, name: str) -> Path | None:
    """The path of that name in the folder, following links; None if it is outside or not a valid file name."""
    try:
        path = (root / name).resolve()
        return path if path.is_relative_to(root.resolve()) else None
    except (OSError, ValueError, RuntimeError):
        return None


def is_file(path: Path) -> bool:
    """Whether the file exists. Names that are too long, for which `Path` raises, never exist."""
    try:
        return path.is_file()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False


def signature(path: Path) -> Signature | None:
    """The signature of a file; None if there is no such file."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return [stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns]


def is_hidden(name: str) -> bool:
    """Whether a file or folder of that name is not shown to people, or holds bytecode."""
    return name.startswith((".", "__pycache__"))


def is_nothing(_: str) -> bool:
    """What leaves nothing out."""
    return False


def files_below(folder: Path, leave_out: Callable[[str], bool] = is_hidden, most: int = 20_000) -> list[Path]:
    """Every file in the folder and its subfolders, sorted, also where these are links; each folder once.

    leave_out: the names of files and folders that do not count.
    """
    found: list[Path] = []
    for parent, folders, names in _walk(folder):
        folders[:] = [name for name in folders if not leave_out(name)]
        found.extend(Path(parent, name) for name in names if not leave_out(name))
        if len(found) > most:
            break
    return found


def links_out(root: Path, places: Iterable[Path]) -> list[Path]:
    """The links at or below those places that lead out of the folder `root`, in the order of their names."""
    found = [place for place in places if place.is_symlink() and _leads_out(root, place)]
    for place in places:
        for parent, folders, names in _walk(place) if place not in found else ():
            links = [path for name in (*folders, *names) if (path := Path(parent, name)).is_symlink()]
            out = [path for path in links if _leads_out(root, path)]
            folders[:] = [name for name in folders if Path(parent, name) not in out]
            found += out
    return found


def _leads_out(root: Path, link: Path) -> bool:
    return link.exists() and inside(root, str(link.absolute())) is None


def _walk(folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """As `os.walk`, top down and sorted, with links followed, and each folder once however many lead to it."""
    met: set[str] = set()
    for parent, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(parent)
        folders[:] = [] if real in met else sorted(folders)
        if real not in met:
            yield parent, folders, sorted(names)
        met.add(real)


def signatures(paths: Iterable[Path]) -> dict[str, Signature | None]:
    return {str(path): signature(path) for path in paths}
