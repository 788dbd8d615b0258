"""Score sheets, item by item, and rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Item(NamedTuple):
    """One line of a score sheet. clause: the rule that gives the points; cards: names of those that earn them."""

    clause: str
    label: str
    points: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A player's points and their sources. tallies: other counts, such as kills, for tie-breakers."""

    items: tuple[Item, ...] = ()
    tallies: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion that decides a game. values: one per player; more is better."""

    clause: str
    label: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Seats from first to last; a group of several shares its place.

    decided_by: the criterion that separated first and second place; None if nothing did.
    """

    groups: tuple[tuple[int, ...], ...]
    decided_by: Criterion | None = None

    @classmethod
    def by(cls, criteria: Sequence[Criterion]) -> Ranking:
        """Rank by the first criterion, break ties by the next, and so on."""
        seats = dict[tuple[float, ...], list[int]]()
        for seat, own in enumerate(zip(*[criterion.values for criterion in criteria], strict=True)):
            seats.setdefault(own, []).append(seat)
        ordered = sorted(seats, reverse=True)
        groups = tuple([tuple(seats[own]) for own in ordered])
        if len(ordered) == 1:
            return cls(groups)
        first, second = ordered[:2]
        return cls(groups, next(c for c, a, b in zip(criteria, first, second, strict=True) if a != b))

    @property
    def places(self) -> list[int]:
        """The place of each seat, counted from 1; after a shared place, the next ones are skipped."""
        ahead = {seat: sum(map(len, self.groups[:rank])) for rank, group in enumerate(self.groups) for seat in group}
        return [ahead[seat] + 1 for seat in sorted(ahead)]


class ScoredTable(NamedTuple):
    """The score sheets of all players. ranking: their places; None while the game goes on."""

    sheets: tuple[ScoreSheet, ...]
    ranking: Ranking | None = None
