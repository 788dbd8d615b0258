"""`build`: makes whatever is not up to date.

Unchanged work is skipped at three levels. First here, by files: if no input and no output has been touched since the
last build, nothing is even read, and none of the rooms below is loaded. Then `making` skips games whose inputs have not
changed and, in a game that was touched, files whose content would be the same.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator.cache import Record, digest
from generator.pipeline.kept import facts_of, inputs_of, unchanged
from generator.pipeline.leftovers import leftovers, outdated
from generator.pipeline.request import Built, Options, Progress, no_progress
from generator.sheets.layouts import layout_of
from generator.wishes import read_wishes


def build(root: Path, games: Sequence[str], options: Options, progress: Progress = no_progress) -> Built:
    """Make every file that is not up to date, except for games with an error in their cards.

    If there is an error in the spreadsheet or the request, nothing is made. Raises ProofdeckError if there is no
    project, and for mistakes in its settings.
    """
    options = options.wishing(read_wishes(root))
    options = replace(options, arrangement=layout_of(root, options.layout))
    inputs = inputs_of(root, tests=options.proof, trust=options.trust)
    record = Record(root, options.cache)
    name = digest(sorted(games), options)
    kept = unchanged(record.build(name), inputs)
    if kept is None:
        from generator.pipeline.making import make

        began = time.time_ns()
        kept = make(root, games, options, record, progress)
        if kept.built.outputs:
            record.remember_build(name, facts_of(inputs, kept, began))
            record.save()
    left = leftovers(root, games, options, kept, record)
    return replace(kept.built, leftovers=left, outdated=outdated(root, left, kept.read))
