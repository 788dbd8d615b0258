"""A project that is open: it answers questions, and an answer remembers by itself what it was made of.

A question is a function of an open project and of small keys:

    @question(kept=VALUE)
    def face(project: Workspace, game: str, side: str, card: str) -> Face:
        return lay_out(template_of(project, game, side), cells(project, game, card))

It reads files only through the project, and other questions by calling them. All of that is noted while it runs. When
it is asked again, its answer stands if everything that it read is as it was, checked in the order of reading. A
question among these may have to be answered again and come out the same; then the answer stands as well. Nobody
composes a key, so no key can forget anything. (Mokhov, Mitchell and Peyton Jones, "Build Systems à la Carte", 2018,
call this verifying traces with early cutoff.)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from generator.files import Signature, files_below, signature
from generator.problems import Problem, Problems
from generator.workspace.answers import Answer, Asked, Asking, Input, Raised, Read, digest_of, hashed
from generator.workspace.store import Store

P = ParamSpec("P")
T = TypeVar("T")
MISSING = b""
"""The digest of a file that is not there."""
TICK = 20_000_000
"""Nanoseconds by which the time of a file may be behind the clock; a younger file may still change unnoticed."""


class Kept(Enum):
    """How long an answer is remembered: while the project is open, or its value or only its digest for later runs.

    Only a digest is kept of what is written elsewhere anyway, such as the bytes of a PDF.
    """

    WHILE_OPEN = auto()
    VALUE = auto()
    DIGEST = auto()


class Question(NamedTuple):
    """How a question is answered."""

    answer: Callable[..., Any]
    kept: Kept


QUESTIONS: dict[str, Question] = {}


class CycleError(RuntimeError):
    """A question needs its own answer."""


def question(
    kept: Kept = Kept.WHILE_OPEN,
) -> Callable[[Callable[Concatenate[Workspace, P], T]], Callable[Concatenate[Workspace, P], T]]:
    """Make a function of an open project a question, which is called like the function."""

    def decorated(answer: Callable[Concatenate[Workspace, P], T]) -> Callable[Concatenate[Workspace, P], T]:
        name = f"{answer.__module__}.{answer.__qualname__}"
        QUESTIONS[name] = Question(answer, kept)

        @wraps(answer)
        def ask(project: Workspace, /, *key: P.args, **none: P.kwargs) -> T:
            assert not none, "the keys of a question have places, not names"
            return project.ask(Asked(name, key))  # type: ignore[no-any-return]

        return ask

    return decorated


class Workspace:
    """An open project: its files as they were when they were last looked at, and all that follows from them.

    Safe for several threads, which answer one after the other.
    """

    def __init__(self, root: Path, store: Store | None = None, **settings: object) -> None:
        """store: where answers are kept between runs, by default nowhere; settings: what questions may ask for."""
        self.root = root.resolve()
        self.answered = 0
        """How many questions had to be answered, for tests."""
        self._store = store or Store(None)
        self._settings = settings
        self._lock = RLock()
        self._stack: list[Asking] = []
        self._answers: dict[Asked, Answer[Any]] = {}
        self._standing: set[Asked] = set()
        self._inputs: dict[Input, bytes] = {}

    # -- what questions read -------------------------------------------------------------------------------------------

    def read(self, path: Path) -> bytes | None:
        """What is in a file; None if there is none."""
        read = Input("file", str(path))
        before = signature(path)
        try:
            data = path.read_bytes()
        except OSError:
            self._note(read, MISSING)
            return None
        digest = hashed(data)
        self._note(read, digest)
        self._keep_file(path, before, digest)
        return data

    def is_file(self, path: Path) -> bool:
        """Whether there is such a file, whatever is in it."""
        return bool(self._look(Input("there", str(path))))

    def names(self, folder: Path) -> list[str]:
        """The names of what is in a folder, sorted; none if there is no such folder."""
        found = _names(folder)
        self._note(Input("names", str(folder)), digest_of(found))
        return found

    def tree(self, folder: Path) -> list[Path]:
        """Every file in a folder and those in it, but for hidden ones, which is noted with what they say."""
        found = files_below(folder)
        self._note(Input("tree", str(folder)), _digest_of_tree(found))
        return found

    def setting(self, name: str) -> Any:
        """What the project was opened with."""
        self._look(Input("setting", name))
        return self._settings.get(name)

    def report(self, problem: Problem) -> None:
        """Tell everybody who asks the question that is being answered what is wrong."""
        self._stack[-1].problems.append(problem)

    def collector(self) -> Problems:
        """A collector for that question: whatever is added to it is reported."""
        return _Reported(self)

    # -- questions -----------------------------------------------------------------------------------------------------

    def ask(self, asked: Asked) -> Any:
        """The answer of a question, found or made. Raises what the question raises."""
        with self._lock:
            answer = self._answer(asked)
            if not answer.is_whole:
                answer = self._with_value(asked, answer)
            self._note(asked, answer.digest)
        if isinstance(answer.value, Raised):
            raise answer.value.error.with_traceback(None)
        return answer.value

    def digest(self, asked: Asked) -> bytes:
        """The digest of the answer, for which the answer itself is not needed."""
        with self._lock:
            answer = self._answer(asked)
            self._note(asked, answer.digest)
            return answer.digest

    def summary(self, asked: Asked) -> Answer[None]:
        """What is behind an answer: all problems and all inputs, each once, in the order in which they were met.

        As long as no input has changed, this looks at nothing else.
        """
        summed = Asked(f"all behind {asked.question}", asked.key)
        with self._lock:
            known = self._answers.get(summed) or self._store.trace(summed)
            if known is None or not self._stands(known):
                known, is_sound = self._summed(asked)
                if is_sound and QUESTIONS[asked.question].kept is not Kept.WHILE_OPEN:
                    self._store.keep(summed, known, with_value=False)
            self._answers[summed] = known
            return known

    def look_again(self) -> None:
        """Look at files anew. An answer stands until it is asked for and something that it read is different."""
        with self._lock:
            self._inputs.clear()
            self._standing.clear()

    def save(self) -> None:
        """Keep the answers of this run for the next one."""
        with self._lock:
            self._store.save()

    def close(self) -> None:
        """Save, and let go of the store."""
        self.save()
        self._store.close()

    # -- how they are answered -----------------------------------------------------------------------------------------

    def _answer(self, asked: Asked) -> Answer[Any]:
        """An answer that stands; perhaps without its value."""
        known = self._answers.get(asked)
        if known is not None and asked in self._standing:
            return known
        if any(asking.asked == asked for asking in self._stack):
            raise CycleError(" needs ".join(str(one.asked) for one in self._stack) + f" needs {asked}")
        if known is None and QUESTIONS[asked.question].kept is not Kept.WHILE_OPEN:
            known = self._store.trace(asked)
        if known is None or not self._stands(known):
            known = self._answered(asked)
        self._answers[asked] = known
        self._standing.add(asked)
        return known

    def _stands(self, answer: Answer[Any]) -> bool:
        """Whether everything that it read is as it was. Later reads may depend on earlier ones, so order matters."""
        return all(self._now(read) == then for read, then in answer.reads.items())

    def _now(self, read: Read) -> bytes:
        if isinstance(read, Asked):
            return self._answer(read).digest if read.question in QUESTIONS else MISSING
        return self._input(read)

    def _answered(self, asked: Asked) -> Answer[Any]:
        """Answer it now."""
        self.answered += 1
        answer, kept = QUESTIONS[asked.question]
        asking = Asking(asked)
        self._stack.append(asking)
        value: Any
        try:
            value = answer(self, *asked.key)
        except CycleError:
            raise
        except Exception as error:  # noqa: BLE001 - whoever catches it has read what it came from
            value = Raised(error)
        finally:
            self._stack.pop()
        told = repr(value) if isinstance(value, Raised) else value
        found = Answer(digest_of(told), asking.reads, tuple(asking.problems), value)
        if kept is not Kept.WHILE_OPEN and not isinstance(value, Raised):
            self._store.keep(asked, found, with_value=kept is Kept.VALUE)
        return found

    def _with_value(self, asked: Asked, answer: Answer[Any]) -> Answer[Any]:
        """The same with its value: as it was kept, or made again."""
        kept = self._store.value(asked)
        if kept is not None:
            answer.value, answer.is_whole = kept[0], True
            return answer
        again = self._answers[asked] = self._answered(asked)
        return again

    def _summed(self, asked: Asked) -> tuple[Answer[None], bool]:
        """What is behind an answer, and whether each input was the same for all who read it."""
        digest, behind = self._answer(asked).digest, list(self._behind(asked, set()))
        inputs: dict[Read, bytes] = {}
        is_sound = True
        for one in behind:
            for read, then in one.reads.items():
                if isinstance(read, Input):
                    is_sound = is_sound and inputs.setdefault(read, then) == then
        problems = dict.fromkeys(problem for one in behind for problem in one.problems)
        return Answer(digest, inputs, tuple(problems), None, is_whole=False), is_sound

    def _behind(self, asked: Asked, met: set[Asked]) -> Iterator[Answer[Any]]:
        """The answers that an answer was made of, and then that answer; each once."""
        if asked not in met:
            met.add(asked)
            answer = self._answer(asked)
            for read in answer.reads:
                if isinstance(read, Asked):
                    yield from self._behind(read, met)
            yield answer

    # -- inputs --------------------------------------------------------------------------------------------------------

    def _note(self, read: Read, digest: bytes) -> None:
        """Write down what the question that is being answered has read, as it was when it was read first."""
        if self._stack:
            self._stack[-1].reads.setdefault(read, digest)
        if isinstance(read, Input):
            self._inputs.setdefault(read, digest)

    def _look(self, read: Input) -> bytes:
        digest = self._input(read)
        self._note(read, digest)
        return digest

    def _input(self, read: Input) -> bytes:
        """The digest of an input, looked at once between two calls of `look_again`."""
        if read not in self._inputs:
            self._inputs[read] = self._seen(read)
        return self._inputs[read]

    def _seen(self, read: Input) -> bytes:
        kind, name = read
        if kind == "setting":
            return digest_of(self._settings.get(name))
        path = Path(name)
        if kind == "there":
            return b"there" if signature(path) and path.is_file() else MISSING
        if kind == "names":
            return digest_of(_names(path))
        if kind == "tree":
            return _digest_of_tree(files_below(path))
        return self._digest_of_file(path)

    def _digest_of_file(self, path: Path) -> bytes:
        """Without reading it, if it has not been touched since it was read last."""
        before = signature(path)
        if before is None:
            return MISSING
        known = self._store.digest_of_file(str(path), before)
        if known is None:
            try:
                known = hashed(path.read_bytes())
            except OSError:
                return MISSING
            self._keep_file(path, before, known)
        return known

    def _keep_file(self, path: Path, before: Signature | None, digest: bytes) -> None:
        """Remember the digest of an old file; one that is written just now may change without another signature."""
        if before is not None and max(before[1:]) < time.time_ns() - TICK and before == signature(path):
            self._store.keep_file(str(path), before, digest)


class _Reported(Problems):
    """Reports each problem to an open project."""

    def __init__(self, project: Workspace) -> None:
        super().__init__()
        self._project = project

    def append(self, problem: Problem) -> None:
        super().append(problem)
        self._project.report(problem)


def _digest_of_tree(files: Sequence[Path]) -> bytes:
    return digest_of([(str(file), signature(file)) for file in files])


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except OSError:
        return []
