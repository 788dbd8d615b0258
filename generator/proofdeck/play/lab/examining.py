"""What a game and its cards are like, over many games: figures, and the report that shows them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofdeck.ground.files import write_file
from proofdeck.ground.places import OUTPUT
from proofdeck.ground.problems import Problems
from proofdeck.play.lab.cards import card_figures, cards_held
from proofdeck.play.lab.course import game_figures
from proofdeck.play.lab.exchanging import Exchange, exchange_one, exchange_rows
from proofdeck.play.lab.favour import favour
from proofdeck.play.lab.report import about_card, page, table
from proofdeck.play.lab.results import LabReport
from proofdeck.play.lab.simulation import Experiment, Simulation, collect
from proofdeck.play.lab.watching import Designs, watch_one

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress

REPORT, TABLE, DATA = "lab.html", "lab.csv", "lab.json"


def examine(root: Path, asked: Simulation, progress: Progress, problems: Problems, exchanges: int = 0) -> LabReport:
    """Play, watch and count, with the same figures for any number of jobs. exchanges: pairs of games for each card.

    Ctrl-C ends play, and the figures so far are returned. Raises ProofdeckError if the game cannot be played.
    """
    one = Experiment.begin(root, asked, problems)
    title, deck = one.game.title, one.game.deck
    progress(title, 0, asked.games)
    watch = partial(watch_one, designs=Designs.of(deck))
    games, stopped = collect(one.series, watch, asked.crew, lambda done: progress(title, done, asked.games), 2)
    held, pairs = cards_held(deck, games), list[Exchange | None]()
    if exchanges and stopped != "interrupted":
        series = replace(one.series, games=exchanges * len(held))
        exchange = partial(exchange_one, cards=held)
        pairs, stopped = collect(
            series, exchange, asked.crew, lambda done: progress(f"{title}, exchanges", done, series.games), 0
        )
    outcomes = [game.outcome for game in games]
    by_chance = partial(progress, f"{title}, by chance")
    favoured = favour(one.series, outcomes, asked.crew, one.sides, by_chance) if stopped != "interrupted" else {}
    figures = one.in_words(game_figures(one.playable.game, one.series.bots, games))
    measured = exchange_rows(held, pairs) if pairs else {}
    cards = [card.as_row() | measured.get(card.card.id, {}) for card in card_figures(deck, games)]
    return {
        **one.head,
        "fingerprint": one.playable.fingerprint,
        "bots": list(one.series.bots),
        "stopped": stopped,
        "hardly_ever": one.hardly(outcomes),
        **figures,
        **favoured,
        "cards": cards,
    }


def write_report(root: Path, found: LabReport, pictures: Mapping[str, bytes], style: str) -> list[Path]:
    """Write the report, the table of cards and the figures to the folder of the game's output; return the files.

    pictures: of cards by their ids, as PNG; style: the stylesheet.
    """
    folder = root / OUTPUT / found["game"]
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
