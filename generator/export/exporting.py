"""`export`: makes the files of one target that are not up to date, game by game.

As in a build, nothing is even read if no input and no output has been touched since the last export.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator.cache import Record, digest
from generator.export.settings import Settings
from generator.pipeline.kept import facts_of, inputs_of, unchanged
from generator.pipeline.request import Built, Options, Progress, no_progress
from generator.wishes import read_wishes


def export(
    root: Path,
    target: str,
    games: Sequence[str],
    options: Options,
    settings: Settings,
    progress: Progress = no_progress,
) -> Built:
    """Make the files of that target in output/GAME/export/TARGET, except for games with an error in their cards.

    Files of an earlier export that no longer belong there are removed, unless somebody has changed them. Raises
    ProofdeckError if there is no such target or project, and for settings that the target does not take.
    """
    options = replace(options.wishing(read_wishes(root)), papers=(), booklet=False)
    inputs, began = inputs_of(root, trust=options.trust), time.time_ns()
    record = Record(root, options.cache)
    name = digest("export", target, sorted(games), options, settings)
    if (known := unchanged(record.build(name), inputs)) is not None:
        return known.built
    from generator.export.making import make

    made = make(root, target, games, options, settings, record, progress)
    if made.built.outputs:
        record.remember_build(name, facts_of(inputs, made, began))
        record.save()
    return made.built
