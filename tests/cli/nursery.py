"""Commands forked from a process that has loaded the libraries, and that never runs a command itself.

In comes one line of JSON per command: `root`, `words`, `environment`, as `streams` two files that are written, or one
terminal, and `brief`, which lets it try out an engine in few games. Out goes its number as soon as it runs. In comes
that number, and out goes its exit code at its end.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import os
import signal
import sys
import termios
import traceback
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NoReturn

import typst  # noqa: F401 - it starts its threads when it first sets a page

import proofdeck.front.cli
from proofdeck.play.engine.trial import conformance

FEW = conformance.Effort(games=1, tables=3, deals=60)
"""Enough to find a gross fault of an engine."""
LIBRARIES = (
    "concurrent.futures.process jinja2 markdown_it multiprocessing.shared_memory numbers PIL.Image "
    "prompt_toolkit.shortcuts pypdfium2 reportlab rich.console rich.markup rich.panel rich.progress rich.table "
    "tinycss2 typer.rich_utils uharfbuzz yaml"
).split()
"""What the program imports where it needs it."""


def load() -> None:
    """All modules of the program and their libraries, so that no command has to."""
    for name in LIBRARIES:
        import_module(name)
    for module in walk_packages(proofdeck.__path__, "proofdeck."):
        if not module.name.startswith(("proofdeck.__main__", "proofdeck.play.adapters")):
            import_module(module.name)
    gc.freeze()


def serve() -> None:
    """Until the input ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        if isinstance(asked, int):
            _, status = os.waitpid(asked, 0)
            print(os.waitstatus_to_exitcode(status), flush=True)
            continue
        files = opened(asked.pop("streams"))
        child = os.fork()
        if not child:
            become(**asked, files=files)
        for file in files:
            os.close(file)
        print(child, flush=True)


def opened(streams: list[str]) -> list[int]:
    """Files for input, output and errors; one alone is a terminal, and stands for all three."""
    if len(streams) == 1:
        return [os.open(streams[0], os.O_RDWR | os.O_NOCTTY)]
    return [os.open(os.devnull, os.O_RDONLY), *(os.open(name, os.O_WRONLY) for name in streams)]


def become(root: str, words: list[str], environment: dict[str, str], brief: bool, files: list[int]) -> NoReturn:
    """What a start of the command would do from here."""
    code = 1
    try:
        if brief:
            conformance.USUAL = FEW
        os.setsid()
        if len(files) == 1:
            fcntl.ioctl(files[0], termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for place in range(3):
            os.dup2(files[place % len(files)], place)
        sys.stdin, sys.stdout, sys.stderr = map(anew, range(3), "rww")
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(root)
        sys.argv = ["proofdeck", *words]
        code = ended(proofdeck.front.cli.main)
    except BaseException:  # noqa: BLE001 - shown as a start of the command would show it
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def anew(file: int, mode: str) -> Any:
    """That stream as Python opens it at a start; what was read or written before belongs to another one."""
    lines = 1 if file == 2 or os.isatty(file) else -1
    return open(file, mode, lines, encoding="utf-8", closefd=False)


def ended(main: Any) -> int:
    """The exit code with which it ends."""
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stderr.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    load()
    serve()
