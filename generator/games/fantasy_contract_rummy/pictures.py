"""How to show a table of Fantasy Contract Rummy, in the words of its page."""

from __future__ import annotations

from generator.engine.pictures import LEFT_OUT, Pictures
from generator.games.fantasy_contract_rummy.sets import KINDS, SET_NAMES

KEYS = dict(zip(KINDS, SET_NAMES, strict=True))

PICTURES = Pictures(
    words={
        **KEYS,
        **{f"broken {key}": f"broken {name}" for key, name in KEYS.items()},
        "deck": "draw deck",
        "stock": "draw deck",
        "pile": "discard pile",
        "open": "open contract",
        "secret": "secret contract",
        "actions": "actions played",
        "gone": "out of the game",
        "stage": LEFT_OUT,
        "exhausted": "times the draw deck was exhausted",
        "quiet": "turns in a row that brought nothing new",
        "stand-ins": "stand-ins",
    },
    open_zones=frozenset({"discard pile", "sets", "actions"}),
    piles=frozenset({"deck", "pile"}),
    unsaid=frozenset({"choices", "kind", "pending", "phase", "quiet", "step", "target"}),
)
