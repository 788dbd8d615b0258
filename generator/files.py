"""Files written so that a kill at any moment leaves the old one or the new one, and signatures that tell them apart."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from generator.problems import Problem, ProofdeckError

Signature = list[int]
"""Size, time of change and time of the inode's change, in ns: equal signatures mean the same untouched file."""


def write_file(path: Path, data: bytes) -> None:
    """To a temporary name beside it, then renamed. Raises ProofdeckError when the place cannot be written."""
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
        hint = "Is the file open in another program, the disk full or the folder protected?"
        raise ProofdeckError(
            Problem("E505", f"cannot write {path.name}: {error.strerror or error}", str(path), hint=hint)
        ) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def inside(root: Path, name: str) -> Path | None:
    """The path of that name in the folder, links followed; None when it lies outside or is no name of a file."""
    try:
        path = (root / name).resolve()
        return path if path.is_relative_to(root.resolve()) else None
    except (OSError, ValueError, RuntimeError):
        return None


def is_file(path: Path) -> bool:
    """Whether there is such a file; there is none whose name is longer than names may be, which `Path` raises for."""
    try:
        return path.is_file()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False


def signature(path: Path) -> Signature | None:
    """None when there is no such file."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return [stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns]


def files_below(folder: Path, most: int = 20_000) -> list[Path]:
    """Every file in the folder and its folders, sorted; hidden ones left out."""
    found: list[Path] = []
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
        found.extend(Path(parent, name) for name in sorted(names) if not name.startswith("."))
        if len(found) > most:
            break
    return found


def signatures(paths: Iterable[Path]) -> dict[str, Signature | None]:
    return {str(path): signature(path) for path in paths}
