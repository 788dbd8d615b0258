"""Fills printed score pads in from score sheets, as a person would with a pencil.

A pad is the grid that is printed and not the form that it was made from, so a row that is lost on the way is noticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from proofdeck.book.pads.grid import PadGrid
from proofdeck.book.proof.pad_words import PadFlaw, words_in
from proofdeck.play.engine.categories import Category, ScoreForm
from proofdeck.play.engine.score_sheet import Item, ScoreSheet
from proofdeck.score.report import sheet_lines


def filling_flaws(grid: PadGrid, form: ScoreForm, sheets: Sequence[ScoreSheet]) -> Iterator[PadFlaw]:
    """Points and counts for which the printed pad has no place or several. Each is told once."""
    filling = _Filling(grid, form, sheets)
    for row in form.categories:
        if row.tally:
            yield from filling.of_tally(row)
    told = set[str]()
    for sheet in sheets:
        for says in filling.flaws(sheet):
            what = says.partition(": ")[2]
            if what not in told:
                told.add(what)
                yield PadFlaw(says, tuple(sheet_lines("", sheet)))


class _Filling:
    """A pad and what is written into it."""

    def __init__(self, grid: PadGrid, form: ScoreForm, sheets: Sequence[ScoreSheet]) -> None:
        self._rows = {clause: row for row in form.categories for clause in row.clauses}
        self._places = _places(grid, form)
        items = [item for sheet in sheets for item in sheet.items]
        self._named = {
            row.label
            for row in form.categories
            if any(item.clause in row.clauses and _line_of(item, row) for item in items)
        }

    def of_tally(self, row: Category) -> Iterator[PadFlaw]:
        if self._places[row.label] != 1:
            yield PadFlaw(f"the printed pad has {self._count(row.label)} for '{row.label}'")
        if not words_in(row.label) & words_in(row.tally):
            yield PadFlaw(f"the row '{row.label}' of the pad is where '{row.tally}' are written")

    def flaws(self, sheet: ScoreSheet) -> Iterator[str]:
        """What is wrong with the pad once this sheet is on it."""
        cells, homeless = self._filled(sheet)
        if homeless:
            item, row = homeless[0]
            yield f"no line of '{row.label}' on the pad is for a score: '{_kind_of(item)}' [{item.clause}]"
        for label, points in cells.items():
            if points and self._places[label] != 1:
                there = sum(amount * self._places[one] for one, amount in cells.items())
                sums = f"filled in, the pad adds up to {there}, not to {sheet.total}"
                yield f"{sums}: it has {self._count(label)} for '{label}'"

    def _filled(self, sheet: ScoreSheet) -> tuple[Mapping[str, int], list[tuple[Item, Category]]]:
        """What is written at each label, and the items for which a category has no line. Items that belong to no
        category, or to several, are told elsewhere.
        """
        cells: Counter[str] = Counter()
        used: Counter[str] = Counter()
        homeless = []
        for item in sheet.items:
            if (row := self._rows.get(item.clause)) is None:
                continue
            if row.label in self._named or not row.lines:
                label = _line_of(item, row) if row.lines else row.label
            else:
                label = row.lines[used[row.label]].label if used[row.label] < len(row.lines) else ""
                used[row.label] += 1
            cells[label] += item.points if label else 0
            homeless += [] if label or not item.points else [(item, row)]
        return cells, homeless

    def _count(self, label: str) -> str:
        count = self._places[label]
        return f"{count} places" if count else "no place"


def _places(grid: PadGrid, form: ScoreForm) -> Counter[str]:
    """How many places there are for each label of a form, for one player. A form with a single category has its points
    in every place.
    """
    rows = Counter(row.cells[-1] for row in grid.rows if row.kind in ("line", "single") and row.cells)
    first = {column.head for column in grid.columns if column.room}
    labels = {label for row in form.categories for label in (row.label, *(line.label for line in row.lines))}
    found = Counter({label: rows[label] or int(label in first) for label in labels})
    if len(form.categories) == 1 and not found.total():
        found.update(labels)
    return found


def _line_of(item: Item, row: Category) -> str:
    """The line of a category whose name an item begins with; "" if there is none."""
    return max((line.label for line in row.lines if item.label.startswith(line.label)), key=len, default="")


def _kind_of(item: Item) -> str:
    return item.label.partition(",")[0]
