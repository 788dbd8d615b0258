"""Files that are replaced whole, even if the program is killed while writing, and signatures that tell them apart."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterable
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


def files_below(folder: Path, most: int = 20_000) -> list[Path]:
    """Every file in the folder and its subfolders, sorted, except hidden ones."""
    found: list[Path] = []
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
        found.extend(Path(parent, name) for name in sorted(names) if not name.startswith("."))
        if len(found) > most:
            break
    return found


def signatures(paths: Iterable[Path]) -> dict[str, Signature | None]:
    return {str(path): signature(path) for path in paths}
