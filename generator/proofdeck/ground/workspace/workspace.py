"""A project that is open: it answers questions, and an answer remembers by itself what it was made of.

A question is a function of an open project and of small keys:

    @question(kept=VALUE)
    def face(project: Workspace, game: str, side: str, card: str) -> Face:
        return lay_out(template_of(project, game, side), cells(project, game, card))

It reads files only through `ground/files.py`, and other questions by calling them. All of that is noted while it runs.
When it is asked again, its answer stands if everything that it read is as it was, checked in the order of reading. A
question among these may have to be answered again and come out the same; then the answer stands as well. Nobody
composes a key, so no key can forget anything. (Mokhov, Mitchell and Peyton Jones, "Build Systems à la Carte", 2018,
call this verifying traces with early cutoff.)
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import Enum, auto
from functools import partial, update_wrapper
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from proofdeck.ground.files import LOOKS, Signature, heard_by, read_file, signature
from proofdeck.ground.problems import Problem, Problems
from proofdeck.ground.workspace.answers import Answer, Asked, Asking, Id, Input, Raised, Read, digest_of, id_of
from proofdeck.ground.workspace.store import Store

P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W", bound="Workspace")
PROGRAM = f"{__name__.partition('.')[0]}."
GONE = b""
"""The digest of what there is no more, such as the answer to a question of another version of the program."""
FILE, SETTING, FACT = "file", "setting", "fact"
HERE = f".{os.sep}"
"""How the names of files of the project begin in inputs."""
TICK = 20_000_000
"""Nanoseconds by which the time of a file may be behind the clock; a younger file may still change unnoticed."""


class Kept(Enum):
    """What later runs know of an answer: its value; only whether it is still the same; or nothing.

    A digest is enough for what is made quickly, or is written elsewhere anyway.
    """

    VALUE = auto()
    DIGEST = auto()
    WHILE_OPEN = auto()


Progress = Callable[[str, int, int], None]
"""Called with (what is being made or played, how many are done, of how many)."""


def no_progress(_what: str, _done: int, _of: int) -> None:
    """Ignore progress."""


def always(_: object) -> bool:
    """What holds for everything."""
    return True


_QUESTIONS: dict[str, Question[Any, ..., Any]] = {}
"""The questions whose modules are loaded, by name. Look one up with `question_called`, which loads the others."""


def question_called(name: str) -> Question[Any, ..., Any] | None:
    """The question of that name, whose module is loaded if need be; None if this program has none.

    So a build with nothing to do can name a question without loading what answers it.
    """
    if name not in _QUESTIONS and name.startswith(PROGRAM):
        with suppress(ImportError):
            import_module(name.rpartition(".")[0])
    return _QUESTIONS.get(name)


class CycleError(RuntimeError):
    """A question needs its own answer."""


class Question(Generic[W, P, T]):
    """A function of an open project that is answered once, and again when something that it read has changed.

    It is called like the function, with its keys by place.
    """

    def __init__(self, answer: Callable[Concatenate[W, P], T], kept: Kept) -> None:
        self.name = f"{answer.__module__}.{answer.__qualname__}"
        self.answer, self.kept = answer, kept
        update_wrapper(self, answer)
        _QUESTIONS[self.name] = self

    def __call__(self, project: W, /, *key: P.args, **none: P.kwargs) -> T:
        assert not none, "the keys of a question have places, not names"
        return project.ask(Asked(self.name, key))  # type: ignore[no-any-return]

    def about(self, *key: P.args, **none: P.kwargs) -> Asked:
        """The question with those keys, to ask what is behind its answer."""
        assert not none, "the keys of a question have places, not names"
        return Asked(self.name, key)


def question(kept: Kept = Kept.DIGEST) -> Callable[[Callable[Concatenate[W, P], T]], Question[W, P, T]]:
    """Make a function of an open project a question."""
    return partial(Question, kept=kept)


class Workspace:
    """An open project: its files as they were when they were last looked at, and all that follows from them.

    Safe for several threads, which answer one after the other.
    """

    def __init__(self, root: Path, store: Store | None = None, **settings: object) -> None:
        """store: where answers are kept between runs, by default nowhere; settings: what questions may ask for."""
        self.root = root
        self.answered = 0
        """How many questions had to be answered, for tests."""
        self.workshop: dict[object, Any] = {}
        """Tools that questions share while the project is open. They may make answers faster, but never different."""
        self.progress: Progress = no_progress
        """Told how far long work has come."""
        self.store = store or Store(None)
        self._settings = settings
        self._lock = RLock()
        self._stack: list[Asking] = []
        self._answers: dict[Id, Answer[object]] = {}
        self._standing: set[Id] = set()
        self._seen_now: dict[Id, bytes] = {}
        self._ids: dict[Asked, Id] = {}
        self._asked: dict[Id, Asked] = {}
        self._input_ids: dict[Input, Id] = {}
        self._inputs: dict[Id, Input] = {}
        self._files: dict[str, tuple[Signature, bytes]] = {}
        self._beginnings = tuple(f"{place}{os.sep}" for place in (root, root.absolute(), root.resolve()))

    # -- what questions need ------------------------------------------------------------------------------------------

    @property
    def remembers(self) -> bool:
        """Whether answers are kept for later runs."""
        return self.store.is_open

    def setting(self, name: str) -> Any:
        """What the project was opened with."""
        self._note_input(Input(SETTING, (name,)), digest_of(self._settings.get(name)))
        return self._settings.get(name)

    def fact(self, name: str, key: str) -> Any:
        """What was learned under that name and key, by any run; None if nothing was."""
        found = self._learned(name, key)
        self._note_input(Input(FACT, (name, key)), digest_of(found))
        return found

    def learn(self, name: str, key: str, value: object) -> None:
        """Remember something that no question can answer, such as how often a rule fired in the games played so far."""
        learned = Asked(name, (key,))
        self.store.keep(id_of(learned), learned, Answer(b"", (), (), value), with_value=True)
        self.store.save()
        self._seen_now.pop(id_of(Input(FACT, (name, key))), None)

    def _learned(self, name: str, key: str) -> object:
        found = self.store.value(id_of(Asked(name, (key,))))
        return found[0] if found is not None else None

    def report(self, problem: Problem) -> None:
        """Tell everybody who asks the question that is being answered what is wrong.

        Whoever tells of a place in a file has read that file, because the place may move.
        """
        self._stack[-1].problems.append(problem)
        self._read_around(problem)

    def carry(self, problems: Iterable[Problem]) -> None:
        """Say that the answer holds these problems, which are left to those who ask."""
        for problem in problems:
            self._stack[-1].carried.append(problem)
            self._read_around(problem)

    def _read_around(self, problem: Problem) -> None:
        if problem.file:
            with suppress(OSError):
                read_file(self.root / problem.file)

    def collector(self) -> Problems:
        """A collector for that question: whatever is added to it is reported."""
        return _Reported(self)

    # -- questions -----------------------------------------------------------------------------------------------------

    def ask(self, asked: Asked) -> Any:
        """The answer of a question, found or made. Raises what the question raises."""
        with self._lock:
            one = self._id(asked)
            answer = self._answer(one)
            if not answer.is_whole:
                answer = self._with_value(one, answer)
            self._note(Read(one, answer.digest, is_input=False))
        if isinstance(answer.value, Raised):
            raise answer.value.error.with_traceback(None)
        return answer.value

    def settle(self, asked: Asked) -> Any:
        """The same as `ask` for a question that stands above all others: nothing is looked at but its inputs."""
        self.is_settled(asked)
        return self.ask(asked)

    def digest(self, asked: Asked) -> bytes:
        """The digest of the answer, for which the answer itself is not needed."""
        with self._lock:
            one = self._id(asked)
            answer = self._answer(one)
            self._note(Read(one, answer.digest, is_input=False))
            return answer.digest

    def stands(self, asked: Asked) -> bool:
        """Whether the answer is known and would be the same. What it was made of may have to be answered again."""
        with self._lock:
            one = self._id(asked)
            known = self._known(one)
            return known is not None and (one in self._standing or self._stands(known))

    def is_settled(self, asked: Asked) -> bool:
        """Whether no input behind an answer has changed, so that nothing needs to be asked."""
        with self._lock:
            one, summed = self._id(asked), self._id(_all_behind(asked))
            known = self._answers.get(summed) or self.store.answer(summed, alone=True)
            answer = self._answers.get(one)
            digest = answer.digest if answer else self.store.digest(one)
            if known is None or digest != known.digest or not self._stands(known):
                return False
            self._answers[summed] = known
            self._answers[one] = answer or Answer(digest, known.reads, known.problems, None, is_whole=False)
            self._standing.add(one)
            return True

    def problems(self, asked: Asked) -> tuple[Problem, ...]:
        """What the question itself has reported, without what other questions have that it asked."""
        with self._lock:
            return self._answer(self._id(asked)).problems

    def summary(self, asked: Asked) -> Answer[object]:
        """What is behind an answer: all problems and all inputs, each once, in the order in which they were met.

        As long as no input has changed, this looks at nothing else.
        """
        with self._lock:
            summed = self._id(_all_behind(asked))
            known = self._answers.get(summed) or self.store.answer(summed, alone=True)
            if known is None or not self._stands(known):
                known, is_sound = self._summed(self._id(asked))
                if not is_sound:
                    self._answers.pop(summed, None)
                    return known
                # The answer may come from the store, so nothing has loaded the module of its question yet.
                found = question_called(asked.question)
                lasts = all(problem.lasts for problem in known.problems)
                if lasts and found is not None and found.kept is not Kept.WHILE_OPEN:
                    self.store.keep(summed, _all_behind(asked), known, with_value=False)
            self._answers[summed] = known
            return known

    def files_behind(self, asked: Asked) -> list[Path]:
        """The files of the project that an answer was made of."""
        with self._lock:
            inputs = [self._input_of(read.id) for read in self.summary(asked).reads]
        names = (one.at[0] for one in inputs if one and one.look in {FILE, "signature"})
        return [self.path_of(name) for name in names if name.startswith(HERE)]

    def has_changed(self) -> bool:
        """Whether anything that was ever looked at is different now."""
        with self._lock:
            return any(self._seen(one) != then for one, then in self._seen_now.items())

    def look_again(self) -> None:
        """Look at the files as they are now. Answers stand until they are asked for and what they read is different."""
        with self._lock:
            self._seen_now.clear()
            self._standing.clear()

    def save(self) -> None:
        """Keep the answers of this run for the next one."""
        with self._lock:
            self.store.save()

    def close(self) -> None:
        """Save, and let go of the store."""
        self.save()
        self.store.close()

    # -- what needs no project -----------------------------------------------------------------------------------------

    def pure(self, function: Callable[..., T], *given: object, lasts: Callable[[T], bool] = always) -> T:
        """What a slow function makes of plain data, remembered by these data; it looks at nothing else.

        An object with a `digest` of its own is told apart by that. lasts: whether a result would be the same again.
        """
        made = Asked(f"{function.__module__}.{function.__qualname__}", (digest_of(given).hex(),))
        with self._lock:
            known = self.store.value(id_of(made))
            result: T = known[0] if known is not None else function(*given)
            if known is None and lasts(result):
                self.store.keep(id_of(made), made, Answer(b"", (), (), result), with_value=True)
                self.store.save()
        return result

    # -- how they are answered -----------------------------------------------------------------------------------------

    def _id(self, asked: Asked) -> Id:
        found = self._ids.get(asked)
        if found is None:
            found = self._ids[asked] = id_of(asked)
            self._asked[found] = asked
        return found

    def _known(self, one: Id) -> Answer[object] | None:
        """An answer that may not stand any more."""
        return self._answers.get(one) or self.store.answer(one)

    def _answer(self, one: Id) -> Answer[object]:
        """An answer that stands; perhaps without its value."""
        known = self._answers.get(one)
        if known is not None and one in self._standing:
            return known
        if known is None:
            known = self.store.answer(one)
        if known is None or not self._stands(known):
            known = self._answered(one)
        self._answers[one] = known
        self._standing.add(one)
        return known

    def _stands(self, answer: Answer[object]) -> bool:
        """Whether everything that it read is as it was. Later reads may depend on earlier ones, so order matters."""
        return all(self._now(read) == read.digest for read in answer.reads)

    def _now(self, read: Read) -> bytes:
        if read.is_input:
            if read.id not in self._seen_now:
                self._seen_now[read.id] = self._seen(read.id)
            return self._seen_now[read.id]
        if read.id in self._standing:
            return self._answers[read.id].digest
        asked = self._asked.get(read.id) or self.store.asked(read.id)
        if asked is None or question_called(asked.question) is None:
            return GONE
        self._asked[read.id] = asked
        return self._answer(read.id).digest

    def _answered(self, one: Id) -> Answer[object]:
        """Answer it now."""
        self.answered += 1
        asked = self._asked[one]
        if any(asking.asked == asked for asking in self._stack):
            raise CycleError(" needs ".join(str(one.asked) for one in self._stack) + f" needs {asked}")
        found = question_called(asked.question)
        assert found is not None, f"there is no question {asked.question}"
        asking = Asking(asked)
        self._stack.append(asking)
        value: object
        try:
            with heard_by(self._heard):
                value = found.answer(self, *asked.key)
        except CycleError:
            raise
        except Exception as error:  # noqa: BLE001 - whoever catches it has read what it came from
            value = Raised(error)
        finally:
            self._stack.pop()
        told = repr(value) if isinstance(value, Raised) else value
        given = Answer(digest_of(told), tuple(asking.reads.values()), tuple(asking.problems), value)
        if found.kept is not Kept.WHILE_OPEN and not isinstance(value, Raised) and asking.lasts:
            self.store.keep(one, asked, given, with_value=found.kept is Kept.VALUE)
        return given

    def _with_value(self, one: Id, answer: Answer[object]) -> Answer[object]:
        """The same with its value: as it was kept, or made again."""
        kept = self.store.value(one)
        if kept is not None:
            answer.value, answer.is_whole = kept[0], True
            return answer
        again = self._answers[one] = self._answered(one)
        return again

    def _summed(self, one: Id) -> tuple[Answer[object], bool]:
        """What is behind an answer, and whether each input was the same for all who read it."""
        digest, behind = self._answer(one).digest, list(self._behind(one, set()))
        inputs: dict[Id, Read] = {}
        is_sound = True
        for answer in behind:
            for read in answer.reads:
                if read.is_input:
                    is_sound = inputs.setdefault(read.id, read) == read and is_sound
        problems = dict.fromkeys(problem for answer in behind for problem in answer.problems)
        return Answer(digest, tuple(inputs.values()), tuple(problems), None, is_whole=False), is_sound

    def _behind(self, one: Id, met: set[Id]) -> Iterator[Answer[object]]:
        """The answers that an answer was made of, and then that answer; each once."""
        if one not in met:
            met.add(one)
            answer = self._answer(one)
            for read in answer.reads:
                if not read.is_input:
                    yield from self._behind(read.id, met)
            yield answer

    # -- inputs --------------------------------------------------------------------------------------------------------

    def _heard(self, look: str, at: tuple[str, ...], seen: object) -> None:
        """Note a look at the disk."""
        digest = digest_of(seen)
        self._note_input(Input(look, tuple(map(self.short, at))), digest)
        if look == FILE and isinstance(seen, bytes):
            self._keep_file(at[0], digest)

    def _note(self, read: Read) -> None:
        """Write down what the question that is being answered has read, as it was when it was read first."""
        if self._stack:
            self._stack[-1].reads.setdefault(read.id, read)

    def _note_input(self, read: Input, digest: bytes) -> None:
        one = self._input_ids.get(read)
        if one is None:
            one = self._input_ids[read] = id_of(read)
            self.store.keep_input(one, read)
        self._note(Read(one, digest, is_input=True))
        self._seen_now.setdefault(one, digest)

    def _input_of(self, one: Id) -> Input | None:
        """What an id stands for; None if the store does not say."""
        found = self.store.input(one)
        if found is not None:
            self._input_ids[found] = one
        return found

    def _seen(self, one: Id) -> bytes:
        """The digest of an input, looked at now."""
        read = self._inputs.get(one) or self._input_of(one)
        if read is None or read.look not in {*LOOKS, SETTING, FACT}:
            return GONE
        self._inputs[one] = read
        if read.look == SETTING:
            return digest_of(self._settings.get(*read.at))
        if read.look == FACT:
            return digest_of(self._learned(*read.at))
        at = [self._beginnings[0] + name[len(HERE) :] if name.startswith(HERE) else name for name in read.at]
        if read.look == FILE and (known := self._digest_of_file(at[0], signature(at[0]))):
            return known
        seen = LOOKS[read.look](*at)
        digest = digest_of(seen)
        if read.look == FILE and isinstance(seen, bytes):
            self._keep_file(at[0], digest)
        return digest

    def _digest_of_file(self, name: str, now: Signature | None) -> bytes | None:
        """The digest of a file that has not been touched since it was read."""
        if (known := self._files.get(name)) is not None:
            return known[1] if known[0] == now else None
        return self.store.digest_of_file(name, now)

    def _keep_file(self, name: str, digest: bytes) -> None:
        """Remember the digest of an old file; one that is written just now may change without another signature."""
        if (now := signature(name)) is not None and max(now[1:]) < time.time_ns() - TICK:
            self._files[name] = now, digest
            self.store.keep_file(name, now, digest)

    def short(self, name: str) -> str:
        """The name of a file without the folder of the project, which may be called otherwise next time.

        A pattern that begins with `*` stays as it is.
        """
        if name.startswith("*"):
            return name
        beginning = next((one for one in self._beginnings if f"{name}{os.sep}".startswith(one)), None)
        if beginning is not None:
            return HERE + name[len(beginning) :]
        return name if Path(name).is_absolute() else HERE + os.path.relpath(name, self.root)

    def path_of(self, name: str) -> Path:
        """Where the file is that is called that in an input."""
        return self.root / name[len(HERE) :] if name.startswith(HERE) else Path(name)


def _all_behind(asked: Asked) -> Asked:
    """What the summary of an answer is called in the store."""
    return Asked(f"all behind {asked.question}", asked.key)


class _Reported(Problems):
    """Reports each problem to an open project."""

    def __init__(self, project: Workspace) -> None:
        super().__init__()
        self._project = project

    def append(self, problem: Problem) -> None:
        super().append(problem)
        self._project.report(problem)
