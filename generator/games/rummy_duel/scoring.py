"""Scores the community cards of Rummy Duel. Places of the row are bits; a set of places is a number."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.score_sheet import Criterion, Item, ScoreSheet

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


def sheet(names: Sequence[str], values: Sequence[int], won: int, alone: int, cards: int) -> ScoreSheet:
    """What one player has: a line for each community card. cards: how many are in the hand."""
    items = [
        Item(clause, f"{names[place]}, {what}", values[place], (names[place],))
        for clause, what, places in ((CONTEST, "won by the stronger meld", won), (ALONE, "claimed alone", alone))
        for place in range(len(names))
        if places >> place & 1
    ]
    return ScoreSheet(tuple(items), {"cards in hand": cards})


def criteria(points: Sequence[int], hands: Sequence[int], winner: int) -> list[Criterion]:
    """A player who called Rummy wins; otherwise the most points win, then the fewest cards in hand."""
    if winner != NOBODY:
        return [Criterion(RUMMY, "Rummy", [float(seat == winner) for seat in (0, 1)])]
    return [
        Criterion(MOST_POINTS, "points", points),
        Criterion(FEWEST_CARDS, "fewest cards in hand", [-count for count in hands]),
    ]
