"""`proofdeck diff`: the differences between two versions of a project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, ExitCode, ProgressBar, ProjectFolder, print_object, shown
from proofdeck.ground.flags import Flag, Lang

if TYPE_CHECKING:
    from proofdeck.book.changes.comparing import Moment
    from proofdeck.book.changes.difference import GameChange


def diff(
    old: Annotated[
        str, typer.Argument(metavar="[OLD]", help="A folder or git revision; the last print by default.")
    ] = "printed",
    new: Annotated[
        str | None, typer.Argument(metavar="[NEW]", help="A folder or git revision; the current project by default.")
    ] = None,
    project: ProjectFolder = Path(),
    game: Annotated[list[str] | None, Flag("Only this game.", metavar="GAME", completion="games")] = None,
    html: Annotated[Path | None, Flag("Also write a file that shows both faces of each card.", metavar="FILE")] = None,
    lang: Lang = "",
    as_json: AsJson = False,
) -> None:
    """List the cards, clauses, settings, examples and claims that differ. Like diff, exits with 1 if any do."""
    from proofdeck.book.changes.comparing import moments
    from proofdeck.book.changes.difference import compare
    from proofdeck.book.changes.report import as_lines, as_rows
    from proofdeck.ground.problems import counted

    with ProgressBar(), moments(project, old, new, game or [], lang) as (before, after):
        changes = compare(before.games, after.games)
        if html is not None:
            _write(html, changes, before, after)
    if as_json:
        print_object({"version": 1, "old": before.called, "new": after.called, "games": as_rows(changes)})
    else:
        for line in as_lines(changes):
            say(line)
        if html is not None:
            say(f"{shown(html)}  {counted(len(changes), 'game')}")
    raise typer.Exit(ExitCode.PROBLEMS if changes else ExitCode.FINE)


def _write(file: Path, changes: list[GameChange], before: Moment, after: Moment) -> None:
    from proofdeck.book.changes.comparing import sides
    from proofdeck.book.changes.page import page
    from proofdeck.ground.files import write_file

    pictures = {
        (one.name, card.card.id): sides(card, one, before, after)
        for one in changes
        for card in one.cards
        if card.looks_different
    }
    write_file(file, page(changes, before.called, after.called, pictures).encode())
