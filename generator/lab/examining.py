"""What a game and its cards are like, over many games: figures, and the report that shows them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.files import write_file
from generator.lab.cards import card_figures, cards_held
from generator.lab.course import game_figures
from generator.lab.exchanging import Exchange, exchange_one, exchange_rows
from generator.lab.favour import favour
from generator.lab.report import about_card, page, table
from generator.lab.simulation import Simulation
from generator.lab.usage import Usage
from generator.lab.watching import Designs, Watched, watch_one
from generator.places import OUTPUT
from generator.problems import Problems
from generator.project.opening import seated
from generator.project.series import Series, played
from generator.project.versions import Version
from generator.rulebook.composing import clause_words

if TYPE_CHECKING:
    from generator.workspace.workspace import Progress

REPORT, TABLE, DATA = "lab.html", "lab.csv", "lab.json"


def examine(
    root: Path, asked: Simulation, progress: Progress, problems: Problems, exchanges: int = 0
) -> dict[str, Any]:
    """Play, watch and count, with the same figures for any number of jobs. exchanges: pairs of games for each card.

    Ctrl-C ends play, and the figures so far are returned. Raises ProofdeckError if the game cannot be played.
    """
    version = Version(root, asked.game, trust=asked.trust)
    game, playable = version.open(problems)
    players = asked.players or playable.game.min_players
    bots = tuple(seated(playable, asked.bots, players))
    watch = partial(watch_one, designs=Designs.of(game.deck))
    games: list[Watched] = []
    usage = Usage(playable.game)
    pairs: list[Exchange | None] = []
    held: list[str] = []
    stopped = "games"
    progress(game.title, 0, asked.games)
    try:
        with closing(played(Series(version, bots, asked.seed, asked.games), watch, asked.crew)) as chunks:
            for chunk in chunks:
                games += chunk
                usage.add(watched.outcome for watched in chunk)
                progress(game.title, len(games), asked.games)
        held = cards_held(game.deck, games)
        series = Series(version, bots, asked.seed, exchanges * len(held))
        with closing(played(series, partial(exchange_one, cards=held), asked.crew)) as exchanged:
            for some in exchanged:
                pairs += some
                progress(f"{game.title}, exchanges", len(pairs), series.games)
    except KeyboardInterrupt:
        if len(games) < 2:
            raise
        stopped = "interrupted"
    head = {"version": 1, "game": game.name, "title": game.title, "players": players, "seed": asked.seed}
    figures = game_figures(playable.game, bots, games)
    measured = exchange_rows(held, pairs) if pairs else {}
    cards = [card.as_row() | measured.get(card.card.id, {}) for card in card_figures(game.deck, games)]
    return {
        **head,
        "fingerprint": playable.fingerprint,
        "bots": list(bots),
        "stopped": stopped,
        "hardly_ever": usage.hardly(clause_words(game)),
        **figures,
        **favour(Series(version, bots, asked.seed, asked.games), [one.outcome for one in games], asked.crew),
        "cards": cards,
    }


def write_report(root: Path, found: dict[str, Any], pictures: Mapping[str, bytes], style: str) -> list[Path]:
    """Write the report, the table of cards and the figures to the folder of the game's output; return the files.

    pictures: of cards by their ids, as PNG; style: the stylesheet.
    """
    folder = root / OUTPUT / str(found["game"])
    files = {
        folder / REPORT: page(found, pictures, style).encode(),
        folder / TABLE: table(found["cards"]),
        folder / DATA: json.dumps(found, ensure_ascii=False).encode(),
    }
    for path, data in files.items():
        write_file(path, data)
    return list(files)


@dataclass(frozen=True, slots=True)
class CardReport:
    """What the last report says of one card. fingerprint: of the cards and parameters that were played."""

    fingerprint: str
    games: int
    bots: tuple[str, ...]
    sentences: tuple[str, ...]


def report_of(root: Path, game: str, card: str) -> CardReport | None:
    """What the last report of a game says of a card; None if it says nothing or cannot be read."""
    try:
        found: Any = json.loads((root / OUTPUT / game / DATA).read_bytes())
        row = next((row for row in found["cards"] if row["card"] == card), None)
        return row and CardReport(
            str(found["fingerprint"]), int(found["games"]), tuple(map(str, found["bots"])), tuple(about_card(row))
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
