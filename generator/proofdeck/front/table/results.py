"""What the page shows of scores: the sheet of each player, the places, and the rules behind them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from proofdeck.ground.phrases import Phrases
from proofdeck.play.engine.score_sheet import Criterion, Ranking, ScoreSheet

SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=。)")


class Clause(NamedTuple):
    """A rule as the page names it. text: as printed; "" if the book does not print it, so that nothing leads there."""

    id: str
    number: str
    text: str


class PodiumPlace(NamedTuple):
    """A side at the end, by its first seat. points: of each player, with what is counted, such as `3 and 2 units`."""

    place: int
    seat: int
    name: str
    points: str


class GameEnd(NamedTuple):
    """The end of a game. places: from the first to the last; sheets: by name; clauses: all that are named, each once.

    decided: the first sentence of the clause that decided, or else what it is about; "" for a tie. ends: `won` or
    `lost` against the game, `shared` if several sides share the win, "" if a single one wins.
    """

    places: tuple[PodiumPlace, ...]
    decided: str
    decided_by: Criterion | None
    sheets: tuple[tuple[str, ScoreSheet], ...]
    clauses: tuple[Clause, ...]
    ends: str = ""


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
    say: Phrases,
    unit: str,
) -> GameEnd:
    """The result. names, sheets: by seat; find: a rule by its id; unit: what is counted."""
    decided = ranking.decided_by and replace(ranking.decided_by, label=say.written(ranking.decided_by.label))
    sides = sorted(ranking.sides.seats, key=lambda side: ranking.places[side[0]])
    places = (
        PodiumPlace(
            ranking.places[side[0]],
            side[0],
            " + ".join(names[seat] for seat in side),
            say.counted(say.listed([str(sheets[seat].total) for seat in side]), unit),
        )
        for side in sides
    )
    items = ([item._replace(label=say.written(item.label)) for item in sheet.items] for sheet in sheets)
    sheets = [replace(sheet, items=tuple(own)) for sheet, own in zip(sheets, items, strict=True)]
    named = [item.clause for sheet in sheets for item in sheet.items] + ([decided.clause] if decided else [])
    clauses = tuple(clause for clause in map(find, dict.fromkeys(named)) if clause.text)
    words = (
        SENTENCE.split(find(decided.clause).text)[0] or say("table.decided_by", what=decided.label) if decided else ""
    )
    ends = ranking.result or ("shared" if ranking.is_shared else "")
    return GameEnd(tuple(places), words, decided, tuple(zip(names, sheets, strict=True)), clauses, ends)
