"""A table without rules under way: what is done there, act by act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from proofdeck.play.free import counting, moving, turning
from proofdeck.play.free.acts import FreeAct, FreeEvent, NotPossible
from proofdeck.play.free.pieces import FreeStart
from proofdeck.play.free.state import FreeState

ACTS: Mapping[str, Callable[[FreeState, int, FreeAct], FreeEvent]] = {
    "move": moving.move,
    "deal": moving.deal,
    "turn": turning.turn,
    "rotate": turning.rotate,
    "mark": turning.mark,
    "shuffle": turning.shuffle,
    "spread": turning.spread,
    "look": turning.look,
    "close": turning.close,
    "label": turning.label,
    "roll": counting.roll,
    "count": counting.count,
    "add": counting.add,
    "shift": counting.shift,
    "sort": turning.sort,
    "remove": counting.remove,
}
"""What can be done at the table."""


class FreeTable(FreeState):
    """A table at which acts are done."""

    def do(self, seat: int, act: FreeAct) -> FreeEvent:
        """Do what somebody in that seat wants. Raises NotPossible, leaving everything unchanged."""
        if act.do not in ACTS or not 0 <= seat < self.players:
            raise NotPossible("no_such_act")
        event = ACTS[act.do](self, seat, act)
        self.acts += 1
        self.log.append(event._replace(number=self.acts))
        self.drop_looks()
        return self.log[-1]


def replayed(start: FreeStart, seed: int, acts: Iterable[tuple[int, FreeAct]], *, is_open: bool) -> FreeTable:
    """The table after those acts."""
    table = FreeTable(start, seed, is_open=is_open)
    for seat, act in acts:
        table.do(seat, act)
    return table
