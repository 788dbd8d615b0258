"""Makes the grids of score pads, and of master sheets for a whole evening.

The form of a pad depends on what there is to write. With few numbers per play, or named plays, each play is a row. With
several lines, plays are side by side. With many lines, each play has its own pad, with space for repeated scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofdeck.book.pads.grid import PadColumn, PadGrid, PadGroup, PadRow
from proofdeck.play.engine.categories import Category, ScoreBox, ScoreForm

ROWS = 12
"""The number of plays on a pad with one row per play."""
ACROSS, MOST_ACROSS = 12, 16
"""The number of columns to write in that fit on a half-page pad, and on a full-page one."""
SEVERAL = 3
"""The number of entries on a line that can score more than once."""
FEW, MANY = 2, 10
"""Lines per play: up to FEW it is a row; from MANY on it has a pad of its own."""
MOST_SEATS = 12
USUAL_SEATS = 4
SEATS_ON_SHEET = 24
ROUNDS_ON_SHEET = 6
MOST_ROUNDS_ON_SHEET = 14
NAME = "Name"
TOTAL = "Total"


def plain_form(players: tuple[int, int] | None) -> ScoreForm:
    """A pad for a game without known scoring: rounds and players."""
    return ScoreForm((Category("Points"),), players or (USUAL_SEATS, USUAL_SEATS), "Round", adds_up=True)


def score_pad(title: str, form: ScoreForm, foot: str = "") -> PadGrid:
    """The empty pad of a game."""
    seats = max(1, min(form.columns, MOST_SEATS))
    lines = sum(1 if category.tally else len(category.lines) or 1 for category in form.categories)
    if form.rounds or lines <= FEW:
        make = _plays_in_rows
    elif lines < MANY:
        make = _plays_beside
    else:
        make = _one_play
    columns, rows, groups = make(form, seats)
    return PadGrid(title, (*columns,), (*rows,), (*groups,), fields=("Date",), notes=form.notes, foot=foot)


def master_sheets(title: str, rounds: Sequence[ScoreBox] = (), foot: str = "") -> list[PadGrid]:
    """Players in rows and rounds in columns, with the total and the place; a grid for each set of rounds that fits."""
    told = list(rounds) or [ScoreBox(str(number)) for number in range(1, ROUNDS_ON_SHEET + 1)]
    starts = range(0, len(told), MOST_ROUNDS_ON_SHEET)
    parts = [told[start : start + MOST_ROUNDS_ON_SHEET] for start in starts]
    return [_master(title, part, start + 1, foot) for start, part in zip(starts, parts, strict=True)]


def _master(title: str, rounds: Sequence[ScoreBox], first: int, foot: str) -> PadGrid:
    split = len(rounds) <= ROUNDS_ON_SHEET
    columns = [PadColumn("", room=False, centred=True), PadColumn("Player", wide=True)]
    for number, one in enumerate(rounds, first):
        columns.append(PadColumn(str(number), "" if one.label == str(number) else one.label))
        columns += [PadColumn("total", soft=True)] if split else []
    columns += [PadColumn(TOTAL), PadColumn("Place")]
    rows = tuple(PadRow((str(seat), "")) for seat in range(1, SEATS_ON_SHEET + 1))
    return PadGrid(title, tuple(columns), rows, about="Master sheet", fields=("Date",), foot=foot)


# -- three forms of a pad ----------------------------------------------------------------------------------------------


Parts = tuple[Sequence[PadColumn], Sequence[PadRow], Sequence[PadGroup]]
"""Of a grid: columns, rows and groups."""


def _plays_in_rows(form: ScoreForm, seats: int) -> Parts:
    """One row per round, with each player's points and running total, as for Toonerville Rook."""
    heads = [PadColumn(category.label if len(form.categories) > 1 else "points") for category in form.categories]
    seats = max(1, min(seats, MOST_ACROSS // len(heads)))
    needs_total = form.adds_up or sum(not category.tally for category in form.categories) > 1
    parts = [*heads, PadColumn("total")] if needs_total and seats * (len(heads) + 1) <= ACROSS else heads
    own = [part._replace(soft=place > 0) for place, part in enumerate(parts)]
    rounds = form.rounds or (ScoreBox(""),) * ROWS
    rows = [PadRow((f"{number}", place.label), place.note) for number, place in enumerate(rounds, 1)]
    named = any(place.label for place in rounds)
    labels = [PadColumn(form.play, room=False, centred=True), *([PadColumn("", room=False)] if named else [])]
    together = form.sides is not None and form.sides.is_together
    ends = [] if form.adds_up else [PadColumn("Won", centred=True)] if together else [PadColumn("Won by", wide=True)]
    groups = [PadGroup(len(labels)), *[PadGroup(len(own), hint=_names(form))] * seats, *([PadGroup(1)] if ends else [])]
    shown = [row if named else PadRow(row.cells[:1]) for row in rows]
    total = [PadRow(("", TOTAL) if named else (TOTAL,), kind="sum")] if form.adds_up else []
    return (*labels, *own * seats, *ends), (*shown, *total), groups


def _names(form: ScoreForm) -> str:
    """What the head of a column asks for."""
    return "Names" if form.sides is not None and form.sides.has_partners else NAME


def _plays_beside(form: ScoreForm, seats: int) -> Parts:
    """One line per scoring item and one column per round for each player, as for Fishing Dragon."""
    plays = max(1, ACROSS // seats)
    columns = [PadColumn(str(play)) for play in range(1, plays + 1)] if plays > 1 else [PadColumn()]
    groups = (PadGroup(1), *[PadGroup(plays, hint=_names(form))] * seats)
    label = PadColumn(form.play if plays > 1 else "", room=False)
    return (label, *columns * seats), [*_lines(form)], groups


def _one_play(form: ScoreForm, seats: int) -> Parts:
    """One line per scoring item, with space for repeated scores, as for Fantasy Contract Rummy."""
    often = any(category.often and not category.tally for category in form.categories) and seats * SEVERAL <= ACROSS
    own = [PadColumn(soft=part > 0) for part in range(SEVERAL if often else 1)]
    groups = (PadGroup(1), *[PadGroup(len(own), hint=_names(form))] * seats)
    return (PadColumn(room=False), *own * seats), [*_lines(form)], groups


def _lines(form: ScoreForm) -> Iterator[PadRow]:
    """Points by category, their sum, the amount carried over, and what only breaks ties."""
    points = [category for category in form.categories if not category.tally]
    sections = sum(bool(category.lines) for category in points) > 1
    earlier = [category for category in points if category.earlier and form.adds_up]
    for category in points:
        if category in earlier:
            continue
        if category.lines and sections:
            yield PadRow((category.label,), category.note, "section")
        yield from (
            PadRow((place.label,), place.note) for place in category.lines or [ScoreBox(category.label, category.note)]
        )
    if form.adds_up:
        yield PadRow((f"This {form.play.lower()}",), kind="sum")
        yield from (PadRow((category.label,), category.note) for category in earlier or [Category("Before")])
    yield PadRow((TOTAL,), kind="sum")
    yield from (PadRow((category.label,), category.note, "single") for category in form.categories if category.tally)
