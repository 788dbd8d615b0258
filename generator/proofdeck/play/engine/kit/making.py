"""Generates methods from the declarations of a table, as straight-line code, once per class.

This is what `dataclasses` does too: copies and keys are made half a million times per second and must not look
anything up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType

from proofdeck.play.engine.kit.actions import Action, ActionBan, Axis
from proofdeck.play.engine.kit.zones import COUNTS, PILE, SET, Fact, Zone

EVERY_TABLE = ("rules", "on", "players", "player", "turns", "fired", "ended_by", "seed", "shuffles", "_legal")
MADE_FOR = "<made for "
"""The beginning of the file name of generated methods."""
DECIDING = ("player", "turns", "ended_by", "seed", "shuffles")
"""What every table has, besides its declarations, that affects the game; the seed does if cards are shuffled again."""


def blank(zones: Mapping[str, Zone], facts: Mapping[str, Fact]) -> str:
    """`blank(cls, rules, players, seed)`: an empty table."""
    lines = [
        "def blank(cls, rules, players, seed):",
        "    table = cls()",
        "    table.rules, table.on, table.players, table.seed = rules, rules.on, players, seed",
        "    table.player = table.turns = table.fired = table.ended_by = table.shuffles = 0",
        "    table._legal = None",
        *(f"    table.{name} = {_of_each(one, one.form.empty)}" for name, one in zones.items()),
        *(f"    table.{name} = {_of_each(one, _start(name, one))}" for name, one in facts.items()),
        "    return table",
    ]
    return "\n".join(lines)


def _of_each(one: Zone | Fact, value: str) -> str:
    return f"[{value} for _ in range(players)]" if one.each else value


def _start(name: str, fact: Fact) -> str:
    return f"starts[{name!r}][:]" if isinstance(fact.start, list) else f"starts[{name!r}]"


def clone(zones: Mapping[str, Zone], facts: Mapping[str, Fact]) -> str:
    """`clone(self)`: a copy that shares nothing mutable."""
    lines = ["def clone(self):", "    copy = self.__class__()"]
    lines += [f"    copy.{name} = self.{name}" for name in EVERY_TABLE]
    for name, one in zones.items():
        inner = one.form.copy != "{}"
        whole = f"[{one.form.copy.format('one')} for one in self.{name}]" if inner else f"self.{name}[:]"
        lines.append(f"    copy.{name} = {whole if one.each else one.form.copy.format(f'self.{name}')}")
    for name, fact in facts.items():
        are_lists = fact.each and isinstance(fact.start, list)
        copied = f"[one[:] for one in self.{name}]" if are_lists else f"self.{name}{'[:]' if fact.is_list else ''}"
        lines.append(f"    copy.{name} = {copied}")
    return "\n".join([*lines, "    return copy"])


def in_full(zones: Mapping[str, Zone], facts: Mapping[str, Fact]) -> str:
    """`_in_full(self)`: everything that affects the rest of the game, as a tuple."""
    names = (*DECIDING, *zones, *(name for name, one in facts.items() if one.decides))
    parts = ", ".join("self.rules.reshuffles and self.seed" if name == "seed" else f"self.{name}" for name in names)
    return f"def _in_full(self):\n    return ({parts},)"


def generate(actions: Sequence[Action], zones: Mapping[str, Zone]) -> str:
    """`_generate(self)`: every action that no row bars, ascending.

    The names `row_2_0` and so on are the functions of the rows: of the third kind of action the first.
    """
    lines = ["def _generate(self):", "    legal, on, rules, kinds = [], self.on, self.rules, self.rules.kinds"]
    for place, one in enumerate(actions):
        lines += [f"    {line}" for line in _of_kind(place, one, zones)]
    return "\n".join([*lines, "    return legal"])


def _of_kind(place: int, one: Action, zones: Mapping[str, Zone]) -> Iterator[str]:
    indent = ""
    for number, row in enumerate(one.rows):
        if row.whole:
            yield f"{indent}if {_applies(row)} and row_{place}_{number}(self) is not None:"
            yield f"{indent}    self.fired |= on & {row.clause}"
            yield f"{indent}else:"
            indent += "    "
    yield f"{indent}start, names = kinds[{place}].start, kinds[{place}].names"
    number_of = "start"
    parts = [f"part_{depth}" for depth in range(len(one.axes))]
    for depth, (name, axis) in enumerate(zip(parts, one.axes.values(), strict=True)):
        size = f"len(names[{depth}])"
        number_of = f"({number_of} - start) * {size} + start + {name}" if depth else f"start + {name}"
        for line in _loop(name, axis, zones, size):
            yield f"{indent}{line}"
        indent += "    "
    taken = ", ".join(["self", *parts])
    for number, row in enumerate(one.rows):
        if not row.whole:
            yield f"{indent}if {_applies(row)} and row_{place}_{number}({taken}) is not None:"
            yield f"{indent}    self.fired |= on & {row.clause}"
            yield f"{indent}    continue"
    yield f"{indent}legal.append({number_of})"


def _applies(row: ActionBan) -> str:
    return f"{'not ' if row.off else ''}on & {row.clause}"


def _loop(name: str, axis: Axis, zones: Mapping[str, Zone], size: str) -> Iterator[str]:
    if not axis.zone:
        yield f"for {name} in range({size}):"
        return
    zone = zones[axis.zone]
    cards = f"self.{axis.zone}[self.player]" if zone.each else f"self.{axis.zone}"
    if zone.form is SET:
        yield f"for {name} in bits({cards}):"
    elif zone.form is PILE:
        yield f"for {name} in sorted(set({cards})):"
    else:
        assert zone.form is COUNTS
        yield f"for {name} in compress(range(rules.designs), {cards}):"


def compiled(sources: Sequence[str], names: Mapping[str, object], made_for: str) -> dict[str, FunctionType]:
    """The functions that these texts define. names: what they may use."""
    space: dict[str, FunctionType] = {}
    for source in sources:
        exec(compile(source, f"{MADE_FOR}{made_for}>", "exec"), dict(names), space)  # noqa: S102 - our own text
    return space
