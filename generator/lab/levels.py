"""Each figure of several versions of a game, beside each other: as rows, and as small pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from generator.engine.playouts import Outcome, wilson
from generator.lab.difference import Figure, figures_of
from generator.lab.estimates import Estimate, Sample, estimate_of
from generator.lab.report import rendered

HEIGHT = 90
STEP = 44
"""Between two versions in a picture."""
EDGE = 22


def level_rows(players: int, outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
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
    sample = Sample()
    for outcome in outcomes:
        sample.add(figure.of(outcome))
    return Estimate(sample.mean, *wilson(sample.total, sample.count)) if figure.share else estimate_of(sample)


class Mark(NamedTuple):
    """One version in a picture, in units of it: where its dot is and where its interval ends, y pointing down."""

    label: str
    x: float
    low: float
    value: float
    high: float


class Picture(NamedTuple):
    """A figure over all versions. says: what it shows, in a sentence."""

    name: str
    says: str
    width: float
    marks: tuple[Mark, ...]


def name_of(row: dict[str, Any]) -> str:
    return row["figure"] if row["seat"] is None else f"seat {row['seat']} {row['figure']}"


def pictures(versions: Sequence[dict[str, Any]]) -> Iterator[Picture]:
    """One of each figure. versions: as the sweep gives them."""
    for number, first in enumerate(versions[0]["figures"]):
        rows = [(version["name"], version["figures"][number]) for version in versions]
        least = min(row["interval"][0] for _, row in rows)
        spread = max(row["interval"][1] for _, row in rows) - least or 1.0
        marks = tuple(
            Mark(
                label,
                EDGE + STEP * place,
                *(round(HEIGHT * (1 - (end - least) / spread), 1) for end in _ends(row)),
            )
            for place, (label, row) in enumerate(rows)
        )
        yield Picture(name_of(first), _sentence(rows), 2 * EDGE + STEP * (len(rows) - 1), marks)


def _ends(row: dict[str, Any]) -> tuple[float, float, float]:
    low, high = row["interval"]
    return low, row["value"], high


def _sentence(rows: Sequence[tuple[str, dict[str, Any]]]) -> str:
    """Between which versions the figure lies furthest apart, and whether their intervals leave each other alone."""
    (low, least), (high, most) = (choose(rows, key=lambda one: one[1]["value"]) for choose in (min, max))
    if least["value"] == most["value"]:
        return f"The same for all: {as_words(least)}."
    apart = "" if least["interval"][1] < most["interval"][0] else ", which may be chance"
    return f"From {as_words(least)} at {low} to {as_words(most)} at {high}{apart}."


def as_words(row: dict[str, Any]) -> str:
    return f"{100 * row['value']:.1f} %" if row["figure"] in {"wins", "ties"} else f"{row['value']:.2f}"


def sweep_page(found: dict[str, Any]) -> str:
    """The file, which needs nothing else. found: as `--json` gives it."""
    shown = list(pictures(found["versions"]))
    return rendered("sweep.html", found=found, pictures=shown, height=HEIGHT, as_words=as_words)
