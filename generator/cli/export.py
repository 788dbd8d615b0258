"""`proofdeck export`: pictures, orders for print shops, and games for tables online."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import completing
from generator.cli.outputs import print_json, print_outputs
from generator.cli.plain import say
from generator.cli.terminal import (
    ExitCode,
    GameNames,
    Lang,
    ProgressBar,
    ProjectFolder,
    Trust,
    exit_code,
    guarded,
    print_object,
    show_problems,
)
from generator.problems import ProofdeckError

if TYPE_CHECKING:
    from generator.pipeline.request import Built


def export(
    target: Annotated[
        str, typer.Argument(metavar="[TARGET]", help="What for; see --list.", autocompletion=completing.targets)
    ] = "",
    games: GameNames = None,
    project: ProjectFolder = Path(),
    list_targets: Annotated[bool, typer.Option("--list", help="List the targets.", show_default=False)] = False,
    dpi: Annotated[float | None, typer.Option(metavar="DPI", min=30, max=1200, help="Resolution of pictures.")] = None,
    size: Annotated[
        str, typer.Option(metavar="SIZE", help="Finished size: 63.5x88.9 (mm), 2.5x3.5in, 750x1050px or a name.")
    ] = "",
    bleed: Annotated[float | None, typer.Option(metavar="MM", min=0, max=20, help="Ink beyond the cut, in mm.")] = None,
    corner: Annotated[
        float | None, typer.Option(metavar="MM", min=0, max=50, help="Radius of round corners, in mm.")
    ] = None,
    grid: Annotated[
        str, typer.Option(metavar="COLUMNSxROWS", help="Put pictures in grids without gaps, such as 10x7.")
    ] = "",
    base_url: Annotated[
        str, typer.Option(metavar="URL", help="Address of the folder in which you will put the pictures.")
    ] = "",
    thickness: Annotated[
        float | None, typer.Option(metavar="MM", min=0.05, max=5, help="Thickness of one card, in mm.")
    ] = None,
    colour: Annotated[str, typer.Option(metavar="COLOUR", help="rgb for pictures, cmyk for a PDF in four inks.")] = "",
    icc: Annotated[
        Path | None, typer.Option(metavar="FILE", help="ICC profile of the press, for what is printed in four inks.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Only matching cards.", autocompletion=completing.cards),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Write to this folder instead of output/.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, max=12, help="Number of players, for decks that depend on it.")
    ] = None,
    lang: Lang = "",
    cache: Annotated[bool, typer.Option(" /--no-cache", help="Export everything again.", show_default=False)] = True,
    trust: Trust = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Print only problems.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")] = False,
) -> None:
    """Export games to output/GAME/export/TARGET: pictures, orders for print shops, tables online, a box."""
    with guarded("full", project):
        from generator.export.exporting import export as export_games
        from generator.export.settings import read_settings
        from generator.pipeline.request import Options

        if list_targets or not target:
            _print_targets(as_json)
            return
        options = Options(only=tuple(only or ()), output=output, players=players, lang=lang, cache=cache, trust=trust)
        try:
            settings = read_settings(
                dpi=dpi,
                size=size,
                bleed=bleed,
                corner=corner,
                grid=grid,
                base_url=base_url,
                thickness=thickness,
                colour=colour,
                icc=icc,
            )
            with ProgressBar(not quiet and not as_json) as progress:
                built = export_games(project, target, games or [], options, settings, progress)
        except ProofdeckError as error:
            if as_json:
                print_json((), error.problems)
                raise typer.Exit(ExitCode.USAGE) from None
            raise
        _print(built, project, quiet=quiet, as_json=as_json)
        raise typer.Exit(exit_code(built.problems))


def _print(built: Built, project: Path, *, quiet: bool, as_json: bool) -> None:
    if as_json:
        print_json(built.outputs, built.problems)
        return
    show_problems(built.problems, "full", project, sys.stderr)
    if not quiet:
        print_outputs(built)


def _print_targets(as_json: bool) -> None:
    from generator.export.settings import TARGETS
    from generator.export.target import as_option, target_of

    targets = [target_of(name) for name in TARGETS]
    if as_json:
        rows = [{"name": one.name, "says": one.says, "takes": list(one.takes)} for one in targets]
        print_object({"version": 1, "targets": rows})
        return
    width = max(map(len, TARGETS))
    for one in targets:
        say(f"{one.name:{width}}  {one.says}")
        if one.takes:
            say(f"{'':{width}}  {' '.join(map(as_option, one.takes))}")
