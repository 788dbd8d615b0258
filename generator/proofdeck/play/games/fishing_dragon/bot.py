"""A sensible way to play Fishing Dragon: catch what scores or may score later.

A bank is worth its points and a share of what it is on the way to: a pair may become a set, six cards of a suit eight,
and every new number may lengthen the straight.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from proofdeck.play.engine.bots import LookaheadBot, Seat
from proofdeck.play.engine.state import Action
from proofdeck.play.games.fishing_dragon.rules import FishingDragon, FishingDragonState

BEGUN = 0.4
"""Of the value of a rank, for each card but the first of a set that is not complete."""
NEW_NUMBER = 0.7
"""Points for a number that the bank did not have yet."""
LIKELY = 0.8
"""Of the bonus of a suit, when all its cards but one are there."""


class GreedyBot:
    """Makes the move after which its bank is worth most; the first among equals."""

    def __init__(self, random: Random) -> None:
        self._last_card = LookaheadBot(worth, random)

    def choose(self, seat: Seat) -> Sequence[Action]:
        table = seat.glance()
        assert isinstance(table, FishingDragonState)
        if not any(table.hand[: seat.player] + table.hand[seat.player + 1 :]) or table.is_open():
            return self._last_card.choose(seat)
        return max(
            table.macro_actions(),
            key=lambda macro: promise(table.rules, _bank_after(table, *macro), table.prized),
        )


greedy = GreedyBot


def _bank_after(table: FishingDragonState, card: Action, *use: Action) -> int:
    """The bank of the player to move after playing a card for that use."""
    bank = table.bank[table.player]
    first = table.rules.first
    return bank if use == (first["discard"],) else bank | 1 << card | 1 << use[0] - first["fish"]


def worth(table: FishingDragonState, player: int) -> float:
    """How good a table looks to a player who has just moved."""
    return promise(table.rules, table.bank[player], table.prized)


def promise(rules: FishingDragon, bank: int, prized: int) -> float:
    """The points of a bank, and what it may score later."""
    bank &= ~rules.deck.blanks
    total = float(rules.tariff.points(bank, prized))
    for mask, hopes in _hopes(rules):
        for hope in hopes[(bank & mask).bit_count()]:
            total += hope
    return total


@lru_cache(maxsize=8)
def _hopes(rules: FishingDragon) -> list[tuple[int, list[list[float]]]]:
    """For each rank and each suit the set of its cards, and what 0, 1, 2 ... of them may score later."""
    cards, values = rules.deck, rules.values
    few, full, enough = values.number("rank.set"), values.number("rank.full"), values.number("suit.cards")
    ranks = [
        (
            cards.of_rank(rank),
            [
                [BEGUN * value * (count - 1)] * (0 < count < full and count != few)
                + [NEW_NUMBER] * (count > 0 and rank in cards.numbers)
                for count in range(len(cards.suits) + 1)
            ],
        )
        for rank, value in enumerate(cards.values)
        if value
    ]
    bonus = LIKELY * values.number("suit.bonus")
    growing = [[bonus * (count / enough) ** 2] * (count < enough) for count in range(len(cards.ranks) + 1)]
    return [*ranks, *((cards.of_suit(suit), growing) for suit in range(len(cards.suits)))]
