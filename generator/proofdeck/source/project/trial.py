"""The test of a project's own engine, as it is told."""

from __future__ import annotations

from dataclasses import dataclass

from proofdeck.ground.problems import counted, listed


@dataclass(frozen=True, slots=True)
class EngineTrial:
    """The test of an engine. clean: whether nothing was found."""

    title: str
    players: tuple[int, ...]
    games: int
    moves: int
    clean: bool


def as_line(tried: EngineTrial) -> str:
    """`Reef: its engine passed all tests in 12 games of 2 and 3 players with 480 moves`."""
    what = "passed all tests in" if tried.clean else "was tested in"
    seats = f"{listed(map(str, tried.players))} players" if tried.players != (1,) else "1 player"
    return f"{tried.title}: its engine {what} {counted(tried.games, 'game')} of {seats} with {tried.moves:,} moves"


def call_to_sign(name: str, texts: int) -> str:
    """What to do about a game with so many texts that nobody has compared with its engine."""
    what = f"nobody has compared its {counted(texts, 'text')} with the engine yet"
    return f"{what}. Read them beside it, then `proofdeck accept --sign --trust {name}`; check tells what changes later"
