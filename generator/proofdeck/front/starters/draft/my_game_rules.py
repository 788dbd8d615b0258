"""My Game: choose a fruit, pass the others on, and fill a basket that scores."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.kit import (
    COUNTS, NOBODY, OWNER, Criterion, Item, RulePoints, Rules, Table, Whole, action, choice, game_of, held, pile, zone,
)  # fmt: skip

APPLE, PEAR, PLUM = "apple", "pear", "plum"
KINDS = (APPLE, PEAR, PLUM)

POINTS = RulePoints()
DEAL, CHOOSE, REVEAL, PASS, OVER = POINTS.bind_all("setup.deal", "turn.choose", "turn.reveal", "turn.pass", "end.hands")
APPLES, PEARS, PLUMS = POINTS.bind_all("score.apples", "score.pears", "score.plums")
MOST, MOST_PLUMS = POINTS.bind_all("win.points", "win.plums")


class Orchard(Table):
    """hand: goes to the left after each choice; basket: what a player has kept."""

    rules: MyGame
    hand: list[list[int]] = zone(OWNER, each=True, form=COUNTS, passed=True)
    basket: list[list[int]] = zone(each=True, form=COUNTS, scored=True)
    aside: list[int] = pile(NOBODY)
    chosen: list[int] = choice(each=True)

    def deal(self, cards: list[int]) -> None:
        self.put("aside", self.deal_out("hand", cards, self.rules.values.number("hand")))
        self.apply(DEAL)
        self.next_turn(0)

    @action("Keep {card}", card=held("hand", CHOOSE))
    def keep(self, card: int) -> None:
        if self.commit(chosen=card):
            self.reveal()

    def reveal(self) -> None:
        self.apply(CHOOSE | REVEAL)
        for seat, card in enumerate(self.chosen):
            self.hand[seat][card] -= 1
            self.basket[seat][card] += 1
        if not sum(self.hand[0]):
            self.end(OVER)
            return
        if self.apply(PASS):
            self.pass_left("hand")
        self.next_turn(0)

    def kept(self, seat: int, kind: str) -> list[int]:
        return [card for card in self.cards_in("basket", seat) if self.rules.fruit[card] == kind]

    def items(self, seat: int) -> Iterator[Item]:
        apples, pears, plums = (self.kept(seat, kind) for kind in KINDS)
        pairs = len(pears) // 2 * self.rules.values.number("pair")
        yield self.item(APPLES, "apples", sum(self.rules.worth[card] for card in apples), apples)
        yield self.item(PEARS, "pairs of pears", pairs, pears)
        yield self.item(PLUMS, "most plums", self.prize(seat), plums)

    def prize(self, seat: int) -> int:
        plums = [len(self.kept(one, PLUM)) for one in range(self.players)]
        return self.rules.values.number("plums") if plums[seat] and plums[seat] == max(plums) else 0

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())
        yield self.by(MOST_PLUMS, "plums", [len(self.kept(seat, PLUM)) for seat in range(self.players)])


class MyGame(Rules[Orchard]):
    name, points, table = "my-game", POINTS, Orchard
    min_players, max_players = 2, 4
    parameters = (
        Whole("hand", 2, 9, "cards of a hand"),
        Whole("pair", 1, 20, "points for two pears"),
        Whole("plums", 1, 20, "points for most plums"),
    )

    def prepare(self) -> None:
        self.worth = self.numbers("value")
        self.fruit = [KINDS[place] for place in self.column("kind", KINDS)]


GAME = game_of(MyGame)
