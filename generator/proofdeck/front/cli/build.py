"""`proofdeck build`: card faces and print sheets."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from proofdeck.front.cli.outputs import Quiet, make
from proofdeck.front.cli.terminal import AsJson, GameNames, ProjectFolder
from proofdeck.source.project.request import Options


def build(
    *,
    games: GameNames = None,
    project: ProjectFolder = Path(),
    options: Options,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Make print sheets, pictures, rulebooks and score pads, such as output/GAME/cards-a4.pdf."""
    from proofdeck.front.making.build import build as build_project

    builds = partial(build_project, project, games or [], options)
    make(builds, project, quiet=quiet, as_json=as_json, clean=options.clean)
