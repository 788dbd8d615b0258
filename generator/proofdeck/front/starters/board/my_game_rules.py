"""Village: workers are placed on a board, where each space has room for one."""

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
    fact,
    game_of,
    grid,
    held,
    one_of,
    pile,
    pool,
    zone,
)  # fmt: skip

YIELDS = {"forest": "wood", "grove": "wood", "quarry": "stone", "pit": "stone"}
SPACES = (*YIELDS, YARD := "yard")

POINTS = RulePoints()
OFFER, WORK, FREE, BUILD, COST, PLACE = POINTS.bind_all(
    "setup.offer", "turn.work", "turn.free", "turn.build", "turn.cost", "turn.yard"
)
HOME, FIRST, ROUNDS = POINTS.bind_all("round.home", "round.first", "end.rounds")
HOUSES, GOODS, MOST, RICHEST = POINTS.bind_all("score.houses", "score.goods", "win.points", "win.goods")


class Village(Table):
    rules: MyGame
    offer: list[int] = pile()
    plans: list[int] = pile(NOBODY)
    built: list[int] = zone(each=True, scored=True)
    village: list[int] = grid("village", SPACES, piece="worker")
    wood: list[int] = pool("wood", each=True, scored="Wood")
    stone: list[int] = pool("stone", each=True, scored="Stone")
    round: int = fact(1)
    starter: int = fact(0)

    def deal(self, cards: list[int]) -> None:
        self.plans = cards
        self.refill()
        self.next_turn(0)

    def refill(self) -> None:
        self.apply(OFFER)
        while self.plans and len(self.offer) < 3:
            self.offer.append(self.plans.pop())

    @action("Work in the {space}", space=one_of(*YIELDS))
    def work(self, space: int) -> None:
        goods, amount = YIELDS[SPACES[space]], self.rules.values.number(f"yields.{SPACES[space]}")
        self.apply(WORK)
        have = getattr(self, goods)
        have[self.player] += min(amount, self.pieces_left(goods))
        self.occupy(space)

    @action("Build the {card}", card=held("offer", BUILD))
    def build(self, card: int) -> None:
        self.apply(BUILD | COST)
        self.offer.remove(card)
        self.built[self.player] |= 1 << card
        if self.on & COST:
            self.wood[self.player] -= self.rules.woods[card]
            self.stone[self.player] -= self.rules.stones[card]
        self.occupy(SPACES.index(YARD))

    @work.bar(FREE)
    def is_taken(self, space: int) -> str | None:
        return f"somebody works in the {SPACES[space]}" if self.village[space] else None

    @build.bar(PLACE)
    def yard_is_taken(self) -> str | None:
        return "somebody builds in the yard" if self.village[SPACES.index(YARD)] else None

    @build.bar(COST)
    def too_dear(self, card: int) -> str | None:
        short = self.wood[self.player] < self.rules.woods[card] or self.stone[self.player] < self.rules.stones[card]
        return "there are not enough goods for it" if short else None

    @action("Rest")
    def rest(self) -> None:
        self.go_on()

    def occupy(self, space: int) -> None:
        self.village[space] = self.player + 1
        self.go_on()

    def go_on(self) -> None:
        following = (self.player + 1) % self.players
        if self.turns % (self.players * self.rules.values.number("workers")):
            self.next_turn(following)
            return
        self.apply(HOME | FIRST)
        self.village = [0] * len(SPACES)
        self.refill()
        if self.round == self.rules.values.number("rounds"):
            self.end(ROUNDS)
            return
        self.round += 1
        self.starter = (self.starter + 1) % self.players if self.on & FIRST else self.starter
        self.next_turn(self.starter)

    def items(self, seat: int) -> Iterator[Item]:
        cards = self.cards_in("built", seat)
        yield self.item(HOUSES, "houses", sum(self.rules.worth[card] for card in cards), cards)
        yield self.item(GOODS, "goods", (self.wood[seat] + self.stone[seat]) // 3)

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())
        yield self.by(RICHEST, "goods", [wood + stone for wood, stone in zip(self.wood, self.stone, strict=True)])


class MyGame(Rules[Village]):
    name, points, table = "my-game", POINTS, Village
    min_players, max_players = 2, 2
    parameters = (
        Whole("workers", 1, 2, "workers of each player"),
        Whole("rounds", 1, 20, "rounds of a game"),
        *(Whole(f"yields.{space}", 1, 5, f"what a worker gets in the {space}") for space in YIELDS),
    )

    def prepare(self) -> None:
        self.worth, self.woods, self.stones = self.numbers("value"), self.numbers("wood"), self.numbers("stone")


GAME = game_of(MyGame)
