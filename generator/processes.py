"""Work divided among processes; Ctrl-C is handled by the one that started them.

The rest is the standard library's pool. Processes are spawned, not forked: that works the same on all systems, and a
child starts with nothing but what it was given. Unlike threads, they can use libraries that are not thread-safe.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Tools = TypeVar("Tools")
Piece = TypeVar("Piece")
Done = TypeVar("Done")


def shared_out(
    pieces: Iterable[Piece],
    work: Callable[[Tools, Piece], Done],
    prepare: Callable[..., Tools],
    given: tuple[object, ...],
    processes: int,
) -> Iterator[Done]:
    """Yield work(prepare(*given), piece) for each piece, in order; each process prepares once.

    The functions, `given`, the pieces and the results must be picklable. An error in a process is raised here. A caller
    that stops early, or is interrupted, waits only for the pieces already begun.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (prepare, given))
    try:
        with interrupts_held_back():
            futures = [pool.submit(_work, work, piece) for piece in pieces]
        for future in futures:
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


_of_this_process: list[Any] = []
"""What `prepare` returned in this process."""


def _begin(prepare: Callable[..., Any], given: tuple[object, ...]) -> None:
    """Prepare a process, and leave Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _of_this_process.append(prepare(*given))


def _work(work: Callable[[Any, Piece], Done], piece: Piece) -> Done:
    return work(_of_this_process[-1], piece)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block; processes started inside it ignore Ctrl-C for good.

    This is for imports, which would print a traceback if interrupted, and for libraries that catch every exception.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
