"""How to show a table of Rummy Duel, with melds at their community cards."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.notation import Line, Notation, Word
from generator.engine.pictures import LEFT_OUT, Heap, Pictures, Piece
from generator.games.rummy_duel.reading import CLAIM, CardReader
from generator.games.rummy_duel.rules import RummyDuel
from generator.problems import Problems


def heaps(game: RummyDuel, line: Line) -> list[Heap]:
    """The melds of a player, or cards in order; empty if the line names no cards."""
    return [heap for word in line.cut(";") for heap in _heap(game, word)]


def _heap(game: RummyDuel, word: Word) -> Iterator[Heap]:
    found = CLAIM.fullmatch(word.text)
    says = f"at community card {found['place']}" if found else ""
    problems = Problems()
    reader = CardReader(game, Notation("", ()), problems)
    cards = list(reader.cards(word.part(*found.span("cards")) if found else word))
    if cards and not problems:
        yield Heap(tuple(Piece(game.ids[card]) for card in cards), says)


PICTURES = Pictures(
    words={
        "row": "community cards",
        "step": LEFT_OUT,
        "without progress": "turns without progress",
        "flush-set": "sets of one suit",
        "any-claim": "all claimed by both",
    },
    heaps=heaps,
    open_zones=frozenset({"row", "melds"}),
    piles=frozenset({"pile"}),
    unsaid=frozenset({"claimed", "idle", "last", "melds 1", "melds 2", "rummy", "step", "taking", "tied", "won"}),
)
