"""`proofdeck export`: pictures, orders for print shops, and games for tables online."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli import completing
from proofdeck.front.cli.outputs import Quiet, make
from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, GameNames, ProjectFolder, print_object
from proofdeck.front.export.settings import ExportOptions
from proofdeck.ground.flags import Flag


@completing.completion
def targets(_context: typer.Context) -> Iterable[str]:
    """Our targets, and those of other packages."""
    from proofdeck.front.export.target import target_names

    return target_names()


def export(
    *,
    target: Annotated[
        str, typer.Argument(metavar="[TARGET]", help="What for; see --list.", autocompletion=targets)
    ] = "",
    games: GameNames = None,
    project: ProjectFolder = Path(),
    list_targets: Annotated[bool, Flag("List the targets.", typed=("--list",))] = False,
    asked: ExportOptions,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Export games to output/GAME/export/TARGET: pictures, orders for print shops, tables online, a box."""
    from proofdeck.front.export.exporting import export as export_games

    if list_targets or not target:
        _print_targets(target, as_json=as_json)
        return
    make(
        lambda progress: export_games(
            project, target, games or [], asked.options, asked.settings(), progress, asked.layouts
        ),
        project,
        quiet=quiet,
        as_json=as_json,
    )


def _print_targets(only: str, *, as_json: bool) -> None:
    """What comes out of each target in one line, the ones that most people want first; of one, also its options."""
    from proofdeck.front.export.target import as_option, target_names, target_of

    targets = [target_of(name) for name in ([only] if only else target_names())]
    if as_json:
        rows = [{"name": one.name, "says": one.says, "takes": list(one.takes)} for one in targets]
        print_object({"version": 1, "targets": rows})
        return
    width = max(len(one.name) for one in targets)
    for one in targets:
        say(f"{one.name:{width}}  {one.says}")
    if only:
        say(f"{'':{width}}  {' '.join(map(as_option, targets[0].takes)) or 'no options of its own'}")
    else:
        say("\n`proofdeck export --list TARGET` names the options of one.")
