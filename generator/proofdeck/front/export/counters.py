"""The tracks of the rules on tables online, as counters between the hand and the scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from proofdeck.front.export.online import HAND_AT, SCORES_AT, Widget
from proofdeck.front.export.target import ExportedGame
from proofdeck.front.making.tables import LaidTable
from proofdeck.play.engine.pictures import player
from proofdeck.play.free.pieces import FreeCounter
from proofdeck.play.free.setup import heads, read_tracks
from proofdeck.source.project.head import TRACKS

ROWS, WIDEST, MOST = 3, 150, 900
"""Counters below each other, and units that one of them and all columns take at most."""
DOWN, HIGH, NAME = 60, 40, 18
"""Units from one counter to the next, and the height of one and of its name."""


def counters_of(goods: ExportedGame, table: LaidTable) -> list[FreeCounter]:
    """Those that the head of the rules names; what is wrong there is told by `check`."""
    with suppress(ValueError):
        return [*read_tracks(heads(goods.game.page, TRACKS), table.players)]
    return []


def hand_width(goods: ExportedGame, table: LaidTable) -> int:
    """Units that are left for the hand."""
    columns, step = _columns(len(counters_of(goods, table)))
    return SCORES_AT - 70 - columns * step


def pcio_counters(goods: ExportedGame, table: LaidTable) -> Iterator[Widget]:
    """For playingcards.io, which writes the name above the number."""
    for one, name, box in _placed(counters_of(goods, table)):
        yield {"id": one.id, "type": "counter", **box, "label": name, "counterValue": one.value}


def vtt_counters(goods: ExportedGame, table: LaidTable) -> Iterator[Widget]:
    """For VirtualTabletop: a number between two buttons, below its name."""
    for one, name, box in _placed(counters_of(goods, table)):
        y, right = box["y"], box["x"] + box["width"] - HIGH
        yield {"id": f"label-{one.id}", "type": "label", **box, "y": y - NAME, "height": NAME, "text": name}
        yield {"id": one.id, "type": "label", **box, "text": one.value, "css": "font-size: 28px"}
        for way, sign, x in (("dec", "−", box["x"]), ("inc", "+", right)):
            button = {"id": f"{way}-{one.id}", "type": "button", "x": x, "y": y, "width": HIGH, "height": HIGH}
            yield {
                **button,
                "text": sign,
                "clickRoutine": [{"func": "LABEL", "label": one.id, "mode": way, "value": 1}],
            }


def _placed(counters: Sequence[FreeCounter]) -> Iterator[tuple[FreeCounter, str, Widget]]:
    """Those of the whole table first, each with what it is called and where it is."""
    columns, step = _columns(len(counters))
    for number, one in enumerate(sorted(counters, key=lambda one: one.seat)):
        column, row = divmod(number, ROWS)
        at = {"x": SCORES_AT - (columns - column) * step, "y": HAND_AT + NAME + DOWN * row}
        name = f"{one.label}, {player(one.seat)}" if one.seat else one.label
        yield one, name, {**at, "width": step - 10, "height": HIGH}


def _columns(count: int) -> tuple[int, int]:
    """How many columns there are, and units from one to the next."""
    columns = -(-count // ROWS)
    return columns, min(WIDEST, MOST // max(1, columns))
