"""What matches and tournaments have in common: their entries add up to one, and people name it by its number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.score.entries import HOME, Entry, Stream, standing

if TYPE_CHECKING:
    from proofdeck.score.ledger import Ledger


class Titled(Protocol):
    """What the entries of a stream add up to."""

    @property
    def stream(self) -> Stream: ...
    @property
    def title(self) -> str: ...


Folded = TypeVar("Folded", bound=Titled)


@dataclass(frozen=True, slots=True)
class Kind(Generic[Folded]):
    """A kind of stream. name: one, as in `match 3`; code: of the problem that there is none.

    known, new: sentences that say how to see all of them, and how to start one; fold: computes one from its entries
    that count.
    """

    name: str
    several: str
    code: str
    known: str
    new: str
    fold: Callable[[Stream, Sequence[Entry]], Folded]

    def folded(self, stream: Stream, entries: Iterable[Entry]) -> Folded:
        """The one computed from these entries. Raises ProofdeckError for invalid entries."""
        try:
            return self.fold(stream, standing(entries))
        except (KeyError, TypeError, IndexError, ValueError, AttributeError):
            raise ProofdeckError(Problem("E714", f"the entries of {stream} cannot be read")) from None

    def begin(self, ledger: Ledger, game: str, data: Mapping[str, object]) -> Folded:
        """Begin one in the ledger. game: its name in the ledger's project, or "" if it is in no project."""
        home = {HOME: ledger.home} if game and ledger.home else {}
        return self.load(ledger, ledger.begin(self.name, {**home, **data}))

    def load(self, ledger: Ledger, stream: Stream) -> Folded:
        return self.folded(stream, ledger.entries(stream))

    def all(self, ledger: Ledger, problems: Problems) -> list[Folded]:
        """All of them, the one last used at the end. Those that cannot be read become problems."""
        found = []
        for stream in ledger.streams(self.name):
            entries = ledger.entries(stream)
            try:
                found.append(self.folded(stream, entries))
            except ProofdeckError as error:
                problems.extend(error.problems)
        return found

    def find(self, ledger: Ledger, number: int | None, accepts: Callable[[Folded], bool] = lambda _: True) -> Folded:
        """The one with that number, or the one last used in this project that is accepted.

        Raises ProofdeckError if there is none.
        """
        there = ledger.streams(self.name)
        if number is None:
            at_home = (self.load(ledger, stream) for stream in reversed(ledger.streams_at_home(self.name)))
            if (found := next(filter(accepts, at_home), None)) is not None:
                return found
            raise ProofdeckError(self._none_at_home(ledger, there))
        if Stream(self.name, number) in there:
            return self.load(ledger, Stream(self.name, number))
        raise ProofdeckError(Problem(self.code, f"there is no {self.name} {number}", hint=self.known))

    def _none_at_home(self, ledger: Ledger, known: Sequence[Stream]) -> Problem:
        """Why none was found. Those of other projects are mentioned, but never used unasked."""
        if not known:
            return Problem(self.code, f"there are no {self.several} in {ledger.path}", hint=self.new)
        last = self.load(ledger, known[-1])
        used = f"use it with --{self.name} {last.stream.number}"
        hint = f"{last.stream}, {last.title}, belongs to another project; {used}. {self.new}"
        return Problem(self.code, f"there are no {self.several} in this project", hint=hint)
