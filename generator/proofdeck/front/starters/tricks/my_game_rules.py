"""My Game: tricks in which the Deep pulls every other suit under."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.kit import (
    NOBODY, OWNER, Criterion, Item, RulePoints, Rules, Table, Whole, action, as_set, fact, game_of, held, pile, zone,
)  # fmt: skip

SUITS = ("Reef", "Gale", "Shoal", "Deep")
DEEP = SUITS.index("Deep")

POINTS = RulePoints()
(DEAL,) = POINTS.bind_all("setup.deal")
CARD, FOLLOW = POINTS.bind_all("play.card", "play.follow")
HIGHEST, UNDERTOW, LEAD = POINTS.bind_all("trick.highest", "trick.deep", "trick.lead")
PEARLS, LAST = POINTS.bind_all("score.pearls", "score.last-trick")
EMPTY, MOST, FEWEST = POINTS.bind_all("end.empty", "win.points", "win.fewest")


class TrickTable(Table):
    """hand: of each player; trick: the cards in the middle, in order; taken: the cards each player has won."""

    rules: Tricks
    hand: list[int] = zone(OWNER, each=True)
    trick: list[int] = pile()
    taken: list[int] = zone(each=True, scored=True)
    aside: int = zone(NOBODY)
    last_trick: list[int] = fact(0, each=True, scored="1 for the last trick")

    def deal(self, cards: list[int]) -> None:
        self.put("aside", self.deal_out("hand", cards, self.rules.hand))
        self.apply(DEAL)
        self.next_turn(0)

    @action("Play {card}", card=held("hand", CARD))
    def play(self, card: int) -> None:
        self.apply(CARD)
        self.hand[self.player] ^= 1 << card
        self.trick.append(card)
        if len(self.trick) < self.players:
            self.next_turn((self.player + 1) % self.players)
        else:
            self.win_trick()

    @play.bar(FOLLOW)
    def must_follow(self, card: int) -> str | None:
        if not self.trick:
            return None
        led = self.rules.suit[self.trick[0]]
        if self.rules.suit[card] != led and self.hand[self.player] & self.rules.of_suit[led]:
            return f"{SUITS[led]} is led, and there is {SUITS[led]} in the hand"
        return None

    def win_trick(self) -> None:
        best = max(self.trick, key=self.strength)
        winner = (self.player + 1 + self.trick.index(best)) % self.players
        self.taken[winner] |= as_set(self.trick)
        self.trick = []
        self.apply(HIGHEST)
        if any(self.hand):
            self.next_turn(winner if self.apply(LEAD) else (self.player + 1) % self.players)
        else:
            self.last_trick[winner] = 1
            self.end(EMPTY)

    def strength(self, card: int) -> int:
        suit, led = self.rules.suit[card], self.rules.suit[self.trick[0]]
        if suit == DEEP and self.apply(UNDERTOW):
            return 200 + self.rules.rank[card]
        return self.rules.rank[card] + 100 * (suit == led)

    def items(self, seat: int) -> Iterator[Item]:
        pearls = [card for card in self.cards_in("taken", seat) if self.rules.pearls[card]]
        if pearls:
            yield self.item(PEARLS, "pearls", sum(self.rules.pearls[card] for card in pearls), pearls)
        if self.last_trick[seat]:
            yield self.item(LAST, "the last trick", self.rules.values.number("last-trick"))

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())
        yield self.by(FEWEST, "fewest cards", [-len(self.cards_in("taken", seat)) for seat in range(self.players)])


class Tricks(Rules[TrickTable]):
    name = "my-game"
    min_players, max_players = 2, 4
    points = POINTS
    table = TrickTable
    parameters = (
        Whole("hand", 1, 10, "the number of cards dealt to each player"),
        Whole("last-trick", 0, 20, "the points for the last trick"),
    )

    def prepare(self) -> None:
        self.hand = self.values.number("hand")
        self.suit = self.column("suit", SUITS)
        self.rank = self.numbers("rank")
        self.pearls = self.numbers("value")
        self.of_suit = [
            as_set([card for card, suit in enumerate(self.suit) if suit == one]) for one in range(len(SUITS))
        ]


GAME = game_of(Tricks)
