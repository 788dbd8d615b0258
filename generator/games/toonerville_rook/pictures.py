"""How to show a table of Toonerville Rook, in the words of its page."""

from __future__ import annotations

from generator.engine.pictures import LEFT_OUT, Pictures

PICTURES = Pictures(
    words={
        "pile": "discard pile",
        "stage": LEFT_OUT,
        "bought": "cards bought in this round",
        "quiet": "turns in a row that brought nothing new",
        "buy-limit": "cards that may be bought in a round",
        "round-11-deal": "cards dealt in round 11",
    },
    unit="penalty point",
    open_zones=frozenset({"field", "table", "discard pile"}),
    piles=frozenset({"pile", "stock"}),
    at_once=("setup.starter", "turn.draw", "stock.reshuffle", "buy.offer", "buy.order", "buy.limit", "buy.stock"),
)
