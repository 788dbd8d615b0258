"""A limit of memory, and of time for what never ends, around tests that hand hostile input to the program."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

MOST_BYTES = 1_000_000_000
"""More than what the process has already."""
HANGS = 300
"""Seconds: no measure of speed, but far beyond any machine's."""


class HangError(BaseException):
    """Nothing in the program catches it."""


@contextmanager
def bounded() -> Iterator[None]:
    """On Linux; elsewhere nothing is limited."""
    if sys.platform != "linux":
        yield
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MOST_BYTES, hard))
    alarm = signal.signal(signal.SIGALRM, _hang)
    signal.alarm(HANGS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, alarm)
        resource.setrlimit(resource.RLIMIT_AS, before)


def _hang(_: int, __: FrameType | None) -> None:
    raise HangError
