"""What a table of scores pays: each rule turns what the players have into items, and knows its line on a pad."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.engine.categories import Category, Place
from generator.engine.score_sheet import Item
from generator.engine.score_table.counts import Chosen, Column, Count, Holding

WINS, VALUES, EACH = "score.wins", "score.values", "score.each"


def clause_of(name: str) -> str:
    return f"score.{name}"


class Rule(ABC):
    """One line of the table. clause: the printed rule behind it."""

    @property
    @abstractmethod
    def clause(self) -> str: ...

    @abstractmethod
    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:
        """What a player gets. everybody: all players, that one among them."""

    @abstractmethod
    def category(self) -> Category:
        """Its place on a pad."""

    def note(self) -> str:
        """What players must know besides, for the foot of a pad; or ""."""
        return ""


# -- values, each, sets ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Values(Rule):
    """The value of each card."""

    clause = VALUES

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:  # noqa: ARG002
        points = sum(int(card.value or 0) * copies for card, copies in own.cards)
        yield Item(VALUES, "values", points, own.names)

    def category(self) -> Category:
        return Category("Values of the cards", frozenset({VALUES}))


@dataclass(frozen=True, slots=True)
class Each(Rule):
    """Points for each card of some ids and kinds. points: (cards, points for one)."""

    points: tuple[tuple[Chosen, int], ...]
    clause = EACH

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:  # noqa: ARG002
        for chosen, points in self.points:
            found = own.only(chosen)
            if found.size:
                yield Item(EACH, f"{found.size} x {chosen.words}", points * found.size, found.names)

    def category(self) -> Category:
        lines = tuple(Place(chosen.words, f"{points} each") for chosen, points in self.points)
        return Category("Cards", frozenset({EACH}), lines=lines)


@dataclass(frozen=True, slots=True)
class Set(Rule):
    """Cards that count together. cards: id -> how many; names: id -> name; points: for each complete set."""

    name: str
    cards: Mapping[str, int]
    names: Mapping[str, str]
    points: int

    @property
    def clause(self) -> str:
        return clause_of(self.name)

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:  # noqa: ARG002
        copies = {card.id: count for card, count in own.cards}
        times = min(copies.get(card, 0) // needed for card, needed in self.cards.items())
        if times:
            used = (self.names[card] for card, needed in self.cards.items() for _ in range(needed * times))
            yield Item(self.clause, f"{times} x {self.name}", self.points * times, tuple(used))

    def category(self) -> Category:
        cards = (f"{self.names[card]}{f' x{count}' if count > 1 else ''}" for card, count in self.cards.items())
        return Category(_title(self.name), frozenset({self.clause}), f"{', '.join(cards)}: {self.points}")


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


# -- what a number pays ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Points:
    """So many points for each."""

    each: int

    @property
    def words(self) -> str:
        return f"{_signed(self.each)} each"

    def pay(self, number: int) -> int:
        return self.each * number


@dataclass(frozen=True, slots=True)
class Series:
    """The first entry for one, the second for two, and so on. then: for each one beyond the last entry."""

    entries: tuple[int, ...]
    then: int = 0

    @property
    def words(self) -> str:
        then = f", then {_signed(self.then, '+')} each" if self.then else ""
        return f"{_joined(self.entries)}{then}"

    def pay(self, number: int) -> int:
        if number <= 0:
            return 0
        beyond = max(0, number - len(self.entries))
        return self.entries[number - beyond - 1] + self.then * beyond


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most and the fewest points that a rule gives a player."""

    at_most: int | None = None
    at_least: int | None = None

    @property
    def words(self) -> str:
        pairs = (("at most", self.at_most), ("at least", self.at_least))
        return "".join(f", {word} {_signed(points)}" for word, points in pairs if points is not None)

    def kept(self, clause: str, title: str, items: Sequence[Item]) -> Iterator[Item]:
        """The items as they are, or cut to the bound; several items get one more that makes up the difference."""
        total = sum(item.points for item in items)
        for word, bound, beyond in (
            ("at most", self.at_most, self.at_most is not None and total > self.at_most),
            ("at least", self.at_least, self.at_least is not None and total < self.at_least),
        ):
            if not beyond or bound is None:
                continue
            if len(items) == 1:
                yield replace(items[0], label=f"{items[0].label}, {word} {bound}", points=bound)
            else:
                yield from items
                yield Item(clause, f"{title}, {word} {bound}", bound - total)
            return
        yield from items


def _signed(number: int, plus: str = "") -> str:
    """As it is printed, with a true minus sign."""
    return f"{'−' if number < 0 else plus}{abs(number)}"


def _joined(numbers: Sequence[int]) -> str:
    return ", ".join(map(_signed, numbers))


# -- rules -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scope:
    """Which cards a rule looks at. among: these only; by: those of each value of a column apart."""

    among: Chosen | None = None
    by: Column | None = None

    @property
    def words(self) -> str:
        return f"{f' among {self.among.words}' if self.among else ''}{f' by {self.by.name}' if self.by else ''}"

    def parts(self) -> tuple[Chosen | None, ...]:
        """The value of each part; None for all cards together."""
        return self.by.values if self.by else (None,)

    def seen(self, holding: Holding, part: Chosen | None) -> Holding:
        within = holding.only(self.among) if self.among else holding
        return within.only(part) if part else within


@dataclass(frozen=True, slots=True)
class Counted(Rule):
    """Points for a number that a player has."""

    name: str
    count: Count
    pays: Points | Series
    scope: Scope = Scope()
    bounds: Bounds = Bounds()

    @property
    def clause(self) -> str:
        return clause_of(self.name)

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:  # noqa: ARG002
        items = [item for part in self.scope.parts() for item in self._of_part(self.scope.seen(own, part), part)]
        yield from self.bounds.kept(self.clause, _spoken(self.name), items)

    def _of_part(self, seen: Holding, part: Chosen | None) -> Iterator[Item]:
        number = self.count.of(seen)
        if number:
            told, spoken = self.count.told(seen), _spoken(self.name, part)
            label = told if spoken == self.count.words else f"{spoken}: {told}"
            yield Item(self.clause, label, self.pays.pay(number), self.count.used(seen).names)

    def category(self) -> Category:
        counts, pays = f"{self.count.words}{self.scope.words}", f"{self.pays.words}{self.bounds.words}"
        note = pays if counts == _spoken(self.name) else f"{counts}: {pays}"
        return Category(_title(self.name), frozenset({self.clause}), note)


def _spoken(name: str, part: Chosen | None = None) -> str:
    """`birds`, or `birds, red` for one value of a column."""
    return f"{name.replace('-', ' ')}{f', {part.words}' if part else ''}"


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


@dataclass(frozen=True, slots=True)
class Majority(Rule):
    """Points for having the most of something, or the fewest. places: the points of the first place, the second, ..."""

    name: str
    count: Count
    places: tuple[int, ...]
    fewest: bool = False
    ties: Ties = TIES[USUAL_TIES]
    scope: Scope = Scope()

    @property
    def clause(self) -> str:
        return clause_of(self.name)

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:
        for part in self.scope.parts():
            seen = self.scope.seen(own, part)
            mine = self.count.of(seen)
            numbers = [self.count.of(self.scope.seen(one, part)) for one in everybody]
            ahead = sum(number < mine if self.fewest else number > mine for number in numbers)
            tied = numbers.count(mine)
            if ahead >= len(self.places) or not (self.fewest or mine > 0):
                continue
            taken_up = (*self.places, *[0] * tied)[ahead : ahead + tied]
            shared = f" (shared by {tied})" if tied > 1 else ""
            label = f"{_spoken(self.name, part)}: place {ahead + 1}{shared} with {self.count.told(seen)}"
            yield Item(self.clause, label, int(self.ties.pay(taken_up, tied)), self.count.used(seen).names)

    def category(self) -> Category:
        word = "fewest" if self.fewest else "most"
        note = f"{word} {self.count.words}{self.scope.words}: {_joined(self.places)}"
        return Category(_title(self.name), frozenset({self.clause}), note)

    def note(self) -> str:
        return self.ties.note
