"""What can be made of a game for its owner, and making it, by the same code as `build` and `export`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from proofdeck.book.changes.printed import SHEET_LIST
from proofdeck.front.export.exporting import export
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.making.build import build
from proofdeck.front.table.forms import sentence
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.ground.workspace.outputs import Output
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.source.project.request import Built, Options

NOTHING_NEW = "Nothing has changed since the last print, so there is nothing to print."
PICTURES = {".png", ".webp", ".jpg"}
MOST_SAID = 3
"""Mistakes that are told; all of them are among the problems."""


class PrintOrder(NamedTuple):
    """What to make. target: that of an export, or "" for files to print; lang: as in `Options`."""

    game: str
    target: str
    options: Options


class MadeFile(NamedTuple):
    """A file that was made. path: in the folder of the project; says: what is in it."""

    path: str
    says: str

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


class Making(NamedTuple):
    """What came of an order. said: why nothing was made, in sentences; more: mistakes that are not told here."""

    files: tuple[MadeFile, ...] = ()
    said: tuple[str, ...] = ()
    more: int = 0


def make_files(root: Path, order: PrintOrder, tell: Progress) -> Making:
    """Make what is asked for. `tell` is called with how far it is."""
    try:
        if order.target:
            built = export(root, order.target, [order.game], order.options, TargetSettings(), tell)
        else:
            built = build(root, [order.game], order.options, tell)
    except ProofdeckError as error:
        built = Built(problems=list(error.problems))
    except OSError as error:
        return Making(said=(f"The files cannot be written: {error.strerror or error}.",))
    made = sorted((one for one in built.outputs if order.target or one.path.name != SHEET_LIST), key=_is_picture)
    files = tuple(MadeFile(one.path.relative_to(root).as_posix(), one.says) for one in made)
    if files:
        return Making(files)
    wrong = [problem for problem in built.problems if problem.is_error]
    if not wrong:
        return Making(said=(NOTHING_NEW,))
    return Making(said=tuple(_said(one, order) for one in wrong[:MOST_SAID]), more=len(wrong[MOST_SAID:]))


def _is_picture(output: Output) -> bool:
    """Pictures come last: there may be hundreds."""
    return output.path.suffix in PICTURES


def _said(problem: Problem, order: PrintOrder) -> str:
    """A mistake with its cure; that of an export may be an option of the command, which is then named."""
    if not order.target or not problem.hint:
        return sentence(problem)
    hint = problem.hint.replace("`--", f"`proofdeck export {order.target} {order.game} --")
    return f"{sentence(replace(problem, hint=''))} {hint}"
