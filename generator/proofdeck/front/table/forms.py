"""What is sent from the page, and how it is answered."""

from __future__ import annotations

from collections.abc import Mapping

from proofdeck.ground.problems import Problem

OPTION = " --"
"""Begins an option of a command."""

Form = Mapping[str, str]


class OutOfDate(Exception):  # noqa: N818 - it is not an error of the program
    """A form from a page that no longer shows things as they are."""


def sentence(problem: Problem) -> str:
    """The problem and its line for a reader of the page, who has no options of a command to choose."""
    hint = "" if OPTION in problem.hint else problem.hint
    place = f" ({problem.where})" if problem.line else ""
    return f"{problem.message[:1].upper()}{problem.message[1:]}{place}. {hint}".strip()
