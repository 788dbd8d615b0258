"""`proofdeck lab`: what a game and its cards are like, as a report."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.cli.playing import MOST_GAMES, Bench, preamble, show_figures
from generator.cli.terminal import AsJson, GameName, ProjectFolder, guarded, shown, style_of
from generator.flags import Trust

MOST_EXCHANGES = 100_000


def lab(
    *,
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=2, max=MOST_GAMES, help="How many games.")] = 1000,
    exchanges: Annotated[
        int,
        typer.Option(
            "--exchanges",
            min=0,
            max=MOST_EXCHANGES,
            help="For each card, play that many games twice: with the card in an opening hand, and with another.",
        ),
    ] = 0,
    without: Annotated[
        str,
        typer.Option(
            "--without",
            metavar="WHAT",
            help="What a player loses who never uses that card, clause or move, such as 'Discard it'.",
            show_default=False,
        ),
    ] = "",
    bench: Bench,
    as_json: AsJson = False,
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Let bots play, and report which cards are strong and what the game is like, in output/GAME/lab.html."""
    with guarded(style_of(as_json), project):
        from generator.lab.examining import examine

        asked = bench.simulation(game, games, trust=trust)
        if without:
            from generator.lab.without import about_without, do_without

            show_figures(partial(do_without, project, asked, without), about_without, project, as_json=as_json)
            return
        play = partial(examine, project, asked, exchanges=exchanges)
        show_figures(play, partial(_report, project), project, as_json=as_json)


def _report(project: Path, found: dict[str, Any]) -> Iterator[str]:
    """The report in words, after its files are written."""
    from generator.deck.painting import pictures_of_cards
    from generator.lab.examining import write_report
    from generator.lab.report import about_cards, sentences

    files = write_report(project, found, pictures_of_cards(project, found["game"]))
    bots = ", ".join(found["bots"])
    yield f"{found['title']}: {found['games']:,} games, {found['players']} players ({bots}), seed {found['seed']}"
    yield ""
    yield from preamble(found)
    yield from sentences(found)
    yield ""
    yield from about_cards(found["cards"])
    yield ""
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what is known so far."
    yield from map(shown, files)
