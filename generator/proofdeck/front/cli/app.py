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
from typer.exceptions import TyperException

from proofdeck.front.cli.helping import HelpGroup
from proofdeck.front.cli.options import CommandGroup
from proofdeck.front.cli.plain import plain_lines, say
from proofdeck.front.cli.screen import fitted, width_of
from proofdeck.ground import __version__

PANELS = {
    "Most used": ("new", "preview", "build", "check", "score"),
    "Make": ("export", "printed", "printer"),
    "See": ("diff", "games", "icons"),
    "Rules": ("rules", "accept", "translate", "example", "mutate"),
    "At the table": ("match", "tournament", "play", "replay"),
    "Lab": ("simulate", "lab", "hunt", "compare"),
    "Project": ("mcp", "pull", "trust", "explain", "licences"),
}
"""The commands in the order of the help, under the headings of the help."""
COMMANDS = {name: panel for panel, names in PANELS.items() for name in names}
"""Each is a file in this folder with a function of that name, or an `app` of commands."""


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
    module = _module(name)
    group = getattr(module, "app", None)
    if group is None:
        group = CommandGroup(add_completion=False, rich_markup_mode=None)
        group.command(name)(getattr(module, name))
    command = typer.main.get_command(group)
    command.name = name
    vars(command)["rich_help_panel"] = panel
    return command


@contextmanager
def _plainly() -> Iterator[None]:
    """Wrap Typer's messages, and make hidden characters visible in what they quote."""
    try:
        yield
    except TyperException as error:
        told = fitted(plain_lines(f"Error: {error.format_message()}"), width_of(sys.stderr)).removeprefix("Error: ")
        vars(error)["format_message"] = lambda: told
        raise


def _module(name: str) -> Any:
    return import_module(f"proofdeck.front.cli.{name}")


class Lazily(HelpGroup):
    """A group whose commands are loaded one by one."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "commands": Commands()})

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Parse what follows the name of the program."""
        with _plainly():
            return super().make_context(*arguments, **settings)

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Take a spreadsheet, or nothing at all, for the page that shows it."""
        if not ctx.resilient_parsing and (not args or args[0] not in COMMANDS):
            try:
                args = _module("opening").words_for(args)
            except ValueError as error:
                ctx.fail(str(error))
        return super().parse_args(ctx, args)

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
    rich_markup_mode=None,
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
