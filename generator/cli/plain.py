"""What a terminal may show of words that anybody may have written: files, names, arguments.

A control character in them could colour the screen, move the cursor or write over what stands there, and marks of
direction could turn a line round. So whatever is printed goes through here, and such characters become visible:
`\\x1b`, `\\u202e`.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace

import typer

from generator.problems import Problem

HIDDEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""The categories of Unicode that control: C0 and C1, marks of direction, halves of characters, ends of lines."""
JOINERS = "\u200c\u200d"
"""Hidden too, but words of some scripts and some emoji need them."""


def plain(words: str) -> str:
    """The words with every hidden character as an escape."""
    return words if words.isprintable() else "".join(_escaped(one) if _is_hidden(one) else one for one in words)


def _is_hidden(letter: str) -> bool:
    return letter not in JOINERS and unicodedata.category(letter) in HIDDEN


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def plain_lines(text: str) -> str:
    """Several lines, which keep their ends; a tab becomes a space."""
    return "\n".join(plain(line.replace("\t", " ")) for line in text.split("\n"))


def plain_json(text: str) -> str:
    """The same JSON with its hidden characters, which stand in strings only, as JSON escapes them."""
    return "\n".join(line if line.isprintable() else "".join(map(_as_in_json, line)) for line in text.split("\n"))


def _as_in_json(letter: str) -> str:
    return json.dumps(letter)[1:-1] if _is_hidden(letter) else letter


def plain_problem(problem: Problem) -> Problem:
    """The same problem in plain words, each of them on one line."""
    file, field = problem.file and plain(problem.file), problem.field and plain(problem.field)
    return replace(problem, message=plain(problem.message), file=file, field=field, hint=plain(problem.hint))


def say(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print lines of plain words. Every command speaks through this, or shows problems."""
    typer.echo(plain_lines(text), err=err, nl=nl)
