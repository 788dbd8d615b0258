"""`proofdeck tournament`: seating, results and standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from proofdeck.front.cli.folders import only_game
from proofdeck.front.cli.helping import HelpGroup
from proofdeck.front.cli.ledger import Db, Scores
from proofdeck.front.cli.options import CommandGroup
from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import (
    ProgressBar,
    ProjectFolder,
    is_terminal,
    lines_of,
    read_text,
    refuse,
    shown,
    warn,
)
from proofdeck.ground.flags import Flag, Trust
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import Place, Problems

if TYPE_CHECKING:
    from proofdeck.score.ledger import Ledger
    from proofdeck.score.tournaments.tournament import TableResult, Tournament

app = CommandGroup(
    cls=HelpGroup,
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    help="Seat players at tables round by round, enter results and see standings.",
)

MOST_SEED = 2**53
WRITTEN = "what you wrote"

Number = Annotated[
    int | None,
    Flag("Which tournament; by default the one last used in this project.", typed=("--tournament",), metavar="N"),
]
Since = Annotated[
    int | None,
    Flag("The first round to seat again; by default the next one.", typed=("--from",), metavar="ROUND", least=1),
]
Player = Annotated[str, typer.Argument(metavar="NAME", help="The player.")]
RoundNumber = Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.", min=1)]
TableNumber = Annotated[int, typer.Argument(metavar="TABLE", help="The number of the table.", min=1)]
Seed = Annotated[
    int | None, Flag("A different number gives a different seating.", typed=("--seed",), least=0, most=MOST_SEED)
]


@contextmanager
def _opened(scores: Scores, number: int | None) -> Iterator[tuple[Ledger, Tournament]]:
    """The file of scores, and the tournament that is meant."""
    with scores.opened() as ledger:
        from proofdeck.score.tournaments.directing import find

        yield ledger, find(ledger, number)


@app.command()
def new(
    *,
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]",
            help="A game of the project, if it has several, or any other with --tables and --wins.",
            show_default=False,
        ),
    ] = "",
    players: Annotated[Path, Flag("One name per line, or CSV with a column 'name'; - for stdin.", metavar="FILE")],
    rounds: Annotated[int, Flag("Number of rounds to be played.", least=1, most=60)],
    movement: Annotated[
        Literal["fixed", "swiss", "progressive"],
        Flag("fixed: all planned ahead; swiss: by standings; progressive: winners move up."),
    ] = "fixed",
    tables: Annotated[str | None, Flag("Players per table.", metavar="MIN-MAX")] = None,
    wins: Annotated[Literal["highest", "lowest"] | None, Flag("Which points win.")] = None,
    seed: Seed = 1,
    scores: Scores,
    trust: Trust = False,
) -> None:
    """Start a tournament. Use `seat` to seat the players."""
    with scores.opened() as ledger:
        from proofdeck.score.tournaments.directing import MOST_PLAYERS, begin
        from proofdeck.score.tournaments.planning import NewTournament, settings_of
        from proofdeck.score.tournaments.results import read_players, tables_range

        problems = Problems()
        sizes = None
        if tables is not None:
            try:
                sizes = tables_range(tables)
            except ValueError as error:
                hint = "Write --tables 3-5 or --tables 2, for example."
                problems.report("E720", str(error), field="tables", hint=hint)
        called, text = read_text(players)
        names = read_players(text, called, problems)
        if len(names) > MOST_PLAYERS:
            problems.report("E720", f"there are {len(names)} players; the limit is {MOST_PLAYERS}", Place(called))
        if problems:
            refuse(problems, players, as_json=scores.as_json)
        asked = NewTournament(game or only_game(scores.project), rounds, movement, sizes, wins, seed or 0, trust)
        _show(begin(ledger, settings_of(scores.project, asked), names), scores)


@app.command()
def seat(*, number: Number = None, seed: Seed = None, scores: Scores) -> None:
    """Seat the next round, or all remaining rounds if the movement is fixed."""
    with _opened(scores, number) as (ledger, before):
        from proofdeck.score.tournaments.directing import seat as seat_players

        with ProgressBar():
            seated = seat_players(ledger, before, seed)
        _show(seated, scores, len(before.seatings) + 1)


@app.command(context_settings={"ignore_unknown_options": True})
def enter(
    *,
    round_number: RoundNumber,
    table_number: TableNumber,
    points: Annotated[
        list[str] | None,
        typer.Argument(metavar="[POINTS]...", help="Points in the order of the seats, or with names: Ana 12, Ben -5"),
    ] = None,
    file: Annotated[
        Path | None, Flag("A file with points, or the table in the notation of `score`.", metavar="FILE")
    ] = None,
    number: Number = None,
    scores: Scores,
    trust: Trust = False,
) -> None:
    """Enter the result of a table. Enter it again to correct it."""
    with _opened(scores, number) as (ledger, tournament):
        from proofdeck.score.tournaments.directing import enter as enter_result
        from proofdeck.score.tournaments.report import as_object
        from proofdeck.score.tournaments.results import read_result

        at = (round_number, table_number)
        names = tournament.names(tournament.table(*at))
        opened = scores.opener(tournament.settings.game, trust=trust)
        problems = Problems()
        if not points and file is None and is_terminal():
            result = _asked_for(names, lambda said, wrong: read_result(said, WRITTEN, tournament, at, opened, wrong))
        else:
            called, text = ("points", lines_of(" ".join(points))) if points else read_text(file or Path("-"))
            found = read_result(text, called, tournament, at, opened, problems)
            if found is None:
                refuse(problems, file or Path(), as_json=scores.as_json)
            result = found
        after = enter_result(ledger, tournament, at, result)
        scores.show(lambda: as_object(after), lambda: _entered(after, at, result))


def _asked_for(names: list[str], read: Callable[[str, Problems], TableResult | None]) -> TableResult:
    """Ask until the answer can be read. Ends the command if the user leaves."""
    from proofdeck.front.cli.asking import Asker, command_of, leaving, tell
    from proofdeck.ground.problems import listed

    ask = Asker()
    while True:
        with leaving():
            said = ask(f"Points of {listed(names)}")
        if command_of(said)[0] == "quit":
            raise typer.Exit
        problems = Problems()
        result = read(lines_of(said), problems)
        if result is not None:
            return result
        tell(problems)


def _entered(tournament: Tournament, at: tuple[int, int], result: TableResult) -> str:
    from proofdeck.score.tournaments.tournament import still_open

    played, table = at
    rows = zip(result.places, tournament.names(tournament.table(*at)), result.points, strict=True)
    ranked = [f"  {place}. {name} {number}" for place, name, number in sorted(rows, key=lambda row: row[0])]
    is_open = bool(tournament.open_tables(played))
    state = still_open(tournament, played) if is_open else f"Round {played} is complete."
    return "\n".join([f"Round {played}, table {table}", *ranked, state])


@app.command()
def standings(*, number: Number = None, scores: Scores) -> None:
    """Show the standings, and which tie-breaker decided each place."""
    with _opened(scores, number) as (_, found):
        from proofdeck.score.tournaments.report import standings_object, standings_text

        scores.show(lambda: standings_object(found), lambda: standings_text(found))


@app.command()
def show(*, number: Number = None, scores: Scores) -> None:
    """Show every seated round, the results entered, and how good the seating is."""
    with _opened(scores, number) as (_, found):
        _show(found, scores)


@app.command()
def arrive(
    *,
    name: Player,
    since: Since = None,
    number: Number = None,
    scores: Scores,
) -> None:
    """Add a player who comes late or comes back; rounds without results are seated again."""
    from proofdeck.score.tournaments.directing import arrive as let_in

    _changed(lambda ledger, found: let_in(ledger, found, " ".join(name.split()), since), number, scores)


@app.command()
def drop(
    *,
    name: Player,
    since: Since = None,
    number: Number = None,
    scores: Scores,
) -> None:
    """Remove a player who leaves; their results stay, and rounds without results are seated again."""
    from proofdeck.score.tournaments.directing import drop as let_go

    _changed(lambda ledger, found: let_go(ledger, found, name, since), number, scores)


def _changed(change: Callable[[Ledger, Tournament], Tournament], number: int | None, scores: Scores) -> None:
    with _opened(scores, number) as (ledger, found):
        after = change(ledger, found)
        _show(after, scores, after.started + 1)


@app.command()
def undo(*, number: Number = None, scores: Scores) -> None:
    """Undo the last change (a result, a seating, an arrival). Repeat to go further back."""
    with _opened(scores, number) as (ledger, found):
        from proofdeck.score.tournaments.directing import load

        scores.undo(ledger, found.stream, UNDONE)
        _show(load(ledger, found.stream), scores)


UNDONE = {
    "seated": "The seating from round {from} on has been undone.",
    "entered": "The result of round {round}, table {table}, has been undone.",
    "arrived": "{player} is out again, and the earlier seating is back.",
    "dropped": "{player} is back in, and the earlier seating is back.",
}


@app.command(name="print")
def print_papers(
    output: Annotated[
        Path | None,
        Flag("Folder to write to; by default output/tournament-N.", typed=("--output", "-o"), metavar="DIR"),
    ] = None,
    paper: Annotated[str, Flag("Paper.", one_of=tuple(PAPERS))] = "a4",
    number: Number = None,
    db: Db = None,
    project: ProjectFolder = Path(),
) -> None:
    """Make PDFs of seating charts, a slip for each player and each table, and the master sheet."""
    with _opened(Scores(db, project=project), number) as (_, found):
        from proofdeck.book.pads.tournaments import print_tournament

        folder = output or Path("output") / f"tournament-{found.stream.number}"
        problems = Problems()
        for path in print_tournament(project, found, paper, folder, problems):
            say(shown(path))
        warn(dict.fromkeys(problems), project)


@app.command(name="list")
def list_tournaments(*, scores: Scores) -> None:
    """List all tournaments, the one last used at the end."""
    with scores.opened() as ledger:
        from proofdeck.score.tournaments.report import as_object, headline
        from proofdeck.score.tournaments.tournament import TOURNAMENTS

        problems = Problems()
        found = TOURNAMENTS.all(ledger, problems)
        warn(problems, None)
        nothing = f"There are no tournaments yet. {TOURNAMENTS.new}"
        rows = {"version": 1, "tournaments": [as_object(one) for one in found]}
        scores.show(lambda: rows, lambda: "\n".join(map(headline, found)) or nothing)


def _show(tournament: Tournament, scores: Scores, first: int = 1) -> None:
    """Show people the rounds from `first` on, and programs everything."""
    from proofdeck.score.tournaments.report import as_object, seating_text

    seats = "" if tournament.seatings else "\nSeat the first round with `proofdeck tournament seat`."
    scores.show(lambda: as_object(tournament), lambda: seating_text(tournament, first) + seats)
