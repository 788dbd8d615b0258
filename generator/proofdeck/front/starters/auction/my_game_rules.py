"""Sealed Bids: everybody bids for a lot at the same time, and the highest bid pays."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.kit import (
    NOBODY,
    Criterion,
    Item,
    RulePoints,
    Rules,
    Table,
    Whole,
    action,
    choice,
    game_of,
    numbers,
    pile,
    pool,
    zone,
)  # fmt: skip

POINTS = RulePoints()
COINS, LOTS, BID, AFFORD, HIGHEST, TIED = POINTS.bind_all(
    "setup.coins", "setup.lots", "bid.secret", "bid.afford", "bid.highest", "bid.tied"
)
OVER, VALUE, COINS_LEFT, MOST, RICHEST = POINTS.bind_all(
    "end.lots", "score.value", "score.coins", "win.points", "win.coins"
)
MOST_COINS = 20


class Auction(Table):
    rules: MyGame
    lot: list[int] = pile()
    lots: list[int] = pile(NOBODY)
    gone: list[int] = pile()
    won: list[int] = zone(each=True, scored=True)
    bid: list[int] = choice([str(number) for number in range(MOST_COINS + 1)], each=True)
    coins: list[int] = pool("coin", each=True, scored="Coins")

    def deal(self, cards: list[int]) -> None:
        self.lots, self.gone = self.take_first(cards, self.rules.values.number("lots"))
        self.coins = [self.rules.values.number("coins")] * self.players
        self.apply(COINS | LOTS)
        self.next_lot()

    def next_lot(self) -> None:
        if not self.lots:
            self.end(OVER)
            return
        self.lot.append(self.lots.pop())
        self.next_turn(0)

    @action("Bid {amount}", amount=numbers(MOST_COINS, least=0))
    def offer(self, amount: int) -> None:
        if self.commit(bid=amount):
            self.apply(BID)
            self.sell()

    @offer.bar(AFFORD)
    def too_much(self, amount: int) -> str | None:
        return "there are not so many coins" if amount > self.coins[self.player] else None

    def sell(self) -> None:
        most = max(self.bid)
        highest = [seat for seat in range(self.players) if self.bid[seat] == most]
        lot = self.lot.pop()
        if len(highest) > 1 and self.apply(TIED):
            self.gone.append(lot)
        else:
            self.apply(HIGHEST)
            self.won[highest[0]] |= 1 << lot
            self.coins[highest[0]] -= most if self.on & HIGHEST else 0
        self.next_lot()

    def items(self, seat: int) -> Iterator[Item]:
        cards = self.cards_in("won", seat)
        yield self.item(VALUE, "lots", sum(self.rules.worth[card] for card in cards), cards)
        yield self.item(COINS_LEFT, "coins", self.coins[seat] // 2)

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())
        yield self.by(RICHEST, "coins", self.coins)


class MyGame(Rules[Auction]):
    name, points, table = "my-game", POINTS, Auction
    min_players, max_players = 2, 4
    parameters = (Whole("coins", 1, MOST_COINS, "coins at first"), Whole("lots", 1, 12, "lots of a game"))

    def prepare(self) -> None:
        self.worth = self.numbers("value")


GAME = game_of(MyGame)
