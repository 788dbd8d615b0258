"""Undo and redo: each step is one write of one file, and is refused if the file is not as the step left it."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import NamedTuple

from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.ground.files import read_file, rewrite_file, write_file

MOST_STEPS = 500
"""Steps that are remembered."""


class EditStep(NamedTuple):
    """One change of one file. before: None if the step makes the file; says: what it does, such as `value of Wolf`."""

    file: Path
    before: bytes | None
    after: bytes
    says: str


class Steps:
    """What was done and can be undone, and what was undone and can be done again. Safe for several threads."""

    def __init__(self) -> None:
        self._done: list[EditStep] = []
        self._undone: list[EditStep] = []
        self._lock = Lock()

    @property
    def can_undo(self) -> str:
        """What would be undone; "" for nothing."""
        return self._done[-1].says if self._done else ""

    @property
    def can_redo(self) -> str:
        """What would be done again; "" for nothing."""
        return self._undone[-1].says if self._undone else ""

    def do(self, step: EditStep) -> None:
        """Write a step; one that changes nothing is none. What was undone before cannot be done again.

        Raises NotWrittenError if the file has changed, and ProofdeckError if it cannot be written.
        """
        with self._lock:
            if step.before == step.after:
                return
            _write(step.file, step.before, step.after)
            self._done = [*self._done[1 - MOST_STEPS :], step]
            self._undone.clear()

    def undo(self) -> str:
        """Take the last step back, and return what it was. Raises as `do` does, and NotWrittenError for no step."""
        with self._lock:
            if not self._done:
                raise NotWrittenError("There is nothing to undo.")
            step = self._done[-1]
            _write(step.file, step.after, step.before)
            self._undone.append(self._done.pop())
            return step.says

    def redo(self) -> str:
        """Do again what was undone last, and return what it was. Raises as `undo` does."""
        with self._lock:
            if not self._undone:
                raise NotWrittenError("There is nothing to do again.")
            step = self._undone[-1]
            _write(step.file, step.before, step.after)
            self._done.append(self._undone.pop())
            return step.says


def _write(file: Path, before: bytes | None, after: bytes | None) -> None:
    """None stands for a file that is not there."""
    try:
        now = read_file(file) if before is not None or file.exists() else None
    except OSError as error:
        raise NotWrittenError(f"{file.name} cannot be read: {error.strerror}. Nothing was written.") from None
    if now != before:
        raise NotWrittenError(f"{file.name} has been changed elsewhere since, so nothing was written.")
    if after is None:
        file.unlink()
    elif before is None:
        write_file(file, after)
    else:
        rewrite_file(file, after)
