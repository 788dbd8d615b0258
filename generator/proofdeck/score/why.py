"""Explains a score: the items that match a number, player or word, and the rules behind them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.notation import folded
from proofdeck.play.engine.score_sheet import Item, ScoreSheet
from proofdeck.score.report import in_language, item_line

ClauseWords = Callable[[], Mapping[str, str]]
"""Clause -> its number and printed text; called only when needed."""


def why(asked: str, scored: Scored, words: ClauseWords, phrases: Phrases = ENGLISH) -> list[str]:
    """Answers `why 48`, `why Ana`, `why armory` and `why`: the items, then each rule behind them."""
    found = list(_found(asked.strip(" ?"), scored, phrases))
    if not found:
        return [phrases("asked.no_match", said=asked.strip(), example=_an_example(scored))]
    lines: list[str] = []
    clauses: dict[str, None] = {}
    for title, items in found:
        lines.append(title)
        lines += (item_line(in_language(item, phrases.said_of_a_game)) for item in items)
        clauses |= dict.fromkeys(item.clause for item in items)
    decided = scored.ranking.decided_by
    if decided and not asked.strip(" ?"):
        clauses[decided.clause] = None
    printed = words()
    for clause in clauses:
        if clause in printed:
            lines += ["", f"[{clause}] {printed[clause]}"]
    return lines


def _found(asked: str, scored: Scored, phrases: Phrases) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """(what is explained, its items)"""
    pairs = list(zip(scored.names, scored.sheets, strict=True))
    if not asked:
        yield from (_whole(name, sheet, phrases) for name, sheet in pairs)
        return
    number = int(asked) if re.fullmatch(r"[-+]?\d{1,7}", asked) else None
    for name, sheet in pairs:
        if sheet.total == number or folded(name) == folded(asked):
            yield _whole(name, sheet, phrases)
            continue
        items = tuple(item for item in sheet.items if item.points == number or _is_about(item, asked, number, phrases))
        if found := items or _together(sheet, number):
            yield f"{name}:", found


def _together(sheet: ScoreSheet, number: int | None) -> tuple[Item, ...]:
    """Items that belong together, such as the values and the bonus of one set, and add up to that number."""
    for _, group in groupby(sheet.items, lambda item: item.label.partition(",")[0]):
        items = tuple(group)
        if sum(item.points for item in items) == number:
            return items
    return ()


def _whole(name: str, sheet: ScoreSheet, phrases: Phrases) -> tuple[str, tuple[Item, ...]]:
    said = "asked.has" if sheet.items else "asked.nothing_scores"
    return phrases(said, name=name, points=sheet.total), sheet.items


def _is_about(item: Item, asked: str, number: int | None, phrases: Phrases) -> bool:
    wanted = folded(asked)
    if number is not None or not wanted:
        return False
    return any(
        wanted in folded(text) for text in (item.label, phrases.said_of_a_game(item.label), item.clause, *item.cards)
    )


def _an_example(scored: Scored) -> str:
    return next((str(sheet.total) for sheet in scored.sheets if sheet.items), scored.names[0])
