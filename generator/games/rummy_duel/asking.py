"""The questions about a Rummy Duel: the five community cards, and each player's melds and hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.asking import Question, Script
from generator.games.rummy_duel.rules import RummyDuel


def script(game: RummyDuel, players: Sequence[str]) -> Script:
    row = Question("The community cards, from left to right", "row: ", "2H 3C 4D TS JS", tuple(game.ids))
    return (row, *(part for name in players for part in _player(game, name)), "\n")


def _player(game: RummyDuel, name: str) -> Iterator[str | Question]:
    cards = tuple(game.ids)
    yield f"\n{name}:"
    yield Question(
        f"A meld of {name}, after the number of its community card",
        "\n  ",
        "4 = KS KH KD",
        cards,
        player=name,
        many=True,
    )
    yield Question(f"How many cards {name} still holds", "\n  hand ", "3", player=name, optional=True)
