"""When the games of a project go to several processes: starting one takes longer than most games do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from generator.project import Game

T = TypeVar("T")
LONG = 20_000
"""Characters of rules; most of the time goes into examples and books."""


def are_worth_sharing(games: Sequence[Game]) -> bool:
    """Whether there is enough to do beside the longest of them."""
    lengths = sorted(len(game.page.body) for game in games)
    return sum(lengths[:-1]) > LONG


def same(given: T) -> T:
    """Every process works with what was read once."""
    return given
