"""Events of a match, a tournament or an unfinished table, in their order, and which of them count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

BEGUN, UNDONE = "begun", "undone"
HOME = "home"
"""The key in a stream's first entry for the project folder it was begun in."""


class Stream(NamedTuple):
    """`match 3`: the third of its kind."""

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class Entry(NamedTuple):
    """An event. number: counts all entries of the file; at: the time in UTC, as ISO 8601."""

    number: int
    at: str
    what: str
    data: Mapping[str, Any]


def without_home(data: Mapping[str, object]) -> dict[str, object]:
    """The first entry of a stream without what applies to this computer only."""
    return {key: value for key, value in data.items() if key != HOME}


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that count: each `undone` takes back the last one before it that still counts, except the first."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.what != UNDONE:
            kept.append(entry)
        elif len(kept) > 1:
            kept.pop()
    return kept
