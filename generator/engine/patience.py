"""Gives up calls of a project's engine that do not come back.

In the main thread an alarm rings, which also ends a sleep; in others, and on Windows, a thread looks on. A browser has
neither: there, whoever waits too long closes the page.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

PATIENCE = 30.0
"""Seconds after which a call that was already running then is given up."""

Outermost = Callable[[FrameType | None], FrameType | None]
"""Finds the call of the author's code from which all others come."""

IS_BROWSER = sys.platform == "emscripten"

_here = threading.local()
"""Whether this thread is being watched."""


class EndlessCall(Exception):  # noqa: N818 - it is not an error of the program
    """A function of the author that does not come back. The message names it."""


class Looks:
    """Compares the author's call that is running with the one at the last look."""

    def __init__(self, outermost: Outermost) -> None:
        self._outermost = outermost
        self._last: FrameType | None = None

    def overdue(self, frame: FrameType | None) -> str:
        """What to say of a call that was already running at the last look; "" if there is none."""
        call, before = self._outermost(frame), self._last
        self._last = call
        if call is None or call is not before:
            return ""
        return f"{call.f_code.co_name}() has been running for more than {PATIENCE:g} s"


@contextmanager
def watched(outermost: Outermost) -> Iterator[None]:
    """Look every PATIENCE seconds, and raise EndlessCall in a call that was already running the last time."""
    if IS_BROWSER or getattr(_here, "is_watched", False):
        yield
        return
    is_main = threading.current_thread() is threading.main_thread()
    has_alarm = is_main and hasattr(signal, "setitimer") and not signal.getitimer(signal.ITIMER_REAL)[0]
    _here.is_watched = True
    try:
        with (_by_alarm if has_alarm else _by_thread)(Looks(outermost)):
            yield
    finally:
        _here.is_watched = False


@contextmanager
def _by_alarm(looks: Looks) -> Iterator[None]:
    def look(_: int, frame: FrameType | None) -> None:
        if says := looks.overdue(frame):
            raise EndlessCall(says)

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _by_thread(looks: Looks) -> Iterator[None]:
    thread, lock, over = threading.get_ident(), threading.Lock(), threading.Event()

    def look() -> None:
        while not over.wait(PATIENCE):
            with lock:
                if not over.is_set() and (says := looks.overdue(sys._current_frames().get(thread))):
                    _raise_in(thread, says)

    threading.Thread(target=look, name="patience", daemon=True).start()
    try:
        yield
    finally:
        with suppress(EndlessCall), lock:  # it may come just after the call has come back, even in here
            over.set()
        over.set()


def _raise_in(thread: int, says: str) -> None:
    """Raise EndlessCall in another thread as soon as it runs Python code."""
    import ctypes

    class Sent(EndlessCall):
        """Python makes it without words."""

        def __init__(self) -> None:
            super().__init__(says)

        def __reduce__(self) -> tuple[type[EndlessCall], tuple[str, ...]]:
            return EndlessCall, self.args

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Sent))
