"""What a card is worth in an opening hand is measured by changing that card and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from tables import playable, with_engine

from proofdeck.play.engine.bots import RandomBot
from proofdeck.play.engine.kit import NOBODY, OWNER, Criterion, Item, RulePoints, Rules, Table, action, held, pile, zone
from proofdeck.play.engine.state import State
from proofdeck.play.lab.exchanging import Exchange, exchange_one, exchange_rows
from proofdeck.source.cards import Card, Deck
from proofdeck.source.rules.parameters import Values

POINTS = RulePoints()
HELD, OVER, PAYS, MOST = POINTS.bind_all("play.held", "end.played", "score.number", "win.points")
HIGHEST = 7
IDS = [f"c{number}" for number in range(HIGHEST + 1)]


class Highest(Table):
    """Each player is dealt one card of eight and plays it; the higher one wins."""

    rules: HighestRules
    hand: list[int] = zone(OWNER, each=True)
    shown: list[int] = zone(each=True, scored=True)
    stock: list[int] = pile(NOBODY)

    def deal(self, cards: list[int]) -> None:
        for seat in range(self.players):
            self.put("hand", [cards[seat]], seat)
        self.put("stock", cards[self.players :])
        self.next_turn(0)

    @action("Play {card}", card=held("hand", HELD))
    def play(self, card: int) -> None:
        self.hand[self.player], self.shown[self.player] = 0, 1 << card
        if any(self.hand):
            self.next_turn((self.player + 1) % self.players)
        else:
            self.end(OVER)

    def items(self, seat: int) -> Iterator[Item]:
        for card in self.cards_in("shown", seat):
            yield self.item(PAYS, "card", card, [card])

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())


class HighestRules(Rules[Highest]):
    name = "highest"
    min_players, max_players = 2, 2
    points = POINTS
    table = Highest


RULES = HighestRules(
    Deck("highest", tuple(Card("highest", name, name, "", None, 1, {}, {}) for name in IDS)), Values({})
)


def hands(state: State) -> list[Counter[str]]:
    return [Counter(state.zones()[f"hand {seat + 1}"]) for seat in range(state.players)]


def everything(state: State) -> Counter[str]:
    return Counter(card for cards in state.zones().values() for card in cards)


@pytest.mark.parametrize("game", with_engine())
def test_two_tables_of_an_exchange_differ_in_one_card_of_one_hand_and_one_of_the_draw_pile(game: str) -> None:
    rules, exchanged = playable(game).game, 0
    for seed in range(3):
        state = rules.new_initial_state(rules.min_players, seed)
        before = state.key()
        for card in everything(state):
            tables = state.with_and_without(card, 1, Random(seed))
            if tables is None:
                continue
            having, lacking = tables
            exchanged += 1
            (mine, other), (yours, others) = zip(hands(having)[:2], hands(lacking)[:2], strict=True)
            assert mine == other
            assert yours - others == Counter([card])
            assert len(list((others - yours).elements())) == 1
            assert everything(having) == everything(lacking) == everything(state)
            assert having.legal_actions()
            assert lacking.legal_actions()
        assert state.key() == before
    assert exchanged > 3 * len(hands(state)[0])


def test_only_one_table_is_new_and_a_card_dealt_to_another_player_is_not_exchanged() -> None:
    state = RULES.new_initial_state(2, 5)
    (mine,), (other,) = hands(state)
    found = {card: state.with_and_without(card, 0, Random(1)) for card in IDS}
    assert found.pop(other) is None
    assert {card: tables is not None and tables.index(state) for card, tables in found.items()} == {
        card: 0 if card == mine else 1 for card in IDS if card != other
    }


def pairs(cards: Sequence[str], count: int) -> list[Exchange | None]:
    return [exchange_one(RULES, [RandomBot] * 2, 3, index, cards=cards) for index in range(count * len(cards))]


def is_near(row: Mapping[str, Any], name: str, truth: float) -> bool:
    """Within two 95 % intervals, which hold for all 24 figures together in all but one trial of 500."""
    return bool(abs(row[name] - truth) <= row[f"{name}_high"] - row[f"{name}_low"])


def test_what_a_card_is_worth_is_what_it_wins_more_than_a_card_by_chance() -> None:
    """A card wins against as many of the other seven as are below it, and a card by chance half of its games."""
    rows = exchange_rows(IDS, pairs(IDS, 400))
    for below, row in enumerate(rows.values()):
        assert is_near(row, "lift_exchanged", below / HIGHEST - 0.5)
        assert is_near(row, "wins_exchanged", below / HIGHEST)
        assert is_near(row, "wins_not_exchanged", 0.5)
    assert [rows[card]["stands_out_exchanged"] for card in ("c0", f"c{HIGHEST}")] == [True, True]


def test_too_few_pairs_say_nothing_of_a_card_and_do_not_spoil_what_others_say() -> None:
    few: list[Exchange | None] = [*[Exchange(1, 0)] * 19, *[None] * 30]
    many: list[Exchange | None] = [*[Exchange(1, 0)] * 20, *[None] * 29]
    rows = exchange_rows(["few", "many"], [pair for both in zip(few, many, strict=True) for pair in both])
    assert rows["few"]["lift_exchanged"] is None
    assert not rows["few"]["stands_out_exchanged"]
    assert rows["few"]["wins_exchanged"] == 1
    assert rows["many"]["lift_exchanged"] == rows["many"]["wins_exchanged"] - rows["many"]["wins_not_exchanged"] == 1
    assert rows["many"]["lift_exchanged_low"] == pytest.approx(20 / 22 - 0.19, abs=0.01), "20 wins, and one loss more"
    assert rows["many"]["stands_out_exchanged"]


def test_a_card_that_decides_nothing_is_worth_nothing() -> None:
    row = exchange_rows(["plain"], [*[Exchange(1, 1)] * 30, *[Exchange(0, 0)] * 30])["plain"]
    assert row["lift_exchanged"] == 0
    assert row["lift_exchanged_low"] < 0 < row["lift_exchanged_high"]
    assert not row["stands_out_exchanged"]


def test_cards_take_turns_and_so_do_the_seats_of_those_who_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(Highest, "with_and_without", lambda _, card, player, random: asked.append((card, player)))
    assert pairs(["c1", "c2"], 3) == [None] * 6
    assert asked == [("c1", 0), ("c2", 0), ("c1", 1), ("c2", 1), ("c1", 0), ("c2", 0)]
