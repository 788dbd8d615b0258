"""`proofdeck printed`: records that the last build has been printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, GameNames, ProjectFolder, moment, print_object
from proofdeck.ground.flags import Flag, Lang


def printed(
    games: GameNames = None,
    project: ProjectFolder = Path(),
    output: Annotated[
        Path | None, Flag("Where the sheets are if not in output/.", typed=("-o", "--output"), metavar="DIR")
    ] = None,
    lang: Lang = "",
    as_json: AsJson = False,
) -> None:
    """Record that the sheets built last have been printed, so that `build --changed` makes only what is missing."""
    from proofdeck.book.changes.comparing import say_printed
    from proofdeck.book.changes.printed import FILE
    from proofdeck.ground.problems import counted

    found = say_printed(project, games or [], lang, output, moment())
    counts = {name: sum(card.copies for card in one.game.cards.values()) for name, one in found.items()}
    if as_json:
        rows = [{"game": name, "pieces": pieces, "at": found[name].at} for name, pieces in counts.items()]
        print_object({"version": 1, "printed": rows})
        return
    for name, pieces in counts.items():
        say(f"{found[name].game.title}: {counted(pieces, 'piece')} recorded as printed in {FILE}")
    raise typer.Exit
