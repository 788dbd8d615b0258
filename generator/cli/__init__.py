"""The `proofdeck` command: one file a verb. The only room that prints, asks or exits.

Exit codes: 0 fine, 1 problems found, 2 wrong usage or nothing to work on, 130 interrupted.
"""

from generator.cli.app import main

__all__ = ["main"]
