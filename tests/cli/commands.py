"""The command as a process of its own, for the tests of the command line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple, NoReturn

import generator.cli.app
import generator.ink.printing
import generator.ink.raster
import generator.pipeline.making
import generator.pipeline.playing
import generator.scoring.ledger  # noqa: F401 - a forked command finds all these loaded

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
    """The command in that folder as a process of its own, its streams in files. A traceback ends the test."""
    said = (_forked if hasattr(os, "fork") else _started)(root, list(map(str, words)), surroundings(**environment))
    assert "Traceback" not in said.out + said.err
    return said


def _started(root: Path, words: list[str], environment: dict[str, str]) -> Ran:
    """From the beginning, as a shell does it."""
    done = subprocess.run(
        [*COMMAND, *words], cwd=root, env=environment, capture_output=True, timeout=PATIENCE, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def _forked(root: Path, words: list[str], environment: dict[str, str]) -> Ran:
    """Out of this process, which has loaded the libraries that a start would load again each time."""
    with TemporaryFile() as out, TemporaryFile() as err:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # threads of the runner; the child touches none of them
            child = os.fork()
        if not child:
            _be_the_command(root, words, environment, (out.fileno(), err.fileno()))
        give_up = time.monotonic() + PATIENCE
        ended, status = os.waitpid(child, os.WNOHANG)
        while not ended:
            if time.monotonic() > give_up:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                raise TimeoutError(f"{' '.join(words)} runs for more than {PATIENCE} s")
            time.sleep(0.002)
            ended, status = os.waitpid(child, os.WNOHANG)
        out.seek(0)
        err.seek(0)
        return Ran(os.waitstatus_to_exitcode(status), out.read().decode(), err.read().decode())


def _be_the_command(root: Path, words: list[str], environment: dict[str, str], streams: tuple[int, int]) -> NoReturn:
    """What a start of the command would do from here, with nothing of the tests left in it."""
    code = 1
    try:
        for stream, place in zip(streams, (1, 2), strict=True):
            os.dup2(stream, place)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdin, sys.stdout, sys.stderr = (
            open(place, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - they stay open until the end
            for place, mode in enumerate("rww")
        )
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(root)
        warnings.resetwarnings()
        warnings.simplefilter("ignore")
        sys.argv = ["proofdeck", *words]
        from generator.cli import main

        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - shown as a start of the command would show it
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def interrupted(root: Path, *words: str, wait: Callable[[subprocess.Popen[bytes]], None]) -> Ran:
    """The command, interrupted as a terminal does it: itself and all that it has started. Nothing stays behind.

    wait: until when. Tests may run where interrupts are ignored, which children inherit; so they are not, for a moment.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=root,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    signal.signal(signal.SIGINT, before)
    try:
        wait(process)
        os.killpg(process.pid, signal.SIGINT)
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
