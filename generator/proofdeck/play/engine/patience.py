"""Gives up calls of an engine that do not come back, and steps of the program that such calls make endless.

In the main thread an alarm rings, which also ends a sleep; in others, and on Windows, a thread looks on. A browser has
neither: there, whoever waits too long closes the page.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Container, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from types import FrameType

PATIENCE = 30.0
"""Seconds after which a call that was already running then is given up."""

IsEngine = Callable[[str], bool]
"""Whether a file is one of the engine that is watched."""

IS_BROWSER = sys.platform == "emscripten"

_here = threading.local()
"""How this thread is being watched."""


class EndlessCall(Exception):  # noqa: N818 - it is not an error of the program
    """A function of the author that does not come back. The message names it."""


class Looks:
    """Compares the engine's call that is running with the one at the last look.

    step: what the block is called if it is itself the call. is_paused: while another one looks at a step.
    """

    def __init__(self, is_engine: IsEngine, seconds: float, step: str = "") -> None:
        self._is_engine, self.seconds, self.step = is_engine, seconds, step
        self._last: FrameType | None = None
        self.is_paused = False
        self.callers = {*_calls(sys._getframe(1), ())}

    def overdue(self, frame: FrameType | None) -> str:
        """What to say of a call that was already running at the last look; "" if there is none."""
        call, before = None if self.is_paused else self._outermost(frame), self._last
        self._last = call
        if call is None or call is not before:
            return ""
        return f"{self.step or f'{call.f_code.co_name}()'} has been running for more than {self.seconds:g} s"

    def _outermost(self, frame: FrameType | None) -> FrameType | None:
        """The call of the engine from which all others come; those that led to the block do not count."""
        calls = [*_calls(frame, self.callers)]
        if self.step:
            return calls[-1].f_back if calls else None
        return next((call for call in reversed(calls) if self._is_engine(call.f_code.co_filename)), None)


def _calls(frame: FrameType | None, until: Container[FrameType]) -> Iterator[FrameType]:
    """The calls that are running, from the innermost to the last one that is not among those."""
    while frame is not None and frame not in until:
        yield frame
        frame = frame.f_back


def watched(is_engine: IsEngine) -> AbstractContextManager[None]:
    """Look every PATIENCE seconds, and raise EndlessCall in a call that was already running the last time."""
    return _watched(Looks(is_engine, PATIENCE))


def limited(step: str, seconds: float) -> AbstractContextManager[None]:
    """Raise EndlessCall in a step of the program that takes longer, whatever calls it consists of. step: its name.

    Inside it, no other limit counts.
    """
    return _watched(Looks(lambda _: False, seconds, step))


@contextmanager
def _watched(looks: Looks) -> Iterator[None]:
    outer: Looks | None = getattr(_here, "looks", None)
    if IS_BROWSER or (outer and not looks.step):
        looks.callers.clear()  # frames that nobody needs any longer
        yield
        return
    is_main = threading.current_thread() is threading.main_thread()
    has_alarm = is_main and hasattr(signal, "setitimer") and not signal.getitimer(signal.ITIMER_REAL)[0]
    _here.looks = looks
    if outer:
        outer.is_paused = True
    try:
        with (_by_alarm if has_alarm else _by_thread)(looks):
            yield
    finally:
        _here.looks = outer
        looks.callers.clear()
        if outer:
            outer.is_paused = False


@contextmanager
def _by_alarm(looks: Looks) -> Iterator[None]:
    def look(_: int, frame: FrameType | None) -> None:
        if says := looks.overdue(frame):
            raise EndlessCall(says)

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, looks.seconds, looks.seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _by_thread(looks: Looks) -> Iterator[None]:
    thread, lock, over = threading.get_ident(), threading.Lock(), threading.Event()

    def look() -> None:
        while not over.wait(looks.seconds):
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
