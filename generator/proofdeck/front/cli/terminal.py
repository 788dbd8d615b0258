"""How problems, results and progress look on a terminal, and the exit codes of commands."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from functools import partial
from pathlib import Path
from threading import Lock, Timer
from typing import Annotated, Any, Literal, NoReturn, Self, TextIO

import typer

from proofdeck.front.cli import completing
from proofdeck.front.cli.folders import project_of
from proofdeck.front.cli.plain import plain, plain_json, plain_problem, say
from proofdeck.front.cli.screen import cells, fitted, width_of
from proofdeck.ground.flags import Flag
from proofdeck.ground.problems import Problem, ProofdeckError, counted, has_errors, in_reading_order, to_json
from proofdeck.play.engine.patience import EndlessCall, watched

Format = Literal["full", "concise", "json", "github"]


def moment() -> str:
    """The current time for people: `2026-11-22 14:30`."""
    from datetime import datetime

    return datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")


ProjectFolder = Annotated[
    Path,
    typer.Option("-C", "--project", help="The project folder.", metavar="DIR", show_default=False, callback=project_of),
]
GameNames = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", help="Games; all by default.", autocompletion=completing.games),
]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="[GAME]",
        help="The game, as named in the spreadsheet; may be left out if it is the only one.",
        show_default=False,
        autocompletion=completing.games,
    ),
]
"""The game that a command is about. What is left out is the only game of the project."""
AsJson = Annotated[bool, Flag("Print one JSON object for programs.", typed=("--json",))]


class ExitCode(IntEnum):
    """The exit codes of commands."""

    FINE = 0
    PROBLEMS = 1
    USAGE = 2
    INTERRUPTED = 130


@contextmanager
def guarded(style: Format = "full", root: Path | None = None) -> Iterator[None]:
    """Turn a user's mistake, or Ctrl-C, into a message and an exit code. Other errors keep their traceback."""
    try:
        with as_mistakes(root):
            yield
    except ProofdeckError as error:
        _end(error.problems, style, root, ExitCode.USAGE)
    except typer.Exit:
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(ExitCode.FINE) from None
    except BaseException as error:
        if not _is_interrupt(error):
            raise
        say("interrupted", err=True)
        raise typer.Exit(ExitCode.INTERRUPTED) from None


@contextmanager
def as_mistakes(root: Path | None) -> Iterator[None]:
    """Turn what the system refuses, and what fails in the project's own code, into a ProofdeckError."""
    try:
        with watched(partial(_is_engine, root or Path())):
            yield
    except (ProofdeckError, typer.Exit, BrokenPipeError):
        raise
    except OSError as error:
        if error.filename is None:
            raise
        raise ProofdeckError(_refused(error)) from error
    except BaseException as error:
        problem = None if root is None or _is_interrupt(error) else _of_author(error, root)
        if problem is None:
            raise
        raise ProofdeckError(problem) from error


def _is_engine(root: Path, file: str) -> bool:
    from proofdeck.play.engine.faults import is_engine

    return is_engine(file, root)


def _of_author(error: BaseException, root: Path) -> Problem | None:
    """The problem, if the project's own code failed."""
    from proofdeck.play.engine.faults import fault_of_author, place_in

    found = fault_of_author(error, root)
    return found or (Problem("E645", f"{error}: {place_in(error, root)}") if isinstance(error, EndlessCall) else None)


def _refused(error: OSError) -> Problem:
    """A problem for what the system reports about a file or folder."""
    if isinstance(error, PermissionError):
        return Problem("E510", f"no permission to use '{error.filename}'", hint="Check its permissions.")
    return Problem("E510", f"'{error.filename}' cannot be used: {error.strerror}", hint="Choose another place.")


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether this is Ctrl-C, or an error that a library with a bare `except:` raised because of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def style_of(as_json: bool) -> Format:
    """The style in which problems are shown, with or without --json."""
    return "json" if as_json else "full"


def refuse(problems: Iterable[Problem], file: Path, *, as_json: bool) -> NoReturn:
    """Show problems in something the user wrote, and end the command. file: where it is."""
    _end(in_reading_order(problems), style_of(as_json), file.parent, ExitCode.PROBLEMS)


def _end(problems: Iterable[Problem], style: Format, root: Path | None, code: ExitCode) -> NoReturn:
    """Show problems in place of an answer, and end the command."""
    show_problems(problems, style, root, sys.stdout if style == "json" else sys.stderr)
    raise typer.Exit(code) from None


def print_object(found: Mapping[str, object]) -> None:
    """Print an object as JSON for programs."""
    print_json(json.dumps(found, ensure_ascii=False, indent=2))


def print_json(text: str) -> None:
    """Print any JSON unchanged except for hidden characters."""
    typer.echo(plain_json(text))


def exit_code(problems: Iterable[Problem]) -> ExitCode:
    return ExitCode.PROBLEMS if has_errors(problems) else ExitCode.FINE


def show_problems(problems: Iterable[Problem], style: Format, root: Path | None, stream: TextIO) -> None:
    """Print all problems in the order given."""
    rows = list(problems)
    if style == "json":
        stream.write(plain_json(to_json(rows)) + "\n")
        return
    line = {"full": _full, "concise": _concise, "github": _github}[style]
    sources, width = _Sources(root), None if style == "github" else width_of(stream)
    lines = [line(problem, sources, Colours(stream)) for problem in rows]
    if rows and style == "full":
        errors = sum(problem.is_error for problem in rows)
        told = f"{counted(errors, 'error')}, {counted(len(rows) - errors, 'warning')}."
        lines.append(f"{told} For more, run `proofdeck explain {rows[0].code}`.")
    stream.writelines(f"{fitted(words, width)}\n" for words in lines)


def warn(problems: Iterable[Problem], root: Path | None) -> None:
    """Show problems besides an answer, which may be JSON on standard output."""
    show_problems(problems, "full", root, sys.stderr)


class Colours:
    """Colours, where the terminal supports them, around plain text. stream: where it is shown."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._on = stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"

    def __call__(self, code: str, words: str) -> str:
        shown = plain(words)
        return f"\x1b[{code}m{shown}\x1b[0m" if self._on else shown


class _Sources:
    """Lines of the user's files, to show with a problem."""

    def __init__(self, root: Path | None) -> None:
        self._root = root
        self._lines: dict[str, list[str]] = {}

    def line(self, problem: Problem) -> str | None:
        if self._root is None or problem.file is None or problem.line is None:
            return None
        if problem.file not in self._lines:
            self._lines[problem.file] = self._read(self._root / problem.file)
        lines = self._lines[problem.file]
        return lines[problem.line - 1] if problem.line <= len(lines) else None

    @staticmethod
    def _read(path: Path) -> list[str]:
        if path.suffix not in {".csv", ".tsv", ".toml", ".md"}:
            return []
        try:
            return path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")
        except OSError:
            return []


WIDTH_OF_EXCERPT = 100


def _full(told: Problem, sources: _Sources, colours: Colours) -> str:
    problem = plain_problem(told)
    kind = colours("31;1", problem.code) if problem.is_error else colours("33;1", problem.code)
    head = f"{colours('1', problem.where)} {kind} {problem.message}" if problem.where else f"{kind} {problem.message}"
    lines = [head]
    source = sources.line(told)
    if source is not None and source.strip():
        lines += _excerpt(source, problem.line or 1, problem.column, colours)
    if problem.hint:
        lines.append(f"    {colours('36', problem.hint)}")
    return "\n".join(lines)


def _excerpt(source: str, line: int, column: int | None, colours: Colours) -> list[str]:
    """The line, or the part of it around the column that the terminal has room for, with a marker below."""
    number = f"{line:>6} | "
    width = min(WIDTH_OF_EXCERPT, (width_of(colours.stream) or WIDTH_OF_EXCERPT + len(number) + 2) - len(number) - 2)
    width = width if cells(source) == len(source) else width // 2
    start = max(0, (column or 1) - 1 - width // 2) if len(source) > width else 0
    part = "".join(letter if letter.isprintable() else " " for letter in source[start : start + width])
    lead = "…" if start else ""
    shown = [colours("2", f"{number}{lead}{part}{'…' if start + width < len(source) else ''}")]
    if column is not None and 0 <= (before := column - 1 - start) <= len(part):
        shown.append(f"{' ' * (len(number) + len(lead) + cells(part[:before]))}{colours('31;1', '^')}")
    return shown


def _concise(told: Problem, _: _Sources, __: Colours) -> str:
    problem = plain_problem(told)
    return (
        f"{problem.where}: {problem.code} {problem.message}" if problem.where else f"{problem.code} {problem.message}"
    )


def _github(told: Problem, _: _Sources, __: Colours) -> str:
    problem = plain_problem(told)
    places = {"file": problem.file, "line": problem.line, "col": problem.column, "title": problem.code}
    rows = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in places.items() if value is not None)
    words = " ".join(part for part in (problem.message, problem.hint) if part)
    return f"::{'error' if problem.is_error else 'warning'} {rows}::{_escaped(words)}"


def _escaped(words: str, also: str = "") -> str:
    for letter in "%\r\n" + also:
        words = words.replace(letter, f"%{ord(letter):02X}")
    return words


SILENCE = 2.0
"""Seconds after which something moves, even if nobody has told how much is done."""
WORKING = "working"


class ProgressBar:
    """Progress bars on a terminal, nothing elsewhere; something moves whenever the block takes long.

    Their library is loaded only when there is something to show.
    """

    def __init__(self, wanted: bool = True) -> None:
        self._wanted = wanted and sys.stderr.isatty()
        self._bar: Any = None
        self._tasks: dict[str, Any] = {}
        self._lock = Lock()
        self._alarm = Timer(SILENCE, self, (WORKING, 0, 0))
        self._alarm.daemon = True

    def __call__(self, what: str, done: int, of: int) -> None:
        if not self._wanted:
            return
        with self._lock:
            if self._bar is None:
                self._bar = _bars()
                self._tasks[WORKING] = self._bar.add_task(WORKING, total=None, of="", visible=what == WORKING)
                self._bar.start()
            if what not in self._tasks:
                self._tasks[what] = self._bar.add_task(plain(what), total=of, of="")
            if of:
                self._bar.update(self._tasks[what], completed=done, visible=done < of, of=f"{done}/{of}")
            is_idle = not any(task.visible for task in self._bar.tasks if task.total is not None)
            self._bar.update(self._tasks[WORKING], visible=is_idle)

    def __enter__(self) -> Self:
        if self._wanted:
            self._alarm.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._alarm.cancel()
        with self._lock:
            self._wanted = False
            if self._bar is not None:
                self._bar.stop()


def _bars() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    name, count = TextColumn("{task.description}", markup=False), TextColumn("{task.fields[of]}", markup=False)
    columns = SpinnerColumn("line"), name, BarColumn(), count, TimeElapsedColumn(), TimeRemainingColumn(compact=True)
    return Progress(*columns, console=Console(stderr=True), transient=True)


def is_terminal() -> bool:
    """Whether there is a terminal, so that questions can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def lines_of(words: str) -> str:
    """Text from the command line as it would be in a file, with `;` between lines."""
    return "\n".join(part.strip() for part in words.split(";"))


MOST_BYTES = 400_001
"""The largest table in bytes; no real one is larger."""


def read_text(file: Path, most: int = MOST_BYTES) -> tuple[str, str]:
    """A text and its name in problems; `-` is standard input. Raises ProofdeckError if there is no such file."""
    if str(file) == "-":
        if sys.stdin.isatty():
            say("Type the table, then press Ctrl-D on an empty line:", err=True)
        return "table", sys.stdin.buffer.read(most).decode("utf-8-sig", "replace")
    try:
        with file.open("rb") as opened:
            return str(file), opened.read(most).decode("utf-8-sig", "replace")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ProofdeckError(Problem("E705", f"'{file}' cannot be read: {why}")) from None


def shown(path: Path) -> str:
    """The path as the user would write it from the current folder."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
