"""Salt Roads: cards are chosen at the same time and kept or sold, hands are passed on, and caravans move on a road."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.kit import COUNTS, NOBODY, OWNER, Criterion, Item, Objection, RulePoints, Rules, Table
from generator.engine.kit.actions import action, held, one_of
from generator.engine.kit.game import game_of
from generator.engine.kit.pieces import choice, pool, track
from generator.engine.kit.reading import column, whole, wholes
from generator.engine.kit.zones import fact, pile, zone

KINDS = ("salt", "silk", "spice", "camel", "guild")
SALT, SILK, SPICE, CAMEL, GUILD = range(5)
KEEP, SELL = range(2)

POINTS = RulePoints()
COINS, DEAL = POINTS.bind_all("setup.coins", "setup.deal")
CHOOSE, PRICE, SALE, WALK, OASIS = POINTS.bind_all("turn.choose", "turn.price", "turn.sale", "turn.camel", "turn.oasis")
PASS, LAST, SEASONS = POINTS.bind_all("turn.pass", "season.last-card", "season.end")
OF_SALT, OF_SILK, OF_SPICE = POINTS.bind_all("score.salt", "score.silk", "score.spice")
OF_GUILDS, OF_ROAD, OF_COINS = POINTS.bind_all("score.guild", "score.road", "score.coins")
MOST, RICHEST = POINTS.bind_all("win.points", "win.coins")


class Caravans(Table):
    """row: what a player has kept; unused: last cards, which nobody has seen; deck: for the seasons to come."""

    rules: SaltRoads
    hand: list[list[int]] = zone(OWNER, each=True, form=COUNTS, passed=True)
    row: list[list[int]] = zone(each=True, form=COUNTS, scored=True)
    discards: list[int] = pile()
    deck: list[int] = pile(NOBODY)
    unused: list[int] = pile(NOBODY)
    card: list[int] = choice(each=True)
    deed: list[int] = choice(("keep", "sell"), each=True)
    coins: list[int] = pool("coin", each=True, scored="Coins", rest="bank")
    place: list[int] = track("road", lambda rules: rules.road, piece="caravan", each=True, scored="Spaces moved")
    season: int = fact(1)

    def deal(self, cards: list[int]) -> None:
        """The hands of a season, and at first the coins."""
        if self.season == 1 and self.apply(COINS):
            self.coins = [self.rules.coins] * self.players
        self.put("deck", self.deal_out("hand", cards, self.rules.hands[self.players]))
        self.apply(DEAL)
        self.next_turn(0)

    @action("{deed} {card}", deed=one_of("Keep", "Sell"), card=held("hand", CHOOSE))
    def choose(self, deed: int, card: int) -> None:
        if self.commit(deed=deed, card=card):
            self.reveal()

    @choose.bar(PRICE)
    def is_too_dear(self, deed: int, card: int) -> str | None:
        price = self.rules.prices[card]
        return f"its price is {price}" if deed == KEEP and price > self.coins[self.player] else None

    def reveal(self) -> None:
        """All at once: prices are paid, then sales, then caravans move, then oases pay."""
        rules, seats = self.rules, range(self.players)
        sold = [seat for seat in seats if self.deed[seat] == SELL]
        led = [seat for seat in seats if seat not in sold and rules.kind[self.card[seat]] == CAMEL]
        for seat, card in enumerate(self.card):
            self.hand[seat][card] -= 1
            self.row[seat][card] += seat not in (*sold, *led)
            self.coins[seat] -= rules.prices[card] if seat not in sold and self.on & PRICE else 0
        self.discards += [self.card[seat] for seat in (*sold, *led)]
        self.apply(CHOOSE | PRICE)
        self.pay(SALE, sold)
        self.pay(OASIS, [seat for seat in led if self.comes_to_oasis(seat, rules.worth[self.card[seat]])])
        self.go_on()

    def comes_to_oasis(self, seat: int, steps: int) -> bool:
        moved = min(steps, self.rules.road - self.place[seat]) if self.apply(WALK) else 0
        self.place[seat] += moved
        return moved > 0 and self.place[seat] % self.rules.oasis == 0

    def pay(self, clause: int, seats: Sequence[int]) -> None:
        """Coins from the bank for each of these players, or for none of them if it has too few."""
        each = self.rules.pay
        if seats and self.apply(clause) and each * len(seats) <= self.pieces_left("coin"):
            self.coins = [coins + each * (seat in seats) for seat, coins in enumerate(self.coins)]

    def go_on(self) -> None:
        if sum(self.hand[0]) > (1 if self.on & LAST else 0):
            self.pass_left("hand", 1 if self.apply(PASS) else 0)
            self.next_turn(0)
        else:
            self.end_season()

    def end_season(self) -> None:
        self.apply(LAST)
        for seat in range(self.players):
            self.add("unused", self.cards_in("hand", seat))
            self.put("hand", [], seat)
        if self.season < self.rules.seasons and self.apply(SEASONS):
            self.season += 1
            self.deal(self.deck)
        else:
            self.end(SEASONS)

    def items(self, seat: int) -> Iterator[Item]:
        rules, of = self.rules, self.by_kind("row", self.rules.kind, seat)
        paid = [card for card in of[GUILD] if len(of[rules.goods[card]]) >= rules.guild]
        yield self.item(OF_SALT, "salt", sum([rules.worth[card] for card in of[SALT]]), of[SALT])
        yield self.item(OF_SILK, "silk", rules.silk.get(min(len(of[SILK]), 4), 0), of[SILK])
        yield self.item(OF_SPICE, "spice", self.prize(seat), of[SPICE])
        yield self.item(OF_GUILDS, "guilds", sum([rules.worth[card] for card in paid]), paid)
        yield self.item(OF_ROAD, "spaces moved", self.place[seat])
        yield self.item(OF_COINS, "coins", self.coins[seat] // rules.rate)

    def prize(self, seat: int) -> int:
        """For the most spice, or for the second most unless several have the most; nothing for no spice."""
        spice = [sum([row[card] * worth for card, worth in self.rules.spices]) for row in self.row]
        ahead = sum([other > spice[seat] for other in spice])
        return self.rules.prizes[("first", "second")[ahead]] if spice[seat] and ahead < 2 else 0

    def objections(self, seat: int) -> Iterator[Objection]:
        if camels := self.by_kind("row", self.rules.kind, seat)[CAMEL]:
            yield self.objection(WALK, "a Camel is discarded", camels)

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())
        yield self.by(RICHEST, "coins", self.coins)


class SaltRoads(Rules[Caravans]):
    """worth: points, spice or spaces of each card; goods: the kind of goods of a guild; spices: cards and spice."""

    name, points, table = "salt-roads", POINTS, Caravans
    min_players, max_players = 2, 4
    hands: dict[int, int] = wholes("hand", 2, {2: 11, 3: 7, 4: 5}, "the cards of a hand with {} players")
    silk: dict[int, int] = wholes("silk", 0, dict.fromkeys((1, 2, 3, 4), 40), "the points for {} silk")
    prizes: dict[str, int] = wholes("spice", 0, {"first": 40, "second": 40}, "the points of the {} prize")
    guild: int = whole("guild", 1, 12, "the number of goods that a guild needs")
    coins: int = whole("coins", 0, 7, "the coins that each player begins with")
    rate: int = whole("coins-per-point", 1, 30, "the number of coins that are worth a point")
    pay: int = whole("pay", 0, 9, "the coins for a sale, or at an oasis")
    road: int = whole("road", 1, 40, "the number of spaces on the road")
    oasis: int = whole("oasis", 1, 40, "the number of spaces from one oasis to the next")
    seasons: int = whole("seasons", 1, 2, "the number of seasons")
    prices: list[int] = column("price")
    worth: list[int] = column("value")
    kind: list[int] = column("kind", KINDS)
    goods: list[int] = column("suit", KINDS)

    def prepare(self) -> None:
        self.spices = [(card, self.worth[card]) for card, kind in enumerate(self.kind) if kind == SPICE]


GAME = game_of(SaltRoads)
