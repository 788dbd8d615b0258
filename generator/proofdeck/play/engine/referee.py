"""Plays a whole game: bots choose, the state enforces the rules, and a watcher can look on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from proofdeck.play.engine.bots import Bot, Seat
from proofdeck.play.engine.faults import EndlessGame
from proofdeck.play.engine.state import Action, State

Watcher = Callable[[State, Action], object]
"""Called before each action with the table."""
MOST_ACTIONS = 100_000
"""The most actions in a game. The longest shipped game, Toonerville Rook with random moves, takes about 20,000."""


def play(state: State, bots: Sequence[Bot], watch: Watcher | None = None) -> State:
    """Let the bots play to the end, in seat order.

    Raises IllegalAction for an illegal move of a bot, and EndlessGame after MOST_ACTIONS or where nothing is legal.
    """
    left = MOST_ACTIONS
    while not state.is_terminal():
        if not state.legal_actions():
            raise EndlessGame(f"no action is legal after move {MOST_ACTIONS - left}, but the game is not over")
        for action in bots[state.current_player()].choose(Seat(state)):
            if watch:
                watch(state, action)
            state.apply_action(action)
            left -= 1
        if left <= 0:
            raise EndlessGame(f"the game has not ended after {MOST_ACTIONS:,} moves in {state.turns:,} turns")
    return state


BotMaker = Callable[[Random], Bot]
