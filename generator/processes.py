"""Work shared out among processes, with Ctrl-C left to the one that started them.

The rest is the standard library's pool. Processes are spawned, not forked: the same on all systems, and a child holds
nothing that it was not given. Unlike threads they may use libraries that are not made for threads.
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
    """What work(prepare(*given), piece) gives for each piece, in their order; each process prepares once.

    Functions, given, pieces and what is done must be fit to be pickled. An error in a process is raised here. Whoever
    stops asking, or is interrupted, waits for the pieces in work and for no others.
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
"""The tools of the work, once they are prepared."""


def _begin(prepare: Callable[..., Any], given: tuple[object, ...]) -> None:
    """Ctrl-C is for the process that started the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _of_this_process.append(prepare(*given))


def _work(work: Callable[[Any, Piece], Done], piece: Piece) -> Done:
    return work(_of_this_process[-1], piece)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Ctrl-C waits until this is over, in processes that are started in here for ever.

    For imports, in the middle of which a process would print a traceback, and for libraries that catch everything.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
