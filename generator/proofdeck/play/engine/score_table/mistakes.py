"""Mistakes in a table of scores, and the reading of points, which is the same everywhere in it."""

from __future__ import annotations

import re

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.score_table.words import MOST_NUMBER
from proofdeck.source.cards import Card
from proofdeck.source.rules.page import HeadEntry

MOST_POINTS = 1_000_000
LONGEST = len(f"-{MOST_POINTS}")
MOST_NUMBERS = 100
"""The most entries of a series, and places of a majority."""
NUMBERS = re.compile(r"[-+−]?\d+(?:(?:\s*,\s*|\s+)[-+−]?\d+)*")


class Mistakes:
    """Collects mistakes in entries, and reads points."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    def refuse(self, message: str, entry: HeadEntry, hint: str = "") -> None:
        self.problems.report("E614", message, entry.place, hint=hint)

    def refuse_cell(self, card: Card, column: str) -> None:
        """Check that cells that count as points are whole numbers."""
        message = f"the {column} of {card.id} counts as points, so it must be a whole number up to {MOST_NUMBER:,}"
        self.problems.report("E614", message, card.place(column), field=column)

    def points(self, entry: HeadEntry, hint: str = "") -> int | None:
        value = entry.value
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_POINTS:
            return value
        self.refuse(f"{entry.said} is not a whole number of points", entry, hint)
        return None

    def numbers(self, entry: HeadEntry) -> tuple[int, ...] | None:
        """One number, several with spaces or commas between them, or a list."""
        if isinstance(entry.value, str) and NUMBERS.fullmatch(entry.value):
            words = re.split(r"[\s,]+", entry.value.replace("−", "-"))
            found = [int(word) for word in words if len(word) <= LONGEST and abs(int(word)) <= MOST_POINTS]
            if len(found) == len(words):
                return self._not_too_many(found, entry)
            self.refuse(f"points may go up to {MOST_POINTS:,}", entry)
            return None
        hint = "Separate several numbers with spaces: 6 3." if isinstance(entry.value, str) else ""
        items = entry.items or (entry,)
        found = [one for item in items if (one := self.points(item, hint)) is not None]
        return self._not_too_many(found, entry) if len(found) == len(items) else None

    def _not_too_many(self, numbers: list[int], entry: HeadEntry) -> tuple[int, ...] | None:
        if len(numbers) <= MOST_NUMBERS:
            return tuple(numbers)
        self.refuse(f"there are {len(numbers)} numbers; the limit is {MOST_NUMBERS}", entry)
        return None
