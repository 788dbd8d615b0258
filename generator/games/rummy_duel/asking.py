"""The questions about a Rummy Duel: the five community cards, and each player's melds and hand."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.asking import Question, Script, of_each
from generator.games.rummy_duel.rules import RummyDuel


def script(game: RummyDuel, players: Sequence[str]) -> Script:
    cards = tuple(game.ids)
    row = Question("The community cards, from left to right", "row: ", "2H 3C 4D TS JS", cards)
    asks = "A meld of {player}, after the number of its community card"
    meld = Question(asks, "\n  ", "4 = KS KH KD", cards, many=True)
    hand = Question("How many cards {player} still holds", "\n  hand ", "3", optional=True)
    return (row, *of_each(players, "\n{player}:", meld, hand), "\n")
