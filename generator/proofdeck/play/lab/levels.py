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
from proofdeck.play.lab.chart import scale
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
WIDTH, HEIGHT = 340.0, 120.0
LEFT, RIGHT = 44.0, 12.0
"""Beside a picture: what the numbers of its axis need, and what dots need."""
BESIDE = 9.0
"""Between two lines at the same value."""
LABEL = 15
"""The least distance between the labels of two lines; LETTER is the width of a letter."""
LETTER = 7
MOST_COLUMNS = 10
"""Values whose numbers are printed below a picture."""
TICKS = 3
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
    """A figure over all versions. range: its lowest and highest value; says: at which versions, in a sentence.

    ticks, columns: words with their places.
    """

    name: str
    range: str
    says: str
    ticks: tuple[tuple[str, float], ...]
    columns: tuple[tuple[str, float], ...]
    lines: tuple[ChartLine, ...]


def name_of(row: Level | FigureChange) -> str:
    return row["figure"] if row["seat"] is None else f"seat {row['seat']} {row['figure']}"


def pictures(versions: Sequence[SweptVersion], names: Sequence[str]) -> Iterator[FigurePlot]:
    """One for each figure. versions, names: as `sweep` gives them."""
    labels = list(dict.fromkeys(_place(version)[1] for version in versions))
    values = _columns(versions)
    room = WIDTH - LEFT - RIGHT - LETTER * max(map(len, labels))
    step, beside = room / len(values), min(BESIDE, 0.7 * room / len(values) / len(labels))
    columns = {column: LEFT + step * (place + 0.5) for place, column in enumerate(values)}
    every = -(-len(values) // MOST_COLUMNS)
    for number, first in enumerate(versions[0]["figures"]):
        rows = [(version, version["figures"][number]) for version in versions]
        axis = scale(min(row["interval"][0] for _, row in rows), max(row["interval"][1] for _, row in rows), TICKS)

        def height(value: float, low: float = axis[0], high: float = axis[-1]) -> float:
            return round(HEIGHT * (high - value) / (high - low), 1)

        lines = []
        for place, label in enumerate(labels):
            shift = beside * (place - (len(labels) - 1) / 2)
            marks = tuple(
                Mark(round(columns[_place(version)[0]] + shift, 1), *map(height, _ends(row)))
                for version, row in rows
                if _place(version)[1] == label
            )
            lines.append(ChartLine(label, marks[-1].value, place % COLOURS + 1, marks))
        ticks = tuple((_tick(first["figure"], value), height(value)) for value in axis)
        places = [(_in_words(version, names), row) for version, row in rows]
        shown = tuple(columns.items())[::every]
        yield FigurePlot(name_of(first), *_sentence(places), ticks, shown, tuple(_apart(lines)))


def _place(version: SweptVersion) -> tuple[str, str]:
    """The value of what is swept first, and those of all the rest."""
    first, *others = (change.partition("=")[2] for change in version["changes"])
    return first, ", ".join(others)


def _in_words(version: SweptVersion, names: Sequence[str]) -> str:
    """Which version it is: its value, or each with the first word of what it is a value of."""
    values = [change.partition("=")[2] for change in version["changes"]]
    return ", ".join(f"{name.partition(' with ')[0]} {value}" for name, value in zip(names, values, strict=True))


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


def _sentence(rows: Sequence[tuple[str, Level]]) -> tuple[str, str]:
    """The lowest and the highest value of a figure, and at which versions, unless their intervals overlap."""
    (low, least), (high, most) = (choose(rows, key=lambda one: one[1]["value"]) for choose in (min, max))
    least_words, most_words = (as_words(one["figure"], one["value"]) for one in (least, most))
    if least["value"] == most["value"]:
        return most_words, "The same for all."
    is_chance = least["interval"][1] >= most["interval"][0]
    span = f"{least_words.removesuffix(' %') if most_words.endswith(' %') else least_words} to {most_words}"
    return span, f"Lowest at {low}, highest at {high}{'; this may be chance' if is_chance else ''}."


def as_words(figure: str, value: float) -> str:
    return f"{100 * value:.1f} %" if figure in SHARES else f"{value:.2f}"


def _tick(figure: str, value: float) -> str:
    return f"{100 * value:g} %" if figure in SHARES else f"{value:g}"


def write_levels(root: Path, found: Swept, style: str) -> Path:
    """Write a page, which needs nothing else, to the folder of the game's output; return it. style: the stylesheet."""
    file = root / OUTPUT / found["game"] / REPORT
    shown = list(pictures(found["versions"], found["names"]))
    sizes = {"width": WIDTH, "height": HEIGHT, "left": LEFT}
    write_file(file, render("levels.html", found, style, pictures=shown, as_words=as_words, **sizes).encode())
    return file
