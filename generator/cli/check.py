"""`proofdeck check`: reports every mistake and the proof of each clause; only `--claims` writes anything."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from generator.cli.plain import say
from generator.cli.terminal import (
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
from generator.flags import Lang, Trust

if TYPE_CHECKING:
    from generator.pipeline.checking import Checked
    from generator.problems import Problem
    from generator.rulebook.proving import GameProof

MOST_GAMES = 1_000_000


def check(
    games: GameNames = None,
    project: ProjectFolder = Path(),
    style: Annotated[Format, typer.Option("--format", help="How to print problems.")] = "full",
    proof: Annotated[
        bool,
        typer.Option("--proof", help="Also simulate games, and print the proof of each clause.", show_default=False),
    ] = False,
    number: Annotated[
        int | None,
        typer.Option("--games", min=1, max=MOST_GAMES, help="How many games --proof simulates; 150 by default."),
    ] = None,
    claims: Annotated[
        bool,
        typer.Option(
            "--claims",
            help="Also decide claims that take long, and store the results in rules_md/claims.json.",
            show_default=False,
        ),
    ] = False,
    lang: Lang = "",
    as_json: AsJson = False,
    trust: Trust = False,
    cache: Annotated[bool, typer.Option(" /--no-cache", help="Check everything again.", show_default=False)] = True,
) -> None:
    """Report every mistake in the spreadsheet, the templates and the rules, without writing anything."""
    if number is not None and not proof:
        raise typer.BadParameter("only works together with --proof", param_hint="--games")
    style = "json" if as_json else style
    with guarded(style, project):
        from generator.pipeline.check import report
        from generator.pipeline.conforming import as_line
        from generator.problems import in_reading_order, to_json

        undecided: Sequence[Problem] = ()
        if claims:
            from generator.pipeline.checking import settle_claims

            with ProgressBar(style == "full") as progress:
                undecided = settle_claims(project, games or [], progress, trust=trust)
        with ProgressBar(style == "full") as progress:
            found = report(project, games or [], progress, trust=trust, lang=lang, cache=cache)
        problems = in_reading_order([*undecided, *found.problems])
        tables = found.tables
        if proof:
            proven = _simulated(project, games or [], number, style, trust=trust, lang=lang)
            problems, tables = [*problems, *proven.problems], proven.tables
        if proof and style == "json":
            print_json(to_json(problems, proof={table.game: table.as_row() for table in tables}))
        else:
            _show(problems, style, project, tables if style == "full" or proof else [], whole=proof)
            for one in found.tried if style == "full" else ():
                say(as_line(one))
            if proof and style == "full":
                _say_what_is_unproved(proven)
        raise typer.Exit(exit_code(problems))


class _Proven(NamedTuple):
    """What a simulation adds. problems: why there was none."""

    found: Checked
    tables: list[GameProof]
    problems: tuple[Problem, ...] = ()


def _simulated(
    project: Path, games: list[str], number: int | None, style: Format, *, trust: bool, lang: str
) -> _Proven:
    from generator.pipeline.checking import checked
    from generator.problems import ProofdeckError
    from generator.rulebook.proving import GAMES, simulated_proofs

    found = checked(project, games, trust=trust, lang=lang)
    try:
        with ProgressBar(style != "json") as progress:
            return _Proven(found, simulated_proofs(found.project, found.ran, number or GAMES, progress, trust=trust))
    except ProofdeckError as error:
        return _Proven(found, [], error.problems)


def _say_what_is_unproved(proven: _Proven) -> None:
    """Why there is no table of proof for a game."""
    found = proven.found
    for name in found.ran.keys() - {table.game for table in proven.tables}:
        game = found.project.games[name]
        if "engine" in game.page.head:
            why = "its engine was not run, so its clauses were not checked"
        elif game.page.under("score"):
            why = "it has a table of scores instead of an engine, so its clauses are not simulated"
        else:
            why = "it has no engine, so its clauses are not simulated"
        say(f"{game.title}: {why}")


def _show(problems: Sequence[Problem], style: Format, root: Path, tables: list[GameProof], *, whole: bool) -> None:
    from generator.cli.proof import show_summary, show_table

    show_problems(problems, style, root, sys.stdout)
    if not problems and style == "full":
        say("No problems found.")
    for table in tables:
        if whole:
            show_table(table, sys.stdout)
        show_summary(table, sys.stdout)
