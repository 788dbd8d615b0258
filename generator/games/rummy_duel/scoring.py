"""Adds up community cards of Rummy Duel. Places of the row are bits; a set of places is a number."""

from __future__ import annotations

from collections.abc import Sequence

CONTEST = "claim.contest"
ALONE = "claim.alone"
RUMMY = "end.rummy"
MOST_POINTS = "win.points"
FEWEST_CARDS = "win.hand"
NOBODY = -1


def total(values: Sequence[int], places: int) -> int:
    """The values of the cards of a row on some places."""
    return sum(value for place, value in enumerate(values) if places >> place & 1)


def rummy(values: Sequence[int], won: Sequence[int], tied: int) -> int:
    """The player who has won more for good than the other can still win, or NOBODY."""
    open_to_somebody = sum(values) - total(values, tied)
    for player in (0, 1):
        own = total(values, won[player])
        if own > open_to_somebody - own:
            return player
    return NOBODY
