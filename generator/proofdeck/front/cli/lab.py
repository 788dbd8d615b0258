"""`proofdeck lab`: what a game and its cards are like, as a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.playing import MOST_GAMES, Bench, ExperimentRun, names_of, preamble
from proofdeck.front.cli.terminal import GameName, print_object, shown, warn
from proofdeck.ground.flags import Flag
from proofdeck.ground.places import PLAYED
from proofdeck.ground.problems import Problems, counted, listed

if TYPE_CHECKING:
    from proofdeck.play.lab.results import Climbed, LabReport, LadderStep

GAMES = 1000
MOST_EXCHANGES = 100_000


def lab(
    *,
    game: GameName = "",
    games: Annotated[
        int | None, Flag("How many games; 1000 by default, and 50 deals on a ladder.", least=2, most=MOST_GAMES)
    ] = None,
    exchanges: Annotated[
        int,
        Flag(
            "For each card, play that many games twice: with the card in an opening hand, and with another.",
            least=0,
            most=MOST_EXCHANGES,
        ),
    ] = 0,
    without: Annotated[
        str, Flag("What a player loses who never uses that card, clause or move, such as 'Discard it'.", metavar="WHAT")
    ] = "",
    played: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="In place of bots: games that people played, as files or folders of files."),
    ] = None,
    blind: Annotated[
        bool, Flag("In place of bots: which rules were misread in games of `play --blind`, by version of the book.")
    ] = False,
    ladder: Annotated[
        str,
        Flag(
            "How strong bots are: each plays the one before it, from weak to strong, such as random,greedy,search.",
            metavar="NAMES",
            completion="bots",
        ),
    ] = "",
    bench: Bench,
    run: ExperimentRun,
) -> None:
    """Let bots play, and report which cards are strong and what the game is like, in output/GAME/lab.html."""
    from proofdeck.play.lab.examining import examine

    if blind:
        _show_blind(run, game, played)
        return
    if played:
        _show_played(run, game, played)
        return
    if ladder:
        from proofdeck.play.lab.ladder import DEALS, climb

        asked = replace(bench, bots=names_of(ladder)).simulation(game, games or DEALS, trust=run.trust)
        run.show(partial(climb, run.project, asked), _about_ladder)
        return
    asked = bench.simulation(game, games or GAMES, trust=run.trust)
    if without:
        from proofdeck.play.lab.without import about_without, do_without

        run.show(partial(do_without, run.project, asked, without), about_without)
        return
    play = partial(examine, run.project, asked, exchanges=exchanges)
    run.show(play, partial(_report, run.project))


def _show_played(run: ExperimentRun, game: str, places: list[Path]) -> None:
    """What came back from games that people played."""
    from proofdeck.book.manuscript.composing import clause_words
    from proofdeck.paper.deck.painting import style_of_game
    from proofdeck.play.lab.played import about_played, what_came_back, write_report

    problems = Problems()
    found = what_came_back(run.project, game, places, problems, clause_words, trust=run.trust)
    warn(problems, run.project)
    if run.as_json:
        print_object(found)
        return
    file = write_report(run.project, found, style_of_game(run.project, game))
    say("\n".join([*about_played(found), "", shown(file)]))


def _show_blind(run: ExperimentRun, game: str, places: list[Path] | None) -> None:
    """The map of unclear rules."""
    from proofdeck.book.manuscript.composing import clause_words
    from proofdeck.play.lab.played import files_at
    from proofdeck.play.seats.blind import about_misread, book_of, misread_in, records_in
    from proofdeck.source.project.reading import load_project

    (found,) = load_project(run.project, Problems(), game).chosen([game], Problems())
    words = clause_words(found)
    files = [file for place in places for file in files_at(place)] if places else records_in(run.project / PLAYED)
    versions = misread_in(files, game, book_of(words))
    if run.as_json:
        rows = [{"book": one.book, "clauses": {name: one.says(name) for name in one.clauses()}} for one in versions]
        print_object({"version": 1, "game": game, "book": book_of(words), "versions": rows})
    else:
        say("\n".join(about_misread(found.title, versions, words)))


def _report(project: Path, found: LabReport) -> Iterator[str]:
    """The report in words, after its files are written."""
    from proofdeck.paper.deck.painting import pictures_of_cards, style_of_game
    from proofdeck.play.lab.examining import write_report
    from proofdeck.play.lab.report import about_cards, sentences

    name = found["game"]
    files = write_report(project, found, pictures_of_cards(project, name), style_of_game(project, name))
    bots = ", ".join(found["bots"])
    players = counted(found["players"], "player")
    yield f"{found['title']}: {found['games']:,} games, {players} ({bots}), seed {found['seed']}"
    yield ""
    yield from preamble(found["hardly_ever"], found)
    yield from sentences(found)
    yield ""
    yield from about_cards(found["cards"])
    yield ""
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what is known so far."
    yield from map(shown, files)


# -- how strong bots are -----------------------------------------------------------------------------------------------


def _about_ladder(found: Climbed) -> Iterator[str]:
    from proofdeck.play.lab.report import percent

    yield f"{found['title']}: {counted(found['players'], 'player')}, seed {found['seed']}"
    yield "Each deal is played from every seat: one bot sits there, and the weaker bot sits everywhere else."
    yield ""
    for step in found["steps"]:
        low, high = (percent(end) for end in step["interval"])
        yield (
            f"{step['bot']} against {step['against']}: wins {percent(step['wins'])} (95 %: {low} to {high}; equals "
            f"win {percent(step['even'])}), Elo {_rating(step)}, {counted(step['deals'], 'deal')}"
        )
    weak = [f"{step['bot']} beats {step['against']}" for step in found["steps"] if not step["stronger"]]
    if weak:
        yield ""
        yield f"These games do not show that {listed(weak)}. Figures of games between weak bots may mislead."
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what is known so far."


def _rating(step: LadderStep) -> str:
    low, high = (_elo(end) for end in step["elo_interval"])
    return f"{_elo(step['elo'])} ({low} to {high})"


def _elo(rating: float | None) -> str:
    """With its sign; a rating that no game has bounded is not a number."""
    if rating is None:
        return "without bound"
    return f"{rating:+.0f}".replace("-", "−")
