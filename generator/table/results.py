"""What the page shows of scores: the sheet of each player, the places, and the rules behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from generator.engine.score_sheet import Ranking, ScoreSheet
from generator.scoring.report import places


class Clause(NamedTuple):
    """A rule as the page names it. text: as printed; "" if the book does not print it, so that nothing leads there."""

    id: str
    number: str
    text: str


class SeatScore(NamedTuple):
    """What one player has. items: (points, label, cards, clause)."""

    name: str
    total: int
    tallies: str
    items: tuple[tuple[int, str, str, Clause], ...]


class GameEnd(NamedTuple):
    """The end of a game. places: (place, names); clauses: all that are named, each once."""

    places: tuple[tuple[int, str], ...]
    decided: str
    decided_by: Clause | None
    sheets: tuple[SeatScore, ...]
    clauses: tuple[Clause, ...]


Find = Callable[[str], Clause]
"""A rule by its id."""


def clause_in(clauses: Mapping[str, str], name: str) -> Clause:
    """A rule by its id. clauses: the number and the text of each."""
    printed = clauses.get(name, "")
    number, _, text = printed.partition(" ")
    return Clause(name, number or name, text)


def result_of(names: Sequence[str], ranking: Ranking, sheets: Sequence[ScoreSheet], find: Find) -> GameEnd:
    """The result. names, sheets: by seat."""
    scores = tuple(seat_score(name, sheet, find) for name, sheet in zip(names, sheets, strict=True))
    decided = find(ranking.decided_by.clause) if ranking.decided_by else None
    named = [item[3] for sheet in scores for item in sheet.items] + ([decided] if decided else [])
    return GameEnd(
        tuple(places(names, ranking)),
        ranking.decided_by.label if ranking.decided_by else "",
        decided,
        scores,
        tuple(clause for clause in dict.fromkeys(named) if clause.text),
    )


def seat_score(name: str, sheet: ScoreSheet, find: Find) -> SeatScore:
    """The sheet of one player."""
    items = ((item.points, item.label, ", ".join(item.cards), find(item.clause)) for item in sheet.items)
    tallies = ", ".join(f"{what} {count}" for what, count in sheet.tallies.items())
    return SeatScore(name, sheet.total, tallies, tuple(items))
