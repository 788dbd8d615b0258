"""Work done in a process of its own within limits, for libraries that may end the process or never end."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

PATIENCE = 6
"""Seconds of the clock for each CPU second: enough beside other work, and the only limit of time on Windows."""
OUT_OF_MEMORY = (b"MemoryError", b"memory allocation of")
"""What Python and Rust say of it."""


class PastLimits(Exception):  # noqa: N818 - it says what happened
    """The work took too long or too much memory."""


def run_apart(
    module: str, *words: str, memory: int, seconds: int, given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run `main` of a module of this package with those words and that input. memory: bytes; seconds: of a CPU.

    Raises PastLimits if that is not enough.
    """
    start = f"from {__name__} import limit; limit({memory}, {seconds}); from {module} import main; main()"
    place = {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, "-c", start, *words]
    try:
        done = subprocess.run(  # noqa: S603 - ours
            command,
            input=given,
            capture_output=True,
            check=False,
            env={**os.environ, **place},
            timeout=PATIENCE * seconds,
        )
    except subprocess.TimeoutExpired:
        raise PastLimits from None
    if done.returncode < 0 or (done.returncode and any(words in done.stderr for words in OUT_OF_MEMORY)):
        raise PastLimits
    return done


def limit(memory: int, seconds: int) -> None:
    """Hold this process to so many bytes and CPU seconds, as far as the system can."""
    with suppress(ImportError):  # Windows has no such limits
        import resource

        for what, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds)):
            with suppress(ValueError, OSError):  # macOS refuses to limit the memory of a process
                resource.setrlimit(what, (most, most))
