"""`proofdeck pull`: the cards from where they are written together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli.plain import say
from generator.cli.terminal import AsJson, ProjectFolder, guarded, moment, print_object, style_of


def pull(
    cards: Annotated[
        str,
        typer.Option("--cards", metavar="URL", help="Otherwise `cards` of proofdeck.toml.", show_default=False),
    ] = "",
    project: ProjectFolder = Path(),
    as_json: AsJson = False,
) -> None:
    """Fetch the cards from an address, such as that of a Google Sheet, and keep them as the spreadsheet."""
    with guarded(style_of(as_json), project):
        from generator.pipeline.pulling import pull as fetched

        done = fetched(project, cards, moment())
        if as_json:
            facts = {"address": done.pulled.address, "file": done.pulled.file, "at": done.pulled.at}
            print_object({"version": 1, **facts, "changed": done.changed, "aside": done.aside or None})
            return
        if done.aside:
            say(f"{done.pulled.file} had been edited since the last pull. Your version is now {done.aside}.")
        what = "new cards" if done.changed else "nothing has changed"
        say(f"{done.pulled.file}: {what} from {done.pulled.address}, {done.pulled.at}")
