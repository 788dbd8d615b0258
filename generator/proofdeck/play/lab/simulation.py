"""A game that bots play: how experiments with it begin, and many games, counted or written down move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.playouts import Outcome, Summary, bots_of, play_one, summary
from proofdeck.play.engine.transcript import record
from proofdeck.play.lab.favour import favour
from proofdeck.play.lab.results import Favour, Hardly, Head, Simulated, Stopped
from proofdeck.play.lab.usage import Usage, scoring_clauses
from proofdeck.play.setup.seating import seated
from proofdeck.play.setup.series import Series, played
from proofdeck.play.setup.versions import Version
from proofdeck.source.project.game import ClauseWords, Game, ids_alone
from proofdeck.source.rules.sides import Sides

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress
    from proofdeck.play.setup.series import Crew, Play
    from proofdeck.play.setup.versions import NumberChange

Counted = TypeVar("Counted")
Counts = TypeVar("Counts", bound=Summary)


@dataclass(frozen=True, slots=True)
class Simulation:
    """A request: a game by name, number of games and players, and bots, which are assigned to seats in turn.

    players: the fewest when None. words: of the clauses that are hardly ever used.
    """

    game: str
    games: int
    players: int | None = None
    bots: tuple[str, ...] = ("greedy",)
    seed: int = 1
    crew: Crew = 1
    trust: bool = False
    words: ClauseWords = ids_alone


@dataclass(frozen=True, slots=True)
class Experiment:
    """A game that is open, and the games that are to be played of it, with a bot in each seat."""

    game: Game
    playable: Playable
    series: Series
    words: ClauseWords = ids_alone

    @classmethod
    def begin(cls, root: Path, asked: Simulation, problems: Problems, changes: tuple[NumberChange, ...] = ()) -> Self:
        """Raises ProofdeckError if the game cannot be played with these changes, or not by these bots."""
        version = Version(root, asked.game, changes, asked.trust)
        game, playable = version.open(problems)
        bots = seated(playable, asked.bots, asked.players or playable.game.min_players)
        return cls(game, playable, Series(version, tuple(bots), asked.seed, asked.games), asked.words)

    @property
    def players(self) -> int:
        return len(self.series.bots)

    @property
    def sides(self) -> Sides:
        return self.playable.game.sides(self.players)

    @property
    def head(self) -> Head:
        """How its results begin."""
        name, title, seed = self.game.name, self.game.title, self.series.seed
        return {"version": 1, "game": name, "title": title, "players": self.players, "seed": seed}

    def figures(self, outcomes: Sequence[Outcome], favoured: Favour, stopped: Stopped = "games") -> Simulated:
        """What is counted in these games. favoured: the seat that bots favour in them, if that is known."""
        words = self.words(self.game)
        return {
            **self.head,
            "fingerprint": self.playable.fingerprint,
            "stopped": stopped,
            "hardly_ever": self.hardly(outcomes),
            "words": {clause: words[clause] for clause in self.playable.game.points if clause in words},
            **self.in_words(summary(self.playable.game, self.series.bots, outcomes)),
            **favoured,
        }

    def in_words(self, found: Counts) -> Counts:
        """The same figures, with what lost games as it is printed."""
        words = self.words(self.game)
        for loss in found["lost"] if "lost" in found else ():  # noqa: SIM401 - mypy knows no other way
            loss["words"] = words.get(loss["clause"], loss["clause"])
        return found

    def hardly(self, outcomes: Iterable[Outcome]) -> list[Hardly]:
        """What was hardly ever done in these games."""
        usage = Usage(self.playable.game, scoring_clauses(self.playable))
        usage.add(outcomes)
        return usage.hardly(self.words(self.game))


def collect(
    series: Series, play: Play[Counted], crew: Crew, progress: Callable[[int], None], least: int
) -> tuple[list[Counted], Stopped]:
    """What is counted in the games, in order, and why play ended. progress: told how many are done.

    Ctrl-C ends play. With fewer games than `least`, KeyboardInterrupt goes on.
    """
    found: list[Counted] = []
    try:
        with closing(played(series, play, crew)) as chunks:
            for chunk in chunks:
                found += chunk
                progress(len(found))
    except KeyboardInterrupt:
        if len(found) < least:
            raise
        return found, "interrupted"
    return found, "games"


def simulate(root: Path, asked: Simulation, progress: Progress, problems: Problems) -> Simulated:
    """Play and count, with the same counts for any number of jobs.

    Ctrl-C ends play, and the figures so far are returned. Raises ProofdeckError if it cannot be played.
    """
    one = Experiment.begin(root, asked, problems)
    title, series = one.game.title, one.series
    progress(title, 0, asked.games)
    outcomes, stopped = collect(series, play_one, asked.crew, lambda done: progress(title, done, asked.games), 1)
    by_chance = partial(progress, f"{title}, by chance")
    favoured = favour(series, outcomes, asked.crew, one.sides, by_chance) if stopped == "games" else {}
    return one.figures(outcomes, favoured, stopped)


def transcripts(root: Path, asked: Simulation) -> Iterator[tuple[str, str]]:
    """The games of that simulation, move by move: (file name, text of the transcript)."""
    one = Experiment.begin(root, asked, Problems())
    names, playable = one.series.bots, one.playable
    makers = bot_makers(playable.engine)
    for index in range(asked.games):
        seed = derived(asked.seed, "game", index)
        state = playable.game.new_initial_state(one.players, seed)
        bots = bots_of([makers[name] for name in names], asked.seed, index)
        lines = record(playable.game, state, seed, names, bots, playable.fingerprint)
        yield f"{asked.game}-{one.players}-players-seed-{asked.seed}-game-{index + 1}.jsonl", "\n".join(lines) + "\n"
