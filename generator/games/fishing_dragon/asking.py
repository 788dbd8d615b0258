"""The questions about a round of Fishing Dragon: the prized suit, and what each player has fished."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.asking import Question, Script, of_each
from generator.games.fishing_dragon.rules import FishingDragon


def script(game: FishingDragon, players: Sequence[str]) -> Script:
    suits, names = game.deck.suits, game.deck.names
    prized = Question("The prized suit, or the card that lies aside", "prized: ", "Star", suits)
    bank = Question(
        "Cards that {player} has fished", "\n  bank: ", "Star 1-7, Leaf 12, Coin Flower", (*suits, *names), many=True
    )
    return (prized, *of_each(players, "\n{player}:", bank), "\n")
