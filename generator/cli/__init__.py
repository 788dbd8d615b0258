"""The `proofdeck` command: one file a verb. The only room that prints, asks or exits.

Exit codes: 0 fine, 1 problems found, 2 wrong usage or nothing to work on, 130 interrupted.
"""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; ends the process. Ctrl-C ends it with one word, also while it is still waking up."""
    try:
        from generator.cli.app import run
        from generator.processes import look_for_garbage_less_often

        look_for_garbage_less_often()
        run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)
