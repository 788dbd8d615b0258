"""`proofdeck check`: reports every mistake and the proof of each clause; only `--claims` writes anything."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofdeck.front.cli.plain import say, say_sheets, sheets_as_rows
from proofdeck.front.cli.terminal import (
    AsJson,
    Format,
    GameNames,
    ProgressBar,
    ProjectFolder,
    exit_code,
    guarded,
    print_json,
    show_problems,
)
from proofdeck.ground.flags import Flag, Lang, Trust
from proofdeck.ground.places import FONTS
from proofdeck.ground.problems import has_errors

if TYPE_CHECKING:
    from proofdeck.front.making.check import Report
    from proofdeck.ground.problems import Problem

MOST_GAMES = 1_000_000


def check(
    games: GameNames = None,
    project: ProjectFolder = Path(),
    style: Annotated[Format, Flag("How to print problems.", typed=("--format",))] = "full",
    proof: Annotated[bool, Flag("Also simulate games, and print the proof of each clause.")] = False,
    number: Annotated[
        int | None,
        Flag("How many games --proof simulates; 150 by default.", typed=("--games",), least=1, most=MOST_GAMES),
    ] = None,
    claims: Annotated[
        bool, Flag("Also decide claims that take long, and store the results in rules_md/claims.json.")
    ] = False,
    lang: Lang = "",
    as_json: AsJson = False,
    trust: Trust = False,
    cache: Annotated[bool, Flag("Check everything again.", typed=(" /--no-cache",))] = True,
) -> None:
    """Report every mistake in the spreadsheet, the templates and the rules, without writing anything."""
    if number is not None and not proof:
        raise typer.BadParameter("only works together with --proof", param_hint="--games")
    style = "json" if as_json else style
    with guarded(style, project):
        from proofdeck.book.proof.proof import GAMES, unshown
        from proofdeck.front.making.check import report
        from proofdeck.ground.problems import in_reading_order, to_json

        undecided: Sequence[Problem] = ()
        if claims:
            from proofdeck.front.making.checking import settle_claims

            with ProgressBar(style == "full") as progress:
                undecided = settle_claims(project, games or [], progress, trust=trust)

        with ProgressBar(style == "full") as progress:
            found = report(
                project,
                games or [],
                progress,
                trust=trust,
                lang=lang,
                cache=cache,
                simulated=(number or GAMES) if proof else None,
            )
        problems = in_reading_order([*undecided, *found.problems])
        tables = [one.proof for one in found.games if one.proof]
        if style == "json":
            more: dict[str, object] = {}
            if proof:
                more["proof"] = {table.game: table.as_row() for table in tables}
                more["free"] = {one.name: list(one.free) for one in found.games if one.free}
            own = {table.game: unshown(table.clauses) for table in tables if table.is_own}
            more |= {"unshown": own} if own else {}
            texts = {one.name: one.texts._asdict() for one in found.games if str(one.texts)}
            more |= {"texts": texts} if texts else {}
            more["sheets"] = sheets_as_rows(found.sheets)
            print_json(to_json(problems, **more))
        else:
            _show(problems, found, style, project, whole=proof)
        raise typer.Exit(exit_code(problems))


def _show(problems: Sequence[Problem], found: Report, style: Format, root: Path, *, whole: bool) -> None:
    """Print what was found. whole: also the proof of each clause."""
    from proofdeck.front.cli.proof import show_summary, show_table

    show_problems(problems, style, root, sys.stdout)
    if not problems and style == "full":
        say("No problems found.")
    for one in found.games if style == "full" or whole else ():
        if one.proof and whole:
            show_table(one.proof, sys.stdout)
            if one.free:
                free = "\n".join(f"  {words}" for words in one.free)
                say(f"{one.title}: nothing holds these words, which are not in the text of its rules:\n{free}\n")
        texts = "" if has_errors(one.problems) else str(one.texts)  # what is wrong comes first
        if one.proof:
            show_summary(one.proof, sys.stdout, texts)
        elif style == "full" and texts:
            say(f"{one.title}: {texts}")
    if style == "full":
        _show_uses(found, root, whole=whole)


def _show_uses(found: Report, root: Path, *, whole: bool) -> None:
    """Print which sheets were read, where each font is used, and which engines were tried."""
    from proofdeck.source.project.trial import as_line, call_to_sign

    say_sheets(found.sheets)
    if (root / FONTS).is_dir():
        # Fonts are read with several libraries, which take a tenth of the time of a check in which nothing is new.
        from proofdeck.paper.deck.font_files import uses_of_fonts

        for line in uses_of_fonts(root, {one.title: one.fonts for one in found.games}):
            say(line)
    for one in found.games:
        if one.tried:
            say(as_line(one.tried))
            if not one.texts.is_signed and not one.problems:
                say(f"{one.title}: {call_to_sign(one.name, one.texts.uncompared)}")
        if one.unproved and whole:
            say(f"{one.title}: {one.unproved}")
