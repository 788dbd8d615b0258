"""The end of a game, solved: when little is left, every way to go on is tried.

What is hidden is imagined a few times, and each of these tables is solved as if all cards lay open: the player chooses
what gives the greatest share of the win, partners choose the same, and all others choose what gives them the least. For
two sides this is perfect play at that table. A walk by chance shows beforehand whether a table is near its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from proofdeck.play.engine.bots import LookaheadBot, Seat, after, prospect
from proofdeck.play.engine.state import Action, Macro, State

IMAGINED = 6
"""Tables that are solved for a choice."""
MOST_TABLES = 6_000
"""Tables that are looked at for a choice, all together."""
MOST_WAYS, LONGEST = 100_000, 16
"""The ways to go on that a walk may leave aside, and its moves, if the end is to be near enough."""
DEEPEST = 200
"""Moves to the end of a game that is solved; where dice are rolled, a game may go on for ever."""
FEW_WAYS, WALKS, FEW_TABLES = 50, 8, 80
"""The same for a greedy player, who must be quick: each of so many walks may leave so few ways aside."""
TOO_LITTLE = 1e-9
"""A share of the win that is only rounding."""


def solved(seat: Seat, chosen: Macro, random: Random) -> Macro | None:
    """That choice if none is better, or the first action of a better one; None if too much is left to solve."""
    legal, solver = seat.legal_actions(), Solver(seat.allies, MOST_TABLES)
    ways: list[Macro] = [chosen, *((action,) for action in legal)]
    sums = [0.0] * len(ways)
    for _ in range(IMAGINED):
        table = seat.imagine(random)
        if not is_near_its_end(table, random):
            return None
        for place, way in enumerate(ways):
            share = solver.share(after(table, way))
            if share is None:
                return None
            sums[place] += share
    best = max(range(len(ways)), key=sums.__getitem__)
    return ways[best] if sums[best] > sums[0] + TOO_LITTLE else chosen


class Solver:
    """Finds the share of the win that a side can be sure of if all cards lie open, looking at so many tables.

    allies: the seats of that side.
    """

    def __init__(self, allies: Sequence[int], most: int) -> None:
        self._allies, self._left = allies, most
        self._known: dict[bytes, float] = {}
        self._deciding: Counter[Action] = Counter()

    def share(self, table: State, depth: int = 0) -> float | None:
        """None if that takes more tables than are left, or if the game may go on for very long. depth: moves ahead."""
        if table.is_terminal():
            return table.returns()[self._allies[0]]
        key = table.key()
        if key not in self._known:
            self._left -= 1
            found = self._of_all(table, depth + 1) if self._left >= 0 and depth < DEEPEST else None
            if found is None:
                return None
            self._known[key] = found
        return self._known[key]

    def _of_all(self, table: State, depth: int) -> float | None:
        """The same for a game that goes on. Actions that decided elsewhere are tried first."""
        is_mine = table.current_player() in self._allies
        best, goal = (0.0, 1.0) if is_mine else (1.0, 0.0)
        for action in self._in_order(table.legal_actions()):
            found = self.share(after(table, (action,)), depth)
            if found is None:
                return None
            best = max(best, found) if is_mine else min(best, found)
            if best == goal:
                self._deciding[action] += 1
                break
        return best

    def _in_order(self, legal: Sequence[Action]) -> list[Action]:
        return sorted(legal, key=self._deciding.__getitem__, reverse=True)


def is_near_its_end(table: State, random: Random, most: int = MOST_WAYS) -> bool:
    """Whether a walk by chance comes to the end soon, leaves few ways aside, and meets no choices at the same time.

    To those there is no best answer, because nobody knows what others choose.
    """
    walked, ways = table.clone(), 1
    for _ in range(LONGEST):
        if walked.is_terminal() or walked.is_sealed() or ways > most:
            break
        legal = walked.legal_actions()
        ways *= max(1, len(legal) // 2)
        walked.apply_action(legal[int(random.random() * len(legal))])
    return walked.is_terminal() and ways <= most


class ClosingBot(LookaheadBot):
    """A `LookaheadBot` that solves the end of a game if that is quickly done; among equal results, `worth` decides."""

    def choose(self, seat: Seat) -> Sequence[Action]:
        macros = seat.macro_actions()
        if len(macros) == 1:
            return macros[0]
        table, shares = seat.imagine(self._random), dict.fromkeys(macros, 0.0)
        if not seat.hurried and all(is_near_its_end(table, self._random, FEW_WAYS) for _ in range(WALKS)):
            shares = self._shares(seat, table, macros)
        return max(macros, key=lambda one: (shares[one], prospect(self._worth, after(table, one), seat.player)))

    def _shares(self, seat: Seat, table: State, macros: Sequence[Macro]) -> dict[Macro, float]:
        """For each commitment, the shares of the win on this table and others, as long as they can be solved, added up.

        What cannot be solved on this one counts as an even split.
        """
        solver, sums = Solver(seat.allies, FEW_TABLES), dict.fromkeys(macros, 0.0)
        for laps in range(IMAGINED):
            found = [solver.share(after(table, macro)) for macro in macros]
            known = [table.sides().fair if share is None else share for share in found]
            if laps == 0 or found == known:
                sums = {macro: sums[macro] + share for macro, share in zip(macros, known, strict=True)}
            if found != known:
                break
            table = seat.imagine(self._random)
        return sums
