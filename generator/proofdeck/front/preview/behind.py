"""Work that is too slow for the page itself: finding every mistake, playing the examples, making the book.

Each job runs in a process of its own that reads the project again, so an edited engine is loaded as it is now, and one
that hangs or fails does no harm.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Generic, NamedTuple, TypeVar

from proofdeck.book.accept.telling import Reviewed, review_game
from proofdeck.book.manuscript.books import proof_page
from proofdeck.front.making.check import report
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.ground.processes import move_to, origin_of_processes, starting
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.source.project.languages import in_language
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.settings import language_in

T = TypeVar("T")
LIBRARIES = (
    "jinja2",
    "markdown_it",
    "PIL.Image",
    "platformdirs",
    "pypdfium2",
    "reportlab.pdfgen.canvas",
    "uharfbuzz",
    "yaml",
)
"""What nearly every job needs, loaded once for all of them."""


class Behind:
    """Answers about the newest reading of the project; repeated questions share one answer."""

    def __init__(self, root: Path, *, trust: bool, lang: str = "") -> None:
        self._given = (root, trust, lang)
        self._lock = Lock()
        self._check: Errand[Sequence[Problem]] | None = None
        self._books: dict[str, tuple[int, Errand[bytes]]] = {}
        self._reviews: dict[str, tuple[int, Errand[Reviewed]]] = {}
        self._checked = 0
        self.known: Sequence[Problem] = ()
        """Every mistake found in the last check."""

    def check(self, number: int, done: Callable[[], None]) -> None:
        """Look for mistakes in that reading of the project, and report when they are known."""
        with self._lock:
            if self._check is not None:
                self._check.give_up()
            errand = self._check = Errand(_problems, *self._given)

        def keep() -> None:
            found = errand.answer()
            if found is not None and self._check is errand:
                self.known, self._checked = found, number
                done()

        Thread(target=keep, daemon=True).start()

    def checked(self, number: int) -> bool:
        """Whether that reading has been checked completely."""
        return self._checked == number

    def book(self, game: str, number: int) -> bytes:
        """The game's book for screens, with its proof; empty if it cannot be made. May take seconds."""
        with self._lock:
            known = self._books.get(game)
            if known is None or known[0] != number:
                if known is not None:
                    known[1].give_up()
                known = self._books[game] = (number, Errand(_book, *self._given, game))
        return known[1].answer() or b""

    def reviews(self, game: str, number: int, done: Callable[[], None]) -> Errand[Reviewed]:
        """The search for the failing examples of a game, which reports when it has ended."""
        with self._lock:
            known = self._reviews.get(game)
            if known is None or known[0] != number:
                if known is not None:
                    known[1].give_up()
                known = self._reviews[game] = (number, Errand(_reviewed, *self._given[:2], game))
                Thread(target=known[1].report, args=(done,), daemon=True).start()
        return known[1]

    def close(self) -> None:
        """Stop the jobs that are running."""
        with self._lock:
            if self._check is not None:
                self._check.give_up()
            for _, book in self._books.values():
                book.give_up()
            for _, reviews in self._reviews.values():
                reviews.give_up()


class Errand(Generic[T]):
    """One question, answered in a process of its own."""

    def __init__(self, ask: Callable[..., T], *given: object, hears: Progress | None = None) -> None:
        """hears: told how far the answer is; `ask` is then given what tells it, after all else."""
        origin = origin_of_processes(__name__, "proofdeck.book.manuscript.html", *LIBRARIES)
        self._from, to = origin.Pipe(duplex=False)
        self._process = origin.Process(target=_run, args=(dict(os.environ), to, ask, given, hears is not None))
        with starting():
            self._process.start()
        to.close()
        self._hears = hears
        self._lock = Lock()
        self._answers: list[T | None] = []

    def answer(self) -> T | None:
        """Wait for the answer; None if it was abandoned or failed."""
        with self._lock:
            if not self._answers:
                try:
                    while isinstance(found := self._from.recv(), _Told):
                        if self._hears:
                            self._hears(*found)
                    self._answers.append(found)
                except (EOFError, OSError):
                    self._answers.append(None)
                self._process.join()
            return self._answers[0]

    @property
    def has_ended(self) -> bool:
        """Whether `answer` would return at once."""
        return bool(self._answers)

    def report(self, done: Callable[[], None]) -> None:
        """Wait for the answer, and report that it is there."""
        self.answer()
        done()

    def give_up(self) -> None:
        """Stop looking for an answer."""
        with suppress(OSError, ValueError):
            self._process.terminate()


class _Told(NamedTuple):
    """How far an answer is."""

    what: str
    done: int
    of: int


def _run(
    environment: Mapping[str, str], to: Any, ask: Callable[..., object], given: tuple[object, ...], tells: bool
) -> None:
    move_to(environment)
    with suppress(BrokenPipeError):  # nobody waits any more
        to.send(ask(*given, lambda *far: to.send(_Told(*far))) if tells else ask(*given))
    to.close()


def _problems(root: Path, trust: bool, lang: str) -> Sequence[Problem]:
    try:
        return report(root, [], trust=trust, lang=lang).problems
    except ProofdeckError as error:
        return error.problems


def _reviewed(root: Path, trust: bool, game: str) -> Reviewed:
    try:
        return review_game(root, game, trust=trust)
    except ProofdeckError as error:
        return Reviewed(problems=tuple(error.problems))


def _book(root: Path, trust: bool, lang: str, name: str) -> bytes:
    try:
        project = load_project(root, Problems())
        if name not in project.games:
            return b""
        game = in_language(project, project.games[name], language_in(root, lang), Problems())
        return proof_page(project, game, trust=trust)
    except ProofdeckError:
        return b""
