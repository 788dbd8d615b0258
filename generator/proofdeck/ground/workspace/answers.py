"""What an answer is, what it was made of, and how two values are told apart."""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from proofdeck.ground.problems import Problem

T = TypeVar("T")
Id = bytes
"""What a question or an input is called in the traces of answers: a digest of SIZE bytes."""
SIZE = 16


class Asked(NamedTuple):
    """A question about certain things. question: its name; key: the things, whose `repr` tells them apart."""

    question: str
    key: tuple[Any, ...]


class Input(NamedTuple):
    """Something that no question answers. look: one of `files.LOOKS`, a setting or a fact; at: what was looked at."""

    look: str
    at: tuple[str, ...]


class Read(NamedTuple):
    """Something that an answer was made of, as it was then. is_input: whether it is one, and not another answer."""

    id: Id
    digest: bytes
    is_input: bool


@dataclass(frozen=True, slots=True)
class Raised:
    """The exception that a question answered with, raised again whenever it is asked."""

    error: Exception


@dataclass(slots=True)
class Answer(Generic[T]):
    """An answer, and all that it was made of.

    digest: tells the value from others; reads: in the order in which they were read; problems: those that the question
    itself reported; value: None if only its digest is known, and `is_whole` is False.
    """

    digest: bytes
    reads: Sequence[Read]
    problems: tuple[Problem, ...]
    value: T | None
    is_whole: bool = True


@dataclass(slots=True)
class Asking:
    """A question that is being answered, with what it has read and reported so far.

    carried: problems in the answer itself, which are reported by those who ask.
    """

    asked: Asked
    reads: dict[Id, Read] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    carried: list[Problem] = field(default_factory=list)

    @property
    def lasts(self) -> bool:
        """Whether the answer would be the same in a later run as long as nothing changes."""
        return all(problem.lasts for problem in (*self.problems, *self.carried))


def hashed(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=SIZE).digest()


def id_of(one: Asked | Input) -> Id:
    """The name of a question with its key, or of an input, in traces."""
    return hashed(repr(tuple(one)).encode("utf-8", "surrogatepass"))


def digest_of(value: object) -> bytes:
    """A digest of the value: equal digests mean equal values of the same types.

    An object with a `digest` of its own is told apart by that, and one of a dataclass by the fields that are compared.
    So an object that stands for something else, such as a file that it has not read yet, needs a `digest`. Equal values
    have equal digests, except for sets, whose order differs from run to run; answers have sorted tuples in their place.
    """
    if isinstance(value, bytes):
        return hashed(value)
    if value is True or value is False or value is None:
        return SIMPLE[value]
    packed = io.BytesIO()
    _Canonical(packed).dump(value)
    return hashed(packed.getvalue())


SIMPLE = {value: hashed(pickle.dumps(value)) for value in (True, False, None)}
"""The digests of what is looked at most often."""


class _Canonical(pickle.Pickler):
    """Packs values for comparison only: it neither unites what is the same object nor packs what was computed later."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.fast = True

    def reducer_override(self, value: object) -> Any:
        if isinstance(value, type):
            return NotImplemented
        own = getattr(value, "digest", None)
        if isinstance(own, str | bytes):
            return type(value), (own,)
        if is_dataclass(value):
            kind: object = type(value)
            return kind, tuple(getattr(value, name) for name in _compared(kind))
        return NotImplemented


@cache
def _compared(kind: Any) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind) if one.compare)
