"""Many games of one version of a game, played in order by any number of processes, here or on other machines."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from generator.engine.state import Game
from generator.pipeline.versions import Version
from generator.problems import Problem, ProofdeckError
from generator.processes import shared_out

if TYPE_CHECKING:
    from generator.engine.loading import Playable
    from generator.engine.referee import BotMaker

CHUNK = 5
"""Games that a process plays between reports."""
Crew = int | str
"""Who plays: so many processes here, or the workers of the cluster at that address."""

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


def played(series: Series, play: Play[Counted], crew: Crew) -> Generator[list[Counted], None, None]:
    """What is counted in the games, in order and some at a time; the same for any crew."""
    if crew == 1 or (series.games <= CHUNK and not isinstance(crew, str)):
        return played_here(series, play)
    return played_elsewhere(series, play, crew)


def played_here(series: Series, play: Play[Counted]) -> Generator[list[Counted], None, None]:
    """The same in this process."""
    opened = Opened(series.version)
    for piece in _pieces(series.games):
        yield _play(opened, piece, series, play)


def played_elsewhere(series: Series, play: Play[Counted], crew: Crew) -> Generator[list[Counted], None, None]:
    """The same in other processes. Raises ProofdeckError if a cluster cannot play the game, or would play another."""
    pieces = _pieces(series.games)
    work = partial(_play, series=series, play=play)
    if isinstance(crew, int):
        yield from shared_out(pieces, work, Opened, (series.version,), min(crew, len(pieces)))
        return
    from generator.clusters import handed_out

    fingerprint = Opened(series.version).playable.fingerprint
    yield from handed_out(
        pieces, partial(_play_same, work=work, fingerprint=fingerprint), Opened, (series.version,), crew
    )


class Opened:
    """A version that is opened by the first piece of work, so that its problems are reported like those of the work."""

    def __init__(self, version: Version) -> None:
        self._version = version
        self.root = version.root

    @cached_property
    def playable(self) -> Playable:
        return self._version.open([])[1]


def _pieces(games: int) -> list[range]:
    return [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]


def _play_same(
    opened: Opened, indexes: range, work: Callable[[Opened, range], list[Counted]], fingerprint: str
) -> list[Counted]:
    """On another machine, whose folder may be an older one."""
    if opened.playable.fingerprint != fingerprint:
        message = f"the cards or rules in {opened.root} are different on the machine of a worker"
        raise ProofdeckError(Problem("E808", message, hint="Copy the project to each machine, into the same folder."))
    return work(opened, indexes)


def _play(opened: Opened, indexes: range, series: Series, play: Play[Counted]) -> list[Counted]:
    from generator.engine.referee import bot_makers

    playable = opened.playable
    with playable.origin.faults():
        known = bot_makers(playable.engine.greedy)
        makers = [known[name] for name in series.bots]
        return [play(playable.game, makers, series.seed, index) for index in indexes]
