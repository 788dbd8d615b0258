"""How to show a table of Fishing Dragon, with ranges expanded to single cards."""

from __future__ import annotations

from generator.engine.notation import Line, Notation
from generator.engine.pictures import Heap, Pictures, Piece
from generator.games.fishing_dragon.reading import CardReader
from generator.games.fishing_dragon.rules import FishingDragon
from generator.problems import Problems


def heaps(game: FishingDragon, line: Line) -> list[Heap]:
    """The cards of a line in order; empty if it names none."""
    problems = Problems()
    cards = CardReader(game.deck, Notation("", ()), problems).laid(line)
    return [] if problems or not cards else [Heap(tuple(Piece(game.deck.ids[card]) for card in cards))]


PICTURES = Pictures(
    words={
        "deck": "deck",
        "stock": "deck",
        "aside": "card set aside",
        "prized": "prized suit",
        "before": "points of earlier rounds",
        "multi": "more players",
    },
    heaps=heaps,
    open_zones=frozenset({"river", "bank", "aside"}),
    piles=frozenset({"deck"}),
    at_once=("turn.reveal", "match.deal"),
    unsaid=frozenset({"chosen"}),
)
