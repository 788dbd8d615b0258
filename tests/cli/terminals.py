"""A real terminal for the tests: a process that believes somebody sits there, and the screen that they would see."""

from __future__ import annotations

import os
import pty
import re
import signal
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pexpect
import pyte
from cli.commands import PATIENCE, Forked, surroundings
from pexpect.fdpexpect import fdspawn

ROWS, COLUMNS = 160, 100
QUIET = 0.02
"""s without a letter after which a program that asks seems to wait."""
ASKING = re.compile(r":(\s|$)")
CTRL_A, CTRL_C, CTRL_D, CTRL_K, TAB = "\x01", "\x03", "\x04", "\x0b", "\t"


class EndedError(AssertionError):
    """The command has ended where it should have asked."""


class Terminal:
    """One command at a terminal. Use it in `with`: what still runs at the end is ended."""

    def __init__(self, root: Path, *words: str, columns: int = COLUMNS, rows: int = ROWS, **environment: str) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        settings: Any = surroundings(TERM="xterm", NO_COLOR="1", **environment)
        del settings["COLUMNS"]
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (rows, columns))
        self._command = Forked(root, list(words), settings, [os.ttyname(theirs)])
        os.close(theirs)
        self._code: int | None = None
        self._process = fdspawn(ours, encoding="utf-8")
        self._process.delaybeforesend = None
        self._answered = -1
        self._screen.write_process_input = self._process.send  # type: ignore[method-assign]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> int:
        """Its exit code; what still runs is killed."""
        if self._code is None:
            with suppress(ProcessLookupError):
                os.killpg(self._command.pid, signal.SIGKILL)
            self._code = self._command.ended()
            self._process.close()
        return self._code

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, without the empty lines at its end and without the line at its foot."""
        shown = [self._line(row) for row in range(self._screen.lines - 1)]
        while shown and not shown[-1]:
            shown.pop()
        return shown

    def _line(self, row: int, columns: int | None = None) -> str:
        """One line of the screen without the blanks at its end; `display` would draw every cell of all of them."""
        cells = self._screen.buffer[row]
        width = max(cells, default=-1) + 1 if columns is None else columns
        return "".join(cells[column].data for column in range(width)).rstrip()

    @property
    def _row(self) -> int:
        return int(self._screen.cursor.y)

    @property
    def above(self) -> list[str]:
        """The lines above the one in which the cursor stands."""
        return self.lines[: self._row]

    @property
    def asked(self) -> str:
        """The line in which the cursor stands, up to it."""
        return self._line(self._row, self._screen.cursor.x)

    def wait(self) -> str:
        """Until it asks below the last answer; the line in which it does. Fails when the command ends first."""
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            if not self._read():
                raise EndedError(self.text)
            if self._row > self._answered and ASKING.search(self.asked) and not self._read_more():
                return self.asked
        raise AssertionError(f"nothing was asked:\n{self.text}")

    def is_asking(self) -> bool:
        """Until it asks for something or has ended; whether it asks."""
        try:
            self.wait()
        except EndedError:
            return False
        return True

    def wait_for(self, text: str) -> None:
        """Until that stands on the screen."""
        give_up = time.monotonic() + PATIENCE
        while text not in self.text:
            assert time.monotonic() < give_up, f"'{text}' does not come:\n{self.text}"
            assert self._read(), f"the command has ended:\n{self.text}"

    def wait_for_foot(self, text: str) -> None:
        """Until that stands at the foot of the screen, whatever the spaces."""
        give_up = time.monotonic() + PATIENCE
        while self._line(self._screen.lines - 1).split() != text.split():
            assert time.monotonic() < give_up, f"at the foot stands '{self._line(self._screen.lines - 1).strip()}'"
            assert self._read(), f"the command has ended:\n{self.text}"

    def says(self, text: str, *, instead: bool = False) -> None:
        """Wait for a question and type an answer with Enter. instead: what stands there already is deleted before."""
        asked = self.wait()
        self._answered = self._row + (0 if instead else len(f"{asked} {text}") // self._screen.columns)
        self._process.send(f"{CTRL_A + CTRL_K if instead else ''}{text}\r")

    def presses(self, keys: str) -> None:
        """Wait for a question and type just that."""
        self.wait()
        self._process.send(keys)

    def ends(self) -> int:
        """Until the command has ended; its exit code."""
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up and self._read():
            pass
        code = self._end()
        assert code >= 0, f"it did not end:\n{self.text}"
        return code

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def _read(self) -> bool:
        """Show what has come; False once nothing can come any more."""
        try:
            self._stream.feed(self._process.read_nonblocking(65_536, QUIET))
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        return True

    def _read_more(self) -> bool:
        """Whether something came although it seemed to wait; also when only the cursor was moved."""
        before = (self.lines, self._row, self.asked)
        self._read()
        return before != (self.lines, self._row, self.asked)


def can_run() -> bool:
    """Whether this system has terminals of the kind that the tests need."""
    return sys.platform != "win32"
