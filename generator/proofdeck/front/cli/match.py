"""`proofdeck match`: scores of several rounds between the same players."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from proofdeck.front.cli.folders import game_names_in, only_game
from proofdeck.front.cli.helping import HelpGroup
from proofdeck.front.cli.ledger import Db, Scores
from proofdeck.front.cli.options import CommandGroup
from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import (
    ProgressBar,
    ProjectFolder,
    is_terminal,
    lines_of,
    print_json,
    read_text,
    refuse,
    warn,
)
from proofdeck.ground.flags import Flag, Trust
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, listed

if TYPE_CHECKING:
    from proofdeck.score.ledger import Ledger
    from proofdeck.score.matches.match import Match, Round

app = CommandGroup(
    cls=HelpGroup,
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    help="Keep the score of several rounds: new, add, undo, edit, show.",
)

Number = Annotated[
    int | None, Flag("Which match; by default the one last used in this project.", typed=("--match",), metavar="N")
]
RoundNumber = Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.", min=1)]
RoundFile = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="The result of the round; - for standard input.")
]
Points = Annotated[str | None, Flag('Points in the order of the players, such as "12 -5 30".')]
Kind = Literal["csv", "json", "bgstats", "markdown"]


@contextmanager
def _opened(scores: Scores, number: int | None, *, deleted: bool = False) -> Iterator[tuple[Ledger, Match]]:
    """The file of scores, and the match that is meant. deleted: whether it may be a deleted one."""
    with scores.opened() as ledger:
        from proofdeck.score.matches.match import find

        yield ledger, find(ledger, number, deleted=deleted)


def _game_and_players(root: Path, first: str, players: list[str], wins: str | None) -> tuple[str, list[str]]:
    """The game, and who plays. In a project of one game, the first word may already be a player."""
    from proofdeck.ground.problems import did_you_mean

    if wins is not None and first:
        return first, players
    names = game_names_in(root)
    if first in names or len(names) != 1 or did_you_mean(first, names):
        return first or only_game(root), players
    return names[0], [first, *players] if first else players


def _show(match: Match, scores: Scores) -> None:
    from proofdeck.score.matches.exports import as_object
    from proofdeck.score.matches.report import as_grid

    scores.show(lambda: as_object(match), lambda: as_grid(match))


@app.command()
def new(
    *,
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]",
            help="A game of the project, if it has several, or any other with --wins.",
            show_default=False,
        ),
    ] = "",
    players: Annotated[
        list[str] | None, typer.Argument(metavar="[PLAYER]...", help="The players in their order at the table.")
    ] = None,
    wins: Annotated[Literal["highest", "lowest"] | None, Flag("Which total wins.")] = None,
    target: Annotated[int | None, Flag("End the match when a player reaches this total.", least=1)] = None,
    rounds: Annotated[int | None, Flag("End the match after this many rounds.", least=1, most=999)] = None,
    dealer: Annotated[str | None, Flag("Who deals first; by default the last player.")] = None,
    scores: Scores,
    trust: Trust = False,
) -> None:
    """Start a match."""
    with scores.opened() as ledger:
        from proofdeck.score.matches.opening import NewMatch, new_match, read_players

        game, seated = _game_and_players(scores.project, game, players or [], wins)
        asked = NewMatch(game, read_players(seated), wins, target, rounds, dealer, trust)
        with ProgressBar():
            begun = new_match(scores.project, ledger, asked)
        _show(begun, scores)


@app.command()
def add(
    *,
    file: RoundFile = None,
    number: Number = None,
    points: Points = None,
    scores: Scores,
    trust: Trust = False,
) -> None:
    """Add a round, as points or as the table in the notation of `score`."""
    with _opened(scores, number) as (ledger, match):
        from proofdeck.score.matches import match as matches

        matches.check_open(match)
        played = _read(ledger, match, len(match.rounds) + 1, (file, points), scores, trust=trust)
        _show(matches.add(ledger, match, played), scores)


@app.command()
def edit(
    *,
    round_number: RoundNumber,
    file: RoundFile = None,
    number: Number = None,
    points: Points = None,
    remove: Annotated[bool, Flag("Remove this round.")] = False,
    scores: Scores,
    trust: Trust = False,
) -> None:
    """Correct an earlier round."""
    with _opened(scores, number) as (ledger, match):
        from proofdeck.score.matches import match as matches

        matches.check_round(match, round_number)
        played = None if remove else _read(ledger, match, round_number, (file, points), scores, trust=trust)
        _show(matches.edit(ledger, match, round_number, played), scores)


@app.command()
def undo(*, number: Number = None, scores: Scores) -> None:
    """Undo the last change (a round, a correction or a deletion). Repeat to go further back."""
    with _opened(scores, number, deleted=True) as (ledger, match):
        from proofdeck.score.matches.match import load

        scores.undo(ledger, match.stream, UNDONE)
        _show(load(ledger, match.stream), scores)


UNDONE = {
    "round": "The last round has been undone.",
    "edited": "The correction of round {round} has been undone.",
    "removed": "Round {round} has been restored.",
    "deleted": "The match has been restored.",
}


@app.command()
def show(*, number: Number = None, scores: Scores) -> None:
    """Show the rounds, running totals, who leads and who deals next."""
    with _opened(scores, number) as (_, match):
        _show(match, scores)


@app.command(name="list")
def list_matches(*, scores: Scores) -> None:
    """List all matches, the one last used at the end."""
    with scores.opened() as ledger:
        from proofdeck.score.matches.exports import as_object
        from proofdeck.score.matches.match import MATCHES, matches
        from proofdeck.score.matches.report import in_a_line

        problems = Problems()
        found = matches(ledger, problems)
        warn(problems, None)
        nothing = f"There are no matches yet. {MATCHES.new}"
        rows = {"version": 1, "matches": [as_object(match) for match in found]}
        scores.show(lambda: rows, lambda: "\n".join(map(in_a_line, found)) or nothing)


@app.command()
def stats(
    *,
    players: Annotated[list[str] | None, typer.Argument(metavar="[PLAYER]...", help="Players; all by default.")] = None,
    scores: Scores,
) -> None:
    """Show players' wins, averages and best rounds, and how they do against each other."""
    with scores.opened() as ledger:
        from proofdeck.play.seats.players import seat_of
        from proofdeck.score.matches.match import matches
        from proofdeck.score.matches.report import of_players
        from proofdeck.score.matches.statistics import as_rows, statistics

        problems = Problems()
        found = statistics(matches(ledger, problems))
        warn(problems, None)
        if players:
            names = [player.name for player in found]
            found = [found[seat] for seat in dict.fromkeys(seat_of(names, player) for player in players)]
        in_words = "\n".join(of_players(found)).rstrip() or "No match is over yet."
        scores.show(lambda: {"version": 1, "players": as_rows(found)}, lambda: in_words)


@app.command()
def export(
    number: Number = None,
    kind: Annotated[Kind, Flag("csv, json, bgstats or markdown.", typed=("--format",))] = "csv",
    output: Annotated[
        Path | None, Flag("File to write; printed if left out.", typed=("--output", "-o"), metavar="FILE")
    ] = None,
    db: Db = None,
    project: ProjectFolder = Path(),
) -> None:
    """Export a match for a spreadsheet, for programs, for BG Stats or for notes."""
    with _opened(Scores(db, project=project), number) as (ledger, match):
        from proofdeck.score.matches import exports

        text = {
            "csv": lambda: exports.as_csv(match),
            "json": lambda: exports.as_json(match, ledger.entries(match.stream)) + "\n",
            "bgstats": lambda: exports.as_bgstats(match) + "\n",
            "markdown": lambda: exports.as_markdown(match),
        }[kind]()
        if output is None:
            if kind in {"json", "bgstats"}:
                print_json(text.removesuffix("\n"))
            else:
                say(text, as_is=True)
            return
        from proofdeck.ground.files import write_file

        write_file(output, text.encode())


@app.command(name="import")
def import_match(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON or CSV from `export`; - for standard input.")],
    db: Db = None,
    project: ProjectFolder = Path(),
) -> None:
    """Import an exported match. A match you already have is left as it is."""
    with Scores(db, project=project).opened() as ledger:
        from proofdeck.score.matches.imports import keep, read_match

        problems = Problems()
        shown, text = read_text(file, LONGEST_FILE)
        entries = read_match(text, shown, problems)
        if problems:
            refuse(problems, file, as_json=False)
        match, is_new = keep(ledger, entries)
        say(f"{match.stream}: {match.title}{'' if is_new else ' (already there)'}")


LONGEST_FILE = 20_000_001


@app.command()
def delete(number: Number = None, db: Db = None, project: ProjectFolder = Path()) -> None:
    """Delete a match; `undo --match N` brings it back."""
    with _opened(Scores(db, project=project), number) as (ledger, match):
        from proofdeck.score.matches.match import delete as hide

        hide(ledger, match)
        back = f"`proofdeck match undo --match {match.stream.number}` brings it back."
        say(f"Deleted {match.stream}, {match.title}. {back}")


def _read(
    ledger: Ledger, match: Match, number: int, given: tuple[Path | None, str | None], scores: Scores, *, trust: bool
) -> Round:
    """The round as written down or asked for. Ends the command after problems, or if the user leaves."""
    from proofdeck.score.matches.rounds import RoundRequest, read_round

    file, points = given
    opened = scores.opener(match.game, trust=trust)
    if file is None and points is None and not scores.as_json and is_terminal():
        from proofdeck.front.cli.asking_rounds import ask_round

        return ask_round(ledger, scores.project, RoundRequest(match, number, "what you wrote", opened))
    shown, text = ("points", lines_of(points)) if points is not None else read_text(file or Path("-"))
    problems = Problems()
    with ProgressBar():
        played = read_round(text, RoundRequest(match, number, shown, opened), problems)
    if played is None:
        refuse(problems, file or Path(), as_json=scores.as_json)
    if not played.table and match.game:
        from proofdeck.score.matches.rounds import no_sums

        wrong, parts = list[int](), list[int]()
        with suppress(ProofdeckError):  # of a game that cannot be opened, any points are kept
            wrong, parts = no_sums(played, opened())
        if wrong:
            verb = "is not a sum" if len(wrong) == 1 else "are not sums"
            message = f"{listed(map(str, wrong))} {verb} of {listed(map(str, parts))}, but kept"
            warn(
                Problems([Problem("W717", message, shown, hint="`proofdeck match edit` corrects it.")]), scores.project
            )
    return played
