"""A sensible way to play Tombs: kill what you can, hold many tiles, and leave the next player few ways to answer.

Most games end because somebody is stuck, which may be a matter of a few moves and is then worked out.
"""

from __future__ import annotations

from random import Random

from proofdeck.play.engine.endings import ClosingBot
from proofdeck.play.games.tombs.board import BOARD, DISCARD
from proofdeck.play.games.tombs.rules import TombsState

KILL = 3.0
CLOSED = 0.3
"""The value of a tile that the next player cannot enter, compared with 1 for a unit."""
REPLY, STUCK = 0.4, 20.0
"""What each way to answer takes away, and what it is worth if there is none."""


def greedy(random: Random) -> ClosingBot:
    return ClosingBot(worth, random)


def worth(table: TombsState, player: int) -> float:
    """How good a table looks to a player who has just moved."""
    mine = table.units[player]
    others = sum(units.bit_count() for seat, units in enumerate(table.units) if seat != player)
    closed = table.threat(mine) & BOARD & ~mine
    replies = table.legal_actions()
    answered = STUCK if replies[0] >= DISCARD else -REPLY * len(replies)
    units = mine.bit_count() - others / (table.players - 1)
    return units + KILL * table.kills[player] + CLOSED * closed.bit_count() + answered
