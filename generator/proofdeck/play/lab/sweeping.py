"""A game played with several values of the same numbers, and each figure over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.ground.files import write_file
from proofdeck.ground.places import OUTPUT
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.playouts import Outcome, play_one
from proofdeck.play.lab.levels import level_rows, sweep_page
from proofdeck.play.lab.results import Stopped, Swept, SweptVersion
from proofdeck.play.lab.simulation import Experiment, Simulation, collect
from proofdeck.play.setup.versions import all_of, read_axis

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress

REPORT = "sweep.html"


def sweep(root: Path, asked: Simulation, axes: Sequence[str], progress: Progress, problems: Problems) -> Swept:
    """Play each version with the same seeds and return the same figures for any number of jobs. axes: `goal.2=6..10`.

    Ctrl-C ends play, and the figures so far are returned. Raises ProofdeckError before anything is played if one of
    the versions cannot be.
    """
    versions = all_of([read_axis(axis) for axis in axes])
    first = Experiment.begin(root, asked, problems, versions[0])
    same = replace(asked, players=first.players)
    opened = [first, *(Experiment.begin(root, same, Problems(), changes) for changes in versions[1:])]
    found, outcomes = list[SweptVersion](), list[Outcome]()
    stopped: Stopped = "games"

    def tell(done: int) -> None:
        progress(first.game.title, len(found) * asked.games + done, len(versions) * asked.games)

    tell(0)
    try:
        for one in opened:
            own, _ = collect(one.series, play_one, asked.crew, tell, asked.games)
            outcomes += own
            changes = list(map(str, one.series.version.changes))
            found.append({"name": ", ".join(changes), "changes": changes, "figures": level_rows(one.players, own)})
    except KeyboardInterrupt:
        if not found:
            raise
        stopped = "interrupted"
    return {
        **first.head, "bots": list(first.series.bots), "games": asked.games, "axes": list(axes), "stopped": stopped,
        "hardly_ever": first.hardly(outcomes), "versions": found,
    }  # fmt: skip


def write_sweep(root: Path, found: Swept, style: str) -> Path:
    """Write the pictures to the folder of the game's output; return the file. style: the stylesheet."""
    file = root / OUTPUT / found["game"] / REPORT
    write_file(file, sweep_page(found, style).encode())
    return file
