"""`proofdeck accept`: goes through the worked examples that fail after an intended change."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.plain import say
from generator.cli.terminal import (
    ExitCode,
    GameNames,
    ProjectFolder,
    exit_code,
    guarded,
    is_terminal,
    print_object,
    show_problems,
    style_of,
    wrapped,
)
from generator.flags import Trust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.accept.finding import Failing, Found
    from generator.accept.rewriting import Pages
    from generator.cli.asking import Asker

ANSWERS = ("y", "n", "skip", "quit")


def accept(
    games: GameNames = None,
    project: ProjectFolder = Path(),
    in_json: Annotated[
        bool, typer.Option("--list", help="Print one JSON object for programs, without asking.", show_default=False)
    ] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Undo what the last run wrote.", show_default=False)] = False,
    trust: Trust = False,
) -> None:
    """Go through the worked examples that fail, and update those whose new result you accept."""
    if in_json and undo:
        raise typer.BadParameter("cannot be combined with --list, which only prints", param_hint="--undo")
    with guarded(style_of(in_json), project):
        if undo:
            _undo(project, games or [])
        elif in_json:
            _list(project, games or [], trust=trust)
        elif is_terminal():
            _ask(project, games or [], trust=trust)
        else:
            say("Accepting examples one by one needs a terminal; --list prints them for programs.", err=True)
            raise typer.Exit(ExitCode.USAGE)


def _undo(project: Path, games: Sequence[str]) -> None:
    from generator.accept.rewriting import take_back

    for page in take_back(project, games):
        say(f"{page} is back to what it was before the last run.")


def _list(project: Path, games: Sequence[str], *, trust: bool) -> None:
    from generator.accept.finding import as_row, failing
    from generator.accept.rewriting import Pages
    from generator.problems import as_row as problem_row

    found = failing(project, games, Pages(project), trust=trust)
    rows = [as_row(one) for one in found.failing]
    print_object({"version": 1, "failing": rows, "problems": [*map(problem_row, found.problems)]})
    raise typer.Exit(_code(found, len(found.failing)))


def _ask(project: Path, games: Sequence[str], *, trust: bool) -> None:
    """Ask about each example until all are done or the user quits; start again if a page has changed."""
    from generator.accept.finding import failing
    from generator.accept.rewriting import PageChangedError, Pages
    from generator.cli.asking import Asker, ask_yes, leaving, tell

    ask = Asker()
    with leaving("You have left. The examples you did not accept still fail.", ExitCode.PROBLEMS):
        while True:
            pages = Pages(project)
            try:
                found = failing(project, games, pages, trust=trust)
                show_problems(found.problems, "full", project, sys.stdout)
                raise typer.Exit(_code(found, _walk(found, pages, ask)))
            except PageChangedError as error:
                tell(error.problems)
                if not ask_yes(ask, "Start again"):
                    raise typer.Exit(ExitCode.PROBLEMS) from None


def _code(found: Found, left: int) -> ExitCode:
    return ExitCode.PROBLEMS if left else exit_code(found.problems)


def _walk(found: Found, pages: Pages, ask: Asker) -> int:
    """Show each example and ask about it; return how many still fail. Raises LeftError."""
    from generator.problems import counted, has_errors

    accepted = left = 0
    for number, one in enumerate(found.failing, 1):
        _show(one, f"{number} of {len(found.failing)}", pages.text(one.game))
        is_accepted = bool(one.acceptance.edits) and _is_accepted(ask)
        if is_accepted:
            pages.write(one.game, one.acceptance.edits)
        accepted += is_accepted
        left += not (is_accepted and one.acceptance.holds_then)
    if accepted:
        say(f"{counted(accepted, 'example')} updated. To undo this, run `proofdeck accept --undo`.")
    if left:
        say(f"{counted(left, 'example')} still to be fixed.")
    elif not has_errors(found.problems):
        say("All examples hold.")
    return left


def _is_accepted(ask: Asker) -> bool:
    """Raises LeftError for `quit`."""
    from generator.cli.asking import LeftError

    while True:
        said = ask("Accept? y, n, skip, quit", ANSWERS).casefold()
        if said in {"y", "yes"}:
            return True
        if said in {"n", "no", "skip"}:
            return False
        if said in {"quit", "exit"}:
            raise LeftError
        say("  y updates it, n or skip leaves it as it is, quit leaves all the rest as they are.")


def _show(one: Failing, counted_off: str, page: str) -> None:
    from generator.accept.telling import review

    shown = review(one, page)
    say(f"\n{one.game.title}, {counted_off}: {shown.example}\n{shown.where}\n")
    for line in shown.table:
        say(f"  {line}")
    say()
    for words in shown.wrong:
        say(wrapped(f"  {words}"))
    for line in shown.sums:
        say(f"  {line}")
    for reason in shown.reasons:
        say(wrapped(f"  {reason}"))
    if shown.rewritten:
        say("\nThis will be changed:")
        for row in shown.rewritten:
            say(f"{row.number:>6} - {row.before}\n{row.number:>6} + {row.after}")
    if shown.by_hand:
        say("\nChange this yourself:" if shown.rewritten else "\nNone of this can be changed for you:")
        for note in shown.by_hand:
            say(f"{note.number:>6}   {note.words}")
            for why in note.reasons:
                say(wrapped(f"         {why}"))
