"""How the files that were made look on a terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.plain import say
from generator.cli.terminal import print_object, shown
from generator.problems import Problem, as_row, counted

if TYPE_CHECKING:
    from generator.pipeline.request import Built, Output

OF_PICTURES = {"fronts", "backs", "sets"}
"""Folders of one picture for each card; those in `sets` have a folder for each set."""


def print_outputs(built: Built) -> None:
    """A line for each file, and one for each folder of pictures."""
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


def print_json(outputs: Sequence[Output], problems: Sequence[Problem]) -> None:
    """One versioned object that always has the same shape."""
    rows = [
        {"game": output.game, "path": str(output.path), "says": output.says, "made": output.made} for output in outputs
    ]
    told = [as_row(problem) for problem in problems]
    print_object({"version": 1, "outputs": rows, "problems": told})
