"""My Game: partners bid how many tricks they will take, and the highest bidder names the trumps."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.kit import (
    OWNER, Criterion, Item, RulePoints, Rules, Table, Whole, action, as_set, fact, game_of, held, numbers, one_of, pile,
    zone,
)  # fmt: skip

SUITS = ("Bell", "Lamp", "Anchor", "Compass")
LEAST, TRICKS = 5, 10

POINTS = RulePoints()
(DEAL,) = POINTS.bind_all("setup.deal")
ONCE, HIGHER, OPEN, TRUMPS = POINTS.bind_all("bid.once", "bid.higher", "bid.open", "bid.trumps")
CARD, FOLLOW = POINTS.bind_all("play.card", "play.follow")
HIGHEST, TRUMP, LEAD = POINTS.bind_all("trick.highest", "trick.trumps", "trick.lead")
MADE, MISSED, OTHERS = POINTS.bind_all("score.made", "score.missed", "score.others")
EMPTY, MOST = POINTS.bind_all("end.empty", "win.points")


class PartnerTable(Table):
    """hand: of each player; trick: the cards in the middle, in order; taken: all cards that were played before.

    bid: of each player, 0 for a pass; trumps: the suit, counted from 1; tricks: how many each player has taken.
    """

    rules: Partners
    hand: list[int] = zone(OWNER, each=True)
    trick: list[int] = pile()
    taken: int = zone()
    bids: int = fact(0)
    bid: list[int] = fact(0, each=True, scored="bid, 0 for a pass")
    trumps: int = fact(0, words=("not named", *SUITS))
    tricks: list[int] = fact(0, each=True, scored="tricks")

    def deal(self, cards: list[int]) -> None:
        self.deal_out("hand", cards, TRICKS)
        self.apply(DEAL)
        self.next_turn(0)

    # -- bids ----------------------------------------------------------------------------------------------------------

    @action("Bid {number}", number=numbers(TRICKS, LEAST))
    def offer(self, number: int) -> None:
        self.bid[self.player] = LEAST + number
        self.after_bid()

    @action("Pass")
    def skip(self) -> None:
        self.after_bid()

    def after_bid(self) -> None:
        self.bids += 1
        self.apply(ONCE)
        last = self.bids == self.players
        self.next_turn(self.bidder() if last else (self.player + 1) % self.players)

    @action("Name {suit}", suit=one_of(*SUITS))
    def name(self, suit: int) -> None:
        self.trumps = suit + 1
        self.apply(TRUMPS)
        self.next_turn(self.player)

    @offer.bar(ONCE)
    @skip.bar(ONCE)
    def has_bid(self) -> str | None:
        return "everybody has bid" if self.bids == self.players else None

    @offer.bar(HIGHER)
    def must_be_higher(self, number: int) -> str | None:
        return f"the highest bid is {max(self.bid)}" if LEAST + number <= max(self.bid) else None

    @skip.bar(OPEN)
    def must_open(self) -> str | None:
        is_last = self.bids == self.players - 1
        return "nobody has bid, so the last player must" if is_last and not any(self.bid) else None

    @name.bar(TRUMPS)
    def cannot_name(self) -> str | None:
        return "it is not the time to name the trumps" if self.bids < self.players or self.trumps else None

    def bidder(self) -> int:
        return self.bid.index(max(self.bid))

    # -- tricks --------------------------------------------------------------------------------------------------------

    @action("Play {card}", card=held("hand", CARD))
    def play(self, card: int) -> None:
        self.apply(CARD)
        self.hand[self.player] ^= 1 << card
        self.trick.append(card)
        if len(self.trick) < self.players:
            self.next_turn((self.player + 1) % self.players)
            return
        winner = (self.player + 1 + self.trick.index(max(self.trick, key=self.strength))) % self.players
        self.apply(HIGHEST)
        self.tricks[winner] += 1
        self.taken |= as_set(self.trick)
        self.trick = []
        if any(self.hand):
            self.next_turn(winner if self.apply(LEAD) else (self.player + 1) % self.players)
        else:
            self.end(EMPTY)

    @play.bar(CARD)
    def must_wait(self) -> str | None:
        return None if self.trumps else "no trumps are named yet"

    @play.bar(FOLLOW)
    def must_follow(self, card: int) -> str | None:
        if not self.trick:
            return None
        led = self.rules.suit[self.trick[0]]
        if self.rules.suit[card] != led and self.hand[self.player] & self.rules.of_suit[led]:
            return f"{SUITS[led]} is led, and there is a {SUITS[led]} in the hand"
        return None

    def strength(self, card: int) -> int:
        suit, led = self.rules.suit[card], self.rules.suit[self.trick[0]]
        if suit == self.trumps - 1 and self.apply(TRUMP):
            return 200 + self.rules.rank[card]
        return self.rules.rank[card] + 100 * (suit == led)

    # -- points --------------------------------------------------------------------------------------------------------

    def items(self, seat: int) -> Iterator[Item]:
        if not any(self.bid):
            return
        bidder, wanted, pays = self.bidder(), max(self.bid), self.rules.values.number
        side = self.sides().seats[self.sides().of(bidder)]
        if seat not in side and self.tricks[seat]:
            yield self.item(OTHERS, f"{self.tricks[seat]} tricks", pays("others") * self.tricks[seat])
        if seat == bidder and sum(self.tricks[one] for one in side) >= wanted:
            yield self.item(MADE, f"a bid of {wanted}", pays("made") * wanted)
        elif seat == bidder and self.is_terminal():
            yield self.item(MISSED, f"a bid of {wanted}", -pays("made") * wanted)

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.side_points())


class Partners(Rules[PartnerTable]):
    name = "my-game"
    min_players = max_players = 4
    points = POINTS
    table = PartnerTable
    parameters = (
        Whole("made", 1, 50, "the points for each trick of a bid"),
        Whole("others", 0, 50, "the points for each trick of the other side"),
    )

    def prepare(self) -> None:
        self.suit = self.column("suit", SUITS)
        self.rank = self.numbers("rank")
        self.of_suit = [as_set([card for card, suit in enumerate(self.suit) if suit == one]) for one in range(4)]


GAME = game_of(Partners)
