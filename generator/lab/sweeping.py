"""A game played with several values of the same numbers, and each figure over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.engine.playouts import Outcome, play_one
from generator.files import write_file
from generator.lab.levels import level_rows, sweep_page
from generator.lab.simulation import Simulation
from generator.lab.usage import Usage
from generator.places import OUTPUT
from generator.problems import Problems
from generator.project.opening import seated
from generator.project.series import Crew, Series, played
from generator.project.versions import Version, all_of, read_axis
from generator.rulebook.composing import clause_words

if TYPE_CHECKING:
    from generator.workspace.workspace import Progress

REPORT = "sweep.html"


def sweep(root: Path, asked: Simulation, axes: Sequence[str], progress: Progress, problems: Problems) -> dict[str, Any]:
    """Play each version with the same seeds and return the same figures for any number of jobs. axes: `goal.2=6..10`.

    Ctrl-C ends play, and the figures so far are returned. Raises ProofdeckError before anything is played if one of
    the versions cannot be.
    """
    versions = [
        Version(root, asked.game, changes, asked.trust) for changes in all_of([read_axis(axis) for axis in axes])
    ]
    opened = [version.open(problems if not number else Problems()) for number, version in enumerate(versions)]
    game, playable = opened[0]
    players = asked.players or playable.game.min_players
    bots = tuple(seated(playable, asked.bots, players))
    found: list[dict[str, Any]] = []
    usage = Usage(playable.game)
    stopped = "games"
    progress(game.title, 0, len(versions) * asked.games)
    try:
        for version in versions:
            changes = list(map(str, version.changes))
            series = Series(version, bots, asked.seed, asked.games)
            outcomes: list[Outcome] = []
            for chunk in _chunks(series, asked.crew):
                outcomes += chunk
                usage.add(chunk)
                progress(game.title, len(found) * asked.games + len(outcomes), len(versions) * asked.games)
            found.append({"name": ", ".join(changes), "changes": changes, "figures": level_rows(players, outcomes)})
    except KeyboardInterrupt:
        if not found:
            raise
        stopped = "interrupted"
    head = {"version": 1, "game": game.name, "title": game.title, "players": players, "seed": asked.seed}
    return {
        **head, "bots": list(bots), "games": asked.games, "axes": list(axes), "stopped": stopped,
        "hardly_ever": usage.hardly(clause_words(game)), "versions": found,
    }  # fmt: skip


def _chunks(series: Series, crew: Crew) -> Iterator[list[Outcome]]:
    with closing(played(series, play_one, crew)) as chunks:
        yield from chunks


def write_sweep(root: Path, found: dict[str, object], style: str) -> Path:
    """Write the pictures to the folder of the game's output; return the file. style: the stylesheet."""
    file = root / OUTPUT / str(found["game"]) / REPORT
    write_file(file, sweep_page(found, style).encode())
    return file
