"""Players made of code. A bot is handed a `Seat`, which shows what a player may see, and answers with a commitment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from generator.engine.state import Action, Macro, State


class Seat:
    """A player's side of the table. What is hidden from him cannot be reached from here, only imagined."""

    __slots__ = ("_state", "player")

    def __init__(self, state: State) -> None:
        self._state = state
        self.player = state.current_player()

    def observation(self) -> dict[str, Any]:
        return self._state.observation(self.player)

    def legal_actions(self) -> list[Action]:
        return self._state.legal_actions()

    def macro_actions(self) -> list[Macro]:
        return self._state.macro_actions()

    def random_macro(self, random: Random) -> Macro:
        return self._state.random_macro(random)

    def imagine(self, random: Random) -> State:
        """A table as it may be: what is seen as it is, what is hidden dealt anew. Yours to play on."""
        return self._state.resample(self.player, random)


class Bot(Protocol):
    """A way to play. It may remember nothing between two calls: one bot plays any number of games."""

    def choose(self, seat: Seat) -> Sequence[Action]:
        """The next actions of this player, at least one, all of one commitment."""


class RandomBot:
    """Any commitment, by chance."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, seat: Seat) -> Sequence[Action]:
        return seat.random_macro(self._random)


Worth = Callable[[Any, int], float]
"""How good a table in the middle of a game looks to a player; 0 is an even one."""


class LookaheadBot:
    """Makes the commitment after which the table looks best to its player; among equals the first.

    `worth` is asked only about tables on which the game goes on; an end is judged by its result. What is hidden from
    the player is imagined first.
    """

    def __init__(self, worth: Worth, random: Random) -> None:
        self._worth = worth
        self._random = random

    def choose(self, seat: Seat) -> Sequence[Action]:
        macros = seat.macro_actions()
        if len(macros) == 1:
            return macros[0]
        table = seat.imagine(self._random)
        return max(macros, key=lambda macro: prospect(self._worth, after(table, macro), seat.player))


def prospect(worth: Worth, table: State, player: int) -> tuple[float, float]:
    """How good a table is, over or not; the greater is the better.

    A lost end is worse than every table on which the game goes on, and a won one is better, whatever numbers `worth`
    gives: first comes the share of the win above an even split, which is 0 as long as nothing is decided.
    """
    if table.is_terminal():
        return table.returns()[player] - 1 / table.players, 0.0
    return 0.0, worth(table, player)


def after(table: State, macro: Macro) -> State:
    """A copy of the table on which that has been played."""
    copy = table.clone()
    for action in macro:
        copy.apply_action(action)
    return copy
