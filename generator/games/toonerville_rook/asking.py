"""The questions about a round of Toonerville Rook: which round it was, and what is left in each hand."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.asking import Question, Script
from generator.games.toonerville_rook.rules import ToonervilleRook


def script(game: ToonervilleRook, players: Sequence[str]) -> Script:
    rounds = tuple(str(number) for number in range(1, len(game.rounds) + 1))
    cards = (*dict.fromkeys(game.names), "out")
    hands = (
        Question(
            f"What {name} still holds",
            f"\n{name}: ",
            "Red 5, Green 14, Rook   or: out",
            cards,
            player=name,
            until=game.names[0],
            made_up=True,
        )
        for name in players
    )
    return (Question("Which round was it", "round ", "3", rounds, until="1"), *hands, "\n")
