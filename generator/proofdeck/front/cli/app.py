"""The list of commands. A command's file is loaded when the command is used or listed in the help."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from proofdeck.front.cli.options import CommandGroup
from proofdeck.front.cli.plain import plain_lines, say
from proofdeck.ground import __version__

PANELS = {
    "Most used": ("new", "preview", "build", "check", "score"),
    "Make": ("export", "printed", "printer"),
    "See": ("diff", "games", "icons"),
    "Rules": ("rules", "accept", "translate", "example", "mutate"),
    "At the table": ("match", "tournament", "play", "replay"),
    "Lab": ("simulate", "lab", "hunt", "compare"),
    "Project": ("pull", "trust", "explain", "licences"),
}
"""The commands in the order of the help, under the headings of the help."""
COMMANDS = {name: panel for panel, names in PANELS.items() for name in names}
"""Each is a file in this folder with a function of that name, or an `app` of commands."""

GONE = {
    "sweep": "`sweep` is now a part of `compare`: proofdeck compare GAME --set NAME=VALUES, such as --set goal.2=6..10",
    "bots": "`bots` is now a part of `lab`: proofdeck lab GAME --ladder random,greedy,search",
}
"""What is said to people who type a command that there was."""


class Commands(Mapping[str, Any]):
    """Name -> command, created when it is first needed."""

    def __getitem__(self, name: str) -> Any:
        return _command(name, COMMANDS[name])

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


@cache
def _command(name: str, panel: str) -> object:
    module = import_module(f"proofdeck.front.cli.{name}")
    group = getattr(module, "app", None)
    if group is None:
        group = CommandGroup(add_completion=False, rich_markup_mode=app.rich_markup_mode)
        group.command(name)(getattr(module, name))
    command = typer.main.get_command(group)
    command.name = name
    vars(command)["rich_help_panel"] = panel
    return command


@contextmanager
def _plainly() -> Iterator[None]:
    """Make hidden characters visible in Typer's messages, which quote wrong arguments."""
    try:
        yield
    except TyperException as error:
        if isinstance(message := getattr(error, "message", None), str):
            vars(error)["message"] = plain_lines(message)
        raise


class Lazily(TyperGroup):
    """A group whose commands are loaded one by one."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "commands": Commands()})

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Parse what follows the name of the program."""
        with _plainly():
            return super().make_context(*arguments, **settings)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is named first."""
        if args[0] in GONE:
            ctx.fail(GONE[args[0]])
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with _plainly():
            return super().invoke(ctx)


app = typer.Typer(
    cls=Lazily,
    name="proofdeck",
    help="Turn a spreadsheet of cards into card faces, print sheets, rulebooks and scores.",
    epilog="Start with: proofdeck new my-game",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        say(f"proofdeck {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    folder: Annotated[
        Path | None, typer.Option("-C", "--project", metavar="DIR", help="The project folder.", show_default=False)
    ] = None,
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Turn a spreadsheet of cards into card faces, print sheets, rulebooks and scores."""


def run() -> None:
    """Run the command line and end the process."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app(prog_name="proofdeck")
