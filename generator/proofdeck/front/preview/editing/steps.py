"""Undo and redo: each step is one write of a few files, and is refused if one is not as the step left it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from proofdeck.front.preview.editing.history import MOST_STEPS, DoneTogether, EditStep, History
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.ground.files import read_file, rewrite_file, write_file
from proofdeck.ground.problems import ProofdeckError


class Steps:
    """What was done and can be undone, and what was undone and can be done again. Safe for several threads."""

    def __init__(self, history: History | None = None) -> None:
        """history: of earlier runs, which goes on; None to begin without one and keep none."""
        self._history, self._lock = history, Lock()
        self._done, self._undone = history.read() if history else ([], list[DoneTogether]())

    @property
    def can_undo(self) -> str:
        """What would be undone; "" for nothing."""
        return self._done[-1].steps[-1].says if self._done else ""

    @property
    def can_redo(self) -> str:
        """What would be done again; "" for nothing."""
        return self._undone[-1].steps[-1].says if self._undone else ""

    def do(self, *steps: EditStep) -> None:
        """Write steps that are taken back together; one that changes nothing is none. What was undone cannot be redone.

        Raises NotWrittenError if a file has changed, and ProofdeckError if one cannot be written; then none is.
        """
        with self._lock:
            if together := tuple(step for step in steps if step.before != step.after):
                _write(together)
                number = self._history.add(together) if self._history else 0
                self._done = [*self._done[1 - MOST_STEPS :], DoneTogether(number, together)]
                self._undone.clear()

    def undo(self) -> str:
        """Take the last step back, and return what it was. Raises as `do` does, and NotWrittenError for no step."""
        with self._lock:
            if not self._done:
                raise NotWrittenError("There is nothing to undo.")
            _write([_back(step) for step in reversed(self._done[-1].steps)])
            self._move(self._done, self._undone)
            return self.can_redo

    def redo(self) -> str:
        """Do again what was undone last, and return what it was. Raises as `undo` does."""
        with self._lock:
            if not self._undone:
                raise NotWrittenError("There is nothing to do again.")
            _write(self._undone[-1].steps)
            self._move(self._undone, self._done)
            return self.can_undo

    def _move(self, old: list[DoneTogether], new: list[DoneTogether]) -> None:
        new.append(old.pop())
        if self._history:
            self._history.set_undone(new[-1].number, new is self._undone)


def _back(step: EditStep) -> EditStep:
    """The step that takes it back."""
    return step._replace(before=step.after, after=step.before)


def _write(steps: Sequence[EditStep]) -> None:
    """Write all of them, or none if one cannot be written."""
    for at, step in enumerate(steps):
        try:
            _write_file(step.file, step.before, step.after)
        except (NotWrittenError, ProofdeckError, OSError):
            for done in reversed(steps[:at]):
                _write_file(done.file, done.after, done.before)
            raise


def _write_file(file: Path, before: bytes | None, after: bytes | None) -> None:
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
