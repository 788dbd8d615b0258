"""Makes text from untrusted sources (files, names, arguments) safe to show on a terminal.

A control character could colour the screen, move the cursor or overwrite text, and direction marks could reverse a
line. So everything printed goes through this module, which makes such characters visible: `\\x1b`, `\\u202e`.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace

import typer

from proofdeck.front.cli.screen import fitted, width_of
from proofdeck.ground.problems import Problem, counted

HIDDEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Unicode categories of control characters: C0 and C1, direction marks, surrogates, line separators."""
JOINERS = "\u200c\u200d"
"""Invisible too, but needed by some scripts and emoji."""


def plain(words: str) -> str:
    """The text with every hidden character as an escape."""
    return words if words.isprintable() else "".join(_escaped(one) if _is_hidden(one) else one for one in words)


def _is_hidden(letter: str) -> bool:
    return letter not in JOINERS and unicodedata.category(letter) in HIDDEN


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def plain_lines(text: str) -> str:
    """The same for several lines, keeping line breaks; tabs become spaces."""
    return "\n".join(plain(line.replace("\t", " ")) for line in text.split("\n"))


def plain_json(text: str) -> str:
    """The same JSON with hidden characters, which occur only in strings, as JSON escapes."""
    return "\n".join(line if line.isprintable() else "".join(map(_as_in_json, line)) for line in text.split("\n"))


def _as_in_json(letter: str) -> str:
    return json.dumps(letter)[1:-1] if _is_hidden(letter) else letter


def plain_problem(problem: Problem) -> Problem:
    """The problem with its texts made plain, each on one line."""
    file, field = problem.file and plain(problem.file), problem.field and plain(problem.field)
    return replace(problem, message=plain(problem.message), file=file, field=field, hint=plain(problem.hint))


def say(text: str = "", *, err: bool = False, as_is: bool = False) -> None:
    """Print plain lines, wrapped on a terminal. Everything commands print goes through this or `show_problems`.

    as_is: for a text that is copied or saved, such as an example to paste, which ends with its own line break.
    """
    shown = plain_lines(text)
    width = None if as_is else width_of(sys.stderr if err else sys.stdout)
    typer.echo(fitted(shown, width), err=err, nl=not as_is)


def say_sheets(sheets: Sequence[tuple[str, int, str]]) -> None:
    """Say what became of each sheet of a workbook: how many cards it has, or why it is not read."""
    width = max((len(plain(name)) for name, _, _ in sheets), default=0)
    for name, rows, left_out in sheets:
        say(f"sheet {plain(name):{width}}  {f'not read: {left_out}' if left_out else counted(rows, 'card')}")


def sheets_as_rows(sheets: Iterable[tuple[str, int, str]]) -> list[dict[str, object]]:
    """The same for programs."""
    return [{"sheet": name, "cards": None if why else rows, "read": not why, "why": why} for name, rows, why in sheets]
