"""Score sheets, item by item, and rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from proofdeck.source.rules.sides import Sides

AgainstTheGame = Literal["", "won", "lost"]
"""How a game ended for players who all play against it; "" if they do not, or if only their points say how well."""


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

    decided_by: the criterion that separated first and second place; None if nothing did. sides: who played with whom.
    result: how it ended for players who all play against the game; decided_by is what ended it then.
    """

    groups: tuple[tuple[int, ...], ...]
    decided_by: Criterion | None
    sides: Sides
    result: AgainstTheGame = ""

    @classmethod
    def by(cls, criteria: Sequence[Criterion], sides: Sides | None = None) -> Ranking:
        """Rank by the first criterion, break ties by the next, and so on.

        sides: who plays with whom; their seats have equal values. By default each seat is a side.
        """
        seats = dict[tuple[float, ...], list[int]]()
        for seat, own in enumerate(zip(*[criterion.values for criterion in criteria], strict=True)):
            seats.setdefault(own, []).append(seat)
        ordered = sorted(seats, reverse=True)
        groups = tuple([tuple(seats[own]) for own in ordered])
        sides = sides or Sides.each_alone(sum(map(len, groups)))
        if len(ordered) == 1:
            return cls(groups, None, sides)
        first, second = ordered[:2]
        return cls(groups, next(c for c, a, b in zip(criteria, first, second, strict=True) if a != b), sides)

    @property
    def places(self) -> list[int]:
        """The place of each seat, counted from 1; after a place that several sides share, the next ones are skipped."""
        found, place = dict[int, int](), 1
        for group in self.groups:
            found |= dict.fromkeys(group, place)
            place += self._sides_in(group)
        return [found[seat] for seat in sorted(found)]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none if the game has won, or if it cannot be won."""
        if self.sides.is_together:
            return self.groups[0] if self.result == "won" else ()
        return self.groups[0]

    @property
    def is_shared(self) -> bool:
        """Whether several sides share the win."""
        return self._sides_in(self.groups[0]) > 1

    def told_of_sides(self, names: Sequence[str | int]) -> dict[str, object]:
        """What is to be said, as JSON, if players are partners or play against the game. names: by seat."""
        sides = [[names[seat] for seat in side] for side in self.sides.seats]
        found: dict[str, object] = {"sides": sides} if self.sides.has_partners else {}
        return {**found, "result": self.result} if self.result else found

    def _sides_in(self, group: Sequence[int]) -> int:
        return len({self.sides.of(seat) for seat in group})


class ScoredTable(NamedTuple):
    """The score sheets of all players. ranking: their places; None while the game goes on."""

    sheets: tuple[ScoreSheet, ...]
    ranking: Ranking | None = None
