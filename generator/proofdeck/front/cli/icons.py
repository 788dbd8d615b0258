"""`proofdeck icons`: the icons available for cards, by name or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.screen import in_columns, width_of
from proofdeck.front.cli.terminal import AsJson, ProjectFolder, print_object
from proofdeck.ground.flags import Flag


def icons(
    word: Annotated[str, typer.Argument(metavar="[WORD]", help="Part of a name; all icons if left out.")] = "",
    game: Annotated[str, Flag("Include the icons of this game's own folder.", metavar="GAME", completion="games")] = "",
    picture: Annotated[Path | None, Flag("Write a PNG that shows the icons with their names.", metavar="FILE")] = None,
    project: ProjectFolder = Path(),
    as_json: AsJson = False,
) -> None:
    """List the icons available for cards."""
    from proofdeck.ground.problems import Problem, ProofdeckError, counted, did_you_mean, hint_from
    from proofdeck.paper.deck.icon_sheets import icon_sheet, icons_for

    supplies = icons_for(project, game)
    known = supplies.icon_names()
    found = [name for name in known if word.casefold() in name.casefold()]
    if not found:
        hint = hint_from(did_you_mean(word, known), "`proofdeck icons` lists all of them.")
        raise ProofdeckError(Problem("E521", f"no icon has '{word}' in its name", hint=hint))
    if picture is not None:
        from proofdeck.ground.files import write_file

        write_file(picture, icon_sheet(found, supplies))
    if as_json:
        print_object({"version": 1, "icons": found})
    elif picture is not None:
        say(f"{picture}: {counted(len(found), 'icon')}")
    else:
        width = width_of(sys.stdout)
        say("\n".join(found if width is None else in_columns(found, width)))
