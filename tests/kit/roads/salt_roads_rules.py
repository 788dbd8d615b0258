"""Salt Roads: drafting with prices and sales, caravans on a road, and coins. Written with the kit alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.kit import (
    COUNTS,
    NOBODY,
    OWNER,
    Criterion,
    Item,
    RulePoints,
    Rules,
    Table,
    Whole,
    action,
    choice,
    fact,
    game_of,
    held,
    pile,
    pool,
    track,
    zone,
)  # fmt: skip

GOODS = SALT, SILK, SPICE = "salt", "silk", "spice"
CAMEL, GUILD = "camel", "guild"
KEEP, SELL = range(2)

POINTS = RulePoints()
BEGIN, DEAL = POINTS.bind_all("setup.coins", "setup.deal")
CHOOSE, PRICE, SALE, WALK, OASIS = POINTS.bind_all("turn.choose", "turn.price", "turn.sale", "turn.camel", "turn.oasis")
PASS, LAST, SEASONS = POINTS.bind_all("turn.pass", "season.last-card", "season.two")
OF_SALT, OF_SILK, OF_SPICE = POINTS.bind_all("score.salt", "score.silk", "score.spice")
OF_GUILDS, OF_ROAD, OF_COINS = POINTS.bind_all("score.guild", "score.road", "score.coins")
MOST, RICHEST = POINTS.bind_all("win.points", "win.coins")


class Caravans(Table):
    """hand: passed on after each reveal; row: what a player has kept; left_over: last cards, which nobody has seen."""

    rules: SaltRoads
    hand: list[list[int]] = zone(OWNER, each=True, form=COUNTS, passed=True)
    row: list[list[int]] = zone(each=True, form=COUNTS, scored=True)
    discards: list[int] = pile()
    left_over: list[int] = pile(NOBODY)
    deck: list[int] = pile(NOBODY)
    card: list[int] = choice(each=True)
    deed: list[int] = choice(("keep", "sell"), each=True)
    coins: list[int] = pool("coin", each=True, scored="Coins")
    place: list[int] = track("road", lambda rules: rules.road, piece="marker", each=True, scored="Spaces moved")
    season: int = fact(1)

    def deal(self, cards: list[int]) -> None:
        self.coins = [self.rules.values.number("coins") if self.on & BEGIN else 0] * self.players
        self.fired |= self.on & BEGIN
        self.begin_season(cards)

    def begin_season(self, cards: Sequence[int]) -> None:
        self.put("deck", self.deal_out("hand", cards, self.rules.values.number(f"hand.{self.players}")))
        self.fired |= self.on & DEAL
        self.next_turn(0)

    @action("Keep {card}", card=held("hand", CHOOSE))
    def keep(self, card: int) -> None:
        if self.commit(card=card, deed=KEEP):
            self.reveal()

    @action("Sell {card}", card=held("hand", CHOOSE))
    def sell(self, card: int) -> None:
        if self.commit(card=card, deed=SELL):
            self.reveal()

    @keep.bar(PRICE)
    def too_dear(self, card: int) -> str | None:
        price = self.rules.prices[card]
        return f"it costs {price} coins" if price > self.coins[self.player] else None

    def reveal(self) -> None:
        """Everything at once: prices are paid, then sales, then camels walk, then oases pay."""
        rules, arrived = self.rules, list[int]()
        for seat, (card, deed) in enumerate(zip(self.card, self.deed, strict=True)):
            self.hand[seat][card] -= 1
            self.coins[seat] -= rules.prices[card] if deed == KEEP and self.on & PRICE else 0
            self.fired |= self.on & (CHOOSE | PRICE)
            walks = deed == KEEP and rules.kind[card] == CAMEL
            if deed == SELL or walks:
                self.discards.append(card)
            else:
                self.row[seat][card] += 1
            if walks and self.on & WALK and self.place[seat] < rules.road:
                self.place[seat] = min(self.place[seat] + rules.worth[card], rules.road)
                self.fired |= self.on & WALK
                arrived += [seat] if self.place[seat] % rules.values.number("oasis") == 0 else []
        self.pay(SALE, [seat for seat in range(self.players) if self.deed[seat] == SELL])
        self.pay(OASIS, arrived)
        self.go_on()

    def pay(self, clause: int, seats: Sequence[int]) -> None:
        """Two coins each from the bank, or nothing to anybody if it does not have them."""
        each = self.rules.values.number("pay")
        if seats and self.on & clause and each * len(seats) <= self.pieces_left("coin"):
            self.fired |= clause
            for seat in seats:
                self.coins[seat] += each

    def go_on(self) -> None:
        left = sum(self.hand[0])
        if left > (1 if self.on & LAST else 0):
            self.fired |= self.on & PASS
            if self.on & PASS:
                self.pass_left("hand")
            self.next_turn(0)
            return
        self.fired |= self.on & LAST
        for seat in range(self.players):
            self.add("left_over", self.cards_in("hand", seat))
            self.put("hand", [], seat)
        if self.on & SEASONS and self.season < self.rules.values.number("seasons"):
            self.season += 1
            self.begin_season(self.deck)
        else:
            self.end(self.on & SEASONS)

    def items(self, seat: int) -> Iterator[Item]:
        rules, row = self.rules, self.cards_in("row", seat)
        has = {goods: [card for card in row if rules.kind[card] == goods] for goods in GOODS}
        guilds = [card for card in row if rules.kind[card] == GUILD and len(has[rules.goods[card]]) > 1]
        silk = rules.values.number(f"silk.{min(len(has[SILK]), 4)}") if has[SILK] else 0
        yield self.item(OF_SALT, "salt", sum(rules.worth[card] for card in has[SALT]), has[SALT])
        yield self.item(OF_SILK, "silk", silk, has[SILK])
        yield self.item(OF_SPICE, "spice", self.prize(seat), has[SPICE])
        yield self.item(OF_GUILDS, "guilds", sum(rules.worth[card] for card in guilds), guilds)
        yield self.item(OF_ROAD, "the road", self.place[seat])
        yield self.item(OF_COINS, "coins", self.coins[seat] // rules.values.number("coins-per-point"))

    def prize(self, seat: int) -> int:
        """For most spice, or for second most unless several share the first prize; none for no spice."""
        spice = [sum(self.row[one][card] * worth for card, worth in self.rules.spices) for one in range(self.players)]
        ahead = sum(other > spice[seat] for other in spice)
        prize = {0: "first", 1: "second"}.get(ahead) if spice[seat] else None
        return self.rules.values.number(f"spice.{prize}") if prize else 0

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())
        yield self.by(RICHEST, "coins", self.coins)


class SaltRoads(Rules[Caravans]):
    """worth: points, spice or spaces of each card; spices: (card, spice); goods: of each guild, "" for other cards."""

    name, points, table = "salt-roads", POINTS, Caravans
    min_players, max_players = 2, 4
    parameters = (
        *(Whole(f"hand.{players}", 2, 11, f"cards of a hand with {players} players") for players in (2, 3, 4)),
        Whole("coins", 0, 7, "coins of each player at first"),
        Whole("seasons", 1, 3, "seasons of a game"),
        Whole("road", 1, 40, "spaces of the road"),
        Whole("oasis", 1, 40, "spaces from one oasis to the next"),
        Whole("pay", 0, 9, "coins for a sale or an oasis"),
        *(Whole(f"silk.{count}", 0, 40, f"points for {count} silk") for count in (1, 2, 3, 4)),
        *(Whole(f"spice.{prize}", 0, 40, f"points for {prize} in spice") for prize in ("first", "second")),
        Whole("coins-per-point", 1, 30, "coins for a point"),
    )

    def prepare(self) -> None:
        self.road = self.values.number("road")
        self.prices, self.worth = self.numbers("price"), self.numbers("value")
        self.kind = [card.kind for card in self.cards]
        self.goods = [GOODS[place - 1] if place else "" for place in self.column("suit", ("", *GOODS))]
        self.spices = [(card, self.worth[card]) for card, kind in enumerate(self.kind) if kind == SPICE]


GAME = game_of(SaltRoads)
