"""A sensible way to play Rummy Duel: claim valuable cards with strong melds, and keep cards that may become melds."""

from __future__ import annotations

from random import Random

from proofdeck.play.engine.bots import LookaheadBot
from proofdeck.play.games.rummy_duel.cards import RANKS
from proofdeck.play.games.rummy_duel.rules import NO_MELD, RummyDuelState

WEAKEST, STRONGEST = 0.35, 0.85
"""How likely a claim holds that the rival has not answered, for the weakest and the strongest run."""
SET_HOLDS = 0.95
MELDS_IN_HAND = (0.0, 4.0, 5.6)
"""Points for a hand that holds no meld, one, and several."""
PAIR, NEIGHBOURS = 0.5, 0.4
"""Points for ranks of the hand that may grow into a meld."""
RANK_BITS = 0b1111


def greedy(random: Random) -> LookaheadBot:
    return LookaheadBot(worth, random)


def worth(table: RummyDuelState, player: int) -> float:
    """How good a table looks to a player who has just drawn or moved."""
    return _row(table, player) - _row(table, 1 - player) + _hand(table, player)


def _row(table: RummyDuelState, player: int) -> float:
    """What the player has won, and what is likely to be won with the claims that nobody has answered."""
    game, other = table.rules, table.claimed[1 - player]
    total = 0.0
    for place, card in enumerate(table.row):
        if table.won[player] >> place & 1:
            total += game.values_of[card]
        elif table.claimed[player] & ~other & 1 << place:
            total += game.values_of[card] * _holds(table, table.melds[player][place])
    return total


def _holds(table: RummyDuelState, number: int) -> float:
    assert number != NO_MELD
    meld = table.rules.melds.by_number[number]
    if meld.is_set:
        return SET_HOLDS
    return WEAKEST + (STRONGEST - WEAKEST) * meld.strength / (len(RANKS) - 1)


def _hand(table: RummyDuelState, player: int) -> float:
    """The value of the cards still in hand."""
    if table.rules.places & ~table.claimed[player] == 0:
        return -float(table.hand[player].bit_count())
    total = MELDS_IN_HAND[min(2, len(table.rules.melds.in_hand(table.hand[player])))]
    hand, before = table.hand[player], 0
    while hand:
        here = (hand & RANK_BITS).bit_count()
        total += PAIR * (here > 1) + NEIGHBOURS * (here > 0 and before > 0)
        hand, before = hand >> 4, here
    return total
