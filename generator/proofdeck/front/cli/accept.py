"""`proofdeck accept`: goes through what has changed: worked examples that fail, and pairs to be signed again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import (
    ExitCode,
    GameNames,
    ProgressBar,
    ProjectFolder,
    exit_code,
    is_terminal,
    print_object,
    show_problems,
)
from proofdeck.ground.flags import Flag, Trust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofdeck.book.accept.finding import Failing, Found
    from proofdeck.book.accept.rewriting import Pages
    from proofdeck.front.cli.asking import Asker

ANSWERS = ("y", "n", "skip", "quit")


def accept(
    games: GameNames = None,
    project: ProjectFolder = Path(),
    as_json: Annotated[bool, Flag("Print one JSON object for programs, without asking.", typed=("--list",))] = False,
    undo: Annotated[bool, Flag("Undo what the last run wrote.")] = False,
    patch: Annotated[
        Path | None, Flag("Apply changes of text files that somebody proposes, whole or not at all.", metavar="FILE")
    ] = None,
    sign: Annotated[bool, Flag("Sign every text as it is, after you have read them all.")] = False,
    by: Annotated[str, Flag("Who signs; by default the name that git or the computer knows.")] = "",
    trust: Trust = False,
) -> None:
    """Go through failing worked examples, then texts that have changed since they were compared with their rules."""
    if as_json + undo + sign + (patch is not None) > 1:
        raise typer.BadParameter("--list, --undo, --sign and --patch exclude each other", param_hint="--sign")
    if patch is not None:
        _apply(project, patch)
    elif sign:
        _sign(project, games or [], by, trust=trust)
    elif undo:
        _undo(project, games or [])
    elif as_json:
        _list(project, games or [], trust=trust)
    elif is_terminal():
        _ask(project, games or [], by, trust=trust)
    else:
        say("Accepting examples one by one needs a terminal; --list prints them for programs.", err=True)
        raise typer.Exit(ExitCode.USAGE)


def _apply(project: Path, patch: Path) -> None:
    from proofdeck.book.accept.patching import apply_patch

    for name in apply_patch(project, patch):
        say(f"{name} changed.")
    say("To undo this, run `proofdeck accept --undo`. `proofdeck check` says whether all is well.")


def _undo(project: Path, games: Sequence[str]) -> None:
    from proofdeck.book.accept.rewriting import take_back

    for page in take_back(project, games):
        say(f"{page} is back to what it was before the last run.")


def _list(project: Path, games: Sequence[str], *, trust: bool) -> None:
    from proofdeck.book.accept.agreeing import as_row as change_row
    from proofdeck.book.accept.agreeing import unsigned
    from proofdeck.book.accept.finding import as_row, failing
    from proofdeck.book.accept.rewriting import Pages
    from proofdeck.ground.problems import as_row as problem_row

    with ProgressBar():
        found = failing(project, games, Pages(project), trust=trust)
    rows = [as_row(one) for one in found.failing]
    changed = [change_row(one, change) for one in unsigned(project, games, trust=trust) for change in one.asked]
    problems = [*map(problem_row, found.problems)]
    print_object({"version": 1, "failing": rows, "unsigned": changed, "problems": problems})
    raise typer.Exit(_code(found, len(found.failing) + len(changed)))


def _sign(project: Path, games: Sequence[str], by: str, *, trust: bool) -> None:
    """Sign everything, and say how much that is."""
    from proofdeck.book.accept.agreeing import sign, signer, unsigned
    from proofdeck.ground.problems import counted

    for one in unsigned(project, games, trust=trust):
        number = sign(one, one.found.pairs, by or signer(project))
        new = sum(change.pair.of is not None for change in one.found.changes)
        say(f"{one.game.title}: {counted(number, 'pair')} signed, {new} of them new or changed.")
        if left := len(one.found.pairs) - number:
            say(f"  {counted(left, 'clause')} not signed, because the engine was not run. See `proofdeck check`.")


def _ask(project: Path, games: Sequence[str], by: str, *, trust: bool) -> None:
    """Ask about each example until all are done or the user quits; start again if a page has changed."""
    from proofdeck.book.accept.finding import failing
    from proofdeck.book.accept.rewriting import PageChangedError, Pages
    from proofdeck.front.cli.asking import Asker, ask_yes, leaving, tell

    ask = Asker()
    with leaving("You have left. The examples you did not accept still fail.", ExitCode.PROBLEMS):
        while True:
            pages = Pages(project)
            try:
                with ProgressBar():
                    found = failing(project, games, pages, trust=trust)
                show_problems(found.problems, "full", project, sys.stdout)
                left = _walk(found, pages, ask)
                raise typer.Exit(_code(found, left + _agree(project, games, ask, by, trust=trust)))
            except PageChangedError as error:
                tell(error.problems)
                if not ask_yes(ask, "Start again"):
                    raise typer.Exit(ExitCode.PROBLEMS) from None


def _code(found: Found, left: int) -> ExitCode:
    return ExitCode.PROBLEMS if left else exit_code(found.problems)


def _walk(found: Found, pages: Pages, ask: Asker) -> int:
    """Show each example and ask about it; return how many still fail. Raises LeftError."""
    from proofdeck.ground.problems import counted, has_errors

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


def _agree(project: Path, games: Sequence[str], ask: Asker, by: str, *, trust: bool) -> int:
    """Show both sides of each pair that has changed, and sign those that agree; return how many are left.

    Raises LeftError.
    """
    from proofdeck.book.accept.agreeing import sides_of, sign, signer, unsigned

    left = 0
    for one in unsigned(project, games, trust=trust):
        for number, change in enumerate(one.asked, 1):
            sides = sides_of(one, change)
            say(f"\n{one.game.title}, {number} of {len(one.asked)}: {sides.why}\n{change.pair.where}\n")
            say(f"  {sides.words}")
            say("\n  compared with" if sides.other else "")
            for line in sides.other:
                say(f"  | {line}")
            if _is_accepted(ask, "Do they agree? y, n, skip, quit"):
                sign(one, [change.pair], by or signer(project))
            else:
                left += 1
    return left


def _is_accepted(ask: Asker, asks: str = "Accept? y, n, skip, quit") -> bool:
    """Raises LeftError for `quit`."""
    from proofdeck.front.cli.asking import LeftError

    while True:
        said = ask(asks, ANSWERS).casefold()
        if said in {"y", "yes"}:
            return True
        if said in {"n", "no", "skip"}:
            return False
        if said in {"quit", "exit"}:
            raise LeftError
        say("  y updates it, n or skip leaves it as it is, quit leaves all the rest as they are.")


def _show(one: Failing, counted_off: str, page: str) -> None:
    from proofdeck.book.accept.telling import review

    shown = review(one, page)
    say(f"\n{one.game.title}, {counted_off}: {shown.example}\n{shown.where}\n")
    for line in shown.table:
        say(f"  {line}")
    say()
    for words in shown.wrong:
        say(f"  {words}")
    for line in shown.sums:
        say(f"  {line}")
    for reason in shown.reasons:
        say(f"  {reason}")
    if shown.rewritten:
        say("\nThis will be changed:")
        for row in shown.rewritten:
            say(f"{row.number:>6} - {row.before}\n{row.number:>6} + {row.after}")
    if shown.by_hand:
        say("\nChange this yourself:" if shown.rewritten else "\nNone of this can be changed for you:")
        for note in shown.by_hand:
            say(f"{note.number:>6}   {note.words}")
            for why in note.reasons:
                say(f"         {why}")
