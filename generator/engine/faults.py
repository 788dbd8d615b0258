"""Reports failures of a project's engine to its author, as problems at a line of the engine's file.

An engine that comes with Proofdeck keeps its traceback, because the mistake is ours.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from generator.engine.patience import EndlessCall, watched
from generator.problems import Problem, ProofdeckError, UnknownName, did_you_mean, hint_from

PROGRAM = os.path.join(Path(__file__).resolve().parents[1], "")  # noqa: PTH118 - with a separator at its end
NOT_OF_THE_AUTHOR = frozenset({"site-packages", "dist-packages"})

NO_ATTRIBUTE = re.compile(r"'(?P<owner>\w+)' object has no attribute '(?P<name>\w+)'")


class EndlessGame(Exception):  # noqa: N818 - it is not an error of the program
    """A game that does not end. The message says how long it was played."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of an engine: its module, the page and line that name it, the folder of the project.

    ours: whether it comes with Proofdeck.
    """

    module: str
    page: str
    line: int
    folder: Path
    ours: bool

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Turn any failure in the author's engine, or a game or call without an end, into ProofdeckError."""
        try:
            with self.watch():
                yield
        except ProofdeckError:
            raise
        except EndlessGame as error:
            raise ProofdeckError(self._endless(error)) from error
        except Exception as error:
            if self.ours:
                raise
            raise ProofdeckError(fault_of_author(error, self.folder) or self._anywhere(error)) from error

    def watch(self) -> AbstractContextManager[None]:
        """Raise EndlessCall in a function of the author that does not come back."""
        return nullcontext() if self.ours else watched(self._outermost)

    def _outermost(self, frame: FrameType | None) -> FrameType | None:
        """The call of the author's code from which all others come."""
        found = None
        while frame is not None:
            found = frame if is_of_author(Path(frame.f_code.co_filename), self.folder) else found
            frame = frame.f_back
        return found

    def _endless(self, error: EndlessGame) -> Problem:
        hint = hint_from("A game needs a rule that ends it.", *notes_of(error))
        return Problem("E645", str(error), self.page, self.line, hint=hint)

    def _anywhere(self, error: Exception) -> Problem:
        """The problem if the engine returned something unusable, while none of its own code was running."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        whose = "Proofdeck's " if Path(last.filename).is_relative_to(PROGRAM) else ""
        place = f"{whose}{Path(last.filename).name}, line {last.lineno}"
        message = f"the engine '{self.module}' returned something unusable: {said(error)} ({place})"
        hint = hint_from("Look at what the engine returned, or left on the table.", *notes_of(error))
        return Problem("E616", message, self.page, self.line, field="engine", hint=hint)


def fault_of_author(error: BaseException, folder: Path) -> Problem | None:
    """The problem at the last line of the project's code that was running; None if none of it was."""
    for file, line in reversed(_lines_of(error)):
        if is_of_author(Path(file), folder):
            shown = Path(file).resolve().relative_to(folder.resolve()).as_posix()
            hint = hint_from(_undeclared(error), *notes_of(error))
            if isinstance(error, EndlessCall):
                return Problem("E645", str(error), shown, line, hint=hint)
            return Problem("E616", f"the engine fails here: {said(error)}", shown, line, hint=hint)
    return None


def _undeclared(error: BaseException) -> str:
    """What to do about an attribute that a table of the kit does not have; "" for other errors."""
    from generator.engine.kit.table import Table

    found = NO_ATTRIBUTE.match(str(error)) if isinstance(error, AttributeError) else None
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if found is None or not frames:
        return ""
    owner, missing = found["owner"], found["name"]
    for one in frames[-1].f_locals.values():
        if isinstance(one, Table) and type(one).__name__ == owner and not hasattr(one, missing):
            near = did_you_mean(missing, (name for name in dir(one) if not name.startswith("_")))
            return hint_from(near, f"To remember it, declare `{missing} = fact(0)`, or use `secret` or `internal`.")
    return ""


def said(error: BaseException) -> str:
    """`ZeroDivisionError: division by zero`, on one line; an unknown name without that of its class."""
    if isinstance(error, UnknownName):
        return str(error)
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())


def notes_of(error: BaseException) -> list[str]:
    """Notes on how to repeat the failure."""
    return list(getattr(error, "__notes__", ()))


def _lines_of(error: BaseException) -> list[tuple[str, int | None]]:
    lines = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((error.filename, error.lineno))
    return lines


def is_of_author(file: Path, folder: Path) -> bool:
    """Whether the file is code of the project in that folder, not Proofdeck or a library installed there."""
    return lies_with_author(os.path.realpath(file), folder.resolve())


def lies_with_author(place: str, root: Path) -> bool:
    """The same for resolved paths; quick enough to call for every loaded module."""
    inside = os.path.join(root, "")  # noqa: PTH118 - paths for all of some thousand modules would take long
    if not f"{place}{os.sep}".startswith(inside) or place.startswith(PROGRAM):
        return False
    *folders, name = place[len(inside) :].split(os.sep)  # noqa: PTH206
    generated = name.startswith("<")  # such as methods made from declarations
    return not generated and NOT_OF_THE_AUTHOR.isdisjoint(folders)
