"""Bots. A bot gets a `Seat`, which shows only what its player may see, and answers with a commitment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Protocol, TypeVar

from proofdeck.play.engine.state import Action, Macro, State


class Seat:
    """A player's view of the table. Hidden cards cannot be reached from here, only imagined.

    hurried: whether this choice is one of the many in a playout, and must be made quickly.
    """

    __slots__ = ("_state", "player")
    hurried: ClassVar[bool] = False

    def __init__(self, state: State) -> None:
        self._state = state
        self.player = state.current_player()

    @property
    def allies(self) -> tuple[int, ...]:
        """The seats of the player's side, with the player's own seat."""
        sides = self._state.sides()
        return sides.seats[sides.of(self.player)]

    def observation(self) -> dict[str, Any]:
        return self._state.observation(self.player)

    def legal_actions(self) -> list[Action]:
        return self._state.legal_actions()

    def macro_actions(self) -> list[Macro]:
        return self._state.macro_actions()

    def random_macro(self, random: Random) -> Macro:
        return self._state.random_macro(random)

    def glance(self) -> State:
        """The table as the player sees it, to look at and not to play on; see `State.glance`."""
        return self._state.glance(self.player)

    def imagine(self, random: Random) -> State:
        """A possible table to play on: what is visible stays as it is, what is hidden is dealt again."""
        return self._state.resample(self.player, random)


class Bot(Protocol):
    """A way to play. It remembers nothing between calls, so that one bot can play any number of games."""

    def choose(self, seat: Seat) -> Sequence[Action]:
        """The next actions of this player, at least one, all of one commitment."""


class RandomBot:
    """Chooses a random commitment."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, seat: Seat) -> Sequence[Action]:
        return seat.random_macro(self._random)


OneState = TypeVar("OneState", bound=State)
Worth = Callable[[Any, int], float]
"""How good an unfinished table is for a player; 0 is even."""


class LookaheadBot:
    """Makes the commitment after which the table is best for its player; the first among equals.

    `worth` is only called for unfinished tables; a finished game is judged by its result. Hidden cards are imagined
    first.
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
    """How good a table is, finished or not; higher is better.

    A lost game is worse than every unfinished table, and a won one better, whatever `worth` returns: the first number
    is the share of the win above an even split, which is 0 until the game is decided.
    """
    if table.is_terminal():
        return table.returns()[player] - table.sides().fair, 0.0
    return 0.0, worth(table, player)


def after(table: OneState, macro: Macro) -> OneState:
    """A copy of the table after that commitment."""
    table.legal_actions()  # looked up once for all copies
    copy = table.clone()
    for action in macro:
        copy.apply_action(action)
    return copy


def settled(table: OneState, random: Random) -> OneState:
    """The table itself, after all who still have to choose at the same time have done so by chance.

    With the same chance, others choose the same whatever one player has chosen, because they cannot see it.
    """
    while table.is_sealed():
        legal = table.legal_actions()
        table.apply_action(legal[int(random.random() * len(legal))])
    return table
