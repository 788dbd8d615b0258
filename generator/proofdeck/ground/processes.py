"""Work divided among processes; Ctrl-C is handled by the one that started them.

The rest is the standard library's pool. Processes are never forked from one that works: a child starts with nothing but
what it was given. Unlike threads, they can use libraries that are not thread-safe.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from tempfile import gettempdir
from threading import RLock, Thread, main_thread
from time import sleep
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

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

    The functions, `given`, the pieces and the results must be picklable. An error in a process is raised here. When a
    caller stops early, or is interrupted, the pieces already begun are abandoned.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    others = set(active_children())
    origin = origin_of_processes(prepare.__module__, work.__module__)
    with starting():
        pool = ProcessPoolExecutor(processes, origin, _begin, (dict(os.environ), prepare, given))
    try:
        with starting():
            futures = [pool.submit(_work, work, piece) for piece in pieces]
        for future in futures:
            yield future.result()
    except BaseException:
        with interrupts_held_back():  # a second one would leave processes behind that nobody ends
            if not ON_WINDOWS:
                for process in set(active_children()) - others:
                    process.terminate()
            pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def origin_of_processes(*modules: str) -> ForkServerContext | SpawnContext:
    """Where new processes come from: forked from a server that does nothing but load modules.

    They are spawned on Windows, and where the path of the folder for temporary files is too long for a socket. modules:
    what most of them need. The server loads it once, and only what it is asked for first. Its environment is that of
    its own beginning, so a process is given the one of now.
    """
    from multiprocessing import get_all_start_methods, get_context

    if "forkserver" not in get_all_start_methods() or len(os.fsencode(gettempdir())) > LONGEST_FOLDER:
        return get_context("spawn")
    server = get_context("forkserver")
    server.set_forkserver_preload(list(modules))
    return server


@contextmanager
def starting() -> Iterator[None]:
    """Start processes inside this block: they import nothing from the current folder, and ignore Ctrl-C for good.

    Python starts them, and the server they are forked from, with `python -c`, which would look for modules in the
    current folder first. That folder may be a stranger's project. They do not run the script of this process either,
    which would start everything again if nothing in it asks for `__main__`.
    """
    with _start, interrupts_held_back(), _without_the_script():
        before = os.environ.get(SAFE_PATH)
        os.environ[SAFE_PATH] = "1"
        try:
            yield
        finally:
            del os.environ[SAFE_PATH]
            if before is not None:
                os.environ[SAFE_PATH] = before


@contextmanager
def _without_the_script() -> Iterator[None]:
    from multiprocessing import spawn

    whole = spawn.get_preparation_data
    spawn.get_preparation_data = lambda name: {
        key: value for key, value in whole(name).items() if not key.startswith("init_main")
    }
    try:
        yield
    finally:
        spawn.get_preparation_data = whole


_start = RLock()
"""Held by the thread that starts a process, because the environment belongs to all threads."""
SAFE_PATH = "PYTHONSAFEPATH"

LONGEST_FOLDER = 64
"""Bytes of a folder in which the server can have its socket; a socket's path has 103 at most, with two names below."""
AGAIN = 0.01
"""s after which a process that could not stop is told again."""
ON_WINDOWS = sys.platform == "win32"
"""Where a process cannot be asked to stop, only killed in the middle of a file."""


class _OfThisProcess:
    """What `prepare` returned here, whether a piece is being worked on, and whether to stop."""

    tools: object = None
    at_work = False
    told_to_stop = False


def look_for_garbage_less_often() -> None:
    """Let many more objects be made before Python looks for unreachable ones.

    A command ends soon and makes few of them, but looking through all that it keeps took 5 % of its time.
    """
    gc.set_threshold(50_000)


def move_to(environment: Mapping[str, str]) -> None:
    """Take over the environment of the process that started this one."""
    os.environ.clear()
    os.environ.update(environment)


def _begin(environment: Mapping[str, str], prepare: Callable[..., object], given: tuple[object, ...]) -> None:
    """Prepare a process, and leave Ctrl-C to the one that started it."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})  # held back while this process was started
    move_to(environment)
    look_for_garbage_less_often()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _OfThisProcess.tools = prepare(*given)
    signal.signal(signal.SIGTERM, _stop)
    if not ON_WINDOWS:
        signal.signal(signal.SIGALRM, _stop)
        sys.unraisablehook = _told_where_nothing_is_raised
    Thread(target=_stop_with_the_program, daemon=True).start()


def _stop_with_the_program() -> None:
    """Stop this process when the one that started it has ended, even if that was killed."""
    from multiprocessing import parent_process

    program = parent_process()
    assert program is not None
    program.join()
    while True:  # what catches every exception may catch the first
        if ON_WINDOWS:
            os.kill(os.getpid(), signal.SIGTERM)
        else:  # a signal wakes only the thread that it is sent to
            signal.pthread_kill(main_thread().ident or 0, signal.SIGTERM)
        sleep(1)


def _is_left_alone() -> bool:
    """Whether the process that started this one has ended."""
    from multiprocessing import parent_process

    program = parent_process()
    return program is None or not program.is_alive()


def _stop(*_: object) -> None:
    """Abandon the piece. Between two pieces a result may be on its way, which must arrive whole if anybody waits."""
    _OfThisProcess.told_to_stop = True
    if _OfThisProcess.at_work:
        raise SystemExit
    if _is_left_alone():
        os._exit(1)


def _told_where_nothing_is_raised(found: sys.UnraisableHookArgs) -> None:
    """Python ignores what is raised while an object goes, the request to stop as well; so that one is made again."""
    if isinstance(found.exc_value, SystemExit) and _OfThisProcess.told_to_stop:
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
    else:
        sys.__unraisablehook__(found)


def _work(work: Callable[[Any, Piece], Done], piece: Piece) -> Done:
    _OfThisProcess.at_work = True
    try:
        if _OfThisProcess.told_to_stop:
            raise SystemExit
        return work(_OfThisProcess.tools, piece)
    except SystemExit:
        if _is_left_alone():
            os._exit(1)
        raise
    finally:
        _OfThisProcess.at_work = False


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back until the end of the block; processes started inside it ignore Ctrl-C for good.

    This is for imports, which would print a traceback if interrupted, and for libraries that catch every exception.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
