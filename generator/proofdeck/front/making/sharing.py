"""Decides whether to use several processes, because starting one takes longer than most games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from proofdeck.source.project.game import Game

T = TypeVar("T")
LONG = 20_000
"""The amount of rules, in characters, because examples and books take most of the time."""


def are_worth_sharing(games: Sequence[Game]) -> bool:
    """Whether there is enough work besides the longest game."""
    lengths = sorted(len(game.page.body) for game in games)
    return sum(lengths[:-1]) > LONG


def same(given: T) -> T:
    """What every process needs, read once."""
    return given
