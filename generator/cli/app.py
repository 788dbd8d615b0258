"""The list of commands."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from generator import __version__
from generator.cli.build import build
from generator.cli.check import check
from generator.cli.explain import explain
from generator.cli.games import games
from generator.cli.match import match_app
from generator.cli.mutate import mutate
from generator.cli.new import new
from generator.cli.replay import replay
from generator.cli.rules import rules
from generator.cli.score import score
from generator.cli.simulate import simulate
from generator.cli.tournament import tournament_app

app = typer.Typer(
    name="proofdeck",
    help="From a spreadsheet of cards to card faces and print sheets.",
    epilog="Start with: proofdeck new my-game",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(match_app, name="match")
app.add_typer(tournament_app, name="tournament")
for command in (build, check, rules, score, simulate, replay, mutate, games, new, explain):
    app.command()(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"proofdeck {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """From a spreadsheet of cards to card faces and print sheets."""


def main() -> None:
    """Run the command line; ends the process."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app(prog_name="proofdeck")
