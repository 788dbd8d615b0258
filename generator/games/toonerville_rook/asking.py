"""The questions about a round of Toonerville Rook: which round it was, and what is left in each hand."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.asking import Question, Script, of_each
from generator.games.toonerville_rook.rules import ToonervilleRook


def script(game: ToonervilleRook, players: Sequence[str]) -> Script:
    rounds = tuple(str(number) for number in range(1, len(game.rounds) + 1))
    cards = (*dict.fromkeys(game.names), "out")
    such_as = "Red 5, Green 14, Rook   or: out"
    hand = Question("What {player} still holds", "\n{player}: ", such_as, cards, until=game.names[0], made_up=True)
    return (Question("Which round was it", "round ", "3", rounds, until="1"), *of_each(players, hand), "\n")
