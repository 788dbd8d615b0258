"""Scores a board of Tombs: units on it, kills, and the order in which the endings are checked."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.score_sheet import Criterion, Item, ScoreSheet
from generator.problems import counted

KILL_GOAL_WINS = "end.kill-goal"
MOST_UNITS = "end.unit-count"
MOST_KILLS = "end.unit-tie"
FIELD_LOCK_WINS = "end.field-lock"


def sheet(units: Sequence[str], kills: int) -> ScoreSheet:
    """One point per unit on the board. Kills do not score: they win outright, or break a tie."""
    label = f"{counted(len(units), 'unit')} on the board"
    return ScoreSheet((Item(MOST_UNITS, label, len(units), tuple(units)),), {"kills": kills})


def criteria(
    units: Sequence[int], kills: Sequence[int], goal: int | None, locked_for: int | None, *, friends: bool
) -> list[Criterion]:
    """Who wins and why: by the field lock, by reaching the goal of kills, or by units and then kills.

    units, kills: one per player. goal: if the game ended by kills. locked_for: the seat for which all others were
    stuck. friends: whether players who sit opposite each other win together; if so, the better of their counts is used.
    """
    if locked_for is not None:
        rows = [Criterion(FIELD_LOCK_WINS, "field lock", [float(seat == locked_for) for seat in range(len(units))])]
    elif goal is not None:
        rows = [Criterion(KILL_GOAL_WINS, "kill goal reached", [float(count >= goal) for count in kills])]
    else:
        rows = [Criterion(MOST_UNITS, "units on the board", units), Criterion(MOST_KILLS, "kills", kills)]
    return [_of_teams(row, rows) for row in rows] if friends else rows


def _of_teams(row: Criterion, rows: Sequence[Criterion]) -> Criterion:
    """Give each player the numbers of the better of the two partners, comparing all rows."""
    seats = range(len(row.values))
    best = [max((seat, seat ^ 2), key=lambda mate: [other.values[mate] for other in rows]) for seat in seats]
    return Criterion(row.clause, row.label, [row.values[mate] for mate in best])
