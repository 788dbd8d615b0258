"""The chart that the report opens with: each card by how much it is used and by how much it helps.

Lengths in px of CSS. Names are beside their dots, where they overlap nothing, or left out if there is no room.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proofdeck.ground.units import Box
from proofdeck.play.lab.results import Columns

WIDTH, HEIGHT = 1040.0, 400.0
WIDTHS = (WIDTH, 660.0, 340.0)
"""Of the same chart on a desk, on a tablet and on a phone; the page shows one of them."""
FEW = 8
"""Cards below which the table says as much as a chart, unless one is clearly different."""
LEFT, RIGHT, TOP, BOTTOM = 56.0, 24.0, 20.0, 34.0
"""From the edges to the axes."""
DOT = 5.5
LETTER, LINE = 6.9, 14.0
"""The width and the height of a letter, on average."""
RISE = 11.0
"""From the top of a line to its baseline."""
AIR = 4.0
ANCHORS = {"start": 0.0, "end": 1.0, "middle": 0.5}
"""How much of a name is before its anchor. In the middle it is crossed by the interval, so that comes last."""
TICKS = 5
LEAST_STEP = 0.01


class Label(NamedTuple):
    """Where a name is. anchor: which end of it is at x: `start`, `middle` or `end`; y: of its baseline."""

    x: float
    y: float
    anchor: str

    def box(self, name: str) -> Box:
        """The room that it takes."""
        width = LETTER * len(name)
        return Box(self.x - width * ANCHORS[self.anchor], self.y - RISE, width, LINE)


class Dot(NamedTuple):
    """A card on the chart. low, high: the ends of its interval; label: None if its name has no room."""

    name: str
    x: float
    y: float
    low: float
    high: float
    is_clear: bool
    label: Label | None


class Tick(NamedTuple):
    """A value on an axis, and where it is."""

    at: float
    value: float


class Chart(NamedTuple):
    """across, down: the ticks of both axes; even: where a card makes no difference."""

    dots: tuple[Dot, ...]
    across: tuple[Tick, ...]
    down: tuple[Tick, ...]
    even: float
    width: float = WIDTH
    height: float = HEIGHT


def chart_of(cards: Sequence[Columns], fate: str, width: float = WIDTH) -> Chart | None:
    """The chart of all cards whose effect is known by that fate; None if it would show nothing."""
    known = [card for card in cards if card[f"lift_{fate}"] is not None]
    if len(known) < FEW and not any(card[f"stands_out_{fate}"] for card in known):
        return None
    used, helps = [card["played"] for card in known], [card[f"lift_{fate}"] for card in known]
    doubt = min(card[f"lift_{fate}_high"] - card[f"lift_{fate}_low"] for card in known) / 2
    across = scale(min(used), max(used), TICKS if width > WIDTHS[-1] else 2, LEAST_STEP)
    down = scale(min(0.0, *helps) - doubt, max(0.0, *helps) + doubt, TICKS, LEAST_STEP)

    def x(value: float) -> float:
        return LEFT + (width - LEFT - RIGHT) * (value - across[0]) / (across[-1] - across[0])

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - down[0]) / (down[-1] - down[0])

    def within(value: float) -> float:
        return y(max(down[0], min(value, down[-1])))

    plain = [
        Dot(
            card["name"] or card["card"],
            x(card["played"]),
            y(card[f"lift_{fate}"]),
            within(card[f"lift_{fate}_low"]),
            within(card[f"lift_{fate}_high"]),
            card[f"stands_out_{fate}"],
            None,
        )
        for card in known
    ]
    ticks = tuple(Tick(x(value), value) for value in across), tuple(Tick(y(value), value) for value in down)
    return Chart(tuple(_labelled(plain, y(0.0), width)), *ticks, y(0.0), width)


def scale(low: float, high: float, ticks: int, least: float = 0.0) -> list[float]:
    """Round values from below the lowest to above the highest, 1, 2 or 5 times a power of ten apart.

    ticks: about how many steps there may be; least: the smallest step.
    """
    wanted = max((high - low) / ticks, least, 1e-6) * (1 - 1e-9)
    power = 10.0 ** math.floor(math.log10(wanted))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= wanted)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(step * number, 9) for number in range(first, max(last, first + 1) + 1)]


def _labelled(dots: Sequence[Dot], even: float, width: float) -> Iterator[Dot]:
    """Clear differences are named first, then the largest. No name is crossed by the line of those that make none."""
    taken = [Box(LEFT, even - 1, width - LEFT - RIGHT, 2)]
    taken += [Box(dot.x - DOT, dot.y - DOT, 2 * DOT, 2 * DOT) for dot in dots]
    for dot in sorted(dots, key=lambda dot: (not dot.is_clear, -abs(dot.y - even))):
        label = next((label for label in _beside(dot) if _is_free(label.box(dot.name), taken, width)), None)
        if label:
            taken.append(label.box(dot.name))
        yield dot._replace(label=label)


def _beside(dot: Dot) -> Iterator[Label]:
    """Where a name may be: to the right, to the left, at the corners, above and below."""
    away = DOT + AIR
    level, above, below = dot.y + RISE - LINE / 2, dot.y - away + RISE - LINE, dot.y + away + RISE
    for y, anchors in ((level, ("start", "end")), (above, ANCHORS), (below, ANCHORS)):
        for anchor in anchors:
            yield Label(dot.x + away * (1 - 2 * ANCHORS[anchor]), y, anchor)


def _is_free(box: Box, taken: Sequence[Box], width: float) -> bool:
    is_inside = box.x >= LEFT and box.right <= width and box.y >= 0 and box.bottom <= HEIGHT - BOTTOM
    return is_inside and not any(
        box.x < one.right and one.x < box.right and box.y < one.bottom and one.y < box.bottom for one in taken
    )
