"""Faults found in an engine, each reported once with its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from traceback import walk_tb

from proofdeck.ground.problems import counted
from proofdeck.play.engine.faults import ShortDeal, said
from proofdeck.play.engine.patience import EndlessCall
from proofdeck.play.engine.state import IllegalAction
from proofdeck.play.engine.trial.comparing import Broken
from proofdeck.play.engine.trial.table_checks import AFTER


@dataclass(frozen=True, slots=True)
class GameMoment:
    """A point in a game. game: its name; seed: as for `simulate`; moves: how many were made before."""

    game: str
    players: int
    seed: int
    moves: int

    def __str__(self) -> str:
        when = f"after move {self.moves}" if self.moves else "after the deal"
        return f"{when}, {counted(self.players, 'player')}, seed {self.seed}"

    @property
    def again(self) -> str:
        words = f"{self.game} --trust --bots random --players {self.players} --seed {self.seed} --games 1"
        return f"`proofdeck simulate {words}` plays this game."


@dataclass(frozen=True, slots=True)
class EngineFault:
    """One fault. says: a sentence with its place; look: where to look and how to repeat it.

    methods: those of the engine concerned, the closest first. error: the exception, if there was one. endless: whether
    the game does not end.
    """

    says: str
    look: str
    methods: tuple[object, ...] = ()
    error: Exception | None = None
    endless: bool = False


@dataclass(slots=True)
class TrialReport:
    """The faults found, and the number of games and moves examined."""

    findings: list[EngineFault] = field(default_factory=list)
    games: int = 0
    moves: int = 0


class Watch:
    """Collects findings. A check that has failed once is not repeated."""

    def __init__(self) -> None:
        self.result = TrialReport()
        self.broken: set[str] = set()
        self.crashes: set[tuple[object, ...]] = set()

    @contextmanager
    def watched(self, kind: str, spot: GameMoment | None = None) -> Iterator[None]:
        """Turn an error inside the block into a finding of that kind."""
        try:
            yield
        except Broken as error:
            self.tell(kind, error, spot)
        except Exception as error:  # noqa: BLE001 - whatever an engine raises is reported to its author
            self.broken.add(kind)
            self.crash(error, spot)

    def wanted(self, kind: str) -> bool:
        """Whether to keep looking for faults of that kind."""
        return kind not in self.broken and self.broken.isdisjoint(AFTER.get(kind, ()))

    def tell(self, kind: str, error: Broken, spot: GameMoment | None) -> None:
        if kind in self.broken:
            return
        self.broken.add(kind)
        where, again = (f" ({spot})", f" {spot.again}") if spot else ("", "")
        self.result.findings.append(EngineFault(f"{error.says}{where}", f"{error.look}{again}", error.methods))

    def crash(self, error: Exception, spot: GameMoment | None) -> None:
        """The finding for an exception, once for each line that raises; a refused legal action is a separate fault.

        Raises EndlessCall again, since every other game would wait as long.
        """
        if isinstance(error, IllegalAction):
            refused = Broken(
                f"an action listed by legal_actions() is refused: {error}", "Every listed action must be possible."
            )
            self.tell("tried", refused, spot)
            return
        *_, (frame, line) = walk_tb(error.__traceback__)
        mark = (type(error), frame.f_code.co_filename, line)
        if mark not in self.crashes:
            self.crashes.add(mark)
            look = f"It was {spot}: {spot.again}" if spot and not isinstance(error, ShortDeal) else ""
            self.result.findings.append(EngineFault(said(error), look, (), error))
        if isinstance(error, EndlessCall):
            raise error
