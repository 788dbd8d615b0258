"""Salt Roads: cards are chosen at the same time and kept or sold, hands are passed on, and caravans move on a road."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.play.engine import kit

KINDS = ("salt", "silk", "spice", "camel", "guild")
SALT, SILK, SPICE, CAMEL, GUILD = range(5)
KEEP, SELL = range(2)

POINTS = kit.RulePoints()
COINS, DEAL = POINTS.bind_all("setup.coins", "setup.deal")
CHOOSE, PRICE, SALE, WALK, OASIS = POINTS.bind_all("turn.choose", "turn.price", "turn.sale", "turn.camel", "turn.oasis")
PASS, LAST, SEASONS = POINTS.bind_all("turn.pass", "season.last-card", "season.end")
OF_SALT, OF_SILK, OF_SPICE, OF_GUILDS = POINTS.bind_all("score.salt", "score.silk", "score.spice", "score.guild")
OF_ROAD, OF_COINS, MOST, RICHEST = POINTS.bind_all("score.road", "score.coins", "win.points", "win.coins")


class Caravans(kit.Table):
    """row: what a player has kept; unused: last cards, which nobody has seen; deck: for the seasons to come."""

    rules: SaltRoads
    hand: list[list[int]] = kit.zone(kit.OWNER, each=True, form=kit.COUNTS, passed=True)
    row: list[list[int]] = kit.zone(each=True, form=kit.COUNTS, scored=True)
    discards: list[int] = kit.pile()
    deck: list[int] = kit.pile(kit.NOBODY)
    unused: list[int] = kit.pile(kit.NOBODY)
    card: list[int] = kit.choice(each=True)
    deed: list[int] = kit.choice(("keep", "sell"), each=True)
    coins: list[int] = kit.pool("coin", each=True, scored="Coins", rest="bank")
    place: list[int] = kit.track("road", lambda rules: rules.road, piece="caravan", each=True, scored="Spaces moved")
    season: int = kit.fact(1)

    def deal(self, cards: list[int]) -> None:
        """The hands of a season, and at first the coins."""
        if self.season == 1 and self.apply(COINS):
            self.coins = [self.rules.coins] * self.players
        self.put("deck", self.deal_out("hand", cards, self.rules.hands[self.players]))
        self.apply(DEAL)
        self.next_turn(0)

    @kit.action("{deed} {card}", deed=kit.one_of("Keep", "Sell"), card=kit.held("hand", CHOOSE))
    def choose(self, deed: int, card: int) -> None:
        if self.commit(deed=deed, card=card):
            self.reveal()

    @choose.bar(PRICE)
    def is_too_dear(self, deed: int, card: int) -> str | None:
        price = self.rules.prices[card]
        return f"its price is {price}" if deed == KEEP and price > self.coins[self.player] else None

    def reveal(self) -> None:
        """All at once: prices are paid and caravans move; then sales are paid, and at last oases pay."""
        rules, seats = self.rules, range(self.players)
        sold = [seat for seat in seats if self.deed[seat] == SELL]
        led = [seat for seat in seats if seat not in sold and rules.kind[self.card[seat]] == CAMEL]
        for seat, card in enumerate(self.card):
            self.hand[seat][card] -= 1
            self.row[seat][card] += seat not in (*sold, *led)
            self.coins[seat] -= rules.prices[card] if seat not in sold and self.on & PRICE else 0
        self.discards += [self.card[seat] for seat in (*sold, *led)]
        self.apply(CHOOSE | PRICE)
        moved = [seat for seat in led if self.apply(WALK) and self.advance("place", rules.worth[self.card[seat]], seat)]
        for clause, paid in (SALE, sold), (OASIS, [seat for seat in moved if self.place[seat] % rules.oasis == 0]):
            if paid and self.apply(clause):
                self.pay_out("coins", rules.pay, paid)
        self.go_on()

    def go_on(self) -> None:
        if sum(self.hand[0]) > (1 if self.on & LAST else 0):
            self.pass_left("hand", 1 if self.apply(PASS) else 0)
            self.next_turn(0)
            return
        self.apply(LAST)
        self.gather("hand", "unused")
        if self.season < self.rules.seasons and self.apply(SEASONS):
            self.season += 1
            self.deal(self.deck)
        else:
            self.end(SEASONS)

    def items(self, seat: int) -> Iterator[kit.Item]:
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
        worth, kinds = self.rules.worth, self.rules.kind
        spice = [sum([worth[card] for card in self.by_kind("row", kinds, one)[SPICE]]) for one in range(self.players)]
        ahead = sum([other > spice[seat] for other in spice])
        return self.rules.prizes[("first", "second")[ahead]] if spice[seat] and ahead < 2 else 0

    def objections(self, seat: int) -> Iterator[kit.Objection]:
        if camels := self.by_kind("row", self.rules.kind, seat)[CAMEL]:
            yield self.objection(WALK, "a Camel is discarded", camels)

    def deciding(self) -> Iterator[kit.Criterion]:
        yield self.by(MOST, "points", self.points())
        yield self.by(RICHEST, "coins", self.coins)


class SaltRoads(kit.Rules[Caravans]):
    """worth: points, spice or spaces of each card; goods: the kind of goods of a guild."""

    name, points, table = "salt-roads", POINTS, Caravans
    min_players, max_players = 2, 4
    hands: dict[int, int] = kit.wholes("hand", 2, {2: 11, 3: 7, 4: 5}, "the cards of a hand with {} players")
    silk: dict[int, int] = kit.wholes("silk", 0, dict.fromkeys((1, 2, 3, 4), 40), "the points for {} silk")
    prizes: dict[str, int] = kit.wholes("spice", 0, {"first": 40, "second": 40}, "the points of the {} prize")
    guild: int = kit.whole("guild", 1, 12, "the number of goods that a guild needs")
    coins: int = kit.whole("coins", 0, 7, "the coins that each player begins with")
    rate: int = kit.whole("coins-per-point", 1, 30, "the number of coins that are worth a point")
    pay: int = kit.whole("pay", 0, 9, "the coins for a sale, or at an oasis")
    road: int = kit.whole("road", 1, 40, "the number of spaces on the road")
    oasis: int = kit.whole("oasis", 1, 40, "the number of spaces from one oasis to the next")
    seasons: int = kit.whole("seasons", 1, 2, "the number of seasons")
    prices: list[int] = kit.column("price")
    worth: list[int] = kit.column("value")
    kind: list[int] = kit.column("kind", KINDS)
    goods: list[int] = kit.column("suit", KINDS)


GAME = kit.game_of(SaltRoads)
