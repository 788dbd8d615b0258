"""Makes files, and shows which were made on a terminal or as JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from proofdeck.front.cli.plain import say, say_sheets, sheets_as_rows
from proofdeck.front.cli.terminal import ExitCode, ProgressBar, as_mistakes, exit_code, print_object, shown, warn
from proofdeck.ground.flags import Flag
from proofdeck.ground.problems import ProofdeckError, as_row, counted, listed
from proofdeck.source.project.request import Built

Quiet = Annotated[bool, Flag("Print only problems.", typed=("-q", "--quiet"))]

OF_PICTURES = {"fronts", "backs", "sets"}
"""Folders of one picture for each card; those in `sets` have a folder for each set."""


MOST_NAMED = 3
"""Files of earlier builds that are named."""


def make(
    makes: Callable[[ProgressBar], Built], project: Path, *, quiet: bool, as_json: bool, clean: bool = False
) -> NoReturn:
    """Make files, show them and what is wrong, and end the command.

    clean: whether to remove what earlier builds made and this one does not.
    """
    try:
        with as_mistakes(project), ProgressBar(not quiet and not as_json) as progress:
            built = makes(progress)
    except ProofdeckError as error:
        if as_json:
            _print_json(Built(problems=list(error.problems)))
            raise typer.Exit(ExitCode.USAGE) from None
        raise
    if clean:
        from proofdeck.front.making.leftovers import remove

        remove(built.leftovers)
    if as_json:
        _print_json(built)
    else:
        warn(built.problems, project)
        if not quiet:
            _print_outputs(built, cleaned=clean)
    raise typer.Exit(exit_code(built.problems))


def _print_outputs(built: Built, *, cleaned: bool) -> None:
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
    if any(output.made for output in built.outputs):
        for note in built.notes:
            say(note)
        say_sheets(built.sheets)
    if old := built.leftovers if cleaned else built.outdated:
        more = [f"{len(old) - MOST_NAMED} more"] if len(old) > MOST_NAMED else []
        names = listed([*(str(shown(path)) for path in old[:MOST_NAMED]), *more])
        if cleaned:
            say(f"Removed {names}.")
        else:
            say(f"From earlier builds, and older than your last change: {names}.")
            if built.leftovers:
                say("To remove what a build no longer makes, run it with --clean.")


def _print_json(built: Built) -> None:
    """One versioned object that always has the same shape."""
    rows = [
        {"game": output.game, "path": str(output.path), "says": output.says, "made": output.made}
        for output in built.outputs
    ]
    problems, sheets = [as_row(problem) for problem in built.problems], sheets_as_rows(built.sheets)
    print_object({"version": 1, "outputs": rows, "problems": problems, "notes": built.notes, "sheets": sheets})
