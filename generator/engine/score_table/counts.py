"""What can be counted about a player: cards of one suit, different suits, pairs, the sum of a column, coins.

A count works on a `Holding` and is independent of points. Names on a page, such as `suit red`, have already been looked
up by `words.py` and are sets of cards here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce

from generator.cards import Card
from generator.problems import counted

PAIR = 2


@dataclass(frozen=True, slots=True)
class Holding:
    """What one player has. cards: each card with its copies, in deck order; numbers: for example, coins -> 7."""

    cards: tuple[tuple[Card, int], ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return sum(copies for _, copies in self.cards)

    @property
    def names(self) -> tuple[str, ...]:
        """One for each copy."""
        return tuple(card.name or card.id for card, copies in self.cards for _ in range(copies))

    def only(self, chosen: Chosen) -> Holding:
        return Holding(tuple(pair for pair in self.cards if pair[0].id in chosen.ids), self.numbers)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Some cards of the deck. words: their name on the page, such as `suit red`."""

    words: str
    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the spreadsheet. values: the cards of each value in it; cards with an empty cell are in none."""

    name: str
    values: tuple[Chosen, ...]


class Count(ABC):
    """A number computed from a holding. words: what is counted, as printed on pads."""

    @property
    @abstractmethod
    def words(self) -> str: ...

    @abstractmethod
    def of(self, holding: Holding) -> int: ...

    def told(self, holding: Holding) -> str:
        """The number with its noun, such as `2 pairs`."""
        return str(self.of(holding))

    def used(self, holding: Holding) -> Holding:
        """The cards that count."""
        return holding

    def within(self, chosen: Chosen) -> Count:  # noqa: ARG002
        """The same count limited to these cards of the deck."""
        return self


@dataclass(frozen=True, slots=True)
class CardCount(Count):
    """How many cards there are."""

    chosen: Chosen

    @property
    def words(self) -> str:
        return self.chosen.words

    def of(self, holding: Holding) -> int:
        return self.used(holding).size

    def told(self, holding: Holding) -> str:
        return counted(self.of(holding), "card")

    def used(self, holding: Holding) -> Holding:
        return holding.only(self.chosen)


@dataclass(frozen=True, slots=True)
class Groups(Count):
    """How many groups of that size the cards make. A card is in only one group."""

    group: int

    @property
    def words(self) -> str:
        return "pairs" if self.group == PAIR else f"groups of {self.group}"

    def of(self, holding: Holding) -> int:
        return holding.size // self.group

    def told(self, holding: Holding) -> str:
        number = self.of(holding)
        return counted(number, "pair") if self.group == PAIR else f"{counted(number, 'group')} of {self.group}"


@dataclass(frozen=True, slots=True)
class Distinct(Count):
    """How many different values of a column there are."""

    column: Column

    @property
    def words(self) -> str:
        return f"distinct {self.column.name}"

    def of(self, holding: Holding) -> int:
        return sum(holding.only(chosen).size > 0 for chosen in self.column.values)

    def told(self, holding: Holding) -> str:
        return f"{self.of(holding)} different"

    def used(self, holding: Holding) -> Holding:
        return holding.only(Chosen("", frozenset().union(*(chosen.ids for chosen in self.column.values))))


@dataclass(frozen=True, slots=True)
class OneOfEach(Count):
    """How many full sets there are: one card for each value of a column that the deck has."""

    column: Column

    @property
    def words(self) -> str:
        return f"one of each {self.column.name}"

    def of(self, holding: Holding) -> int:
        return min((holding.only(chosen).size for chosen in self.column.values), default=0)

    def told(self, holding: Holding) -> str:
        return counted(self.of(holding), "full set")

    def within(self, chosen: Chosen) -> Count:
        values = tuple(value for value in self.column.values if value.ids & chosen.ids)
        return OneOfEach(Column(self.column.name, values))


@dataclass(frozen=True, slots=True)
class Sum(Count):
    """What the numbers in a column add up to. numbers: card -> its number, for cards that have one."""

    column: str
    numbers: Mapping[str, int]

    @property
    def words(self) -> str:
        return f"sum of {self.column}"

    def of(self, holding: Holding) -> int:
        return sum(self.numbers.get(card.id, 0) * copies for card, copies in holding.cards)

    def told(self, holding: Holding) -> str:
        return f"{self.column} {self.of(holding)}"

    def used(self, holding: Holding) -> Holding:
        return holding.only(Chosen("", frozenset(self.numbers)))


@dataclass(frozen=True, slots=True)
class Others(Count):
    """For each chosen card, how many other cards of some kind the player has. A card does not count for itself."""

    chosen: Chosen
    per: Chosen

    @property
    def words(self) -> str:
        return f"{self.chosen.words} per {self.per.words}"

    def of(self, holding: Holding) -> int:
        mine, others = holding.only(self.chosen), holding.only(self.per)
        return mine.size * others.size - mine.only(self.per).size

    def told(self, holding: Holding) -> str:
        mine, others = holding.only(self.chosen).size, holding.only(self.per).size
        if self.chosen.ids <= self.per.ids:
            return f"{mine} x {self.chosen.words}, each with {counted(others - 1, 'other')}"
        return f"{mine} x {self.chosen.words}, {others} x {self.per.words}"

    def used(self, holding: Holding) -> Holding:
        return holding.only(Chosen("", self.chosen.ids | self.per.ids))


@dataclass(frozen=True, slots=True)
class WrittenCount(Count):
    """A number that a player writes down, such as coins."""

    name: str

    @property
    def words(self) -> str:
        return self.name

    def of(self, holding: Holding) -> int:
        return holding.numbers.get(self.name, 0)

    def told(self, holding: Holding) -> str:
        return f"{self.of(holding)} {self.name}"

    def used(self, holding: Holding) -> Holding:  # noqa: ARG002
        return Holding()


@dataclass(frozen=True, slots=True)
class Scope:
    """The cards that a rule applies to. among: only these; by: each value of a column separately."""

    among: Chosen | None = None
    by: Column | None = None

    @property
    def words(self) -> str:
        return f"{f' among {self.among.words}' if self.among else ''}{f' by {self.by.name}' if self.by else ''}"

    def parts(self) -> Iterator[CardGroup]:
        """Each value separately, or all cards together."""
        for value in self.by.values if self.by else (None,):
            yield CardGroup(value.words if value else "", tuple(one for one in (self.among, value) if one))


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The cards that a rule counts together. value: of the column that separates them, or ""; of: the cards."""

    value: str
    of: tuple[Chosen, ...]

    def seen(self, holding: Holding) -> Holding:
        return reduce(Holding.only, self.of, holding)

    def count(self, count: Count) -> Count:
        return reduce(lambda known, chosen: known.within(chosen), self.of, count)
