"""A game played with several values of the same numbers, and each figure over them: as rows, and as small pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.ground.files import write_file
from proofdeck.ground.places import OUTPUT
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.playouts import Outcome, play_one, wilson
from proofdeck.play.lab.difference import Figure, figures_of
from proofdeck.play.lab.estimates import Estimate, Sample, estimate_of
from proofdeck.play.lab.report import render
from proofdeck.play.lab.results import FigureChange, Level, Stopped, Swept, SweptVersion
from proofdeck.play.lab.simulation import Experiment, Simulation, collect
from proofdeck.play.setup.versions import all_of, name_in_words, read_axis

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress

GAMES = 500
"""How many games of each version are played by default."""
REPORT = "compare.html"
SHARES = ("wins", "ties")
"""Figures from 0 to 1."""
HEIGHT = 110
LEFT, RIGHT = 52, 24
"""Beside a picture: what the numbers of its axis need, and what dots need."""
STEP, BESIDE = 26, 9
"""Between two values of what is swept, and between two lines at the same value."""
LABEL = 15
"""The least distance between the labels of two lines; LETTER is the width of a letter."""
LETTER = 7
COLOURS = 6


def sweep(root: Path, asked: Simulation, axes: Sequence[str], progress: Progress, problems: Problems) -> Swept:
    """Play each version with the same seeds and return the same figures for any number of jobs. axes: `goal.2=6..10`.

    Ctrl-C ends play, and the figures so far are returned. Raises ProofdeckError before anything is played if one of
    the versions cannot be.
    """
    versions = all_of([read_axis(axis) for axis in axes])
    first = Experiment.begin(root, asked, problems, versions[0])
    names = [name_in_words(change.name, first.playable, first.game.deck) for change in versions[0]]
    same = replace(asked, players=first.players)
    opened = [first, *(Experiment.begin(root, same, Problems(), changes) for changes in versions[1:])]
    found, outcomes = list[SweptVersion](), list[Outcome]()
    stopped: Stopped = "games"

    def tell(done: int) -> None:
        progress(first.game.title, len(found) * asked.games + done, len(versions) * asked.games)

    tell(0)
    try:
        for one in opened:
            own, _ = collect(one.series, play_one, asked.crew, tell, asked.games)
            outcomes += own
            changes = list(map(str, one.series.version.changes))
            found.append({"name": ", ".join(changes), "changes": changes, "figures": level_rows(one.players, own)})
    except KeyboardInterrupt:
        if not found:
            raise
        stopped = "interrupted"
    return {
        **first.head, "bots": list(first.series.bots), "games": asked.games, "axes": list(axes), "names": names,
        "stopped": stopped, "hardly_ever": first.hardly(outcomes), "versions": found,
    }  # fmt: skip


def level_rows(players: int, outcomes: Sequence[Outcome]) -> list[Level]:
    """The figures of one version, for JSON; seats count from 1."""
    return [
        {
            "figure": figure.name,
            "seat": None if figure.seat is None else figure.seat + 1,
            "value": (level := _level(figure, outcomes)).value,
            "interval": [level.low, level.high],
        }
        for figure in figures_of(players)
    ]


def _level(figure: Figure, outcomes: Sequence[Outcome]) -> Estimate:
    sample = Sample.of(map(figure.of, outcomes))
    return Estimate(sample.mean, *wilson(sample.total, sample.count)) if figure.share else estimate_of(sample)


class Mark(NamedTuple):
    """One version in a picture: where its dot is and where its interval ends, in px, with y pointing down."""

    x: float
    low: float
    value: float
    high: float


class ChartLine(NamedTuple):
    """The versions that differ only in what is swept first. label_y: where its label is, at the right end."""

    label: str
    label_y: float
    colour: int
    marks: tuple[Mark, ...]


class FigurePlot(NamedTuple):
    """A figure over all versions. says: what it shows, in a sentence. ticks, columns: words with their places."""

    name: str
    says: str
    swept: str
    width: float
    ticks: tuple[tuple[str, float], ...]
    columns: tuple[tuple[str, float], ...]
    lines: tuple[ChartLine, ...]


def name_of(row: Level | FigureChange) -> str:
    return row["figure"] if row["seat"] is None else f"seat {row['seat']} {row['figure']}"


def pictures(versions: Sequence[SweptVersion]) -> Iterator[FigurePlot]:
    """One for each figure. versions: as `sweep` gives them."""
    labels = list(dict.fromkeys(_place(version)[1] for version in versions))
    step = STEP + BESIDE * len(labels)
    columns = {column: LEFT + step * (place + 0.5) for place, column in enumerate(_columns(versions))}
    edge = LEFT + step * len(columns)
    width = edge + RIGHT + LETTER * max(map(len, labels))
    swept = versions[0]["changes"][0].partition("=")[0]
    for number, first in enumerate(versions[0]["figures"]):
        rows = [(version, version["figures"][number]) for version in versions]
        least = min(row["interval"][0] for _, row in rows)
        spread = max(row["interval"][1] for _, row in rows) - least or 1.0

        def height(value: float, least: float = least, spread: float = spread) -> float:
            return round(HEIGHT * (1 - (value - least) / spread), 1)

        lines = []
        for place, label in enumerate(labels):
            shift = BESIDE * (place - (len(labels) - 1) / 2)
            marks = tuple(
                Mark(columns[_place(version)[0]] + shift, *map(height, _ends(row)))
                for version, row in rows
                if _place(version)[1] == label
            )
            lines.append(ChartLine(label, marks[-1].value, place % COLOURS + 1, marks))
        ticks = tuple(
            (as_words(first["figure"], value), height(value)) for value in (least, least + spread / 2, least + spread)
        )
        named = [(version["name"], row) for version, row in rows]
        yield FigurePlot(
            name_of(first), _sentence(named), swept, width, ticks, tuple(columns.items()), tuple(_apart(lines))
        )


def _place(version: SweptVersion) -> tuple[str, str]:
    """The value of what is swept first, and all the rest."""
    first, *others = version["changes"]
    return first.partition("=")[2], ", ".join(others)


def _columns(versions: Sequence[SweptVersion]) -> list[str]:
    return list(dict.fromkeys(_place(version)[0] for version in versions))


def _apart(lines: Sequence[ChartLine]) -> Iterator[ChartLine]:
    """The lines, from top to bottom, with labels that do not cover each other."""
    free = float("-inf")
    for line in sorted(lines, key=lambda line: line.label_y):
        free = max(line.label_y, free + LABEL)
        yield line._replace(label_y=free)


def _ends(row: Level) -> tuple[float, float, float]:
    low, high = row["interval"]
    return low, row["value"], high


def _sentence(rows: Sequence[tuple[str, Level]]) -> str:
    """Between which versions the figure lies furthest apart, and whether their intervals leave each other alone."""
    (low, least), (high, most) = (choose(rows, key=lambda one: one[1]["value"]) for choose in (min, max))
    least_words, most_words = (as_words(one["figure"], one["value"]) for one in (least, most))
    if least["value"] == most["value"]:
        return f"The same for all: {least_words}."
    apart = "" if least["interval"][1] < most["interval"][0] else ", which may be chance"
    return f"From {least_words} at {low} to {most_words} at {high}{apart}."


def as_words(figure: str, value: float) -> str:
    return f"{100 * value:.1f} %" if figure in SHARES else f"{value:.2f}"


def write_levels(root: Path, found: Swept, style: str) -> Path:
    """Write a page, which needs nothing else, to the folder of the game's output; return it. style: the stylesheet."""
    file = root / OUTPUT / found["game"] / REPORT
    shown = list(pictures(found["versions"]))
    write_file(file, render("levels.html", found, style, pictures=shown, height=HEIGHT, as_words=as_words).encode())
    return file
