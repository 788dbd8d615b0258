"""Many games of one version of a game, played in order by any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from generator.engine.state import Game
from generator.pipeline.versions import Version
from generator.processes import shared_out

if TYPE_CHECKING:
    from generator.engine.loading import Playable
    from generator.engine.referee import BotMaker

CHUNK = 5
"""Games that a process plays between reports."""

Counted = TypeVar("Counted")
Play = Callable[[Game, "Sequence[BotMaker]", int, int], Counted]
"""(game, a maker of bots for each seat, seed, number of the game) -> what is counted of it, fit to be pickled."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games to be played. bots: the name of the bot in each seat."""

    version: Version
    bots: tuple[str, ...]
    seed: int
    games: int


def played(series: Series, play: Play[Counted], processes: int) -> Generator[list[Counted], None, None]:
    """What is counted in the games, in order and some at a time; the same for any number of processes."""
    if processes == 1 or series.games <= CHUNK:
        return played_here(series, play)
    return played_elsewhere(series, play, processes)


def played_here(series: Series, play: Play[Counted]) -> Generator[list[Counted], None, None]:
    """The same in this process."""
    opened = Opened(series.version)
    for piece in _pieces(series.games):
        yield _play(opened, piece, series, play)


def played_elsewhere(series: Series, play: Play[Counted], processes: int) -> Generator[list[Counted], None, None]:
    """The same in other processes."""
    pieces = _pieces(series.games)
    work = partial(_play, series=series, play=play)
    yield from shared_out(pieces, work, Opened, (series.version,), min(processes, len(pieces)))


class Opened:
    """A version that is opened by the first piece of work, so that its problems are reported like those of the work."""

    def __init__(self, version: Version) -> None:
        self._version = version

    @cached_property
    def playable(self) -> Playable:
        return self._version.open([])[1]


def _pieces(games: int) -> list[range]:
    return [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]


def _play(opened: Opened, indexes: range, series: Series, play: Play[Counted]) -> list[Counted]:
    from generator.engine.referee import bot_makers

    playable = opened.playable
    with playable.origin.faults():
        known = bot_makers(playable.engine.greedy)
        makers = [known[name] for name in series.bots]
        return [play(playable.game, makers, series.seed, index) for index in indexes]
