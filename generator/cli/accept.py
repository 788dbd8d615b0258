"""`proofdeck accept`: worked examples that fail after a change on purpose, one by one."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.plain import say
from generator.cli.terminal import (
    ExitCode,
    GameNames,
    ProjectFolder,
    Trust,
    exit_code,
    guarded,
    is_terminal,
    print_object,
    show_problems,
    style_of,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.cli.asking import Asker
    from generator.pipeline.accepting import Failing, Found
    from generator.pipeline.rewriting import Pages
    from generator.rulebook.accepting import ByHand

ANSWERS = ("y", "n", "skip", "quit")


def accept(
    games: GameNames = None,
    project: ProjectFolder = Path(),
    in_json: Annotated[
        bool, typer.Option("--list", help="One JSON object for programs; nothing is asked.", show_default=False)
    ] = False,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take back what the last run wrote.", show_default=False)
    ] = False,
    trust: Trust = False,
) -> None:
    """Go through the worked examples that fail, and rewrite those that are to say what comes out now."""
    if in_json and undo:
        raise typer.BadParameter("it takes back, and --list only prints", param_hint="--undo")
    with guarded(style_of(in_json), project):
        if undo:
            _undo(project, games or [])
        elif in_json:
            _list(project, games or [], trust=trust)
        elif is_terminal():
            _ask(project, games or [], trust=trust)
        else:
            say("Somebody at a terminal accepts examples one by one; --list prints them for programs.", err=True)
            raise typer.Exit(ExitCode.USAGE)


def _undo(project: Path, games: Sequence[str]) -> None:
    from generator.pipeline.rewriting import take_back

    for page in take_back(project, games):
        say(f"{page} is what it was before anything was accepted.")


def _list(project: Path, games: Sequence[str], *, trust: bool) -> None:
    from generator.pipeline.accepting import as_row, failing
    from generator.pipeline.rewriting import Pages
    from generator.problems import as_row as problem_row

    found = failing(project, games, Pages(project), trust=trust)
    rows = [as_row(one) for one in found.failing]
    print_object({"version": 1, "failing": rows, "problems": [*map(problem_row, found.problems)]})
    raise typer.Exit(_code(found, len(found.failing)))


def _ask(project: Path, games: Sequence[str], *, trust: bool) -> None:
    """Until everything was looked at or somebody leaves; from the beginning when a page was changed meanwhile."""
    from generator.cli.asking import Asker, LeftError, ask_yes, tell
    from generator.pipeline.accepting import failing
    from generator.pipeline.rewriting import PageChangedError, Pages

    ask = Asker()
    try:
        while True:
            pages = Pages(project)
            try:
                found = failing(project, games, pages, trust=trust)
                show_problems(found.problems, "full", project, sys.stdout)
                raise typer.Exit(_code(found, _walk(found, pages, ask)))
            except PageChangedError as error:
                tell(error.problems)
                if not ask_yes(ask, "Begin again"):
                    raise typer.Exit(ExitCode.PROBLEMS) from None
    except LeftError as error:
        say("Left. What was not accepted fails still.")
        raise typer.Exit(ExitCode.INTERRUPTED if error.by_force else ExitCode.PROBLEMS) from None


def _code(found: Found, left: int) -> ExitCode:
    return ExitCode.PROBLEMS if left else exit_code(found.problems)


def _walk(found: Found, pages: Pages, ask: Asker) -> int:
    """Show and ask, example by example; how many fail still. Raises LeftError."""
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
        say(f"{counted(accepted, 'example')} rewritten. `proofdeck accept --undo` takes that back.")
    if left:
        say(f"{counted(left, 'example')} still to be mended.")
    elif not has_errors(found.problems):
        say("Every example holds.")
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
        say("  y writes it, n and skip leave it as it is, quit leaves the rest too.")


def _show(one: Failing, counted_off: str, page: str) -> None:
    from generator.rulebook.accepting import apply, lines_of
    from generator.scoring.report import sheet_lines

    example, lines = one.ran.example, lines_of(page)
    say(f"\n{one.game.title}, {counted_off}: {example.id}\n{one.game.page.shown}:{example.line}\n")
    for line in (*example.table.split("\n"), *(move.words for move in example.moves)):
        say(f"  {line}")
    say()
    for problem in one.ran.problems:
        say(wrapped(f"  {problem.message}"))
    for row in one.ran.different:
        if sheet := one.ran.sheets.get(row.expected.what.partition("[")[0].strip()):
            for line in sheet_lines(row.expected.what, sheet):
                say(f"  {line}")
    for reason in one.reasons:
        say(wrapped(f"  since {one.since}: {reason}"))
    if one.acceptance.edits:
        now = lines_of(apply(page, one.acceptance.edits))
        say("\nTo be written:")
        for number in sorted({edit.line for edit in one.acceptance.edits}):
            say(f"{number:>6} - {lines[number - 1].rstrip()}\n{number:>6} + {now[number - 1].rstrip()}")
    if one.acceptance.by_hand:
        say("\nRewrite this yourself:" if one.acceptance.edits else "\nNothing of this can be written for you:")
        for number, notes in groupby(sorted(one.acceptance.by_hand, key=_line), _line):
            say(f"{number:>6}   {lines[number - 1].rstrip()}")
            for why in dict.fromkeys(note.why for note in notes):
                say(wrapped(f"         {why}"))


def _line(note: ByHand) -> int:
    return note.line
