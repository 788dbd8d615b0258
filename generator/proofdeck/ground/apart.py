"""Work done in a process of its own within limits, for libraries that may end the process or never end."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path


def run_apart(
    module: str, *words: str, memory: int, seconds: int, given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run `main` of a module of this package with those words and that input. memory: bytes; seconds: of a CPU."""
    start = f"from {__name__} import limit; limit({memory}, {seconds}); from {module} import main; main()"
    place = {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, "-c", start, *words]
    return subprocess.run(command, input=given, capture_output=True, check=False, env={**os.environ, **place})  # noqa: S603 - ours


def limit(memory: int, seconds: int) -> None:
    """Hold this process to so many bytes and CPU seconds."""
    with suppress(ImportError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
