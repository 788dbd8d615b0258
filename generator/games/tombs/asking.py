"""The questions about a board of Tombs: its three rows, and each player's kills."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.asking import Question, Script, of_each
from generator.engine.state import Game
from generator.games.tombs.board import CLASSES

ROWS = ("top", "middle", "bottom")


def script(_: Game, players: Sequence[str]) -> Script:
    tiles = tuple(f"{name[0].upper()}{seat}" for name in CLASSES for seat in range(1, len(players) + 1))
    rows = (
        Question(
            f"The {row} row, three tiles from left to right",
            " / " if place else "",
            "B1 . X  (class and owner's number, a dot for an empty tile, X for a tombstone)",
            (*tiles, "X", "."),
            until=". . .",
        )
        for place, row in enumerate(ROWS)
    )
    kills = of_each(players, Question("How many has {player} killed", " ", "2", until="0"))
    return (f"names: {', '.join(players)}\nboard: ", *rows, "\nkills:", *kills, "\n")
