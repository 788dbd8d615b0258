"""Each figure of several versions of a game, beside each other: as rows, and as small pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proofdeck.play.engine.playouts import Outcome, wilson
from proofdeck.play.lab.difference import Figure, figures_of
from proofdeck.play.lab.estimates import Estimate, Sample, estimate_of
from proofdeck.play.lab.report import render
from proofdeck.play.lab.results import Level, Swept, SweptVersion

HEIGHT = 110
LEFT, RIGHT = 52, 24
"""Beside a picture: what the numbers of its axis need, and what dots need."""
STEP, BESIDE = 26, 9
"""Between two values of what is swept, and between two lines at the same value."""
LABEL = 15
"""The least distance between the labels of two lines; LETTER is the width of a letter."""
LETTER = 7
COLOURS = 6


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


class Line(NamedTuple):
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
    lines: tuple[Line, ...]


def name_of(row: Level) -> str:
    return row["figure"] if row["seat"] is None else f"seat {row['seat']} {row['figure']}"


def pictures(versions: Sequence[SweptVersion]) -> Iterator[FigurePlot]:
    """One for each figure. versions: as the sweep gives them."""
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
            lines.append(Line(label, marks[-1].value, place % COLOURS + 1, marks))
        ticks = tuple(
            (as_words({**first, "value": value}), height(value))
            for value in (least, least + spread / 2, least + spread)
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


def _apart(lines: Sequence[Line]) -> Iterator[Line]:
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
    if least["value"] == most["value"]:
        return f"The same for all: {as_words(least)}."
    apart = "" if least["interval"][1] < most["interval"][0] else ", which may be chance"
    return f"From {as_words(least)} at {low} to {as_words(most)} at {high}{apart}."


def as_words(row: Level) -> str:
    return f"{100 * row['value']:.1f} %" if row["figure"] in {"wins", "ties"} else f"{row['value']:.2f}"


def sweep_page(found: Swept, style: str) -> str:
    """The file, which needs nothing else. found: as `--json` gives it; style: the stylesheet."""
    shown = list(pictures(found["versions"]))
    return render("sweep.html", found, style, pictures=shown, height=HEIGHT, as_words=as_words)
