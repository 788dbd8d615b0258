"""A user's mistakes, as data.

Every stage reports to the same collector of problems, so that one run finds all mistakes. A problem says where
(file, line, column, field), what (a stable code and a plain sentence) and how to fix it. Codes beginning with E stop
the build; codes beginning with W are warnings. `codes.toml` explains each code. Only `proofdeck.front.cli`
prints problems.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, overload


class Place(NamedTuple):
    """Where something is: a file as the user would write it, line and column counted from 1; None for the unknown.

    Columns count characters in the line. In a workbook, line is the row of the sheet, and column the number of the
    spreadsheet column (1 = A).
    """

    file: str | None = None
    line: int | None = None
    column: int | None = None


NOWHERE = Place()
Asked = TypeVar("Asked")
Said = TypeVar("Said")
BY_THE_CLOCK = frozenset({"E645"})
"""Codes of what depends on how long something takes, so that the next run may not find it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake.

    file: as the user would write it, relative to the project if possible; None if no file is at fault.
    line, column: counted from 1; column counts characters in the line.
    field: the name of the spreadsheet column or template key.
    hint: how to fix it, in a sentence, or "".
    """

    code: str
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None
    hint: str = ""

    @property
    def is_error(self) -> bool:
        return self.code.startswith("E")

    @property
    def lasts(self) -> bool:
        """Whether every run finds it as long as nothing changes."""
        return self.code not in BY_THE_CLOCK

    @property
    def where(self) -> str:
        """`cards.csv:14:7`, a form that editors and terminals make clickable."""
        parts = [self.file or "", *(str(n) for n in (self.line, self.column) if n is not None)]
        return ":".join(part for part in parts if part)

    def __str__(self) -> str:
        """`cards.csv:14:7 E111 what is wrong`, with the hint on a line of its own."""
        line = " ".join(part for part in (self.where, self.code, self.message) if part)
        return f"{line}\n    {self.hint}" if self.hint else line


FIELDS = ("code", "message", "file", "line", "column", "field", "hint")


class ProofdeckError(Exception):
    """Work cannot continue; carries the problems that say why. Its text is what the command line would print."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[ProofdeckError], tuple[tuple[Problem, ...]]]:
        """Keep the problems when it is raised in another process."""
        return type(self), (self.problems,)


def for_each(things: Iterable[Asked], read: Callable[[Asked], Said]) -> list[Said]:
    """What `read` makes of each thing. Raises one ProofdeckError with the problems of all things that it refuses."""
    said: list[Said] = []
    refused: list[Problem] = []
    for thing in things:
        try:
            said.append(read(thing))
        except ProofdeckError as error:
            refused += error.problems
    if refused:
        raise ProofdeckError(refused)
    return said


class Problems(Sequence[Problem]):
    """The problems of a piece of work, in the order in which they were found. None is ever removed."""

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        self._found = list(problems)

    def report(
        self, code: str, message: str, place: Place = NOWHERE, *, field: str | None = None, hint: str = ""
    ) -> None:
        """Add a problem at a place; the other arguments are those of `Problem`."""
        self.append(Problem(code, message, *place, field, hint))

    def append(self, problem: Problem) -> None:
        self._found.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.append(problem)

    def scope(self) -> Scope:
        """A part of the work that begins now."""
        return Scope(self)

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, index: int) -> Problem: ...
    @overload
    def __getitem__(self, index: slice) -> list[Problem]: ...
    def __getitem__(self, index: int | slice) -> Problem | list[Problem]:
        return self._found[index]

    def __repr__(self) -> str:
        return f"Problems({self._found})"


class Scope:
    """A part of the work, and the problems that are found in it."""

    def __init__(self, problems: Problems) -> None:
        self._problems, self._before = problems, len(problems)

    @property
    def found(self) -> Sequence[Problem]:
        """The problems added since it began."""
        return self._problems[self._before :]

    @property
    def is_clean(self) -> bool:
        """Whether there are none."""
        return len(self._problems) == self._before


def has_errors(problems: Iterable[Problem]) -> bool:
    return any(problem.is_error for problem in problems)


def in_reading_order(problems: Iterable[Problem]) -> list[Problem]:
    """The problems sorted by place, without duplicates."""
    unique = dict.fromkeys(problems)
    return sorted(unique, key=lambda p: (p.file or "", p.line or 0, p.column or 0, p.code, p.message))


LONGEST_NEAR = 100
"""Letters in a word that is compared with others; comparing longer words takes too long."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence that suggests the most similar known word, or "". Very long words are never suggested."""
    import difflib

    by_folded = {name.casefold(): name for name in sorted(known, reverse=True) if len(name) <= LONGEST_NEAR}
    near = difflib.get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return f"Did you mean '{by_folded[near[0]]}'?" if near else ""


class UnknownName(KeyError):  # noqa: N818 - it is a mistake of an engine's author, told in a sentence
    """A name that was not declared. what: a word for such things, such as `zone`; known: the names of all of them."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        super().__init__(what, name, tuple(known))

    def __str__(self) -> str:
        what, name, known = self.args
        near = did_you_mean(name, known)
        all_of_them = f"Known: {listed(known)}." if known else ""
        return hint_from(f"there is no {what} '{name}'.", near or all_of_them)


def hint_from(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def counted(number: int, noun: str, most: int | None = None) -> str:
    """`1 card`, `2 cards`; `2 to 4 cards` if there may be more."""
    most = most or number
    return f"{number if number == most else f'{number} to {most}'} {noun}{'' if most == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    items: Sequence[str] = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def some_of(words: Sequence[str], most: int = 8) -> str:
    """The first of many: `a, b and 3 others`."""
    more = len(words) - most
    return listed([*words[:most], counted(more, "other")] if more > 0 else words)


def to_json(problems: Iterable[Problem], **more: object) -> str:
    """One versioned object: `{"version": 1, "problems": [...]}`, plus whatever `more` holds."""
    rows = [as_row(problem) for problem in problems]
    return json.dumps({"version": 1, "problems": rows, **more}, ensure_ascii=False, indent=2)


def as_row(problem: Problem) -> dict[str, str | int | None]:
    """The fields of a problem by name, for JSON."""
    return {name: getattr(problem, name) for name in FIELDS}


@cache
def explanations() -> dict[str, dict[str, Any]]:
    """Code -> {title, text, cure}, read from codes.toml."""
    import tomllib

    return tomllib.loads((Path(__file__).parent / "codes.toml").read_text(encoding="utf-8"))
