"""What can be counted about a player: cards of one suit, different suits, pairs, the sum of a column, coins.

A count works on a `Holding` and is independent of points. Names on a page, such as `suit red`, have already been looked
up by `words.py` and are sets of cards here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from proofdeck.ground.problems import counted
from proofdeck.source.cards import Card

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


NO_CARDS = Chosen("", frozenset())


@dataclass(frozen=True, slots=True)
class CountedColumn:
    """A column of the spreadsheet. values: the cards of each value in it; cards with an empty cell are in none."""

    name: str
    values: tuple[Chosen, ...]


@dataclass(frozen=True, slots=True)
class Count(ABC):
    """A number computed from a holding. words: what is counted, as printed on pads; cards: those that can count."""

    words: str
    cards: Chosen

    @abstractmethod
    def of(self, holding: Holding) -> int: ...

    @abstractmethod
    def told(self, holding: Holding) -> str:
        """The number with its noun, such as `2 pairs`."""

    def used(self, holding: Holding) -> Holding:
        """The cards that count."""
        return holding.only(self.cards)

    def within(self, chosen: Chosen) -> Count:  # noqa: ARG002
        """The same count limited to these cards of the deck."""
        return self


class CardCount(Count):
    """How many cards there are."""

    def of(self, holding: Holding) -> int:
        return self.used(holding).size

    def told(self, holding: Holding) -> str:
        return counted(self.of(holding), "card")


@dataclass(frozen=True, slots=True)
class Groups(Count):
    """How many groups of that size the cards make. A card is in only one group."""

    group: int

    def of(self, holding: Holding) -> int:
        return holding.size // self.group

    def told(self, holding: Holding) -> str:
        number = self.of(holding)
        return counted(number, "pair") if self.group == PAIR else f"{counted(number, 'group')} of {self.group}"


@dataclass(frozen=True, slots=True)
class Distinct(Count):
    """How many different values of a column there are."""

    values: tuple[Chosen, ...]

    def of(self, holding: Holding) -> int:
        return sum(holding.only(chosen).size > 0 for chosen in self.values)

    def told(self, holding: Holding) -> str:
        return f"{self.of(holding)} different"


@dataclass(frozen=True, slots=True)
class OneOfEach(Count):
    """How many full sets there are: one card for each value of a column that the deck has."""

    values: tuple[Chosen, ...]

    def of(self, holding: Holding) -> int:
        return min((holding.only(chosen).size for chosen in self.values), default=0)

    def told(self, holding: Holding) -> str:
        return counted(self.of(holding), "full set")

    def within(self, chosen: Chosen) -> Count:
        return replace(self, values=tuple(value for value in self.values if value.ids & chosen.ids))


@dataclass(frozen=True, slots=True)
class Sum(Count):
    """What the numbers in a column add up to. numbers: card -> its number, for cards that have one."""

    column: str
    numbers: Mapping[str, int]

    def of(self, holding: Holding) -> int:
        return sum(self.numbers.get(card.id, 0) * copies for card, copies in holding.cards)

    def told(self, holding: Holding) -> str:
        return f"{self.column} {self.of(holding)}"


@dataclass(frozen=True, slots=True)
class Others(Count):
    """For each chosen card, how many other cards of some kind the player has. A card does not count for itself."""

    chosen: Chosen
    per: Chosen

    @classmethod
    def of_cards(cls, chosen: Chosen, per: Chosen) -> Others:
        """The count of those cards per card of another kind."""
        words = f"{chosen.words} per {per.words}"
        return cls(words, Chosen("", chosen.ids | per.ids), chosen, per)

    def of(self, holding: Holding) -> int:
        mine, others = holding.only(self.chosen), holding.only(self.per)
        return mine.size * others.size - mine.only(self.per).size

    def told(self, holding: Holding) -> str:
        mine, others = holding.only(self.chosen).size, holding.only(self.per).size
        if self.chosen.ids <= self.per.ids:
            return f"{mine} x {self.chosen.words}, each with {counted(others - 1, 'other')}"
        return f"{mine} x {self.chosen.words}, {others} x {self.per.words}"


class WrittenCount(Count):
    """A number that a player writes down, such as coins."""

    def of(self, holding: Holding) -> int:
        return holding.numbers.get(self.words, 0)

    def told(self, holding: Holding) -> str:
        return f"{self.of(holding)} {self.words}"


@dataclass(frozen=True, slots=True)
class RuleScope:
    """The cards that a rule applies to. among: only these; by: each value of a column separately."""

    among: Chosen | None = None
    by: CountedColumn | None = None

    @property
    def words(self) -> str:
        return f"{f' among {self.among.words}' if self.among else ''}{f' by {self.by.name}' if self.by else ''}"

    def parts(self) -> Iterator[CardGroup]:
        """Each value separately, or all cards together."""
        for value in self.by.values if self.by else (None,):
            yield CardGroup(value.words if value else "", tuple(one for one in (self.among, value) if one))


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The cards that a rule counts together. value: of the column that separates them, or ""; of: the cards."""

    value: str
    of: tuple[Chosen, ...]

    def seen(self, holding: Holding) -> Holding:
        return reduce(Holding.only, self.of, holding)

    def count(self, count: Count) -> Count:
        return reduce(lambda known, chosen: known.within(chosen), self.of, count)
