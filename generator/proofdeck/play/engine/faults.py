"""Reports failures of a project's engine to its author, as problems at a line of the engine's file.

An engine that comes with Proofdeck keeps its traceback, because the mistake is ours.
"""

from __future__ import annotations

import inspect
import os
import reprlib
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

from proofdeck.ground.problems import Problem, ProofdeckError, UnknownName, counted, hint_from, listed
from proofdeck.play.engine.misuse import PROGRAM, cure, sentence
from proofdeck.play.engine.patience import EndlessCall, watched

GAMES = os.path.join(PROGRAM, "play", "games", "")  # noqa: PTH118 - with a separator at its end
NOT_OF_THE_AUTHOR = frozenset({"site-packages", "dist-packages"})

DEAL_FEWER = "Deal fewer cards, print more, or change `players:` in the head of the page."
DEAL_OUT = "`self.deal_out(..., all=False)` deals out what there is."

Made = TypeVar("Made")


class EndlessGame(Exception):  # noqa: N818 - it is not an error of the program
    """A game that does not end. The message says how long it was played."""


class Unusable(Exception):  # noqa: N818 - it is a mistake of an engine's author, told in a sentence
    """What a method of an engine returned cannot be used. file, line: of the method; hint: what to do about it."""

    def __init__(self, says: str, file: str, line: int, hint: str = "") -> None:
        super().__init__(says, file, line, hint)
        self.file, self.line = file, line
        if hint:
            self.add_note(hint)

    def __str__(self) -> str:
        return str(self.args[0])


class DeckMismatch(ProofdeckError):  # noqa: N818 - it is a mistake of an engine's author, told in a sentence
    """A deck does not fit its engine. It is told at a line of the engine, unless that comes with Proofdeck."""


class ShortDeal(DeckMismatch):
    """Too few cards. deals: (cards each, how many there are, players) for each number of players; for cards that all
    share, how many they are and 0 players.
    """

    def __init__(self, *deals: tuple[int, int, int]) -> None:
        self.deals = deals
        super().__init__(Problem("E610", "; ".join(self._sentences()), hint=DEAL_FEWER))
        self.add_note(hint_from(DEAL_FEWER, DEAL_OUT if any(deal[2] for deal in deals) else ""))

    def __reduce__(self) -> tuple[type[ShortDeal], tuple[tuple[int, int, int], ...]]:  # type: ignore[override]
        return type(self), self.deals

    def _sentences(self) -> Iterator[str]:
        for (size, there), deals in groupby(self.deals, key=itemgetter(0, 1)):
            players = [deal[2] for deal in deals if deal[2]]
            if not players:
                yield f"{counted(size, 'card')} {'is' if size == 1 else 'are'} needed, but there are {there}"
                continue
            who = f"{listed(map(str, players))} player{'' if players == [1] else 's'}"
            needed = listed(str(size * count) for count in players)
            yield f"{counted(size, 'card')} each for {who} are {needed} cards, but there are {there}"


class Misdeclared(DeckMismatch):
    """A declaration does not fit the spreadsheet. cards: its file; file, line: of the declaration."""

    def __init__(self, says: str, hint: str, cards: str | None, file: str, line: int) -> None:
        super().__init__(Problem("E610", says, cards, hint=hint))
        self._made_of = says, hint, cards, file, line
        self.file, self.line = file, line
        self.add_note(hint)

    def __reduce__(self) -> tuple[type[Misdeclared], tuple[str, str, str | None, str, int]]:  # type: ignore[override]
        return type(self), self._made_of


def usable(method: Callable[..., object], maker: str, kind: type[Made], found: object) -> Iterator[Made]:
    """What a method of an engine yielded. maker: the method that makes values of that kind. Raises Unusable."""
    for one in found if hasattr(found, "__iter__") else [found]:
        if not isinstance(one, kind):
            raise unusable(method, maker, one)
        yield one


def unusable(method: Callable[..., object], maker: str, found: object) -> Unusable:
    """The error for a method that yielded something else than what `maker` makes."""
    code = inspect.unwrap(method).__code__
    says = f"{method.__name__}() must yield what self.{maker}() makes, not {reprlib.repr(found)}"
    return Unusable(says, code.co_filename, code.co_firstlineno)


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
        except ProofdeckError as error:
            if isinstance(error, DeckMismatch) and (found := fault_of_author(error, self.folder)):
                raise ProofdeckError(found) from error
            raise
        except EndlessGame as error:
            raise ProofdeckError(self._endless(error)) from error
        except Exception as error:
            if self.ours and not isinstance(error, EndlessCall):
                raise
            raise ProofdeckError(fault_of_author(error, self.folder) or self._anywhere(error)) from error

    def watch(self) -> AbstractContextManager[None]:
        """Raise EndlessCall in a function of the engine that does not come back."""
        return watched(lambda file: (is_engine if self.ours else is_of_author)(file, self.folder))

    def _endless(self, error: EndlessGame) -> Problem:
        hint = hint_from("A game needs a rule that ends it.", *notes_of(error))
        return Problem("E645", str(error), self.page, self.line, hint=hint)

    def _anywhere(self, error: Exception) -> Problem:
        """The problem if the engine returned something unusable, while none of its own code was running."""
        if isinstance(error, EndlessCall):
            return Problem("E645", f"{error}: {place_in(error, self.folder)}", self.page, self.line, field="engine")
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
            hint = hint_from(cure(error), *notes_of(error))
            if isinstance(error, EndlessCall):
                return Problem("E645", str(error), shown, line, hint=hint)
            return Problem("E616", f"the engine fails here: {said(error)}", shown, line, hint=hint)
    return None


def place_in(error: BaseException, folder: Path) -> str:
    """`draw_up() in rules.py, line 7`: the engine's line that was running; the program's if none was."""
    frames = traceback.extract_tb(error.__traceback__)
    last = next((one for one in reversed(frames) if is_engine(one.filename, folder)), frames[-1])
    return f"{last.name}() in {Path(last.filename).name}, line {last.lineno}"


def is_engine(file: str, folder: Path) -> bool:
    """Whether the file is code of an engine: of the project in that folder, or of a shipped game."""
    return file.startswith(GAMES) or is_of_author(file, folder)


def said(error: BaseException) -> str:
    """`ZeroDivisionError: division by zero`, on one line; what has a sentence of its own, without its class."""
    if isinstance(error, DeckMismatch):
        return error.problems[0].message
    if isinstance(error, UnknownName | Unusable):
        return str(error)
    return sentence(error) or " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())


def notes_of(error: BaseException) -> list[str]:
    """Notes on how to repeat the failure."""
    return list(getattr(error, "__notes__", ()))


def _lines_of(error: BaseException) -> list[tuple[str, int | None]]:
    lines = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, Unusable | Misdeclared):
        lines.append((error.file, error.line))
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((error.filename, error.lineno))
    return lines


def is_of_author(file: Path | str, folder: Path) -> bool:
    """Whether the file is code of the project in that folder, not Proofdeck or a library installed there."""
    return lies_with_author(os.path.realpath(file), folder.resolve())


def lies_with_author(place: str, root: Path) -> bool:
    """The same for resolved paths; quick enough to call for every loaded module."""
    inside = os.path.join(root, "")  # noqa: PTH118 - paths for all of some thousand modules would take long
    if not f"{place}{os.sep}".startswith(inside) or place.startswith(PROGRAM):
        return False
    parts = place[len(inside) :].split(os.sep)  # noqa: PTH206
    generated = parts[-1].startswith("<")  # such as methods made from declarations
    return not generated and NOT_OF_THE_AUTHOR.isdisjoint(parts)
