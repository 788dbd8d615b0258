"""How the files that were made look on a terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.plain import say
from generator.cli.terminal import print_object, shown
from generator.problems import Problem, as_row, counted, listed

if TYPE_CHECKING:
    from generator.pipeline.request import Built, Output

OF_PICTURES = {"fronts", "backs", "sets"}
"""Folders of one picture for each card; those in `sets` have a folder for each set."""


MOST_NAMED = 3
"""Files of earlier builds that are named."""


def print_outputs(built: Built, *, cleaned: bool = False) -> None:
    """A line for each file, one for each folder of pictures, and one on files of earlier builds.

    cleaned: whether these have been removed.
    """
    folders: dict[tuple[str, Path], list[int]] = {}
    for output in built.outputs:
        if OF_PICTURES & {*output.path.parts[-3:-1]}:
            count = folders.setdefault((output.says, output.path.parent), [0, 0])
            count[0] += 1
            count[1] += output.made
        else:
            say(f"{shown(output.path)}  {output.says}{'' if output.made else ', up to date'}")
    for (says, folder), (files, made) in folders.items():
        say(f"{shown(folder)}/  {counted(files, 'picture')} at {says}, {made} new")
    for note in built.notes if any(output.made for output in built.outputs) else ():
        say(note)
    if old := built.leftovers if cleaned else built.outdated:
        more = [f"{len(old) - MOST_NAMED} more"] if len(old) > MOST_NAMED else []
        names = listed([*(str(shown(path)) for path in old[:MOST_NAMED]), *more])
        if cleaned:
            say(f"Removed {names}.")
        else:
            say(f"From earlier builds, and older than your last change: {names}.")
            say("To remove what a build no longer makes, run it with --clean.")


def print_json(outputs: Sequence[Output], problems: Sequence[Problem], notes: Sequence[str] = ()) -> None:
    """One versioned object that always has the same shape."""
    rows = [
        {"game": output.game, "path": str(output.path), "says": output.says, "made": output.made} for output in outputs
    ]
    told = [as_row(problem) for problem in problems]
    print_object({"version": 1, "outputs": rows, "problems": told, "notes": list(notes)})
