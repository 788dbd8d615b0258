"""Dice and counters of a table without rules."""

from __future__ import annotations

from proofdeck.ground.bounds import whole
from proofdeck.play.engine.piles import derived
from proofdeck.play.free.acts import HAND, LONGEST_LABEL, FreeAct, FreeEvent, NotPossible
from proofdeck.play.free.pieces import FreeCounter, FreeDie
from proofdeck.play.free.state import FreeState, on_table

MOST_COUNT = 9_999
MOST_FACES = 100
MOST_ADDED = 60
"""Dice and counters."""


def roll(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    dice = [table.dice[name] for name in act.what if name in table.dice]
    if not dice:
        raise NotPossible("not_there")
    for number, die in enumerate(dice):
        value = 1 + derived(table.seed, "roll", table.acts, number) % die.faces
        table.dice[die.id] = die._replace(value=value)
    values = [str(table.dice[die.id].value) for die in dice]
    label = dice[0].label if len(dice) == 1 else ""
    return FreeEvent(0, seat, "rolled" if label else "rolled_all", value=", ".join(values), label=label)


def count(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    """A number is changed by a count, or set to what is said."""
    name = act.what[0] if act.what else ""
    if name not in table.counters:
        raise NotPossible("not_there")
    counter = table.counters[name]
    said = _number(act.said)
    wanted = counter.value + act.count if said is None else said
    value = max(counter.low, min(counter.high, wanted))
    if value == counter.value:
        raise NotPossible("at_its_end")
    table.counters[name] = counter._replace(value=value)
    owner = f"{HAND}{counter.seat}" if counter.seat else ""
    return FreeEvent(0, seat, "counted", place=owner, value=str(value), label=counter.label)


def add(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    """A die with `count` faces, or a counter with that label."""
    if len(table.dice) + len(table.counters) >= MOST_ADDED:
        raise NotPossible("too_many")
    label = " ".join(act.said.split())[:LONGEST_LABEL]
    if act.way == "die":
        faces = max(2, min(MOST_FACES, act.count or 6))
        name, label = table.new_name("d"), label or f"d{faces}"
        table.dice[name] = FreeDie(name, label, faces, faces, *on_table(act.x, act.y))
    elif act.way == "counter" and label:
        name = table.new_name("c")
        table.counters[name] = FreeCounter(name, label, 0)
    else:
        raise NotPossible("no_label")
    return FreeEvent(0, seat, "added", label=label)


def shift(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    """A die is moved over the table."""
    name = act.what[0] if act.what else ""
    if name not in table.dice:
        raise NotPossible("not_there")
    x, y = on_table(act.x, act.y)
    table.dice[name] = table.dice[name]._replace(x=x, y=y)
    return FreeEvent(0, seat, "moved", label=table.dice[name].label)


def remove(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    name = act.what[0] if act.what else ""
    kept: dict[str, FreeDie] | dict[str, FreeCounter] = table.dice if name in table.dice else table.counters
    if name not in kept:
        raise NotPossible("not_there")
    return FreeEvent(0, seat, "removed", label=kept.pop(name).label)


def _number(said: str) -> int | None:
    """A whole number, below zero too."""
    value = whole(said.strip().removeprefix("-").removeprefix("−"))
    if value is None or value > MOST_COUNT:
        return None
    return -value if said.strip()[0] in "-−" else value
