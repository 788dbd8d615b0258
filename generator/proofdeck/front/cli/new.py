"""`proofdeck new DIR`: a small game to start from."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Literal

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import shown
from proofdeck.ground.flags import Flag

Kind = Literal["cards", "tricks", "rummy", "draft", "auction", "board", "partners", "coop"]
"""The folders of starters."""


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
    like: Annotated[str | None, Flag("Start from a shipped game instead.", metavar="GAME")] = None,
    spreadsheet: Annotated[
        Path | None, Flag("Start from your own spreadsheet of cards.", typed=("--from",), metavar="FILE")
    ] = None,
    look: Annotated[
        str | None,
        Flag("The look of its cards: framed, full-art, index, dossier, euro or word. Left out: what suits them."),
    ] = None,
    kind: Annotated[Kind | None, Flag("Start from a small game of this kind; all but `cards` have an engine.")] = None,
    art: Annotated[bool, Flag("Give the cards scenes from edge to edge, as drawings of your own to change.")] = False,
    engine: Annotated[
        bool, Flag("Include an engine: the rules in Python, to play, prove and simulate the game.")
    ] = False,
) -> None:
    """Create a project that builds as it is, with comments that explain it."""
    from proofdeck.front.starting import refuse_used, start_project, start_with
    from proofdeck.ground.problems import did_you_mean
    from proofdeck.paper.faces.looks import look_names

    if art and (like or engine or spreadsheet or kind not in {None, "cards"}):
        raise typer.BadParameter("it is for the small game of cards only", param_hint="--art")
    if look and (spreadsheet is None or look not in look_names()):
        why = f"there is no look '{look}'. {did_you_mean(look, look_names())}" if spreadsheet else "it needs --from"
        raise typer.BadParameter(why.strip(), param_hint="--look")
    if spreadsheet is None:
        if kind and (like or engine):
            raise typer.BadParameter("it cannot be combined with --like or --engine", param_hint="--kind")
        made = start_project(folder, like, kind or "", engine=engine, art=art)
    elif like or engine or kind:
        raise typer.BadParameter("it cannot be combined with --like, --kind or --engine", param_hint="--from")
    else:
        from proofdeck.paper.deck.adopting import files_from

        refuse_used(folder)
        made = start_with(folder, files_from(spreadsheet, folder.resolve().name, look or ""))
    for path in made:
        say(shown(path))
    if like and not engine:
        say(f"\nThe game uses the engine of {like} that comes with Proofdeck; --engine copies it into the project.")
    trust = " --trust" if engine or kind not in {None, "cards"} else ""
    say(f"\nNext: cd {shlex.quote(shown(folder))} && proofdeck build{trust}")
