"""`proofdeck build`: card faces and print sheets."""

from __future__ import annotations

import math
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from generator.cli import completing
from generator.cli.outputs import print_json, print_outputs
from generator.cli.terminal import (
    ExitCode,
    GameNames,
    Lang,
    ProgressBar,
    ProjectFolder,
    Trust,
    exit_code,
    guarded,
    show_problems,
)
from generator.problems import ProofdeckError
from generator.sheets.inks import Ink
from generator.sheets.paper import Duplex


class PaperName(StrEnum):
    """The papers of `sheets.paper`."""

    A4 = "a4"
    LETTER = "letter"
    LEGAL = "legal"
    A3 = "a3"
    TABLOID = "tabloid"


LARGEST_OFFSET = 50.0
"""mm; no working printer is further off."""


def build(
    games: GameNames = None,
    project: ProjectFolder = Path(),
    paper: Annotated[
        list[PaperName] | None,
        typer.Option(help="Paper to print on; may be given several times. The default is a4 and letter."),
    ] = None,
    booklet: Annotated[bool, typer.Option("--booklet", help="Also make rulebooks for folding.")] = False,
    changed: Annotated[
        bool, typer.Option("--changed", help="Only the cards that have changed since the last print; see `printed`.")
    ] = False,
    layout: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="auto (the fewest sheets), shared, bleed, gutterfold, single, or one of sheets.toml.",
            autocompletion=completing.layouts,
        ),
    ] = "auto",
    duplex: Annotated[Duplex, typer.Option(help="Which edge the printer turns the paper on.")] = "long-edge",
    back_offset: Annotated[
        str,
        typer.Option(
            metavar="X,Y", help="Move all backs right and down by X,Y mm; the first page says how to measure them."
        ),
    ] = "0,0",
    ink: Annotated[
        Ink,
        typer.Option(help="low prints white fills, black text and grey emblems; grey is for printers without colour."),
    ] = "full",
    marks: Annotated[Literal["corners", "none"], typer.Option(help="Crop marks.")] = "corners",
    png: Annotated[
        float | None,
        typer.Option(metavar="DPI", min=30, max=1200, help="Also make a PNG of each face at this resolution."),
    ] = None,
    contact_sheet: Annotated[
        bool, typer.Option("--contact-sheet", help="Also make one picture of the whole deck.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GLOB",
            help="Only matching cards, or: cards, rulebook, score-pad, master-sheet.",
            autocompletion=completing.cards,
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Write to this folder instead of output/.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, max=12, help="Number of players, for decks that depend on it.")
    ] = None,
    lang: Lang = "",
    choices: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="NAME=VALUE", help="Choose what [with] in proofdeck.toml declares."),
    ] = None,
    clean: Annotated[
        bool, typer.Option("--clean", help="Remove files of earlier builds that this one does not make.")
    ] = False,
    cache: Annotated[bool, typer.Option(" /--no-cache", help="Rebuild everything.", show_default=False)] = True,
    proof: Annotated[
        bool,
        typer.Option("--proof", help="Also make rulebooks that show the proof of each rule, even if rules fail."),
    ] = False,
    trust: Trust = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Print only problems.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")] = False,
) -> None:
    """Make print sheets, pictures, rulebooks and score pads, such as output/GAME/cards-a4.pdf."""
    offset, chosen = _offset(back_offset), tuple(map(_choice, choices or ()))
    with guarded("full", project):
        from generator.pipeline.build import build as build_project
        from generator.pipeline.request import Options

        options = Options(
            papers=tuple(dict.fromkeys(name.value for name in paper or ())),
            booklet=booklet,
            changed=changed,
            layout=layout,
            duplex=duplex,
            back_offset=offset,
            ink=ink,
            crop_marks=marks == "corners",
            png_dpi=png,
            contact_sheet=contact_sheet,
            only=tuple(only or ()),
            output=output,
            players=players,
            proof=proof,
            cache=cache,
            trust=trust,
            lang=lang,
            choices=chosen,
        )
        try:
            with ProgressBar(not quiet and not as_json) as progress:
                built = build_project(project, games or [], options, progress)
        except ProofdeckError as error:
            if as_json:
                print_json((), error.problems)
                raise typer.Exit(ExitCode.USAGE) from None
            raise
        if clean:
            from generator.pipeline.leftovers import remove

            remove(built.leftovers)
        if as_json:
            print_json(built.outputs, built.problems, built.notes)
        else:
            show_problems(built.problems, "full", project, sys.stderr)
            if not quiet:
                print_outputs(built, cleaned=clean)
        raise typer.Exit(exit_code(built.problems))


def _choice(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (equals and name and value):
        raise typer.BadParameter(f"'{text}' is not NAME=VALUE, such as colour=bw", param_hint="--with")
    return name.strip(), value.strip()


def _offset(text: str) -> tuple[float, float]:
    parts = text.split(",")
    try:
        x, y = (float(part) for part in parts)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is not X,Y in mm, such as 0.5,-1", param_hint="--back-offset") from None
    if not all(math.isfinite(n) and abs(n) <= LARGEST_OFFSET for n in (x, y)):
        raise typer.BadParameter(f"at most {LARGEST_OFFSET:g} mm each way", param_hint="--back-offset")
    return x, y
