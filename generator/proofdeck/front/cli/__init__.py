"""The `proofdeck` command: one file a verb. The only room that prints, asks or exits.

Exit codes: 0 fine, 1 problems found, 2 wrong usage or nothing to work on, 130 interrupted.
"""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; ends the process. Ctrl-C and SIGTERM end it with one word, also while it is waking up."""
    try:
        import signal

        signal.signal(signal.SIGTERM, signal.default_int_handler)
        from pathlib import Path

        try:
            Path.cwd()
        except OSError:  # nothing that is named relative to it could be found
            sys.stderr.write("The current folder no longer exists. Go to another one with `cd`.\n")
            sys.exit(2)
        from proofdeck.front.cli.app import run
        from proofdeck.ground.processes import look_for_garbage_less_often

        look_for_garbage_less_often()
        run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)
