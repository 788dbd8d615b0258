"""What a table is worth, item by item, and who stands where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a score sheet. clause: the rule that gives the points; cards: names of those that earned them."""

    clause: str
    label: str
    points: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Where a player's points come from. tallies: what is counted beside points, such as kills, for tie-breakers."""

    items: tuple[Item, ...] = ()
    tallies: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing that decides a game. values: one a player; more is better."""

    clause: str
    label: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Seats from first to last; a group of several shares its place.

    decided_by: the criterion that parted the first from the second place; None when nothing did.
    """

    groups: tuple[tuple[int, ...], ...]
    decided_by: Criterion | None = None

    @classmethod
    def by(cls, criteria: Sequence[Criterion]) -> Ranking:
        """Compare by the first criterion, those who are equal by the next, and so on."""
        seats = range(len(criteria[0].values))
        keys = [tuple(-criterion.values[seat] for criterion in criteria) for seat in seats]
        ordered = sorted(set(keys))
        groups = tuple(tuple(seat for seat in seats if keys[seat] == key) for key in ordered)
        if len(ordered) == 1:
            return cls(groups)
        first, second = ordered[:2]
        return cls(groups, next(c for c, a, b in zip(criteria, first, second, strict=True) if a != b))

    @property
    def places(self) -> list[int]:
        """For each seat its place, counted from 1; those who share one leave the next free."""
        ahead = {seat: sum(map(len, self.groups[:rank])) for rank, group in enumerate(self.groups) for seat in group}
        return [ahead[seat] + 1 for seat in sorted(ahead)]
