"""What the page shows of scores: the sheet of each player, the places, and the rules behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from proofdeck.play.engine.score_sheet import Criterion, Ranking, ScoreSheet
from proofdeck.score.report import places


class Clause(NamedTuple):
    """A rule as the page names it. text: as printed; "" if the book does not print it, so that nothing leads there."""

    id: str
    number: str
    text: str


class GameEnd(NamedTuple):
    """The end of a game. places: (place, names); sheets: by name; clauses: all that are named, each once."""

    places: tuple[tuple[int, str], ...]
    decided_by: Criterion | None
    sheets: tuple[tuple[str, ScoreSheet], ...]
    clauses: tuple[Clause, ...]


def clause_in(clauses: Mapping[str, str], name: str) -> Clause:
    """A rule by its id. clauses: the number and the text of each."""
    printed = clauses.get(name, "")
    number, _, text = printed.partition(" ")
    return Clause(name, number or name, text)


def result_of(
    names: Sequence[str],
    ranking: Ranking,
    sheets: Sequence[ScoreSheet],
    find: Callable[[str], Clause],
    written: Callable[[str], str],
) -> GameEnd:
    """The result. names, sheets: by seat; find: a rule by its id; written: an engine's words in those of the page."""
    decided = ranking.decided_by and replace(ranking.decided_by, label=written(ranking.decided_by.label))
    items = ([item._replace(label=written(item.label)) for item in sheet.items] for sheet in sheets)
    sheets = [replace(sheet, items=tuple(own)) for sheet, own in zip(sheets, items, strict=True)]
    named = [item.clause for sheet in sheets for item in sheet.items] + ([decided.clause] if decided else [])
    clauses = tuple(clause for clause in map(find, dict.fromkeys(named)) if clause.text)
    return GameEnd(tuple(places(names, ranking)), decided, tuple(zip(names, sheets, strict=True)), clauses)
