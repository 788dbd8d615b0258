"""The numbers of the actions of Toonerville Rook.

A contract is laid in steps: CLOSE ends a meld, OPEN_RUN and OPEN_SET give its kind and where it begins, CARD and the
two after it add to it. A lay-off or a swap names the place of the meld, of which each seat has five.
"""

from __future__ import annotations

from proofdeck.play.games.toonerville_rook.cards import KINDS, NUMBERS, ROOK
from proofdeck.play.games.toonerville_rook.clauses import MELDS

PLACES = tuple(f"meld {meld} of player {seat}" for seat in range(1, 6) for meld in range(1, MELDS + 1))
"""The places of melds at a table of five, the largest number of players."""

CLOSE, OPEN_RUN = range(2)
OPEN_SET = OPEN_RUN + ROOK
CARD = OPEN_SET + NUMBERS
ROOK_AS = CARD + ROOK
ROOK_IN_SET = ROOK_AS + ROOK

TAKE_TOP, DECLINE, BUY, LEAVE, KEEP, STEP = range(6)
DISCARD = STEP + ROOK_IN_SET + 1
LAY_OFF = DISCARD + KINDS
SPOTS = ROOK + 2
"""What can be laid off on one meld: a natural card, a Rook before it (or in a set), a Rook after it."""
ROOK_BEFORE, ROOK_BEHIND = ROOK, ROOK + 1
SWAP_FOR = LAY_OFF + len(PLACES) * SPOTS
