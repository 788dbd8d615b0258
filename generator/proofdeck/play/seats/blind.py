"""A map of unclear rules: what readers who saw no list of legal moves made of each clause, by version of the book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import shorten

from proofdeck.ground.cache import digest
from proofdeck.ground.files import names_ending, read_text
from proofdeck.ground.problems import ProofdeckError, counted
from proofdeck.ground.typography import capital
from proofdeck.play.engine.transcript import ACTED, BLIND, PASSED, REFUSED, Replay

OFTEN = 5
"""Choices in which a clause could have acted before it counts that nobody ever made a move by which it does."""
ENDING = ".jsonl"
LONGEST = 100
"""Letters of a clause that are shown."""


def book_of(words: Mapping[str, str]) -> str:
    """A digest of the printed clauses, which tells versions of a book apart. words: number and text by id."""
    return digest(*words.items())[:16]


@dataclass(slots=True)
class Misread:
    """The games in which one version of a book was read blind.

    tried: for each clause, the moves it forbids that readers took for possible; games: in how many games. unused:
    clauses that no reader ever made act, with the choices in which another move would have.
    """

    book: str
    version: str
    number: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    acted: set[str] = field(default_factory=set)
    passed: Counter[str] = field(default_factory=Counter)

    @property
    def unused(self) -> dict[str, int]:
        return {name: often for name, often in self.passed.items() if often >= OFTEN and name not in self.acted}

    def add(self, rows: Iterable[Mapping[str, object]]) -> None:
        """Count one game."""
        self.number += 1
        met = set[str]()
        for row in rows:
            if REFUSED in row:
                clause = str(row.get("clause"))
                self.tried[clause] += 1
                met.add(clause)
            else:
                self.acted.update(_names(row.get(ACTED)))
                self.passed.update(_names(row.get(PASSED)))
        self.games.update(met)

    def in_order(self, printed: Sequence[str]) -> list[str]:
        """The clauses that were misread, the one that was broken most often first; then those that nobody used."""
        place = {name: at for at, name in enumerate(printed)}
        broken = sorted(
            self.tried, key=lambda name: (-self.tried[name], -self.games[name], place.get(name, len(place)))
        )
        unused = self.unused
        return [*broken, *sorted(unused.keys() - {*broken}, key=lambda name: (-unused[name], place.get(name, 0)))]

    def says(self, clause: str) -> str:
        """`refused 3 times in 2 games`, or `never used in 12 choices`; "" if nothing is known against the clause."""
        if tried := self.tried[clause]:
            return f"refused {counted(tried, 'time')} in {counted(self.games[clause], 'game')}"
        often = self.unused.get(clause)
        return f"never used in {often} choices" if often else ""


def _names(found: object) -> list[str]:
    return [str(one) for one in found] if isinstance(found, list) else []


def misread_in(files: Iterable[Path], game: str, book: str) -> list[Misread]:
    """What was made of each version of a book, the present one first, then the one read last. book: its digest.

    Files that are no records of the game, or in which nobody read blind, do not count.
    """
    found: dict[str, Misread] = {}
    for header, rows in _records(files):
        if header.get("game") == game and (read := header.get(BLIND)):
            version = found.pop(str(read), None) or Misread(str(read), str(header.get("game_version", "")))
            version.add(rows)
            found[version.book] = version
    latest_first = [*found.values()][::-1]
    return sorted(latest_first, key=lambda one: one.book != book)


def _records(files: Iterable[Path]) -> Iterator[tuple[Mapping[str, object], Sequence[Mapping[str, object]]]]:
    for file in files:
        try:
            text = read_text(file)
            record = Replay(text[: text.rfind("\n") + 1].splitlines(), file.name)
        except (OSError, ProofdeckError):
            continue
        yield record.header, record.blind


def records_in(folder: Path) -> list[Path]:
    """The records of a folder, in the order in which games were begun."""
    return sorted(
        (folder / name for name in names_ending(folder, [ENDING])), key=lambda file: (len(file.name), file.name)
    )


def beside(versions: Sequence[Misread], book: str, clause: str) -> str:
    """What a proof edition says beside a clause: of the present version, and of the one before it."""
    now = versions[0].says(clause) if versions and versions[0].book == book else ""
    older = next(((one, said) for one in versions if one.book != book and (said := one.says(clause))), None)
    before = f"{older[0].version or 'an earlier version'}: {older[1]}" if older else ""
    return "; ".join(part for part in (now, before) if part)


# -- the whole map -----------------------------------------------------------------------------------------------------


def as_rows(versions: Sequence[Misread], words: Mapping[str, str]) -> list[dict[str, object]]:
    """The map for JSON. words: the printed clauses, number and text by id."""
    book = book_of(words)
    return [
        {
            "book": one.book,
            "game_version": one.version,
            "is_current": one.book == book,
            "games": one.number,
            "clauses": [
                {
                    "clause": name,
                    "refused": one.tried[name],
                    "games": one.games[name],
                    "unused": one.unused.get(name, 0),
                }
                for name in one.in_order([*words])
            ],
        }
        for one in versions
    ]


def as_lines(title: str, versions: Sequence[Misread], words: Mapping[str, str]) -> Iterator[str]:
    """The map for people."""
    yield f"{title}: {counted(sum(one.number for one in versions), 'game')} read blind"
    for one in versions:
        name = f"Version {one.version}" if one.version else "A version without a number"
        yield ""
        which = "as it is now" if one.book == book_of(words) else "with other words"
        yield f"{name}, {which}: {counted(one.number, 'game')}"
        order = one.in_order([*words])
        for name in order:
            yield f"  {capital(one.says(name))}: {shorten(words.get(name, name), LONGEST, placeholder=' …')}"
        if not order:
            yield "  No rule was misread."
