"""A map of unclear rules: what readers who saw no list of legal moves made of each clause, by version of the book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from proofdeck.ground.cache import digest
from proofdeck.ground.files import names_ending, read_text
from proofdeck.ground.problems import ProofdeckError, counted
from proofdeck.ground.typography import capital
from proofdeck.play.engine.transcript import ACTED, BLIND, PASSED, REFUSED, Replay

OFTEN = 5
"""Choices in which a clause could have acted before it counts that nobody ever made a move by which it does."""


def book_of(words: Mapping[str, str]) -> str:
    """A digest that tells versions of a book apart. words: the number and the text of each printed clause."""
    return digest(*words.items())[:16]


class Misread(NamedTuple):
    """The games in which one version of a book was read blind. version: what its page calls it.

    tried: for each clause, the moves it forbids that readers took for possible; games: in how many games. unused:
    clauses that no reader made act, with the choices in which another move would have.
    """

    book: str
    version: str
    number: int
    tried: Counter[str]
    games: Counter[str]
    unused: Counter[str]

    @classmethod
    def of(cls, book: str, records: Sequence[Replay]) -> Misread:
        """Count the games of a version."""
        games = [[str(row["clause"]) for row in record.blind if REFUSED in row] for record in records]
        choices: list[Any] = [row for record in records for row in record.blind if ACTED in row]
        acted = {name for row in choices for name in row[ACTED]}
        passed = Counter(name for row in choices for name in row[PASSED] if name not in acted)
        unused = Counter({name: often for name, often in passed.items() if often >= OFTEN})
        tried, met = Counter(chain.from_iterable(games)), Counter(chain.from_iterable(map(set, games)))
        return cls(book, str(records[-1].header["game_version"]), len(records), tried, met, unused)

    def clauses(self) -> list[str]:
        """What was misread: the clause that was broken most often first, and then those that nobody ever used."""
        broken = sorted(self.tried, key=lambda name: (-self.tried[name], -self.games[name], name))
        return [*broken, *(name for name, _ in self.unused.most_common() if name not in broken)]

    def says(self, clause: str) -> str:
        """`refused 3 times in 2 games`, or `never used in 12 choices`; "" if nothing is known against the clause."""
        if tried := self.tried[clause]:
            return f"refused {counted(tried, 'time')} in {counted(self.games[clause], 'game')}"
        return f"never used in {self.unused[clause]} choices" if clause in self.unused else ""


def misread_in(files: Iterable[Path], game: str, book: str) -> list[Misread]:
    """What was made of each version of a book, the present one first, then the one read last. book: its digest.

    Other files, and games in which nobody read blind, do not count.
    """
    found: dict[str, list[Replay]] = {}
    for file in files:
        with suppress(OSError, ProofdeckError):
            record = Replay(read_text(file).splitlines(), file.name)
            if record.header["game"] == game and (read := record.header.get(BLIND)):
                found[read] = [*found.pop(read, ()), record]
    return sorted((Misread.of(*one) for one in [*found.items()][::-1]), key=lambda one: one.book != book)


def records_in(folder: Path) -> list[Path]:
    """The records of a folder, in the order in which games were begun."""
    files = (folder / name for name in names_ending(folder, [".jsonl"]))
    return sorted(files, key=lambda file: (len(file.name), file.name))


def beside(versions: Sequence[Misread], book: str, clause: str) -> str:
    """What a proof edition says beside a clause: of the present version, and of the last one that it was misread in."""
    now = [one.says(clause) for one in versions if one.book == book]
    before = [
        f"{one.version or 'before'}: {said}" for one in versions if one.book != book and (said := one.says(clause))
    ]
    return "; ".join(filter(None, [*now, *before[:1]]))


def about_misread(title: str, versions: Sequence[Misread], words: Mapping[str, str]) -> Iterator[str]:
    """The map for people. words: the printed clauses, number and text by id."""
    yield f"{title}: {counted(sum(one.number for one in versions), 'game')} read blind"
    for one in versions:
        which = "as it is now" if one.book == book_of(words) else "with other words"
        name = f"Version {one.version}" if one.version else "A version without a number"
        yield f"\n{name}, {which}: {counted(one.number, 'game')}"
        yield from (f"  {capital(one.says(clause))}: {words.get(clause, clause)}" for clause in one.clauses())
