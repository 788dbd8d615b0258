"""A bot that looks ahead: it lets greedy players play on after each commitment, and chooses what comes out best.

Each table that the player could be looking at is played on once for each commitment still in question, by greedy
players who see the cards, and with the same chance (common random numbers), so that commitments are compared on equal
terms. One that falls clearly behind is dropped (a race: Maron and Moore 1994), and so is the worse half after each of
some equal parts of the playouts (sequential halving: Karnin, Koren and Somekh 2013), so most of them compare the best.
What the greedy player would do stays until it is far behind, and is chosen unless another is clearly ahead. Choosing by
rollouts of a good player plays better than that player (Tesauro and Galperin 1996). The search can be stopped at any
time, and answers with the best so far. Near the end of a game nothing is played on: everything is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random

from proofdeck.play.engine.bots import Bot, Seat, after
from proofdeck.play.engine.endings import solved
from proofdeck.play.engine.state import Macro, State

PLAYOUTS = 300
"""Playouts per commitment chosen."""
MOST_CHOICES = 32
"""Commitments that are tried; of more, a random selection and what the greedy player would do."""
DRAWS = 4 * MOST_CHOICES
"""How often chance is asked for another one."""
FIRST_LAPS = 4
"""Tables before any commitment is dropped, or preferred to what the greedy player would do."""
BEHIND = 2.0
"""Standard errors by which a commitment must be behind the best one to be dropped."""
AHEAD = 2.0
"""Standard errors by which it must be ahead of what the greedy player would do to be preferred."""
FAR_BEHIND = 5.0
"""Standard errors by which what the greedy player would do must be behind to be dropped. Of many commitments that are
no better, one is soon ahead by a few if they are compared after every table.
"""

Runners = dict[Macro, list[float]]
"""Commitments with the share of the win that each came to, table by table. The greedy player's choice is the first."""


class OpenSeat(Seat):
    """The seat of a player who sees all cards."""

    def glance(self) -> State:
        return self._state

    def imagine(self, random: Random) -> State:  # noqa: ARG002 - nothing is hidden
        return self._state


class PlayoutSeat(OpenSeat):
    """The same in a playout. What others have chosen at the same time stays unknown."""

    hurried = True

    def imagine(self, random: Random) -> State:
        return self._state.unsealed(self.player, random) if self._state.is_sealed() else self._state


class Rollouts:
    """Chooses the commitment after which greedy players do best.

    playouts: how many at most for one choice. is_over: asked before each table whether to answer with the best so far.
    """

    def __init__(
        self,
        random: Random,
        greedy: Callable[[Random], Bot],
        playouts: int = PLAYOUTS,
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        self._random, self._greedy, self._playouts, self._is_over = random, greedy, playouts, is_over

    def choose(self, seat: Seat) -> Macro:
        runners = self._choices(seat)
        greedy_choice = next(iter(runners))
        if len(runners) > 1 and (best_end := solved(seat, greedy_choice, self._random)):
            return best_end
        left = self._playouts
        for stages in range((len(runners) - 1).bit_length(), 0, -1):
            share = left // stages
            while len(runners) > 1 and share >= len(runners) and not self._is_over():
                share, left = share - len(runners), left - len(runners)
                self._lap(seat, runners)
                runners = still_in(runners, greedy_choice)
            runners = better_half(runners, greedy_choice)
        leader = best(runners)
        if greedy_choice in runners and not is_ahead(runners[leader], runners[greedy_choice], AHEAD):
            return greedy_choice
        return leader

    def _lap(self, seat: Seat, runners: Runners) -> None:
        """Play one more table on after each commitment."""
        table, chance = seat.imagine(self._random), self._random.getrandbits(32)
        for macro, shares in runners.items():
            shares.append(self._play_on(table, macro, seat.player, Random(chance)))

    def _choices(self, seat: Seat) -> Runners:
        """The commitments to try: what the greedy player would do, and others by chance."""
        found: Runners = {tuple(self._greedy(self._random).choose(seat)): []}
        if len(seat.legal_actions()) > 1 or len(next(iter(found))) > 1:
            for _ in range(DRAWS):
                if len(found) == MOST_CHOICES:
                    break
                found[seat.random_macro(self._random)] = []
        return found

    def _play_on(self, before: State, macro: Macro, player: int, random: Random) -> float:
        """The share of the win that the player can expect after a commitment."""
        table, chapter, last = after(before, macro), before.chapter(), before.turns + before.look_ahead()
        greedy = self._greedy(random)
        while not table.is_terminal() and table.chapter() == chapter and table.turns < last:
            for action in greedy.choose(PlayoutSeat(table)):
                table.apply_action(action)
        return table.prospect()[player]


def best(runners: Runners) -> Macro:
    """The commitment with the greatest mean; the first among equals."""
    return max(runners, key=lambda macro: sum(runners[macro]))


def still_in(runners: Runners, greedy_choice: Macro) -> Runners:
    """Those that are not clearly behind the best, table by table. All have run on the same tables."""
    leader = runners[best(runners)]
    return {
        macro: shares
        for macro, shares in runners.items()
        if not is_ahead(leader, shares, FAR_BEHIND if macro == greedy_choice else BEHIND)
    }


def better_half(runners: Runners, greedy_choice: Macro) -> Runners:
    """Half of them, those with the greatest means, and what the greedy player would do."""
    others = [macro for macro in runners if macro != greedy_choice]
    others.sort(key=lambda macro: sum(runners[macro]))
    dropped = {*others[: len(others) // 2]}
    return {macro: shares for macro, shares in runners.items() if macro not in dropped}


def is_ahead(leader: Sequence[float], other: Sequence[float], errors: float) -> bool:
    """Whether its mean lead, table by table, is greater than so many standard errors. A few tables say nothing."""
    laps = len(leader)
    if laps < FIRST_LAPS:
        return False
    leads = [one - another for one, another in zip(leader, other, strict=True)]
    mean = sum(leads) / laps
    spread = sum((lead - mean) ** 2 for lead in leads) / (laps - 1)
    return mean > errors * sqrt(spread / laps)
