"""Actions, declared where they are carried out: their words, what they range over, and the rows that forbid them.

::

    @action("Play {card}", card=held("hand", HAND))
    def play(self, card: int) -> None:
        self.hand[self.player] ^= 1 << card

    @play.bar(FOLLOW)
    def must_follow(self, card: int) -> str | None:
        return "the suit that is led is in the hand" if ... else None

What is legal is what no row bars. The first row that bars an action is the reason why it is refused, so the reason
cannot differ from the rule. A row that takes nothing but the table bars all actions of its kind, and is asked once. One
that takes `*parts` can bar actions of any kind.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from string import Formatter
from typing import Any, NamedTuple

from generator.problems import listed

Effect = Callable[..., None]
Why = Callable[..., "str | None"]


class Axis(NamedTuple):
    """What one part of an action ranges over. names: what its values are called, for rules that are ready.

    zone: where the card must lie, "" for an axis of its own; clause: the rule that says so.
    """

    names: Callable[[Any], Sequence[str]]
    zone: str = ""
    clause: int = 0


def held(zone: str, clause: int) -> Axis:
    """A card of that zone: of the player's own where each has one. clause: the rule by which it must lie there."""
    return Axis(lambda rules: rules.names, zone, clause)


def any_card() -> Axis:
    """Any card of the deck, wherever it lies."""
    return Axis(lambda rules: rules.names)


def numbers(most: int | Callable[[Any], int], least: int = 1) -> Axis:
    """Whole numbers, which the action gets counted from 0. most: the last one, or what rules say about that."""

    def names(rules: Any) -> Sequence[str]:
        last = most if isinstance(most, int) else most(rules)
        return [str(number) for number in range(least, last + 1)]

    return Axis(names)


def one_of(*words: str) -> Axis:
    """One of these words, which the action gets counted from 0."""
    return Axis(lambda _: words)


@dataclass(frozen=True, slots=True)
class Row:
    """Why an action is forbidden. whole: whether it looks at the table alone; off: whether the clause allows it.

    What a clause forbids it forbids while it applies; what it allows is forbidden while it does not.
    """

    clause: int
    why: Why
    whole: bool
    off: bool = False

    def applies(self, on: int) -> bool:
        """on: bits of the clauses that apply."""
        return bool(on & self.clause) != self.off


class Action:
    """Actions of one kind. words: with the names of the axes in braces; axes: in the order of the numbers."""

    def __init__(self, words: str, axes: dict[str, Axis], effect: Effect) -> None:
        """Raises TypeError when the words name other axes than there are."""
        named = {field for _, field, _, _ in Formatter().parse(words) if field is not None}
        if named != set(axes):
            raise TypeError(f"the words '{words}' and what the action takes ({listed(axes) or 'nothing'}) differ")
        self.words, self.axes, self.effect = words, axes, effect
        self.rows: list[Row] = []
        self.__doc__ = effect.__doc__

    def bar(self, clause: int) -> Callable[[Why], Why]:
        """Declare that this clause forbids an action whenever the function gives a reason."""

        return lambda why: self._keep(clause, why, off=False)

    def permit(self, clause: int) -> Callable[[Why], Why]:
        """Declare that this clause allows an action; without it, it is forbidden wherever there is a reason."""
        return lambda why: self._keep(clause, why, off=True)

    def _keep(self, clause: int, why: Why, *, off: bool) -> Why:
        """Raises TypeError for a function that takes neither the table alone nor all that the action takes."""
        parameters = list(inspect.signature(why).parameters.values())[1:]
        all_parts = any(one.kind is one.VAR_POSITIONAL for one in parameters)
        takes = len(self.axes) if all_parts else len(parameters)
        if takes not in {0, len(self.axes)}:
            name = getattr(why, "__name__", "a rule")
            raise TypeError(f"{name} takes {takes} values beside the table, and '{self.words}' has {len(self.axes)}")
        self.rows.append(Row(clause, why, takes == 0, off))
        return why

    def __get__(self, table: Any, owner: type) -> Any:
        return self if table is None else self.effect.__get__(table, owner)


def action(words: str, **axes: Axis) -> Callable[[Effect], Action]:
    """Declare a kind of action; what it decorates carries one out."""
    return lambda effect: Action(words, axes, effect)


def bar(clause: int, *kinds: Action) -> Callable[[Why], Why]:
    """Declare one rule that forbids actions of all these kinds whenever the function gives a reason."""

    def keep(why: Why) -> Why:
        for kind in kinds:
            kind.bar(clause)(why)
        return why

    return keep


class Numbered(NamedTuple):
    """A kind of action with its numbers, for rules that are ready. names: of the values of each axis."""

    action: Action
    start: int
    names: tuple[tuple[str, ...], ...]

    @property
    def end(self) -> int:
        found = 1
        for names in self.names:
            found *= len(names)
        return self.start + found

    def all_parts(self) -> Iterator[tuple[int, ...]]:
        """The values of the axes for each number of this kind."""
        return product(*(range(len(names)) for names in self.names))

    def parts(self, number: int) -> tuple[int, ...]:
        """The value of each axis."""
        found, rest = [], number - self.start
        for names in reversed(self.names):
            rest, value = divmod(rest, len(names))
            found.append(value)
        return tuple(reversed(found))

    def number(self, parts: Sequence[int]) -> int:
        """The inverse of `parts`."""
        found = 0
        for names, part in zip(self.names, parts, strict=True):
            found = found * len(names) + part
        return self.start + found

    def says(self, number: int) -> str:
        values = zip(self.action.axes, self.names, self.parts(number), strict=True)
        return str(self.action.words.format(**{axis: names[value] for axis, names, value in values}))


@lru_cache(maxsize=256)
def all_said(kind: Numbered) -> tuple[str, ...]:
    """What each number of that kind says. It is kept, for all rules with the same names say the same."""
    return tuple(map(kind.says, range(kind.start, kind.end)))


def numbered(actions: Sequence[Action], rules: Any) -> tuple[Numbered, ...]:
    """All kinds of action, one behind the other."""
    found: list[Numbered] = []
    for one in actions:
        names = tuple(tuple(axis.names(rules)) for axis in one.axes.values())
        found.append(Numbered(one, found[-1].end if found else 0, names))
    return tuple(found)
