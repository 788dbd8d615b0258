"""My Game: draw, lay sets of one animal, discard, and be the first to have an empty hand."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.kit import (
    COUNTS, NOBODY, OWNER, Criterion, Item, RulePoints, Rules, Table, Whole, action, fact, game_of, held, pile, zone,
)  # fmt: skip

DRAWING, PLAYING = range(2)

POINTS = RulePoints()
DEAL, DRAW, TAKE, LAY, SIZE, DISCARD = POINTS.bind_all(
    "setup.deal", "turn.draw", "turn.take", "turn.lay", "set.size", "turn.discard"
)
OUT, STOCK, STALL, SETS, HAND, MOST, FEWEST = POINTS.bind_all(
    "end.out", "end.stock", "end.stall", "score.sets", "score.hand", "win.points", "win.hand"
)


class Meadow(Table):
    """step: whether the player to move draws or plays; sets: what a player has laid; taken: discards taken in a row."""

    rules: MyGame
    hand: list[list[int]] = zone(OWNER, each=True, form=COUNTS, scored=True)
    sets: list[list[int]] = zone(each=True, form=COUNTS, scored=True)
    stock: list[int] = pile(NOBODY)
    discards: list[int] = pile()
    step: int = fact(DRAWING, words=("draw", "play"))
    taken: int = fact(0)

    def deal(self, cards: list[int]) -> None:
        self.stock = self.deal_out("hand", cards, self.rules.values.number("hand"))
        self.discards.append(self.stock.pop())
        self.apply(DEAL)
        self.next_turn(0)

    @action("Draw from the stock")
    def draw(self) -> None:
        self.apply(DRAW)
        self.taken = 0
        self.hand[self.player][self.stock.pop()] += 1
        self.step = PLAYING

    @action("Take the top discard")
    def take(self) -> None:
        self.apply(TAKE)
        self.taken += 1
        self.hand[self.player][self.discards.pop()] += 1
        self.step = PLAYING

    @action("Lay all {card}", card=held("hand", LAY))
    def lay(self, card: int) -> None:
        self.apply(LAY | SIZE)
        hand = self.hand[self.player]
        self.sets[self.player][card] += hand[card]
        hand[card] = 0
        if not any(hand):
            self.end(OUT)

    @action("Discard {card}", card=held("hand", DISCARD))
    def discard(self, card: int) -> None:
        self.apply(DISCARD)
        self.hand[self.player][card] -= 1
        self.discards.append(card)
        self.step = DRAWING
        if not any(self.hand[self.player]):
            self.end(OUT)
        elif not self.stock:
            self.end(STOCK)
        elif self.taken >= self.rules.values.number("stall") and self.apply(STALL):
            self.end(STALL)
        else:
            self.next_turn((self.player + 1) % self.players)

    @draw.bar(DRAW)
    def has_drawn(self) -> str | None:
        return "a card has been drawn already" if self.step == PLAYING else None

    @take.bar(TAKE)
    def has_taken(self) -> str | None:
        return "a card has been drawn already" if self.step == PLAYING else None

    take.needs(TAKE, "nobody takes discards")

    @take.bar(DRAW)
    def nothing_to_take(self) -> str | None:
        return None if self.discards else "there are no discards"

    @lay.bar(LAY)
    def draws_first(self) -> str | None:
        return "first draw a card" if self.step == DRAWING else None

    @lay.bar(SIZE)
    def too_few(self, card: int) -> str | None:
        short = self.hand[self.player][card] + self.sets[self.player][card] < self.rules.size
        return f"a set has at least {self.rules.size} cards" if short else None

    @discard.bar(DISCARD)
    def discards_last(self) -> str | None:
        return "first draw a card" if self.step == DRAWING else None

    def items(self, seat: int) -> Iterator[Item]:
        laid, left = self.cards_in("sets", seat), self.cards_in("hand", seat)
        yield self.item(SETS, "sets", sum(self.rules.worth[card] for card in laid), laid)
        yield self.item(HAND, "cards in hand", -sum(self.rules.worth[card] for card in left), left)

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())
        yield self.by(FEWEST, "cards in hand", [-sum(hand) for hand in self.hand])


class MyGame(Rules[Meadow]):
    name, points, table = "my-game", POINTS, Meadow
    min_players, max_players = 2, 4
    parameters = (
        Whole("hand", 3, 10, "cards of a hand"),
        Whole("set", 2, 6, "cards of a set"),
        Whole("stall", 2, 99, "discards taken in a row that end the game"),
    )

    def prepare(self) -> None:
        self.worth = self.numbers("value")
        self.size = self.values.number("set")


GAME = game_of(MyGame)
