"""Tracks on paper: a sheet on which a clip or a token goes from number to number, and what a pad has room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proofdeck.book.pads.grid import PadColumn, PadGrid, PadRow
from proofdeck.play.free.pieces import FreeCounter

ACROSS = 10
"""Numbers in a row."""
MOST_PRINTED = 120
"""Numbers of one track; longer ones get a row to write in."""
MOST_LISTED = 21
"""Numbers that a pad lists in one line."""


def track_sheet(title: str, tracks: Sequence[FreeCounter], foot: str = "") -> PadGrid:
    """Each track as rows of numbers, of those before each player only one: a sheet is printed several times."""
    columns = (PadColumn("", room=False), *[PadColumn("", room=False, centred=True)] * ACROSS)
    rows = tuple(row for track in tracks if track.seat < 2 for row in _rows(track))
    return PadGrid(title, columns, rows, foot=foot)


def _rows(track: FreeCounter) -> Iterator[PadRow]:
    numbers = [str(number) for number in range(track.low, track.high + 1)]
    if len(numbers) > MOST_PRINTED:
        yield PadRow((track.label,))
        return
    for start in range(0, len(numbers), ACROSS):
        yield PadRow(("" if start else track.label, *numbers[start : start + ACROSS]))


def track_rows(tracks: Iterable[FreeCounter]) -> Iterator[PadRow]:
    """The lines of a pad: a number for each player, or the numbers of a track of the whole table, to be crossed out."""
    for track in tracks:
        if track.seat == 1:
            yield PadRow((track.label,), kind="single")
        elif not track.seat:
            numbers = range(track.low, track.high + 1)
            listed = " · ".join(map(str, numbers)) if len(numbers) <= MOST_LISTED else ""
            shown = listed or f"{track.low} … {track.high}: ____"
            yield PadRow((f"{track.label}: {shown}",), kind="section")
