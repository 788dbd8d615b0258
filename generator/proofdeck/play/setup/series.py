"""Many games of one version of a game, played in order by any number of processes, here or on other machines."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeVar

from proofdeck.ground.cache import digest
from proofdeck.ground.clusters import handed_out
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.ground.processes import shared_out
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.importing import modules_of
from proofdeck.play.engine.playouts import CHUNK
from proofdeck.play.engine.state import Game
from proofdeck.play.setup.versions import Version

if TYPE_CHECKING:
    from proofdeck.play.engine.loading import Playable
    from proofdeck.play.engine.referee import BotMaker

SLOW = {"search", "ismcts"}
"""Bots that think for so long that each of their games is reported."""
Crew = int | str
"""Who plays: so many processes here, or the workers of the cluster at that address."""

Counted = TypeVar("Counted")
Play = Callable[[Game, "Sequence[BotMaker]", int, int], Counted]
"""(game, a maker of bots for each seat, seed, number of the game) -> what is counted of it, fit to be pickled."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games to be played. bots: the name of the bot in each seat; chunk: how many are played between reports."""

    version: Version
    bots: tuple[str, ...]
    seed: int
    games: int
    chunk: int = CHUNK


def played(series: Series, play: Play[Counted], crew: Crew) -> Generator[list[Counted], None, None]:
    """What is counted in the games, in order and some at a time; the same for any crew."""
    if crew == 1 or (len(_pieces(series)) <= 1 and not isinstance(crew, str)):
        return played_here(series, play)
    return played_elsewhere(series, play, crew)


def played_here(series: Series, play: Play[Counted]) -> Generator[list[Counted], None, None]:
    """The same in this process."""
    opened = LazyVersion(series.version)
    for piece in _pieces(series):
        yield _play(opened, piece, series, play)


def played_elsewhere(series: Series, play: Play[Counted], crew: Crew) -> Generator[list[Counted], None, None]:
    """The same in other processes. Raises ProofdeckError if a cluster cannot play the game, or would play another."""
    pieces = _pieces(series)
    work = partial(_play, series=series, play=play)
    if isinstance(crew, int):
        yield from shared_out(pieces, work, LazyVersion, (series.version,), min(crew, len(pieces)))
        return
    version = replace(series.version, root=series.version.root.resolve())
    yield from handed_out(pieces, work, OpenedThere, (version, _condition(version)), crew)


class LazyVersion:
    """A version that is opened by the first piece of work, so that its problems are reported like those of the work."""

    def __init__(self, version: Version) -> None:
        self._version = version

    @cached_property
    def playable(self) -> Playable:
        return self._version.open(Problems())[1]


class Condition(NamedTuple):
    """What a worker must find. modules: of the project's own engine, each with a hash of what it says."""

    fingerprint: str
    modules: tuple[tuple[str, str], ...]


class OpenedThere(LazyVersion):
    """The same on another machine, whose folder may be an older one, and which may have loaded an older engine."""

    _loaded: ClassVar[dict[Path, str]] = {}

    def __init__(self, version: Version, expected: Condition) -> None:
        super().__init__(version)
        self._expected = expected

    @cached_property
    def playable(self) -> Playable:
        root = self._version.root
        for name, code in self._expected.modules:
            if self._loaded.setdefault(root / name, code) != code:
                message = f"{name} in {root} has changed since a worker loaded it"
                raise ProofdeckError(Problem("E808", message, hint="Start the workers again."))
        opened = self._version.open(Problems())[1]
        same_engine = all(_digest(root / name) == code for name, code in self._expected.modules)
        if opened.fingerprint != self._expected.fingerprint or not same_engine:
            message = f"the project in {root} is different on the machine of a worker"
            raise ProofdeckError(Problem("E808", message, hint="Copy it to each machine, into the same folder."))
        return opened


def _condition(version: Version) -> Condition:
    return Condition(LazyVersion(version).playable.fingerprint, _modules(version.root))


def _modules(root: Path) -> tuple[tuple[str, str], ...]:
    """The modules of the project that this process has loaded, as they are on the disk."""
    folder = root.resolve()
    return tuple((str(file.relative_to(folder)), _digest(file)) for file in modules_of(root))


def _digest(file: Path) -> str:
    return digest(file.read_bytes()) if file.is_file() else ""


def _pieces(series: Series) -> list[range]:
    size = series.chunk if SLOW.isdisjoint(series.bots) else 1
    return [range(start, min(start + size, series.games)) for start in range(0, series.games, size)]


def _play(opened: LazyVersion, indexes: range, series: Series, play: Play[Counted]) -> list[Counted]:
    playable = opened.playable
    with playable.origin.faults():
        known = bot_makers(playable.engine)
        makers = [known[name] for name in series.bots]
        return [play(playable.game, makers, series.seed, index) for index in indexes]
