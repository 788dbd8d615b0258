"""Mistakes found in one spreadsheet, as Problems; if there are very many of one kind, the rest are only counted."""

from __future__ import annotations

from collections import Counter

from proofdeck.ground.problems import Place, Problems

MOST_OF_A_KIND = 100
LONGEST_QUOTATION = 40


class Findings:
    """Collects the problems of one file, at most `MOST_OF_A_KIND` for each code.

    Without a limit, the problems of a file with 100 000 faulty rows would take more memory than its cards.
    """

    def __init__(self, file: str, problems: Problems) -> None:
        self.file = file
        self._problems = problems
        self._counts: Counter[str] = Counter()

    def report(
        self, code: str, message: str, place: tuple[int, int] | None = None, *, field: str | None = None, hint: str = ""
    ) -> None:
        """Add a problem. place: line and column, counted from 1."""
        self._counts[code] += 1
        if self._counts[code] <= MOST_OF_A_KIND:
            at = Place(self.file, *place) if place else Place(self.file)
            self._problems.report(code, message, at, field=field, hint=hint)

    def close(self) -> None:
        """Add how many problems were left out."""
        for code, count in self._counts.items():
            if count > MOST_OF_A_KIND:
                left_out = f"{count - MOST_OF_A_KIND} more problems of this kind are not listed"
                self._problems.report(code, left_out, Place(self.file))


def quotation(text: str) -> str:
    """The text in quotes, on one line and not too long for a message."""
    line = " ".join(text[: 4 * LONGEST_QUOTATION].split())
    shown = line if len(line) <= LONGEST_QUOTATION else f"{line[: LONGEST_QUOTATION - 3]}..."
    return f"'{shown}'"
