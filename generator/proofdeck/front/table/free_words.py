"""What was done on a table without rules, in words: for one of its players, or for whoever made the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from proofdeck.ground.bounds import whole
from proofdeck.ground.phrases import Phrases
from proofdeck.play.free.acts import HAND, SOME_PILE, FreeEvent
from proofdeck.play.free.record import FreeRemark, FreeSitting
from proofdeck.play.free.table import FreeTable

MOST_NAMED = 6
"""Pieces that are named one by one."""


class FreeLine(NamedTuple):
    """A line of the log. acts: how many acts there were then; seat: of who did it; is_remark: whether it was said."""

    acts: int
    seat: int
    words: str
    is_remark: bool = False


class FreeTold:
    """Tells what happened. viewer: the seat of whoever is told, None for somebody who may know everything."""

    def __init__(self, sitting: FreeSitting, say: Phrases, viewer: int | None) -> None:
        self._sitting, self._say, self._viewer = sitting, say, viewer
        self._names = sitting.header.names

    def lines(self, table: FreeTable, most: int) -> list[FreeLine]:
        """The last acts of a table, and what was said meanwhile."""
        done = table.log[max(0, len(table.log) - most) :]
        lines = [FreeLine(event.number, event.seat, self.event(event)) for event in done]
        lines += [self._remark(one) for one in self._sitting.remarks if one.acts <= table.acts]
        return sorted(lines, key=lambda line: (line.acts, line.is_remark))[-most:]

    def _remark(self, remark: FreeRemark) -> FreeLine:
        words = self._say("free.remarked", who=self._names[remark.seat], said=remark.text)
        return FreeLine(remark.acts, remark.seat, words, is_remark=True)

    def event(self, event: FreeEvent) -> str:
        """An event, as the viewer may hear it."""
        what = event.label or self._pieces(event.pieces, knows=self._viewer is None or self._viewer in event.known)
        phrase = "put_on_pile" if event.phrase == "put_on" else event.phrase
        if phrase in {"moved", "took"} and event.place and not event.label:
            phrase += "_from"
        parts = {"place": self._place(event.place), "to": self._place(event.to), "value": event.value}
        return self._say(f"free.{phrase}", who=self._names[event.seat], what=what, **parts)

    def whose(self, seat: int) -> str:
        """The hand of that seat."""
        own = seat == self._viewer
        return self._say("free.own_hand") if own else self._say("table.hand_of", name=self._names[seat])

    def _pieces(self, names: Sequence[str], *, knows: bool) -> str:
        pieces = [self._sitting.table.pieces[name] for name in names]
        if knows and len(names) <= MOST_NAMED:
            return self._say.listed(_counted(piece.name for piece in pieces))
        are_cards = all(piece.form == "rectangle" for piece in pieces)
        return self._say("free.cards" if are_cards else "free.pieces", count=len(names))

    def _place(self, place: str) -> str:
        seat = whole(place.removeprefix(HAND)) if place.startswith(HAND) else None
        if place == SOME_PILE:
            return self._say("free.a_pile")
        return self.whose(seat - 1) if seat else place or self._say("free.the_table")


def _counted(names: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        yield f"{name} × {count}" if count > 1 else name
