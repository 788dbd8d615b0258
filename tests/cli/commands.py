"""The command as a process of its own, for the tests of the command line."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "proofdeck")
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
    """The command in that folder as a process of its own, its streams in files. A traceback ends the test."""
    return _said(root, words, environment, brief=False)


def run_briefly(root: Path, *words: str | Path) -> Ran:
    """The same, but an engine is tried out in few games, because the test looks at something else."""
    return _said(root, words, {}, brief=True)


def _said(root: Path, words: Sequence[str | Path], environment: Mapping[str, str], *, brief: bool) -> Ran:
    asked = list(map(str, words)), surroundings(**environment)
    said = _forked(root, *asked, brief=brief) if hasattr(os, "fork") else _started(root, *asked)
    assert "Traceback" not in said.out + said.err
    return said


def _started(root: Path, words: list[str], environment: dict[str, str]) -> Ran:
    """From the beginning, as a shell does it."""
    done = subprocess.run(
        [*COMMAND, *words], cwd=root, env=environment, capture_output=True, timeout=PATIENCE, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def _forked(root: Path, words: list[str], environment: dict[str, str], *, brief: bool) -> Ran:
    """Out of a process that has loaded the libraries which a start would load again each time."""
    with NamedTemporaryFile() as out, NamedTemporaryFile() as err:
        code = Forked(root, words, environment, [out.name, err.name], brief=brief).ended()
        return Ran(code, out.read().decode(), err.read().decode())


class Forked:
    """A command that runs, forked from a process that has loaded what it needs.

    streams, brief: as told in `nursery.py`.
    """

    def __init__(
        self, root: Path, words: list[str], environment: dict[str, str], streams: list[str], *, brief: bool = False
    ) -> None:
        asked = {"root": str(root), "words": words, "environment": environment, "streams": streams, "brief": brief}
        self.pid = self._answer(asked)

    def ended(self) -> int:
        """Its exit code once it has ended. Raises TimeoutError, and kills it, when that takes too long."""
        return self._answer(self.pid)

    def _answer(self, asked: object) -> int:
        nursery = _nursery()
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        nursery.stdin.write(f"{json.dumps(asked)}\n".encode())
        nursery.stdin.flush()
        if not select.select([nursery.stdout], [], [], PATIENCE)[0]:
            os.killpg(self.pid, signal.SIGKILL)
            raise TimeoutError(f"a command runs for more than {PATIENCE} s")
        return int(nursery.stdout.readline())


@cache
def _nursery() -> subprocess.Popen[bytes]:
    """One for each process of the tests; it ends when nobody can ask it any more."""
    return subprocess.Popen(
        [sys.executable, Path(__file__).with_name("nursery.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def by_ctrl_c(process: subprocess.Popen[bytes]) -> None:
    """As a terminal interrupts: the command and all that it has started."""
    os.killpg(process.pid, signal.SIGINT)


def by_kill(process: subprocess.Popen[bytes]) -> None:
    """As a service ends a command: that alone."""
    process.terminate()


def by_timeout(process: subprocess.Popen[bytes]) -> None:
    """As the command `timeout` does it: the command, and then again with all that it has started."""
    process.terminate()
    os.killpg(process.pid, signal.SIGTERM)


def interrupted(
    root: Path,
    *words: str,
    wait: Callable[[subprocess.Popen[bytes]], None],
    how: Callable[[subprocess.Popen[bytes]], None] = by_ctrl_c,
    **more: str,
) -> Ran:
    """The command, interrupted. Nothing stays behind.

    wait: until when. Tests may run where interrupts are ignored, which children inherit; so they are not, for a moment.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=root,
        env=surroundings(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    signal.signal(signal.SIGINT, before)
    with process:
        try:
            wait(process)
            how(process)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return Ran(as_in_a_shell(process.returncode), out.decode(), err.decode())


def as_in_a_shell(code: int) -> int:
    """Python dies of the signal itself when Ctrl-C hits it in the middle of `exec`; a shell says 130 to both."""
    return 128 - code if code < 0 else code


def until(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait for it as long as the process lives."""
    give_up = time.monotonic() + PATIENCE
    while not condition() and process.poll() is None and time.monotonic() < give_up:
        time.sleep(0.005)
