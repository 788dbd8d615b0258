"""Numbers for machine learning: actions counted from 0, and observations as vectors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from proofdeck.play.engine.state import Action, Game, State

WIDTH = 1024
"""The default length of a vector."""
COUNTED = re.compile(r"(\d{1,6}) cards?")
"""How an observation describes cards that a player cannot see."""
FURTHEST = 1e6
"""The largest absolute value in a vector."""


class ActionNumbers:
    """Numbers the actions of a game from 0 without gaps, in the game's own order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions: list[Action] = list(game.actions())
        self._number = {action: number for number, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def legal(self, state: State) -> list[int]:
        """The numbers of the legal actions, ascending."""
        return self.numbers(state.legal_actions())

    def numbers(self, actions: Sequence[Action]) -> list[int]:
        return [self._number[action] for action in actions]


def choosers(table: State) -> dict[int, list[Action]]:
    """What each seat can choose, where several choose at the same time before anybody has; empty at other tables."""
    found: dict[int, list[Action]] = {}
    if table.is_terminal() or table.is_sealed():
        return found
    ahead = table.clone()
    while not ahead.is_terminal():
        found[ahead.current_player()] = ahead.legal_actions()
        ahead.apply_action(ahead.legal_actions()[0])
        if not ahead.is_sealed():
            break
    return found if len(found) > 1 else {}


def vector(seen: object, width: int = WIDTH) -> npt.NDArray[np.float32]:
    """An observation of any shape as a vector of `width` numbers, by feature hashing (Weinberger et al. 2009).

    Each leaf of the observation is a feature: `/hand/*=fox` for a name, `/kills/0` for a number, `/stock` for a pile
    described only as `28 cards`. A feature adds 1, or its number, at the position given by its hash. Items of a list
    count twice, at their position and anywhere in the list, so the order of a hand matters little. Two features may
    share a position; a larger width makes that rarer. The vector contains no more than the observation, so nothing
    hidden.
    """
    found = np.zeros(width, np.float32)
    for feature, number in features(seen):
        found[_place(feature, width)] += number
    return np.clip(found, -FURTHEST, FURTHEST)


def features(seen: Any, path: str = "", anywhere: str = "") -> Iterator[tuple[str, float]]:
    """(feature, number) for each leaf. anywhere: the path of the enclosing list, with `*` for the position in it."""
    if isinstance(seen, dict):
        for key, below in seen.items():
            yield from features(below, f"{path}/{key}", f"{anywhere}/{key}" if anywhere else "")
    elif isinstance(seen, list | tuple):
        for place, below in enumerate(seen):
            yield from features(below, f"{path}/{place}", f"{path}/*")
    elif seen is not None:
        ending, number = _leaf(seen)
        yield path + ending, number
        if anywhere:
            yield anywhere + ending, number


def _leaf(seen: str | float) -> tuple[str, float]:
    """The end of its feature, and the number it adds."""
    if not isinstance(seen, str):
        return "", float(seen)
    counted = COUNTED.fullmatch(seen)
    return ("", float(counted[1])) if counted else (f"={seen}", 1.0)


@lru_cache(maxsize=1 << 16)
def _place(feature: str, width: int) -> int:
    return int.from_bytes(blake2b(feature.encode(), digest_size=8).digest()) % width
