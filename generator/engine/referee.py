"""A game from the first move to the last: bots choose, the state judges, and whoever wants to watches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from generator.engine.bots import Bot, RandomBot, Seat
from generator.engine.faults import EndlessGame
from generator.engine.ismcts import Ismcts
from generator.engine.state import Action, State

Watcher = Callable[[State, Action], Any]
"""Called before each action with the table on which it will be played."""


MOST_ACTIONS = 100_000
"""Of one game. The longest of the five games, Toonerville Rook played by chance, takes some 20,000."""


def play(state: State, bots: Sequence[Bot], watch: Watcher | None = None) -> State:
    """Let the bots play to the end, each on the seat of its place.

    Raises IllegalAction for a bot that cheats, EndlessGame after MOST_ACTIONS.
    """
    left = MOST_ACTIONS
    while not state.is_terminal():
        for action in bots[state.current_player()].choose(Seat(state)):
            if watch:
                watch(state, action)
            state.apply_action(action)
            left -= 1
        if left <= 0:
            raise EndlessGame(f"the game goes on after {MOST_ACTIONS:,} moves in {state.turns:,} turns")
    return state


BotMaker = Callable[[Random], Bot]


def bot_makers(greedy: BotMaker) -> Mapping[str, BotMaker]:
    """The bots of a game by name. greedy: the game's own."""
    return {"random": RandomBot, "greedy": greedy, "ismcts": Ismcts}
