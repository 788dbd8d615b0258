"""The questions about a round of Fishing Dragon: the prized suit, and what each player has fished."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.asking import Question, Script
from generator.games.fishing_dragon.rules import FishingDragon


def script(game: FishingDragon, players: Sequence[str]) -> Script:
    prized = Question("The prized suit, or the card that lies aside", "prized: ", "Star", tuple(game.deck.suits))
    banks = (
        part
        for name in players
        for part in (
            f"\n{name}:",
            Question(
                f"Cards that {name} has fished",
                "\n  bank: ",
                "Star 1-7, Leaf 12, Coin Flower",
                (*game.deck.suits, *game.deck.names),
                player=name,
                many=True,
            ),
        )
    )
    return (prized, *banks, "\n")
