"""Writes down each file that a process changes, for tests; every Python loads this that has the folder in its path."""

import os
import sys
from pathlib import Path

LOG = os.environ.get("PROOFDECK_AUDIT", "")
BY_FOLDER = {"os.rename", "os.remove", "os.rmdir", "os.mkdir"}
"""Changes whose last argument is an open folder in which the names are, or -1."""
CHANGES = {*BY_FOLDER, "os.chmod", "os.truncate", "os.link", "os.symlink", "os.utime"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def changed(event: str, args: tuple[object, ...]) -> None:
    names: list[object] = []
    if event == "open" and isinstance(args[2], int) and args[2] & WRITING:
        names = [args[0]]
    elif event in CHANGES:
        names = [*args[:2]]
    folder = args[-1] if event in BY_FOLDER else -1
    base = Path(f"/proc/self/fd/{folder}").readlink() if isinstance(folder, int) and folder > 2 else Path.cwd()
    for name in names:
        if isinstance(name, str | bytes | os.PathLike) and os.fspath(name) not in {LOG, os.devnull}:
            os.write(LOG_FILE, f"{event}\t{os.path.normpath(base / os.fsdecode(name))}\n".encode())


if LOG:
    LOG_FILE = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    sys.addaudithook(changed)
