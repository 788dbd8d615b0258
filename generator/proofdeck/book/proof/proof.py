"""What proves each clause of a page: the engine applies it, examples and tests name it, and simulated games fire it.

Both directions are reported. A clause that nothing applies and that is not declared physical is dead. A clause that the
engine applies and the page does not print is secret. A clause that never fired in n games fires in fewer than 3/n of
all games, with 95 % confidence (the rule of three: Hanley and Lippman-Hand 1983).
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from proofdeck.source.rules.clauses import Clause

GAMES = 150
"""Games to simulate by default; for the six games about 25 s on two cores, once."""
SEED = 1
"""Of the games that are simulated."""
Standing = Literal["applied", "physical", "dead", "secret"]
Seal = Literal["proved", "partly", "physical", "dead"]
"""How a proof edition marks a printed clause: with a full disc, half a disc, a ring or a triangle."""
SEALS: dict[Seal, str] = {
    "proved": "applied by the engine, shown by an example, named by a test",
    "partly": "applied by the engine, but no example shows it or no test names it",
    "physical": "no engine can check it",
    "dead": "printed, and never applied",
}
NOT_HELD = "text that nothing checks: it names no clause and prints no parameter"
LARGEST_SOURCE = 1024 * 1024
"""How many characters of a test file are read."""


class Fires(NamedTuple):
    """What a simulation counted. `games`: how many were played; `of`: clause -> games in which it fired."""

    games: int
    of: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ClauseProof:
    """The proof of one clause.

    `number`, `line`: of the printed clause; "" and None if it is secret. `physical`: why no engine can check it, or "".
    `has_point`: whether the engine applies it. `examples`: ids of those that hold and in which it had a part. `tests`:
    files that name it, or None for a project without tests. `fired`: games in which it fired, or None if no games were
    played or nothing applies it; `games`: how many were played. `misread`: what readers made of it who saw no list of
    legal moves, in a few words, or "".
    """

    id: str
    number: str
    line: int | None
    physical: str
    has_point: bool
    examples: tuple[str, ...]
    tests: tuple[str, ...] | None
    fired: int | None
    games: int
    misread: str = ""

    @property
    def standing(self) -> Standing:
        if not self.number:
            return "secret"
        if self.has_point:
            return "applied"
        return "physical" if self.physical else "dead"

    @property
    def seal(self) -> Seal:
        """The mark of a printed clause."""
        if not self.has_point:
            return "physical" if self.physical else "dead"
        return "proved" if self.examples and self.tests != () else "partly"

    @property
    def played(self) -> str:
        """How often the clause fires, in a few words; "" if nothing was simulated."""
        if self.share is None:
            return ""
        return f"never in {self.games:,}" if self.bound is not None else f"{100 * self.share:.3g} %"

    @property
    def share(self) -> float | None:
        """The share of games in which the clause fired, from 0 to 1."""
        return None if self.fired is None else self.fired / self.games

    @property
    def bound(self) -> float | None:
        """Bound the share of games in which a clause fires that never fired; None for any other clause."""
        return min(1.0, 3 / self.games) if self.fired == 0 else None

    def as_row(self) -> dict[str, object]:
        """Return its fields and what follows from them, for JSON."""
        return {
            "number": self.number,
            "line": self.line,
            "standing": self.standing,
            "physical": self.physical,
            "has_point": self.has_point,
            "examples": list(self.examples),
            "tests": None if self.tests is None else list(self.tests),
            "fired": self.fired,
            "games": self.games,
            "share": self.share,
            "below": self.bound,
        }


@dataclass(frozen=True, slots=True)
class GameProof:
    """The table of one game. clauses: by id. games: how many were simulated, 0 for none.

    is_own: whether the engine is the project's own.
    """

    game: str
    title: str
    clauses: dict[str, ClauseProof]
    games: int
    is_own: bool = False

    def as_row(self) -> dict[str, object]:
        """The table as data for JSON."""
        clauses = {name: row.as_row() for name, row in self.clauses.items()}
        return {"title": self.title, "games": self.games, "seed": SEED, "clauses": clauses}


def proof_of(
    clauses: Mapping[str, Clause],
    applied: Iterable[str],
    examples: Mapping[str, Collection[str]],
    tests: Mapping[str, tuple[str, ...]] | None = None,
    fires: Fires | None = None,
) -> dict[str, ClauseProof]:
    """Return the proof of every clause by id: first those on the page in order, then the secret ones.

    `applied`: clauses that the engine binds. `examples`: id of an example that holds -> the clauses that had a part in
    it. `tests`: clause -> files that name it, None for a project without tests.
    """
    points = list(applied)
    rows = {}
    for name in dict.fromkeys([*clauses, *points]):
        clause = clauses.get(name)
        has_point = name in points
        rows[name] = ClauseProof(
            id=name,
            number=clause.number if clause else "",
            line=clause.line if clause else None,
            physical=clause.physical if clause else "",
            has_point=has_point,
            examples=tuple(example for example, fired in examples.items() if name in fired),
            tests=None if tests is None else tests.get(name, ()),
            fired=fires.of.get(name, 0) if fires and has_point else None,
            games=fires.games if fires else 0,
        )
    return rows


def unshown(proof: Mapping[str, ClauseProof]) -> list[str]:
    """Return the printed clauses that the engine applies and no example shows."""
    return [name for name, row in proof.items() if row.standing == "applied" and not row.examples]


def with_standing(proof: Mapping[str, ClauseProof], standing: Standing) -> list[str]:
    return [name for name, row in proof.items() if row.standing == standing]


# -- which tests name a clause -----------------------------------------------------------------------------------------


def naming(clauses: Iterable[str], texts: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return, for each clause, the files in which a string names it as a whole word.

    `texts`: of Python files, by their names.
    """

    @cache
    def strings(file: str) -> str:
        return "\n".join(quoted(texts[file]))

    def names(file: str, clause: str) -> bool:
        pattern = rf"(?<![\w.-]){re.escape(clause)}(?![\w-]|\.\w)"
        return clause in texts[file] and bool(re.search(pattern, strings(file)))

    return {clause: tuple(file for file in texts if names(file, clause)) for clause in clauses}


def quoted(source: str) -> Iterator[str]:
    """Return the strings of a Python source.

    Comments and docstrings do not count, and a file that is not Python has none.
    """
    if len(source) > LARGEST_SOURCE:
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
        nodes = list(ast.walk(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    loose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in loose:
            yield node.value
