"""Push: roll as often as you dare; a 1 loses everything of this turn."""

from __future__ import annotations

from collections.abc import Iterator

from proofdeck.kit import Criterion, Item, RulePoints, Rules, Table, Whole, action, die, fact, game_of

POINTS = RulePoints()
ROLL, BUST, STOP, ROLLED, GOAL, POINTS_OF, MOST = POINTS.bind_all(
    "turn.roll", "turn.bust", "turn.stop", "turn.first", "end.goal", "score.points", "win.points"
)


class PushTable(Table):
    rules: Push
    face: int = die(6)
    risked: int = fact(0)
    kept: list[int] = fact(0, each=True, scored="Points")

    def deal(self, cards: list[int]) -> None:
        self.next_turn(0)

    @action("Roll")
    def throw(self) -> None:
        self.roll("face")
        self.apply(ROLL)
        if self.face == 1 and self.apply(BUST):
            self.risked = 0
            self.pass_on()
        else:
            self.risked += self.face

    @action("Stop")
    def stop(self) -> None:
        self.apply(STOP)
        self.kept[self.player] += self.risked
        self.risked = 0
        if self.kept[self.player] >= self.rules.goal:
            self.end(GOAL)
        else:
            self.pass_on()

    @stop.bar(ROLLED)
    def nothing_yet(self) -> str | None:
        return None if self.risked else "roll at least once"

    def pass_on(self) -> None:
        self.next_turn((self.player + 1) % self.players)

    def items(self, seat: int) -> Iterator[Item]:
        yield self.item(POINTS_OF, "kept", self.kept[seat])

    def weights(self) -> list[float]:
        own = [kept + (self.risked if seat == self.player else 0) for seat, kept in enumerate(self.kept)]
        return [1 + points / self.rules.goal for points in own]

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())


class Push(Rules[PushTable]):
    name, points, table = "dice", POINTS, PushTable
    min_players, max_players = 2, 4
    parameters = (Whole("goal", 5, 200, "points that win"),)

    def prepare(self) -> None:
        self.goal = self.values.number("goal")


GAME = game_of(Push)
