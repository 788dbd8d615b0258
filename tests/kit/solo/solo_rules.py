"""Elevens: one player takes pairs that make eleven from a row, until no card or no pair is left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from proofdeck.kit import NOBODY, Item, RulePoints, Rules, Table, Whole, action, as_set, fact, game_of, held, pile, zone

SUM = 11
POINTS = RulePoints()
ROW, TAKE, ELEVEN, FILL = POINTS.bind_all("setup.row", "turn.take", "turn.eleven", "turn.fill")
CLEAR, STUCK, PAIRS = POINTS.bind_all("end.clear", "end.stuck", "score.pairs")


class ElevensTable(Table):
    """row: the open cards; gone: those that were taken; pairs: how many times."""

    rules: Elevens
    row: int = zone()
    gone: int = zone()
    stock: list[int] = pile(NOBODY)
    pairs: list[int] = fact(0, each=True, scored="pairs")
    loses = STUCK

    def deal(self, cards: list[int]) -> None:
        row, self.stock = self.take_first(cards, self.rules.row)
        self.put("row", row)
        self.apply(ROW)
        self.next_turn(0)

    @action("Take {one} and {other}", one=held("row", TAKE), other=held("row", TAKE))
    def take(self, one: int, other: int) -> None:
        self.apply(TAKE)
        pair = as_set([one, other])
        self.row ^= pair
        self.gone |= pair
        self.pairs[0] += 1
        while self.stock and len(self.cards_in("row")) < self.rules.row and self.apply(FILL):
            self.row |= as_set([self.stock.pop()])
        if self.row:
            self.next_turn(0)
        else:
            self.end(CLEAR)

    @take.bar(ELEVEN)
    def must_make_eleven(self, one: int, other: int) -> str | None:
        rank = self.rules.rank
        return None if one < other and rank[one] + rank[other] == SUM else "these two do not make eleven"

    @action("Give up")
    def give_up(self) -> None:
        self.end(STUCK)

    @give_up.bar(STUCK)
    def must_be_stuck(self) -> str | None:
        rank = self.rules.rank
        pairs = combinations(self.cards_in("row"), 2)
        return "there is a pair" if any(rank[one] + rank[other] == SUM for one, other in pairs) else None

    def items(self, seat: int) -> Iterator[Item]:
        yield self.item(PAIRS, f"{self.pairs[seat]} pairs", self.pairs[seat])


class Elevens(Rules[ElevensTable]):
    name = "solo"
    min_players = max_players = 1
    points, table = POINTS, ElevensTable
    parameters = (Whole("row", 2, 12, "the number of open cards"),)

    def prepare(self) -> None:
        self.row = self.values.number("row")
        self.rank = self.numbers("rank")


GAME = game_of(Elevens)
