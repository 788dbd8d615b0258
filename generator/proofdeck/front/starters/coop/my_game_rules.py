"""My Game: all keep a light burning together, through a night of events and a rising storm."""

from __future__ import annotations

from proofdeck.kit import (
    COUNTS, NOBODY, OWNER, PILE, RulePoints, Rules, Table, Whole, action, fact, game_of, held, pile, track, zone,
)  # fmt: skip

JOBS = ("Lamp", "Hammer", "Bell")

POINTS = RulePoints()
DEAL, NIGHT = POINTS.bind_all("setup.deal", "setup.night")
CARD, JOB, GIVE, DROP, DRAW = POINTS.bind_all("turn.card", "turn.job", "turn.give", "turn.drop", "turn.draw")
MET, RISES = POINTS.bind_all("event.met", "event.rises")
DAWN, WRECK = POINTS.bind_all("end.dawn", "end.wreck")


def is_deed(table: NightTable, _: int, card: int) -> bool:
    """The backs of deeds and events differ."""
    return table.rules.rank[card] > 0


def is_event(table: NightTable, _: int, card: int) -> bool:
    return not is_deed(table, 0, card)


class NightTable(Table):
    """hand: the deeds of each player; event: the open one, with the work done and the turns taken since it opened."""

    rules: Night
    hand: list[list[int]] = zone(OWNER, each=True, form=COUNTS, fits=is_deed)
    stock: list[int] = zone(NOBODY, form=PILE, fits=is_deed)
    used: list[int] = zone(form=COUNTS)
    event: list[int] = pile()
    night: list[int] = zone(NOBODY, form=PILE, fits=is_event)
    past: list[int] = pile()
    aside: list[int] = zone(NOBODY, form=PILE, fits=is_event)
    work: int = fact(0)
    waited: int = fact(0)
    storm: int = track("shore", lambda rules: rules.last, piece="storm")
    loses = WRECK

    def deal(self, cards: list[int]) -> None:
        events = [card for card in cards if self.rules.need[card]]
        self.night, self.aside = events[: self.rules.events], events[self.rules.events :]
        self.stock = self.deal_out("hand", [card for card in cards if self.rules.rank[card]], self.rules.hand)
        self.apply(DEAL | NIGHT)
        self.event = [self.night.pop()]
        self.next_turn(0)

    # -- a turn --------------------------------------------------------------------------------------------------------

    @action("Play {card}", card=held("hand", CARD))
    def play(self, card: int) -> None:
        self.apply(CARD)
        self.leave(card)
        self.work += self.rules.rank[card]
        self.end_turn()

    @play.bar(JOB)
    def must_be_of_the_job(self, card: int) -> str | None:
        job = self.rules.job[self.event[0]]
        return None if self.rules.job[card] == job else f"the event asks for {JOBS[job]}"

    @action("Give {card}", card=held("hand", CARD))
    def give(self, card: int) -> None:
        self.apply(GIVE)
        self.hand[self.player][card] -= 1
        self.hand[(self.player + 1) % self.players][card] += 1
        self.end_turn()

    @give.bar(GIVE)
    def must_be_somebody(self) -> str | None:
        return "nobody else plays" if self.players == 1 else None

    @action("Drop {card}", card=held("hand", CARD))
    def drop(self, card: int) -> None:
        self.apply(DROP)
        self.leave(card)
        self.end_turn()

    def leave(self, card: int) -> None:
        self.hand[self.player][card] -= 1
        self.used[card] += 1

    def end_turn(self) -> None:
        if not self.stock:
            self.stock = self.shuffled(self.cards_in("used"))
            self.put("used", [])
        if self.stock and self.apply(DRAW):
            self.hand[self.player][self.stock.pop()] += 1
        self.waited += 1
        self.settle(self.event[0])
        if not self.is_terminal():
            self.next_turn((self.player + 1) % self.players)

    # -- the night -----------------------------------------------------------------------------------------------------

    def settle(self, event: int) -> None:
        """See whether the open event is met, or its time is over."""
        if self.work >= self.rules.need[event]:
            self.apply(MET)
        elif self.waited == self.rules.patience:
            self.apply(RISES)
            self.storm = min(self.rules.last, self.storm + self.rules.danger[event])
        else:
            return
        self.past.append(self.event.pop())
        self.work = self.waited = 0
        if self.storm == self.rules.last:
            self.end(WRECK)
        elif not self.night:
            self.end(DAWN)
        else:
            self.event = [self.night.pop()]

    def hope(self) -> float:
        ahead = self.work / self.rules.need[self.event[0]] if self.event else 0
        return (1 + len(self.past) + ahead) / (3 + self.rules.events + 2 * self.storm)


class Night(Rules[NightTable]):
    name = "my-game"
    min_players, max_players = 1, 4
    points = POINTS
    table = NightTable
    parameters = (
        Whole("hand", 1, 6, "the number of deeds dealt to each player"),
        Whole("events", 1, 9, "the number of events of a night"),
        Whole("patience", 1, 9, "the number of turns for each event"),
        Whole("storm", 1, 12, "the last space of the storm"),
    )

    def prepare(self) -> None:
        number = self.values.number
        self.hand, self.events, self.patience, self.last = map(number, ("hand", "events", "patience", "storm"))
        self.job = self.column("job", JOBS)
        self.rank, self.need, self.danger = (
            [int(card.fields[name] or 0) for card in self.cards] for name in ("rank", "need", "danger")
        )


GAME = game_of(Night)
