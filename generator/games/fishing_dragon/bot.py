"""A sensible way to play Fishing Dragon: catch what scores or may score later.

A bank is worth its points and a share of what it is on the way to: a pair may become a set, six cards of a suit eight,
and every new number may lengthen the straight.
"""

from __future__ import annotations

from random import Random

from generator.engine.bots import LookaheadBot
from generator.games.fishing_dragon.rules import FishingDragonState
from generator.games.fishing_dragon.scoring import Tariff

BEGUN = 0.4
"""Of the value of a rank, for each card but the first of a set that is not complete."""
NEW_NUMBER = 0.7
"""Points for a number that the bank did not have yet."""
LIKELY = 0.8
"""Of the bonus of a suit, when all its cards but one are there."""


def greedy(random: Random) -> LookaheadBot:
    return LookaheadBot(worth, random)


def worth(table: FishingDragonState, player: int) -> float:
    """How good a table looks to a player who has just moved."""
    return promise(table.rules.tariff, table.bank[player], table.prized)


def promise(tariff: Tariff, bank: int, prized: int) -> float:
    """The points of a bank, and what it may score later."""
    values, cards = tariff.values, tariff.cards
    bank &= ~cards.blanks
    total = float(tariff.points(bank, prized))
    few, full = values.number("rank.set"), values.number("rank.full")
    for rank, (mask, value, _) in enumerate(tariff.by_rank, len(cards.values) - len(tariff.by_rank)):
        count = (bank & mask).bit_count()
        if 0 < count < full and count != few:
            total += BEGUN * value * (count - 1)
        if count and rank in cards.numbers:
            total += NEW_NUMBER
    enough, bonus = values.number("suit.cards"), values.number("suit.bonus")
    for mask in tariff.by_suit:
        count = (bank & mask).bit_count()
        if count < enough:
            total += LIKELY * bonus * (count / enough) ** 2
    return total
