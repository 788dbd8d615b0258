"""The rules of a table of scores: each turns what players have into items, and has a line on a pad."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofdeck.play.engine.categories import Category, ScoreBox
from proofdeck.play.engine.score_sheet import Item
from proofdeck.play.engine.score_table.counts import CardGroup, Chosen, Count, Holding, RuleScope
from proofdeck.play.engine.score_table.payment import Best, Bounds, Payment, Points, Ties, joined
from proofdeck.source.cards import Card


def clause_of(name: str) -> str:
    return f"score.{name}"


WINS = clause_of("wins")


@dataclass(frozen=True, slots=True)
class ScoreRule(ABC):
    """One line of the table. name: its key there, as in the id of its clause."""

    name: str

    @property
    def clause(self) -> str:
        """The printed rule it belongs to."""
        return clause_of(self.name)

    @property
    def spoken(self) -> str:
        return self.name.replace("-", " ")

    def labelled(self, part: CardGroup) -> str:
        """`birds`, or `birds, red` for one value of a column."""
        return f"{self.spoken}{f', {part.value}' if part.value else ''}"

    @abstractmethod
    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:
        """What a player gets. everybody: all players, including that one."""

    @abstractmethod
    def category(self) -> Category:
        """Its place on a pad."""

    def category_with(self, note: str) -> Category:
        """A place named like the rule."""
        return Category(self.spoken.capitalize(), frozenset({self.clause}), note)

    def note(self) -> str:
        """A note for the foot of a pad, or ""."""
        return ""

    def parts(self, cards: Sequence[Card]) -> Sequence[int] | None:  # noqa: ARG002
        """The numbers of which its points are sums; None if they may be any. cards: of the game."""
        return None


# -- values, each, sets ------------------------------------------------------------------------------------------------


class Values(ScoreRule):
    """The value of each card."""

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:  # noqa: ARG002
        points = sum(int(card.value or 0) * copies for card, copies in own.cards)
        yield Item(self.clause, "values", points, own.names)

    def category(self) -> Category:
        return Category("Values of the cards", frozenset({self.clause}))

    def parts(self, cards: Sequence[Card]) -> Sequence[int] | None:
        return [int(card.value or 0) for card in cards]


@dataclass(frozen=True, slots=True)
class Each(ScoreRule):
    """Points for each card of some ids and kinds. points: (cards, points for one)."""

    points: tuple[tuple[Chosen, int], ...]

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:  # noqa: ARG002
        for chosen, points in self.points:
            found = own.only(chosen)
            if found.size:
                yield Item(self.clause, f"{found.size} x {chosen.words}", points * found.size, found.names)

    def category(self) -> Category:
        lines = tuple(ScoreBox(chosen.words, f"{points} each") for chosen, points in self.points)
        return Category("Cards", frozenset({self.clause}), lines=lines)

    def parts(self, cards: Sequence[Card]) -> Sequence[int] | None:  # noqa: ARG002
        return [points for _, points in self.points]


@dataclass(frozen=True, slots=True)
class Set(ScoreRule):
    """Cards that score together. cards: id -> how many; names: id -> name; points: for each complete set."""

    cards: Mapping[str, int]
    names: Mapping[str, str]
    points: int

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:  # noqa: ARG002
        copies = {card.id: count for card, count in own.cards}
        times = min(copies.get(card, 0) // needed for card, needed in self.cards.items())
        if times:
            used = (self.names[card] for card, needed in self.cards.items() for _ in range(needed * times))
            yield Item(self.clause, f"{times} x {self.name}", self.points * times, tuple(used))

    def category(self) -> Category:
        cards = (f"{self.names[card]}{f' x{count}' if count > 1 else ''}" for card, count in self.cards.items())
        return self.category_with(f"{', '.join(cards)}: {self.points}")

    def parts(self, cards: Sequence[Card]) -> Sequence[int] | None:  # noqa: ARG002
        return [self.points]


# -- rules -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counted(ScoreRule):
    """Points for a number that a player has."""

    count: Count
    pays: Payment
    scope: RuleScope
    best: Best | None
    bounds: Bounds

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:  # noqa: ARG002
        items = [item for part in self.scope.parts() for item in self._of_part(part, own)]
        counting = list(self.best.of(items)) if self.best else items
        yield from self.bounds.kept(self.clause, self.spoken, counting)

    def _of_part(self, part: CardGroup, own: Holding) -> Iterator[Item]:
        seen, count = part.seen(own), part.count(self.count)
        number = count.of(seen)
        if number or (self.pays.start and seen.size):
            told, spoken = f"{count.told(seen)}{self.pays.told(seen)}", self.labelled(part)
            used = seen if self.pays.start or self.pays.times else count.used(seen)
            label = told if spoken == count.words else f"{spoken}: {told}"
            yield Item(self.clause, label, self.pays.points(number, seen), used.names)

    def category(self) -> Category:
        counts = f"{self.count.words}{self.scope.words}"
        pays = f"{self.pays.words}{self.best.words if self.best else ''}{self.bounds.words}"
        note = pays if counts == self.spoken else f"{counts}: {pays}"
        return self.category_with(note)

    def parts(self, cards: Sequence[Card]) -> Sequence[int] | None:  # noqa: ARG002
        pays = self.pays.pays
        is_changed = self.pays.start or self.pays.times or self.best or self.bounds != Bounds()
        return [pays.each] if isinstance(pays, Points) and not is_changed else None


@dataclass(frozen=True, slots=True)
class Majority(ScoreRule):
    """Points for having the most of something, or the fewest. places: the points of the first place, the second, ..."""

    count: Count
    places: tuple[int, ...]
    fewest: bool
    ties: Ties
    scope: RuleScope

    def items(self, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:
        for part in self.scope.parts():
            seen, count = part.seen(own), part.count(self.count)
            mine, numbers = count.of(seen), [count.of(part.seen(one)) for one in everybody]
            ahead = sum(number < mine if self.fewest else number > mine for number in numbers)
            tied = numbers.count(mine)
            if ahead >= len(self.places) or not (self.fewest or mine > 0):
                continue
            taken_up = (*self.places, *[0] * tied)[ahead : ahead + tied]
            shared = f" (shared by {tied})" if tied > 1 else ""
            label = f"{self.labelled(part)}: place {ahead + 1}{shared} with {count.told(seen)}"
            yield Item(self.clause, label, int(self.ties.pay(taken_up, tied)), count.used(seen).names)

    def category(self) -> Category:
        word = "fewest" if self.fewest else "most"
        note = f"{word} {self.count.words}{self.scope.words}: {joined(self.places)}"
        return self.category_with(note)

    def note(self) -> str:
        return self.ties.note
