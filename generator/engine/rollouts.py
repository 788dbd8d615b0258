"""A bot that looks ahead: it lets greedy players play on after each commitment, and chooses what comes out best.

Each table that the player could be looking at is played on once for each commitment still in question, by greedy
players who see the cards, and with the same chance (common random numbers), so that commitments are compared on equal
terms. One that falls clearly behind is dropped, and the others share what is left: a race (Maron and Moore 1994).
Choosing by rollouts of a good player plays better than that player (Tesauro and Galperin 1996). The search can be
stopped at any time, and answers with the best so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random

from generator.engine.bots import Bot, Seat, after
from generator.engine.state import Macro, State

PLAYOUTS = 300
"""Playouts per commitment chosen."""
MOST_CHOICES = 32
"""Commitments that are tried; of more, a random selection and what the greedy player would do."""
DRAWS = 4 * MOST_CHOICES
"""How often chance is asked for another one."""
HORIZON = 24
"""Commitments in a playout after which the table is judged by its `standing`."""
FIRST_LAPS = 4
"""Tables before any commitment is dropped."""
BEHIND = 2.0
"""Standard errors by which a commitment must be behind the best one to be dropped."""


class OpenSeat(Seat):
    """The seat of a player who sees all cards, as in a playout on a table that is imagined anyway."""

    def imagine(self, random: Random) -> State:  # noqa: ARG002 - nothing is hidden
        return self._state


class Rollouts:
    """Chooses the commitment after which greedy players do best. playouts: how many, whatever the commitment."""

    def __init__(
        self, random: Random, greedy: Callable[[Random], Bot], playouts: int = PLAYOUTS, horizon: int = HORIZON
    ) -> None:
        self._random, self._greedy = random, greedy
        self._playouts, self._horizon = playouts, horizon

    def choose(self, seat: Seat) -> Macro:
        runners = {macro: list[float]() for macro in self._choices(seat)}
        left = self._playouts
        while len(runners) > 1 and left >= len(runners):
            left -= len(runners)
            table, chance = seat.imagine(self._random), self._random.getrandbits(32)
            for macro, shares in runners.items():
                shares.append(self._play_on(after(table, macro), seat.player, Random(chance)))
            runners = still_in(runners)
        return best(runners)

    def _choices(self, seat: Seat) -> dict[Macro, None]:
        """The commitments to try: what the greedy player would do, and others by chance."""
        found = {tuple(self._greedy(self._random).choose(seat)): None}
        if len(seat.legal_actions()) > 1:
            for _ in range(DRAWS):
                if len(found) == MOST_CHOICES:
                    break
                found[seat.random_macro(self._random)] = None
        return found

    def _play_on(self, table: State, player: int, random: Random) -> float:
        """The share of the win that the player can expect, from a table that may be changed."""
        greedy = self._greedy(random)
        for _ in range(self._horizon):
            if table.is_terminal():
                return (table.returns()[player] + table.standing()[player]) / 2
            for action in greedy.choose(OpenSeat(table)):
                table.apply_action(action)
        return table.standing()[player]


def best(runners: Mapping[Macro, Sequence[float]]) -> Macro:
    """The commitment with the greatest mean; the first among equals."""
    return max(runners, key=lambda macro: sum(runners[macro]))


def still_in(runners: dict[Macro, list[float]]) -> dict[Macro, list[float]]:
    """Those that are not clearly behind the best, table by table. All have run the same tables."""
    leader = runners[best(runners)]
    laps = len(leader)
    if laps < FIRST_LAPS:
        return runners
    kept = {}
    for macro, shares in runners.items():
        lead = [one - other for one, other in zip(leader, shares, strict=True)]
        mean = sum(lead) / laps
        spread = sqrt(sum((one - mean) ** 2 for one in lead) / (laps - 1) / laps)
        if mean <= BEHIND * spread:
            kept[macro] = shares
    return kept
