"""Many games of one version, played and counted or written down move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.engine.piles import derived
from generator.engine.playouts import bots_of, play_one, summary
from generator.engine.referee import bot_makers
from generator.engine.transcript import record
from generator.lab.favour import favour
from generator.lab.usage import Usage
from generator.problems import Problems
from generator.project.opening import open_game, seated
from generator.project.series import Series, played
from generator.project.versions import Version
from generator.rulebook.composing import clause_words

if TYPE_CHECKING:
    from generator.engine.playouts import Outcome
    from generator.project.series import Crew
    from generator.workspace.workspace import Progress


@dataclass(frozen=True, slots=True)
class Simulation:
    """A request: a game by name, number of games and players, and bots, which are assigned to seats in turn."""

    game: str
    games: int
    players: int | None
    bots: tuple[str, ...]
    seed: int
    crew: Crew
    trust: bool = False


def simulate(root: Path, asked: Simulation, progress: Progress, problems: Problems) -> dict[str, object]:
    """Play and count, with the same counts for any number of jobs. Raises ProofdeckError if it cannot be played."""
    game, playable = open_game(root, asked.game, problems, trust=asked.trust)
    players = asked.players or playable.game.min_players
    names = seated(playable, asked.bots, players)
    outcomes: list[Outcome] = []
    usage = Usage(playable.game)
    version = Version(root, asked.game, trust=asked.trust)
    progress(game.title, 0, asked.games)
    series = Series(version, tuple(names), asked.seed, asked.games)
    for chunk in played(series, play_one, asked.crew):
        outcomes += chunk
        usage.add(chunk)
        progress(game.title, len(outcomes), asked.games)
    hardly = usage.hardly(clause_words(game))
    head = {"version": 1, "game": game.name, "title": game.title, "players": players, "seed": asked.seed}
    figures = summary(playable.game, names, outcomes)
    return {
        **head,
        "fingerprint": playable.fingerprint,
        "hardly_ever": hardly,
        **figures,
        **favour(series, outcomes, asked.crew),
    }


def transcripts(root: Path, asked: Simulation) -> Iterator[tuple[str, str]]:
    """The games of that simulation, move by move: (file name, text of the transcript)."""
    _, playable = open_game(root, asked.game, Problems(), trust=asked.trust)
    players = asked.players or playable.game.min_players
    names = seated(playable, asked.bots, players)
    makers = bot_makers(playable.engine)
    for index in range(asked.games):
        seed = derived(asked.seed, "game", index)
        state = playable.game.new_initial_state(players, seed)
        bots = bots_of([makers[name] for name in names], asked.seed, index)
        lines = record(playable.game, state, seed, names, bots, playable.fingerprint)
        yield f"{asked.game}-{players}-players-seed-{asked.seed}-game-{index + 1}.jsonl", "\n".join(lines) + "\n"
