"""How to show a table of Fantasy Contract Rummy, in the words of its page."""

from __future__ import annotations

from generator.engine.pictures import LEFT_OUT, Pictures

SETS = (
    "Formation",
    "Class Formation",
    "Armory",
    "Weapon Specialist",
    "Animal Kingdom",
    "Master of Arms",
    "Friend of Animals",
    "Multiplets",
)
KEYS = {name.casefold().replace(" ", "-"): name for name in SETS}

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
)
