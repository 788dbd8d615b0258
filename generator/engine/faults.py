"""What fails in an engine of the project, told to its author as a problem at a line of the engine's file.

An engine that comes with Proofdeck keeps its traceback: a fault there is ours to mend.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from generator.problems import Problem, ProofdeckError, hint_from

PROGRAM = Path(__file__).resolve().parents[1]
NOT_OF_THE_AUTHOR = frozenset({"site-packages", "dist-packages"})


class EndlessGame(Exception):  # noqa: N818 - it is no error of the program
    """A game that went on for longer than anybody waits. The message says how long that was."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an engine comes from: its module, the page that names it on that line, the folder of the project.

    ours: whether it comes with Proofdeck.
    """

    module: str
    page: str
    line: int
    folder: Path
    ours: bool

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Raise ProofdeckError in place of anything that fails in the author's engine, and of a game without an end."""
        try:
            yield
        except ProofdeckError:
            raise
        except EndlessGame as error:
            raise ProofdeckError(self._endless(error)) from error
        except Exception as error:
            if self.ours:
                raise
            raise ProofdeckError(fault_of_author(error, self.folder) or self._anywhere(error)) from error

    def _endless(self, error: EndlessGame) -> Problem:
        hint = hint_from("A game needs a rule that ends it.", *notes_of(error))
        return Problem("E645", str(error), self.page, self.line, hint=hint)

    def _anywhere(self, error: Exception) -> Problem:
        """For an engine that gave what Proofdeck cannot use: no line of the author was running."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}, line {last.lineno}"
        message = f"what the engine '{self.module}' gave cannot be used: {said(error)} ({place})"
        return Problem("E616", message, self.page, self.line, field="engine", hint=hint_from(*notes_of(error)))


def fault_of_author(error: BaseException, folder: Path) -> Problem | None:
    """The problem at the last line of the project's code that was running; None when none of it was."""
    for file, line in reversed(_lines_of(error)):
        if is_of_author(Path(file), folder):
            shown = Path(file).resolve().relative_to(folder.resolve()).as_posix()
            return Problem(
                "E616", f"the engine fails here: {said(error)}", shown, line, hint=hint_from(*notes_of(error))
            )
    return None


def said(error: BaseException) -> str:
    """`ZeroDivisionError: division by zero`, on one line."""
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())


def notes_of(error: BaseException) -> list[str]:
    """What was noted on the way: how to get there again."""
    return list(getattr(error, "__notes__", ()))


def _lines_of(error: BaseException) -> list[tuple[str, int | None]]:
    lines = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((error.filename, error.lineno))
    return lines


def is_of_author(file: Path, folder: Path) -> bool:
    """Whether that file is code of the project in that folder: neither Proofdeck nor a library installed in there."""
    return lies_with_author(os.path.realpath(file), folder.resolve())


def lies_with_author(place: str, root: Path) -> bool:
    """The same by where both really lie, quick enough to be asked of every module that is loaded."""
    path = Path(place) if place.startswith(str(root)) else None
    if path is None or path.name.startswith("<"):  # code that was made, such as the methods of a table that is declared
        return False
    if not path.is_relative_to(root) or path.is_relative_to(PROGRAM):
        return False
    return NOT_OF_THE_AUTHOR.isdisjoint(path.relative_to(root).parts)
