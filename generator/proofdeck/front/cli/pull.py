"""`proofdeck pull`: downloads the cards from a shared spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, ProgressBar, ProjectFolder, moment, print_object
from proofdeck.ground.flags import Flag


def pull(
    cards: Annotated[str, Flag("Address of the cards; by default `cards` in proofdeck.toml.", metavar="URL")] = "",
    project: ProjectFolder = Path(),
    as_json: AsJson = False,
) -> None:
    """Download the cards from an address, such as a Google Sheet, and save them as the spreadsheet."""
    from proofdeck.source.project.pulling import pull as fetched

    with ProgressBar():
        done = fetched(project, cards, moment())
    if as_json:
        facts = {"address": done.pulled.address, "file": done.pulled.file, "at": done.pulled.at}
        print_object({"version": 1, **facts, "changed": done.changed, "aside": done.aside or None})
        return
    if done.aside:
        say(f"{done.pulled.file} was edited after the last pull. Your version has been kept as {done.aside}.")
    what = "new cards" if done.changed else "no changes"
    say(f"{done.pulled.file}: {what} from {done.pulled.address}, {done.pulled.at}")
