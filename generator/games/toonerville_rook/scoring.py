"""Scores a game of Toonerville Rook: the cards left in hand, round by round. The lowest score wins."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.score_sheet import Criterion, Item, ScoreSheet
from generator.problems import counted

HAND_POINTS = "score.hand"
LOWEST_WINS = "end.lowest"
TIE_SHARED = "end.tie"


def item(number: int, cards: Sequence[str], points: int) -> Item:
    """One round of one player. cards: the names of those left in hand; points: what they are worth together."""
    left = f"{counted(len(cards), 'card')} in hand" if cards else "out"
    return Item(HAND_POINTS, f"Round {number}: {left}", points, tuple(cards))


def sheet(items: Sequence[Item]) -> ScoreSheet:
    """The rounds of one player, and in how many of them nothing was left in hand."""
    return ScoreSheet(tuple(items), {"rounds out": sum(not item.cards for item in items)})


def criteria(totals: Sequence[int], *, shared: bool = True) -> list[Criterion]:
    """The lowest total wins. shared: equal totals share the win; if not, the earlier seat wins."""
    rows = [Criterion(LOWEST_WINS, "points", [-total for total in totals])]
    if not shared:
        rows.append(Criterion(LOWEST_WINS, "seat", [-seat for seat in range(len(totals))]))
    return rows
