"""Commands forked from a process that has loaded the libraries, and that never runs a command itself.

In comes one line of JSON per command: `root`, `words`, `environment`, and two files as `streams`. Out goes its exit
code.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from typing import Any, NoReturn

import typst  # noqa: F401 - loaded here so that no command has to; it starts its threads when it first sets a page

import generator.cli.app
import generator.ink.printing
import generator.ink.raster
import generator.pipeline.making
import generator.pipeline.playing
import generator.scoring.ledger


def serve() -> None:
    """Until the input ends."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            become(**json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def become(root: str, words: list[str], environment: dict[str, str], streams: list[str]) -> NoReturn:
    """What a start of the command would do from here."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for place, (name, flags) in enumerate(((os.devnull, os.O_RDONLY), *((name, os.O_WRONLY) for name in streams))):
            os.dup2(os.open(name, flags), place)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(root)
        sys.argv = ["proofdeck", *words]
        code = ended(generator.cli.main)
    except BaseException:  # noqa: BLE001 - shown as a start of the command would show it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


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
    serve()
