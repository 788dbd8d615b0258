"""The help of commands, in two columns: what to type, and what it does, with choices and the default below."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup

from proofdeck.front.cli.screen import MOST_OF_PROSE, beside, columns_of, filled, fitted
from proofdeck.front.cli.terminal import Colours

MOST_LEFT = 26
"""Columns of what is typed; a longer one has its text below."""
ARGUMENTS, OPTIONS = "Arguments", "Options"
MORE = re.compile(r" (\[[^][]*\])$")
"""Choices and defaults, at the end of what an option does."""


class HelpCommand(TyperCommand):
    """A command with the help of this house."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(page_of(self, ctx))


class HelpGroup(TyperGroup):
    """A group of commands with the help of this house."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(page_of(self, ctx))


def page_of(command: Any, ctx: Any) -> str:
    """The help of a command, or of a group with its commands, as wide as the terminal."""
    width, colours = min(columns_of(sys.stdout), MOST_OF_PROSE), Colours(sys.stdout)
    parts = [fitted(" ".join([f"Usage: {ctx.command_path}", *command.collect_usage_pieces(ctx)]), width)]
    parts += ["\n".join(filled(" ".join(one.split()), width)) for one in (command.help or "").split("\n\n")]
    sections = list(_sections(command, ctx))
    for head, rows in sections:
        alike = [other for other in sections if (other[0] in {ARGUMENTS, OPTIONS}) is (head in {ARGUMENTS, OPTIONS})]
        lengths = [len(typed) for _, others in alike for typed, _ in others if len(typed) <= MOST_LEFT]
        lines = [
            beside(f"  {colours('36', typed)}", MORE.sub(r"\n\1", does), 4 + max(lengths, default=0), width)
            for typed, does in rows
        ]
        parts.append("\n".join([colours("1", f"{head}:"), *lines]))
    return "\n\n".join([*parts, *filter(None, [command.epilog])]) + "\n"


def _sections(command: Any, ctx: Any) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Under each heading, what is typed and what it does."""
    shown = [one for one in command.get_params(ctx) if not getattr(one, "hidden", False)]
    arguments = [(one.make_metavar(ctx), one.help or "") for one in shown if isinstance(one, TyperArgument)]
    if arguments:
        yield ARGUMENTS, arguments
    panels: dict[str, list[tuple[str, str]]] = {}
    for name in command.list_commands(ctx) if isinstance(command, TyperGroup) else ():
        one = command.get_command(ctx, name)
        panel = getattr(one, "rich_help_panel", None)
        panels.setdefault(panel if isinstance(panel, str) else "Commands", []).append((name, one.help or ""))
    yield from panels.items()
    yield OPTIONS, [(_typed(one), one.help or "") for one in shown if not isinstance(one, TyperArgument)]


def _typed(option: Any) -> str:
    """An option as it is typed, with its short form first: `-o, --output DIR`."""
    names = sorted([*option.opts, *option.secondary_opts], key=lambda name: name.startswith("--"))
    value = "" if option.is_flag else f" {option.metavar or names[-1].strip('-').rpartition('-')[2].upper()}"
    return f"{'' if len(names[0]) == 2 else '    '}{', '.join(names)}{value}"
