"""What a number pays: points for each, a series, a place among players; and how these points are modified."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from proofdeck.play.engine.score_sheet import Item
from proofdeck.play.engine.score_table.counts import Count, Holding


def signed(number: int, plus: str = "") -> str:
    """The number as printed, with a true minus sign."""
    return f"{'−' if number < 0 else plus}{abs(number)}"


def joined(numbers: Sequence[int]) -> str:
    return ", ".join(map(signed, numbers))


@dataclass(frozen=True, slots=True)
class Points:
    """Points for each one."""

    each: int

    @property
    def words(self) -> str:
        return f"{signed(self.each)} each"

    def pay(self, number: int) -> int:
        return self.each * number


@dataclass(frozen=True, slots=True)
class Series:
    """The first entry for one, the second for two, and so on. then: for each one beyond the last entry."""

    entries: tuple[int, ...]
    then: int = 0

    @property
    def words(self) -> str:
        then = f", then {signed(self.then, '+')} each" if self.then else ""
        return f"{joined(self.entries)}{then}"

    def pay(self, number: int) -> int:
        if number <= 0:
            return 0
        beyond = max(0, number - len(self.entries))
        return self.entries[number - beyond - 1] + self.then * beyond


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor for points: a count, and a number added to it."""

    plus: int
    count: Count

    @property
    def words(self) -> str:
        return f"{f'{self.plus} + ' if self.plus else ''}{self.count.words}"

    def of(self, holding: Holding) -> int:
        return self.plus + self.count.of(holding)


@dataclass(frozen=True, slots=True)
class Payment:
    """What a number pays. start: points added if there is any card; times: a factor for the total."""

    pays: Points | Series
    start: int = 0
    times: Factor | None = None

    @property
    def words(self) -> str:
        start = f", {signed(self.start, '+')}" if self.start else ""
        return f"{self.pays.words}{start}{f', times {self.times.words}' if self.times else ''}"

    def points(self, number: int, seen: Holding) -> int:
        return (self.pays.pay(number) + self.start) * (self.times.of(seen) if self.times else 1)

    def told(self, seen: Holding) -> str:
        """Text after the number if more than the number counts."""
        start = f" {'-' if self.start < 0 else '+'} {abs(self.start)}" if self.start else ""
        return f"{start}{f', times {self.times.of(seen)}' if self.times else ''}"


@dataclass(frozen=True, slots=True)
class Best:
    """Only the values of a column with the most points count. minus: all others count negative."""

    number: int
    minus: bool = False

    @property
    def words(self) -> str:
        return f", best {self.number}{', the rest minus' if self.minus else ''}"

    def of(self, items: Sequence[Item]) -> Iterator[Item]:
        best = sorted(range(len(items)), key=lambda place: -items[place].points)[: self.number]
        for place, item in enumerate(items):
            if place in best:
                yield item
            elif self.minus:
                yield item._replace(label=f"{item.label}, minus", points=-item.points)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most and the fewest points that a rule gives a player."""

    at_most: int | None = None
    at_least: int | None = None

    @property
    def words(self) -> str:
        pairs = (("at most", self.at_most), ("at least", self.at_least))
        return "".join(f", {word} {signed(points)}" for word, points in pairs if points is not None)

    def kept(self, clause: str, title: str, items: Sequence[Item]) -> Iterator[Item]:
        """The items, or the items limited to the bound; of several, one more item makes up the difference."""
        total = sum(item.points for item in items)
        if self.at_most is not None and total > self.at_most:
            bound, said = self.at_most, f"at most {self.at_most}"
        elif self.at_least is not None and total < self.at_least:
            bound, said = self.at_least, f"at least {self.at_least}"
        else:
            yield from items
            return
        if len(items) == 1:
            yield items[0]._replace(label=f"{items[0].label}, {said}", points=bound)
        else:
            yield from items
            yield Item(clause, f"{title}, {said}", bound - total)


@dataclass(frozen=True, slots=True)
class Ties:
    """What players get who tie for a place.

    note: a sentence on pads. pay: (points of the places they take up, how many they are) -> points for each of them;
    fractions are dropped.
    """

    note: str
    pay: Callable[[Sequence[int], int], float]


TIES = {
    "share": Ties(
        "Players who tie share the points of the places they take up. Drop fractions.",
        lambda points, players: sum(points) / players,
    ),
    "split": Ties(
        "Players who tie split the points of their place. Drop fractions. The other places they take up pay nothing.",
        lambda points, players: points[0] / players,
    ),
    "full": Ties("Players who tie each get the points of their place in full.", lambda points, _: points[0]),
    "none": Ties("A place for which players tie pays nothing.", lambda points, players: points[0] * (players == 1)),
}
USUAL_TIES = "share"
