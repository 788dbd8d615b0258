"""The command as a process of its own, for the tests of the command line."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "generator")
PATIENCE = 60
"""s after which a process that should have ended long ago is given up."""


class Ran(NamedTuple):
    """What a process said and how it ended."""

    code: int
    out: str
    err: str


def surroundings(**more: str) -> dict[str, str]:
    """The environment of the tests without what changes colours."""
    kept = {
        key: value for key, value in os.environ.items() if key not in {"NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS"}
    }
    return {**kept, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **more}


def run(root: Path, *words: str | Path, **environment: str) -> Ran:
    """The command in that folder, its streams piped. A traceback ends the test."""
    command = [*COMMAND, *map(str, words)]
    done = subprocess.run(
        command, cwd=root, env=surroundings(**environment), capture_output=True, timeout=PATIENCE, check=False
    )
    said = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in said.out + said.err
    return said


def until(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait for it as long as the process lives."""
    give_up = time.monotonic() + PATIENCE
    while not condition() and process.poll() is None and time.monotonic() < give_up:
        time.sleep(0.005)
