"""`proofdeck hunt`: looks for tables that the rules of a game leave open, and shows the smallest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from proofdeck.front.cli.playing import Bench, Cluster, ExperimentRun, Jobs, Seed
from proofdeck.front.cli.terminal import ExitCode, GameName
from proofdeck.ground.flags import Flag
from proofdeck.ground.problems import counted, listed

if TYPE_CHECKING:
    from proofdeck.play.lab.results import Found, Hunted, Searched

MOST_REMARKS = 12
"""Remarks that are shown; `--json` has all of them."""


def hunt(
    *,
    game: GameName = "",
    minutes: Annotated[float, Flag("How long to search.", least=0.01, most=10_000)] = 1.0,
    reduced: Annotated[
        str, Flag("Search all games of a small deck: '2 suits, ranks 1 to 3, hand.2=2'.", metavar="DECK")
    ] = "",
    players: Annotated[int | None, Flag("How many players; each allowed number by default.", least=1)] = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    cluster: Cluster = "",
    run: ExperimentRun,
) -> None:
    """Look for tables that the rules leave open, and show the smallest, with an example to paste into the rules."""
    from proofdeck.book.manuscript.composing import clause_words
    from proofdeck.play.lab.hunting import Hunt
    from proofdeck.play.lab.hunting import hunt as search

    crew = Bench(jobs=jobs, cluster=cluster).crew
    asked = Hunt(game, 60 * minutes, players, seed, crew, reduced, run.trust, clause_words)
    found = run.show(partial(search, run.project, asked), _report)
    if found["finds"]:
        raise typer.Exit(ExitCode.PROBLEMS)


def _report(found: Hunted) -> Iterator[str]:
    who = listed(map(str, found["players"]))
    yield f"{found['title']}: a hunt with {who} players, seed {found['seed']}"
    for number, find in enumerate(found["finds"], 1):
        yield ""
        yield from _find(number, find)
    yield ""
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what was found so far."
    elif found["stopped"] == "endless":
        yield "The hunt ended early, since a call of the engine did not come back. This is what was found so far."
    where = list(_searched(found["searched"]))
    if found["not_found"] and where:
        yield "Not found:"
        yield from (f"  {says}" for says in found["not_found"])
        yield from where
    for words, is_reached in found["reached"].items():
        yield f"'{words}' was {'reached' if is_reached else 'not reached'}"
    remarks = found["remarks"]
    if remarks:
        yield ""
        yield "This may be what you want:"
        yield from (f"  {one['says']}" for one in remarks[:MOST_REMARKS])
        if len(remarks) > MOST_REMARKS:
            yield f"  and {len(remarks) - MOST_REMARKS} more with --json"


def _searched(searched: list[Searched]) -> Iterator[str]:
    """What was searched, one line for each deck."""
    for row in searched:
        who = f"{listed(map(str, row['players']))} players"
        if not row["tables"]:
            yield f"but not with {row['reduced']} for {who}, who need more cards" if row["reduced"] else "in no game"
        elif row["reduced"] and row["complete"]:
            yield f"in any game of {who} with {row['reduced']} ({counted(row['tables'], 'table')})"
        elif row["reduced"]:
            yield f"in {counted(row['tables'], 'table')} of {who} with {row['reduced']}, which are not all there are"
        else:
            yield f"in {counted(row['games'], 'game')} of {who} with the whole deck ({counted(row['tables'], 'table')})"


def _find(number: int, find: Found) -> Iterator[str]:
    """One find: what is wrong, its table, its moves and its example."""
    yield f"{number}. {find['says']}"
    if not find["table"]:
        moves = find["trail"]
        yield f"   with {find['players']} players, after {counted(len(moves), 'move')}: {'; '.join(moves[-6:])}"
        if find["look"]:
            yield f"   {find['look']}"
        return
    yield f"   The smallest table has {counted(find['cards'] or 0, 'card')}:"
    yield ""
    yield from (f"     {line}" for line in find["picture"])
    yield ""
    yield from (f"   {move}" for move in find["moves"])
    if find["look"]:
        yield f"   {find['look']}"
    if find["example"]:
        yield ""
        yield "   This example fails until that is mended. Paste it below the clause:"
        yield ""
        yield from find["example"].splitlines()
